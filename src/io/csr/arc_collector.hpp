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
    ends_.push_back(u);
    ends_.push_back(v);
    if (weighted_) weights_.push_back(weight);
    ++count_;
    if (ends_.size() == chunk_ends) close_chunk();
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

  /// The chunks. It must be the last call.
  std::vector<EdgeChunk> take() {
    close_chunk();
    return std::move(chunks_);
  }

 private:
  static constexpr std::size_t chunk_ends = std::size_t{1} << 18;

  void close_chunk() {
    if (ends_.empty()) return;
    EdgeChunk chunk{PageBuffer<Vertex>(ends_.size()), PageBuffer<Weight>(weights_.size())};
    std::ranges::copy(ends_, chunk.ends.begin());
    std::ranges::copy(weights_, chunk.weights.begin());
    chunks_.push_back(std::move(chunk));
    ends_.clear();
    weights_.clear();
  }

  bool weighted_;
  std::vector<Vertex> ends_;  ///< of the last chunk
  std::vector<Weight> weights_;
  std::vector<EdgeChunk> chunks_;
  std::uint64_t count_ = 0;
};

}  // namespace lode::detail
