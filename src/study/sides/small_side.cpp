#include "study/sides/small_side.hpp"

#include <algorithm>

namespace lode::detail {
namespace {

constexpr double most_steps = 4e9;

}  // namespace

std::optional<SweepAnswer> sweep_small_side(const SideRows& rows, const SweepQuestion& question,
                                            const RunContext& run) {
  const double left = sweep_steps(rows, left_side, question.sizes.size());
  const double right = sweep_steps(rows, right_side, question.sizes.size());
  if (std::min(left, right) > most_steps) return std::nullopt;
  return sweep_subsets(rows, left <= right ? left_side : right_side, question, run);
}

SidedAnswer answer_of_subsets(const SidedGraph& sides, const SweptPair& pair, std::uint64_t bound) {
  SidedAnswer answer;
  answer.left = pair.sides[0];
  answer.right = pair.sides[1];
  for (Vertex& v : answer.right) v += sides.left;
  answer.edges = pair.edges;
  answer.bound = bound;
  answer.bound_name = "subsets";
  answer.method = "subsets";
  answer.proven_optimal = true;
  answer.stop_reason = StopReason::optimal;
  return answer;
}

}  // namespace lode::detail
