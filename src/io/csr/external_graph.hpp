#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lode/io/output_file.hpp>
#include <lode/io/read_graph.hpp>

#include "core/id_ranks.hpp"
#include "graph/csr/bucket_rows.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/stream/scratch_file.hpp"

namespace lode::detail {

struct ExternalOptions {
  std::string folder;  ///< for temporary files
  std::uint64_t memory = 0;
  bool weighted = false;
  MergeRule merge = MergeRule::error;
};

/// What writing an ExternalGraph brought to light.
struct ExternalResult {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t self_loops = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t reciprocal = 0;
  std::uint64_t rounded = 0;  ///< pairs of weights that differ by rounding
  std::uint64_t bytes = 0;
  bool renumbered = false;
  bool signed_weights = false;
  std::optional<WeightConflict> conflict;  ///< the file is then of no use
  VertexNames names;                       ///< of the ends of the conflict and all others; empty without one

  void count_in(InputReport& report) const {
    report.self_loops_dropped = self_loops;
    report.duplicates_merged = duplicates;
    report.reciprocal_merged = reciprocal;
    report.vertices = vertices;
    report.edges = edges;
    report.signed_weights = signed_weights;
  }
};

/// Edges in any number on their way into a lode file, kept on disk: the file is, byte by byte, the one that
/// writing the graph of `build_csr` gives.
///
/// Method:  edges are written down as they come, while a set of bits takes note of the ids and counters of
///          the arcs of every 4096 ids. Then both directions of every edge go to buckets of consecutive
///          sources on disk; each bucket is sorted and merged in memory as in `build_csr` and appended to the
///          file.
/// Cost:    O(m); on disk 24 bytes per edge (48 with weights) besides the file; in memory a quarter byte for
///          each number up to the largest id, `memory` bytes for buckets and their buffers, and more where
///          the arcs of 4096 ids do not fit.
/// Runs on the threads of the surrounding arena; the same file for any number of them and any memory.
class ExternalGraph {
 public:
  explicit ExternalGraph(const ExternalOptions& options);

  /// Adds edges u0 v0 u1 v1 ...; `weights` is empty, or holds one each when weighted.
  void add(std::span<const std::uint32_t> ends, std::span<const Weight> weights);
  /// Adds one edge in front of all others. Once at most.
  void add_in_front(std::uint32_t u, std::uint32_t v, Weight weight);
  /// Vertices are 0 ... n-1 instead of the ids that occur.
  void declare_vertices(std::uint64_t n);

  /// Writes the lode file. The last call.
  /// Errors: InputError for what `input` cannot have: no edges' worth of vertices, weights without a sum;
  ///         SystemError when the disk is full, or when `run` is interrupted.
  ExternalResult write(OutputFile& file, const CompressedInput& input, const RunContext& run);

 private:
  template <class Arc>
  friend class ExternalWriter;

  static constexpr unsigned range_bits = 12;

  void note(std::span<const std::uint32_t> ends);
  /// Fixes the number of every vertex.
  void number_vertices(const CompressedInput& input);
  Vertex number(std::uint32_t id) const { return declared_ ? id : ranks_.rank(id); }
  /// The number of the first vertex of a range of ids.
  Vertex first_of_range(std::size_t range) const;

  ExternalOptions options_;
  ScratchFile ends_;                    ///< 8 bytes per edge, the one in front first
  std::optional<ScratchFile> weights_;  ///< 8 bytes per edge
  std::uint64_t edges_ = 1;             ///< places taken, the one in front included
  bool has_front_ = false;
  bool declared_ = false;
  std::uint64_t vertices_ = 0;
  std::uint64_t largest_id_ = 0;
  std::uint64_t self_loops_ = 0;
  Weight largest_weight_ = 0.0;  ///< by magnitude
  IdRanks ranks_;
  std::vector<std::uint64_t> arcs_of_range_;  ///< by id >> range_bits
};

}  // namespace lode::detail
