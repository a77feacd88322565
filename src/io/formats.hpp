#pragma once

#include <span>
#include <string_view>

#include <lode/io/read_graph.hpp>

#include "io/compressed_input.hpp"

namespace lode::detail {

/// One graph format.
struct Format {
  std::string_view name;   ///< what ReadOptions::format calls it
  std::string_view title;  ///< for people
  std::span<const std::string_view> extensions;
  bool (*recognises)(std::string_view head);  ///< by content; nullptr: never
  LoadedGraph (*read)(CompressedInput& input, const ReadOptions& options, const RunContext& run);
};

/// Every format, in the order in which content is tried. The edge list is the last one.
std::span<const Format> formats();

/// The format of an input: the one asked for, else the one its content shows, else the one its name says,
/// else the edge list.
/// Errors: InvalidArgument for an unknown name; InputError if Matrix Market is asked for and the banner is
///         missing.
const Format& detect(const CompressedInput& input, const ReadOptions& options);

/// `path` without folder and without .gz or .zst.
std::string_view plain_file_name(std::string_view path);
/// ".txt" of a plain file name, in its own case; empty if there is none.
std::string_view extension(std::string_view plain_name);
bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace lode::detail
