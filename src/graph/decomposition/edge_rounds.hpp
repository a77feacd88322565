#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include <lode/core/types.hpp>

namespace lode::detail {

/// Side by side work on edges that changes values of both their ends, with the same outcome on any number of
/// threads.
///
/// Vertices lie in `runs` runs of consecutive numbers. The edges between two runs, and those inside one, are
/// a block. Blocks come in rounds in which no run occurs twice, so the blocks of one round may be worked on
/// at once: first the insides, then the rounds of a tournament in which every run meets every other.
struct EdgeRounds {
  static constexpr std::size_t runs = 16;
  static constexpr std::size_t pairs = runs / 2;
  static constexpr std::size_t blocks = runs * (runs + 1) / 2;

  /// Number of the block between two runs; blocks of one round are numbered consecutively.
  ///
  /// The last run stays, the others sit in a circle around it: in round r it meets run r, and r + i meets
  /// r - i.
  static constexpr std::size_t block(std::size_t a, std::size_t b) {
    constexpr std::size_t circle = runs - 1;
    if (a == b) return a;
    if (a > b) std::swap(a, b);
    const std::size_t round = b == circle ? a : (a + b) * (runs / 2) % circle;  // runs / 2 is half of 1
    const std::size_t apart = b == circle ? 0 : (a + circle - round) % circle;
    return runs + round * pairs + std::min(apart, circle - apart);
  }

  /// Blocks of every round: round r has the blocks first(r) ... first(r + 1) - 1.
  static constexpr std::size_t rounds = runs;
  static constexpr std::size_t first(std::size_t round) {
    return round == 0 ? 0 : runs + (round - 1) * pairs;
  }
};

/// Where the vertices of every run begin: runs of equal lengths, the last of them up to 15 vertices longer.
class VertexRuns {
 public:
  /// Needs two vertices for every run.
  explicit VertexRuns(Vertex num_vertices)
      : length_(num_vertices / static_cast<Vertex>(EdgeRounds::runs)),
        inverse_(UINT64_MAX / length_ + 1),
        end_(num_vertices) {}
  Vertex length() const { return length_; }
  Vertex begin_of(std::size_t run) const {
    return run == EdgeRounds::runs ? end_ : static_cast<Vertex>(run) * length_;
  }
  /// Division by a product: exact for numbers of 32 bits (Lemire, Kaser, Kurz, Software: Practice and
  /// Experience 49 (2019) 953-970).
  std::size_t run_of(Vertex v) const {
    __extension__ using Wide = unsigned __int128;
    return std::min(static_cast<std::size_t>(Wide{inverse_} * v >> 64), EdgeRounds::runs - 1);
  }

 private:
  Vertex length_;
  std::uint64_t inverse_;
  Vertex end_;
};

/// Calls visit(block, begin, end) for the edges of every block, round after round; without blocks once for
/// all. `block_begin` has one more entry than there are blocks, or none.
template <class Visit>
void for_each_block(const std::vector<std::size_t>& block_begin, std::size_t num_edges, Visit&& visit) {
  if (block_begin.empty()) {
    visit(std::size_t{0}, std::size_t{0}, num_edges);
    return;
  }
  for (std::size_t round = 0; round < EdgeRounds::rounds; ++round) {
    tbb::parallel_for(
        EdgeRounds::first(round), EdgeRounds::first(round + 1),
        [&](std::size_t block) { visit(block, block_begin[block], block_begin[block + 1]); },
        tbb::simple_partitioner());
  }
}

}  // namespace lode::detail
