#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "io/csr/external_graph.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/stream/file_names.hpp"
#include "io/text/pieces.hpp"

namespace lode::detail {

/// Limits on the claims of short files.
struct ReadTrust {
  /// Vertices that may be declared without evidence. Larger graphs need an edge for every 256 vertices, so
  /// that a few bytes cannot claim unlimited memory.
  std::uint64_t vertices = std::uint64_t{1} << 24;
  /// Arcs that a stream of any length may hold: intervals and copied lists of WebGraph can encode any number.
  std::uint64_t arcs = std::uint64_t{1} << 26;
  std::uint64_t arcs_per_byte = 4096;  ///< above arcs
};

/// The weights a format can hold.
enum class HeldWeights { none, positive_integers, all };
/// The names a format can hold.
enum class HeldNames {
  none,       ///< vertices are numbered from 1
  lines,      ///< not empty, without control characters
  printable,  ///< bytes that are not UTF-8 are replaced
  all
};

/// For formats that hold all vertex values.
inline bool holds_all_values(std::span<const Weight>) { return true; }
/// Name of the vertex values in formats with named attributes.
inline constexpr std::string_view values_name = "value";

/// A text to be read in one format.
struct GraphInput {
  CompressedInput& text;
  const ReadOptions& options;
  const RunContext& run;
  ReadTrust trust = {};

  /// Errors: InputError about the text, at a line from 1, or 0 for the whole text.
  [[noreturn]] void fail(std::string problem, std::string remedy, std::uint64_t line = 0) const {
    throw InputError({text.display_name(), line}, std::move(problem), std::move(remedy));
  }
  /// Errors: SystemError once the run is interrupted.
  void check_interrupt() const {
    if (run.interrupted()) throw SystemError(text.display_name() + ": reading was interrupted");
  }
};

/// The writer of a format. Formats that are only read have no function.
struct FormatWriter {
  void (*write)(const Graph& graph, const WriteOptions& options, TextPieces& out) = nullptr;
  HeldWeights weights = HeldWeights::all;
  HeldNames names = HeldNames::all;
  bool attributes = false;                ///< of vertices
  std::string_view names_attribute = {};  ///< the attribute that readers take for the names of vertices
  bool compressible = true;
  bool labels_are_ids = false;    ///< vertices with equal labels would be one
  bool labels_by_option = false;  ///< labels are read back only with ReadOptions::labels
  bool core_of = false;           ///< WriteOptions::core_of
  /// True if the format can hold these vertex values; nullptr: it holds none.
  bool (*holds_values)(std::span<const Weight> values) = nullptr;
};

/// One graph format; its record is at the end of its source. A format that lode only recognises has no
/// reader.
struct Format {
  std::string_view name;   ///< the name in ReadOptions::format and WriteOptions::format
  std::string_view title;  ///< for people
  std::array<std::string_view, 4> extensions = {};  ///< with their dot; the rest is empty
  /// Tests the start of a text; nullptr: never.
  bool (*recognise)(std::string_view head) = nullptr;
  LoadedGraph (*read)(const GraphInput& input) = nullptr;
  /// Reads directions and loops, too; nullptr: unsupported. Options have no weights.
  LoadedArcs (*read_arcs)(const GraphInput& input) = nullptr;
  /// Reads a graph into `graph`, which is empty, without holding it in memory; nullptr: the format is read in
  /// memory.
  /// Errors: as `read` and ExternalGraph, and InputError for ids beyond 32 bits.
  LoadedGraph (*read_external)(const GraphInput& input, ExternalGraph& graph) = nullptr;
  FormatWriter writer = {};

  /// True if files of the format end in `extension`, ignoring case.
  bool has_extension(std::string_view extension) const;
};

/// Every format, in the order in which content is tried. The edge list is the last resort.
std::span<const Format* const> formats();

/// The format of this name, or nullptr.
const Format* find_format(std::string_view name);

/// The first format that has the ending of `path` and passes `test`, or nullptr.
template <class Test>
const Format* format_with_ending(std::string_view path, const Test& test) {
  const std::string_view ending = extension(plain_file_name(path));
  const auto fits = [&](const Format* format) { return format->has_extension(ending) && test(*format); };
  const auto found = std::ranges::find_if(formats(), fits);
  return found == formats().end() ? nullptr : *found;
}

/// The format of an input: by option, else by content, else by file name, else the edge list.
/// Errors: InvalidArgument for the name of a format that is not read.
const Format& detect(const CompressedInput& input, const ReadOptions& options);

/// True for the beginning of a text that `detect` takes for another format than an edge list.
bool shows_other_format(std::string_view head);

/// True if a file of this name, read in `format`, is an edge list only because its content shows no
/// other format. Names count only where a text does not begin like an edge list.
bool lacks_mark(const Format& format, std::string_view path);

/// Calls visit(u, v, weight) for every edge, with u < v, row by row.
template <class Visit>
void for_each_edge(const Graph& graph, const Visit& visit) {
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (u < v) visit(u, v, weight);
    });
  }
}

}  // namespace lode::detail
