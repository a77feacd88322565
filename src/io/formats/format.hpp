#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "io/csr/external_graph.hpp"
#include "io/stream/compressed_input.hpp"

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

/// How a file with weights is read.
inline std::string weights_hint(bool signed_weights) {
  return signed_weights ? "read it with option 'weighted' and option 'signs'"
                        : "read it with option 'weighted'";
}

/// How one format is written. Read-only formats have no function.
struct FormatWriter {
  void (*write)(const Graph& graph, const WriteOptions& options, const TextSink& sink) = nullptr;
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
  LoadedGraph (*read)(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                      const ReadTrust& trust) = nullptr;
  /// Reads directions and loops, too; nullptr: unsupported. Options have no weights.
  LoadedArcs (*read_arcs)(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                          const ReadTrust& trust) = nullptr;
  /// Reads a graph into `graph`, which is empty, without holding it in memory; nullptr: the format is read in
  /// memory.
  /// Errors: as `read` and ExternalGraph, and InputError for ids beyond 32 bits.
  LoadedGraph (*read_external)(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                               ExternalGraph& graph) = nullptr;
  FormatWriter writer = {};

  /// True if files of the format end in `extension`, ignoring case.
  bool has_extension(std::string_view extension) const;
};

}  // namespace lode::detail
