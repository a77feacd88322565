#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <lode/graph/graph.hpp>

#include "core/id_ranks.hpp"
#include "graph/csr/builder.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::detail {

class ScratchFile;

struct ExternalOptions {
  std::string folder;  ///< for temporary files
  std::uint64_t memory = 0;
  bool weighted = false;
  MergeRule merge = MergeRule::error;
};

/// The rows of a graph in a mapped file, and the names of the vertices.
struct ExternalCsr {
  BuiltCsr csr;
  VertexNames names;
};

/// Builds rows from any number of edges on disk: the rows of `build_csr`.
///
/// Method:  edges are written in input order, while a bitmap records the ids and counters the arcs of every
///          4096 ids. Both directions of every edge then go to buckets of consecutive sources on disk; each
///          bucket is sorted and merged in memory as in `build_csr` and appended to the rows.
/// Cost:    O(m); on disk 24 bytes per edge (48 with weights); in memory a quarter byte for each number up to
///          the largest id, `memory` bytes for buckets and their buffers, and more where the arcs of 4096 ids
///          do not fit. The rows are mapped: the system keeps in memory the pages it has room for.
/// Runs on the threads of the surrounding arena; the same rows for any number of them and any memory.
class ExternalGraph {
 public:
  explicit ExternalGraph(const ExternalOptions& options);

  /// Adds edges u0 v0 u1 v1 ...; `weights` is empty, or holds one each when weighted.
  void add(std::span<const std::uint32_t> ends, std::span<const Weight> weights);
  /// Adds the vertices 0 ... n-1, n > 0, to the ids that occur.
  void declare_vertices(std::uint64_t n);

  /// Builds the rows on the threads of `run`. The last call.
  /// Errors: InputError for more vertices than lode numbers; SystemError when the disk is full, or when `run`
  ///         is interrupted.
  ExternalCsr build(const CompressedInput& input, const RunContext& run);

 private:
  template <class Arc>
  friend class ExternalBuilder;

  static constexpr unsigned range_bits = 12;

  void make_room(std::uint32_t id);

  ExternalOptions options_;
  std::shared_ptr<ScratchFile> ends_;     ///< 8 bytes per edge
  std::shared_ptr<ScratchFile> weights_;  ///< 8 bytes per edge; nullptr: none
  std::uint64_t edges_ = 0;
  std::uint64_t vertices_ = 0;
  std::uint32_t largest_id_ = 0;
  std::uint64_t self_loops_ = 0;
  Weight largest_weight_ = 0.0;  ///< by magnitude
  IdRanks ranks_;
  std::vector<std::uint64_t> arcs_of_range_;  ///< by id >> range_bits
};

}  // namespace lode::detail
