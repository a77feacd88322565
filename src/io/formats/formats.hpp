#pragma once

#include <span>
#include <string_view>

#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// The weights a format can hold.
enum class HeldWeights { none, positive_integers, all };
/// The names a format can hold.
enum class HeldNames {
  none,       ///< vertices are numbered from 1
  lines,      ///< not empty, without control characters
  printable,  ///< what is no printable UTF-8 is replaced
  all
};

/// How one format is written. A format that is only read has no function.
struct FormatWriter {
  void (*write)(const Graph& graph, const WriteOptions& options, const TextSink& sink) = nullptr;
  HeldWeights weights = HeldWeights::all;
  HeldNames names = HeldNames::all;
  bool attributes = false;
  bool compressible = true;
};

/// One graph format. A format lode knows but cannot read has no reader.
struct Format {
  std::string_view name;   ///< what ReadOptions::format and WriteOptions::format call it
  std::string_view title;  ///< for people
  std::span<const std::string_view> extensions;
  bool (*recognises)(std::string_view head);  ///< by content; nullptr: never
  LoadedGraph (*read)(CompressedInput& input, const ReadOptions& options, const RunContext& run);
  FormatWriter writer = {};
};

/// Every format, in the order in which content is tried. The edge list is the last one.
std::span<const Format> formats();

/// The format of an input: the one asked for, else the one its content shows, else the one its name says,
/// else the edge list.
/// Errors: InvalidArgument for the name of a format that is not read; InputError for what foreign_formats.hpp
///         knows, and if Matrix Market is asked for and the banner is missing.
const Format& detect(const CompressedInput& input, const ReadOptions& options);

/// `path` without folder and without .gz or .zst.
std::string_view plain_file_name(std::string_view path);
/// ".txt" of a plain file name, in its own case; empty if there is none.
std::string_view extension(std::string_view plain_name);
bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace lode::detail
