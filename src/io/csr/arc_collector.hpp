#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/page_buffer.hpp"
#include "graph/csr/builder.hpp"

namespace lode::detail {

/// Collects arcs one by one into chunks of bounded size for `build_csr`. All arcs of a collector have
/// weights, or none has.
class ArcCollector {
 public:
  explicit ArcCollector(bool weighted = false) : weighted_(weighted) {}

  void add(Vertex u, Vertex v, Weight weight = 1.0) {
    if (used_ == chunk_.size()) {
      close_chunk();
      chunk_ = make_chunk(chunk_edges);
    }
    chunk_.ends[2 * used_] = u;
    chunk_.ends[2 * used_ + 1] = v;
    if (weighted_) chunk_.weights[used_] = weight;
    ++used_;
    ++count_;
  }
  std::uint64_t count() const { return count_; }
  bool weighted() const { return weighted_; }

  /// Replaces every end u by number(u).
  template <class Number>
  void renumber(const Number& number) {
    close_chunk();
    for (EdgeChunk& chunk : chunks_) {
      for (Vertex& end : chunk.ends) end = number(end);
    }
  }

  /// The chunks; the collector is empty afterwards.
  std::vector<EdgeChunk> take() {
    close_chunk();
    count_ = 0;
    return std::move(chunks_);
  }

 private:
  static constexpr std::size_t chunk_edges = std::size_t{1} << 17;

  /// Unwritten memory of a chunk is not allocated (page_buffer.hpp).
  EdgeChunk make_chunk(std::size_t edges) const {
    return {PageBuffer<Vertex>(2 * edges), PageBuffer<Weight>(weighted_ ? edges : 0)};
  }

  void close_chunk() {
    if (used_ == 0) return;
    if (used_ < chunk_.size()) {
      EdgeChunk part = make_chunk(used_);
      std::copy_n(chunk_.ends.begin(), part.ends.size(), part.ends.begin());
      std::copy_n(chunk_.weights.begin(), part.weights.size(), part.weights.begin());
      chunk_ = std::move(part);
    }
    chunks_.push_back(std::exchange(chunk_, EdgeChunk()));
    used_ = 0;
  }

  bool weighted_;
  std::vector<EdgeChunk> chunks_;
  EdgeChunk chunk_;
  std::size_t used_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace lode::detail
