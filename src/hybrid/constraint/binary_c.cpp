#include <bit>
#include <cmath>

#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/bits.hpp"
#include "hybrid/block/count.hpp"
#include "hybrid/block/selection/selection.hpp"
#include "hybrid/block/selection/values.hpp"

namespace lode::hybrid {
namespace {

/// Sets up to which enumeration is at least as fast as branch and bound on blocks of a run, where the present
/// set is nearly always the best (tools/bench/block.cpp; on random blocks it is up to 60 sets, with real
/// weights up to some thousand).
constexpr double enumeration_limit = 16.0;

bool use_enumeration(BlockSolver solver, int k, std::uint64_t current) {
  if (solver != BlockSolver::automatic) return solver == BlockSolver::enumeration;
  return detail::number_of_sets(k, std::popcount(current)) <= enumeration_limit;
}

template <class Selection>
auto select(const Selection& problem, std::uint64_t current, const BinaryC& how, const RunContext& run) {
  return use_enumeration(how.solver, problem.size, current)
             ? select_by_enumeration(problem, current)
             : select_by_search(problem, current, [&run] { return run.should_stop(); });
}

template <class Value>
BlockMove to_move(const SelectionResult<Value>& result, std::uint64_t current) {
  BlockMove move;
  move.exact = result.exact;
  move.nodes = result.nodes;
  for (std::uint64_t flips = result.chosen ^ current; flips; flips &= flips - 1) {
    const int i = std::countr_zero(flips);
    move.changes.push_back({i, result.chosen >> i & 1u ? 1.0 : 0.0});
  }
  return move;
}

}  // namespace

BlockMove BinaryC::solve(const BitBlock& block, double proximal, const RunContext& run) const {
  const BitSelection<std::int64_t> plain{block.size, block.gain, block.rows};
  detail::check_selection(plain, block.current);
  if (proximal == 0.0) {
    const auto result = select(plain, block.current, *this, run);
    BlockMove move = to_move(result, block.current);
    move.decrease = 2.0 * static_cast<double>(result.value - selection_value(plain, block.current));
    return move;
  }
  // |z - x|^2 is linear on 0/1 points: an item keeps its place or pays proximal/2, that is proximal/4 of
  // value.
  BitSelection<double> regularised{block.size, {}, block.rows};
  for (int i = 0; i < block.size; ++i) {
    const double present = block.current >> i & 1u ? 1.0 : -1.0;
    regularised.linear.push_back(static_cast<double>(block.gain[static_cast<std::size_t>(i)]) +
                                 present * proximal / 4.0);
  }
  const auto result = select(regularised, block.current, *this, run);
  BlockMove move = to_move(result, block.current);
  move.decrease = 2.0 * static_cast<double>(selection_value(plain, result.chosen) -
                                            selection_value(plain, block.current));
  return move;
}

BlockMove BinaryC::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  detail::check_block(block);
  DenseSelection problem{block.size, {}, std::vector<double>(block.quadratic.size())};
  const lode::detail::MutableSquareView pairs{problem.pairs.data(), block.size};
  std::uint64_t current = 0;
  for (int i = 0; i < block.size; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const bool present = block.current[index] != 0.0;
    if (present) current |= detail::bit(i);
    problem.linear.push_back(-block.linear[index] - 0.5 * block.q(i, i));
    for (int j = 0; j < block.size; ++j) pairs(i, j) = i == j ? 0.0 : -block.q(i, j);
  }
  DenseSelection regularised = problem;
  for (int i = 0; i < block.size; ++i) {
    regularised.linear[static_cast<std::size_t>(i)] += (current >> i & 1u ? proximal : -proximal) / 2.0;
  }
  const auto result = select(regularised, current, *this, run);
  BlockMove move = to_move(result, current);
  move.decrease = selection_value(problem, result.chosen) - selection_value(problem, current);
  return move;
}

}  // namespace lode::hybrid
