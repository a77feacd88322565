#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>

#include "graph/sides/side_rows.hpp"

namespace lode::detail {

/// Which pairs of sets count as dense enough: those that lack at most
/// `missing` + (1 - numerator / denominator) |left| |right| edges, in whole numbers. 0 <= numerator <=
/// denominator; products with |left| |right| stay below 2^63.
struct DenseEnough {
  std::int64_t numerator = 1;
  std::int64_t denominator = 1;
  std::uint64_t missing = 0;

  bool holds(std::uint64_t left, std::uint64_t right, EdgeCount edges) const {
    return denominator * static_cast<std::int64_t>(edges + missing) >=
           numerator * static_cast<std::int64_t>(left * right);
  }
};

/// What one pass over all subsets of side `side` looks for.
struct SweepQuestion {
  std::vector<std::array<Vertex, 2>> sizes = {};  ///< of left and right: the pairs of most edges
  std::optional<DenseEnough> dense = {};          ///< the pair of largest area that is dense enough
  std::array<Vertex, 2> least = {1, 1};           ///< for `dense`: so many vertices of each side at least
};

struct SweptPair {
  SidePair sides;  ///< both empty: there is none
  EdgeCount edges = 0;
};

struct SweepAnswer {
  std::vector<SweptPair> pairs;  ///< one for each of the sizes
  SweptPair largest;             ///< for `dense`; among those of largest area, one of most edges
};

/// Exact answers by a look at every subset of one side, which has at most 40 vertices. The best vertices of
/// the other side are those with most neighbours in the subset. One subset follows another by one vertex that
/// comes or goes (a Gray code), and a histogram says how many vertices have how many neighbours in it.
///
/// Cost:   2^n times the average degree of the side and its size n, on the threads of the run.
/// Stops:  on cancel and deadline, with nothing.
/// Deterministic for any number of threads.
std::optional<SweepAnswer> sweep_subsets(const SideRows& rows, int side, const SweepQuestion& question,
                                         const RunContext& run);

/// About how many steps that takes.
double sweep_steps(const SideRows& rows, int side, std::size_t sizes);

}  // namespace lode::detail
