#include "subgraph/curve/size_exchange.hpp"

#include <algorithm>
#include <cstddef>

#include <lode/core/tolerance.hpp>

#include "subgraph/problem/goal.hpp"

namespace lode::subgraph::detail {
namespace {

/// Sizes further apart do not exchange sets: so many steps of the greedy way leave little of what was good.
constexpr std::size_t largest_step = 40;

/// The vertex of least or largest d_S, ties to the smaller number.
Vertex end_of(const SwapState& state, const BucketArray& buckets, bool lowest) {
  const auto bucket = buckets.bucket(lowest ? buckets.lowest() : buckets.highest());
  return *std::min_element(bucket.begin(), bucket.end(), [&](Vertex a, Vertex b) {
    const Weight da = state.degree_into(a);
    const Weight db = state.degree_into(b);
    return da != db ? (lowest ? da < db : da > db) : a < b;
  });
}

/// Brings the set of one size to another; keeps it there if it is better.
bool pass_on(SwapState& state, const CurvePoint& from, CurvePoint& to, const RunContext& run) {
  const std::size_t step = from.s > to.s ? from.s - to.s : to.s - from.s;
  if (step > largest_step || to.met()) return false;
  const double begun = run.elapsed();
  state.move_to(from.best.vertices);
  const std::size_t wanted = to.s - state.anchors().size();
  while (state.members().size() > wanted) state.remove(end_of(state, state.member_buckets(), true));
  while (state.members().size() < wanted) {
    state.add(state.outsider_buckets().empty() ? state.outsiders().front()
                                               : end_of(state, state.outsider_buckets(), false));
  }
  const bool better = improves_recounted({sums_of(state.graph().integral())}, state, to.best.weight);
  if (better) {
    to.best = {state.weight(), state.sorted_members()};
    to.trace.push_back({to.seconds + run.elapsed() - begun, state.weight(), to.blocks});
  }
  to.seconds += run.elapsed() - begun;
  return better;
}

}  // namespace

void exchange_between_sizes(const Graph& graph, const VertexSet& anchors, std::span<CurvePoint> points,
                            const RunContext& run) {
  for (bool gained = true; gained;) {
    gained = false;
    SwapState state(graph, points.front().best.vertices, anchors);
    for (std::size_t i = 1; i < points.size() && !run.should_stop(); ++i) {
      gained |= pass_on(state, points[i - 1], points[i], run);
    }
    for (std::size_t i = points.size() - 1; i > 0 && !run.should_stop(); --i) {
      gained |= pass_on(state, points[i], points[i - 1], run);
    }
  }
}

}  // namespace lode::subgraph::detail
