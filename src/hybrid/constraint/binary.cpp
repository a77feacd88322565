#include <bit>

#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/checks.hpp"
#include "hybrid/block/sign_search.hpp"

namespace lode::hybrid {
namespace {

/// Blocks from which branch and bound is used (tools/bench/lsq_block.cpp).
constexpr int sign_search_from = 16;

}  // namespace

BlockMove Binary::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  detail::check_block(block);
  const SignProblem plain{block.size, block.quadratic, block.linear};
  std::uint64_t present = 0;
  for (int i = 0; i < block.size; ++i) {
    if (block.current[static_cast<std::size_t>(i)] > 0.0) present |= detail::bit(i);
  }
  // |z - x|^2 is linear on sign vectors, up to a constant.
  SignProblem regularised = plain;
  for (int i = 0; i < block.size; ++i) {
    regularised.linear[static_cast<std::size_t>(i)] -= proximal * block.current[static_cast<std::size_t>(i)];
  }
  const bool enumerate = solver == BlockSolver::enumeration ||
                         (solver == BlockSolver::automatic && block.size < sign_search_from);
  const SignResult result = enumerate
                                ? signs_by_enumeration(regularised, present)
                                : signs_by_search(regularised, present, [&run] { return run.should_stop(); });
  BlockMove move;
  move.exact = result.exact;
  move.nodes = result.nodes;
  for (std::uint64_t flips = result.plus ^ present; flips; flips &= flips - 1) {
    const int i = std::countr_zero(flips);
    move.changes.push_back({i, -block.current[static_cast<std::size_t>(i)]});
  }
  if (!move.changes.empty()) move.decrease = sign_value(plain, present) - sign_value(plain, result.plus);
  return move;
}

}  // namespace lode::hybrid
