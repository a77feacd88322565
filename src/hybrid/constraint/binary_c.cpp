#include <bit>

#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/checks.hpp"
#include "hybrid/block/selection.hpp"

namespace lode::hybrid {
namespace {

/// Chooses as many items as `current` has.
template <class Selection>
BlockMove select(const Selection& problem, std::uint64_t current, BlockSolver solver, const RunContext& run) {
  const SelectionResult result =
      solver == BlockSolver::enumeration
          ? select_by_enumeration(problem, current)
          : select_by_search(problem, current, [&run] { return run.should_stop(); });
  BlockMove move;
  move.exact = result.exact;
  move.nodes = result.nodes;
  for (std::uint64_t flips = result.chosen ^ current; flips; flips &= flips - 1) {
    const int i = std::countr_zero(flips);
    move.changes.push_back({i, result.chosen >> i & 1u ? 1.0 : 0.0});
  }
  return move;
}

std::uint64_t moved(std::uint64_t set, const BlockMove& move) {
  for (const Change& change : move.changes) set ^= detail::bit(change.position);
  return set;
}

}  // namespace

// |z - x|^2 is linear on 0/1 points: an item keeps its place or pays proximal/2 of F.

BlockMove BinaryC::solve(const BitBlock& block, double proximal, const RunContext& run) const {
  const double present = selection_value(block, block.current);
  BlockMove move;
  if (proximal == 0.0) {
    move = select(block, block.current, solver, run);
  } else {
    DenseSelection regularised{block.size, {}, {}};
    for (int i = 0; i < block.size; ++i) {
      const auto index = static_cast<std::size_t>(i);
      const double sign = block.current >> i & 1u ? 1.0 : -1.0;
      regularised.linear.push_back(static_cast<double>(block.gain[index]) + sign * proximal / 4.0);
      for (int j = 0; j < block.size; ++j)
        regularised.pairs.push_back(static_cast<double>(block.rows[index] >> j & 1u));
    }
    move = select(regularised, block.current, solver, run);
  }
  move.decrease = 2.0 * (selection_value(block, moved(block.current, move)) - present);
  return move;
}

BlockMove BinaryC::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  detail::check_block(block);
  DenseSelection problem{block.size, {}, block.quadratic};
  std::uint64_t current = 0;
  for (int i = 0; i < block.size; ++i) {
    const auto index = static_cast<std::size_t>(i);
    if (block.current[index] != 0.0) current |= detail::bit(i);
    problem.linear.push_back(-block.linear[index] - 0.5 * block.q(i, i));
  }
  const lode::detail::MutableSquareView pairs{problem.pairs.data(), block.size};
  for (double& weight : problem.pairs) weight = -weight;
  for (int i = 0; i < block.size; ++i) pairs(i, i) = 0.0;
  const double present = selection_value(problem, current);
  const std::vector<double> plain = problem.linear;
  for (int i = 0; i < block.size; ++i) {
    problem.linear[static_cast<std::size_t>(i)] += (current >> i & 1u ? proximal : -proximal) / 2.0;
  }
  BlockMove move = select(problem, current, solver, run);
  problem.linear = plain;
  move.decrease = selection_value(problem, moved(current, move)) - present;
  return move;
}

}  // namespace lode::hybrid
