#include "subgraph/curve/hybrid_curve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/hybrid/descent.hpp>

#include "subgraph/part/dense_part.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/search/team.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {
namespace {

/// Searches of every size. Each begins with the sets that the sizes have exchanged after the last round. With
/// more rounds, sets travel further, but each search has a smaller share of the time.
constexpr int rounds = 3;
/// With more sizes than this, the sizes share the work of a preset, so that a round costs no more than this
/// number of answers...
constexpr std::uint64_t full_work_sizes = 4;
/// ...but each size gets at least this number of arcs, about the work before a search first asks whether to
/// end.
constexpr std::uint64_t least_work = 200'000;
/// Blocks of the last checks and idle blocks of the last descents, over all sizes (hybrid_curve.hpp promises
/// the idle blocks). For hundreds of sizes, the numbers of a single answer would take longer than the
/// searches.
constexpr std::uint64_t stationarity_blocks = 40'000;
constexpr std::uint64_t last_idle_blocks = 200'000;

/// Largest difference of sizes that exchange sets: more greedy steps lose the dense part of a set.
constexpr std::size_t largest_step = 40;

/// State of one size of a curve. The trace counts the time spent on this size.
struct CurvePoint {
  Vertex s = 0;
  double upper_bound = std::numeric_limits<double>::infinity();
  hybrid::Goal goal;   ///< the bound
  detail::Found best;  ///< in the part that is searched
  Trace trace;
  double seconds = 0.0;
  std::uint64_t blocks = 0;

  bool met() const { return goal.met(best.weight).has_value(); }
};

/// The vertex of least (`sign` 1) or largest (-1) d_S, ties to the smaller number.
Vertex end_of(const SwapState& state, const BucketArray& buckets, int sign) {
  const auto bucket = buckets.bucket(sign > 0 ? buckets.lowest() : buckets.highest());
  return *std::ranges::min_element(bucket, {},
                                   [&](Vertex v) { return std::pair(sign * state.degree_into(v), v); });
}

/// Brings the set of one size to another; keeps it there if it is better.
bool pass_on(SwapState& state, const CurvePoint& from, CurvePoint& to, const RunContext& run) {
  const std::size_t step = from.s > to.s ? from.s - to.s : to.s - from.s;
  if (step > largest_step || to.met()) return false;
  const double begun = run.elapsed();
  state.move_to(from.best.vertices);
  const std::size_t wanted = to.s - state.anchors().size();
  while (state.members().size() > wanted) state.remove(end_of(state, state.member_buckets(), 1));
  while (state.members().size() < wanted) {
    state.add(state.outsider_buckets().empty() ? state.outsiders().front()
                                               : end_of(state, state.outsider_buckets(), -1));
  }
  const bool better = detail::improves_recounted({sums_of(state.graph().integral())}, state, to.best.weight);
  if (better) {
    to.best = {state.weight(), state.sorted_members()};
    to.trace.push_back({to.seconds + run.elapsed() - begun, state.weight(), to.blocks});
  }
  to.seconds += run.elapsed() - begun;
  return better;
}

/// Passes good sets up the sizes (increasing) and down again, a vertex of largest d_S added or of least d_S
/// dropped at a time, and keeps them where they are better; as often as some size gains. Every set holds the
/// anchors.
/// Cost: O(n + m), then the rows of the vertices added or dropped.
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

struct Curve {
  const Problem& problem;
  const HybridOptions& options;
  const RunContext& run;
  std::vector<CurvePoint> points;
  detail::SearchPart within = {};
  VertexSet anchors = {};

  std::vector<Solution> solve(std::span<const Vertex> sizes, std::span<const double> upper_bounds) {
    begin(sizes, upper_bounds);
    for (int round = 0; round < rounds && !run.should_stop(); ++round) {
      for_each_index([&](std::size_t i) {
        if (!points[i].met() && !run.should_stop()) search(points[i], static_cast<std::uint64_t>(round));
      });
      exchange_between_sizes(within.part.graph, anchors, points, run);
    }
    std::vector<Solution> solutions(points.size());
    for_each_index([&](std::size_t i) { solutions[i] = finish(points[i]); });
    return solutions;
  }

  /// The start of every size, and the graph in which all are searched.
  void begin(std::span<const Vertex> sizes, std::span<const double> upper_bounds) {
    const double begun = run.elapsed();
    const StartKind kind = problem.start.value_or(options.start);
    within = detail::choose_part(problem, sizes, kind, run);
    const Part& part = within.part;
    anchors = part.to_part(problem.include);
    const double each = (run.elapsed() - begun) / static_cast<double>(points.size());
    std::optional<SwapState> state;  // which moves only what differs from the size before
    for (std::size_t i = 0; i < points.size(); ++i) {
      CurvePoint& point = points[i];
      point.s = sizes[i];
      if (!upper_bounds.empty()) point.upper_bound = upper_bounds[i];
      point.goal.optimal = least_meeting(point.upper_bound, sums_of(problem.graph.integral()));
      VertexSet& start = point.best.vertices;
      start = part.to_part(within.starts[i]);
      std::sort(start.begin(), start.end());
      if (!state) state.emplace(part.graph, start, anchors);
      state->move_to(start);
      point.best.weight = state->recount();
      point.seconds = each;
      point.trace.push_back({each, point.best.weight, 0});
    }
  }

  template <class Visit>
  void for_each_index(const Visit& visit) {
    run.parallel([&] {
      tbb::parallel_for(std::size_t{0}, points.size(), std::size_t{1}, visit, tbb::simple_partitioner());
    });
  }

  /// Kicks and restarts for one size, from its best set, in its share of the time.
  void search(CurvePoint& point, std::uint64_t round) {
    const double begun = run.elapsed();
    SwapState state(within.part.graph, point.best.vertices, anchors);
    TeamOptions kicks = detail::team_options(options, within.part.graph, within);
    kicks.searchers = 1;
    kicks.target = point.goal.nearest();
    const std::uint64_t share = detail::capped_product(kicks.work, full_work_sizes) / points.size();
    kicks.work = std::clamp(share, std::min(least_work, kicks.work), kicks.work);
    const std::uint64_t seed = Rng::mix(Rng::mix(run.seed() + Rng::gamma * (round + 1)) + point.s);
    const RunContext one =
        run.part(run.time_limit() * run.threads() / (rounds * static_cast<double>(points.size())));
    const auto improved = [&](Weight weight, std::uint64_t blocks) {
      point.trace.push_back({point.seconds + run.elapsed() - begun, weight, point.blocks + blocks});
      if (run.wants_progress()) run.report(fmt::format("s = {}", point.s), weight, blocks);
    };
    const TeamResult result = team_search(state, kicks, seed, one, improved);
    point.blocks += result.blocks;
    point.seconds += run.elapsed() - begun;
    if (detail::improves_recounted(detail::any_gain, state, point.best.weight))
      point.best = {state.weight(), state.sorted_members()};
  }

  /// Idle blocks after which the last descent of a size ends.
  std::uint64_t last_idle(std::uint64_t num_vertices) const {
    const std::uint64_t alone = detail::last_idle_blocks(options, num_vertices);
    const auto block = static_cast<std::uint64_t>(options.working_set.total());
    return std::min(alone > 0 ? alone : hybrid::automatic_idle_blocks(num_vertices, block),
                    1 + last_idle_blocks / points.size());
  }

  /// The last descent and the check of stationarity, in the whole graph.
  Solution finish(const CurvePoint& point) const {
    const double begun = run.elapsed();
    Problem one = problem;
    one.s = point.s;
    one.start = StartKind::given;
    one.given = within.part.to_graph(point.best.vertices);
    one.upper_bound = point.upper_bound;
    HybridOptions last = options;
    last.idle = last_idle(problem.graph.num_vertices());
    last.work = 0;
    last.stationarity_blocks = std::min(last.stationarity_blocks, 1 + stationarity_blocks / points.size());
    Solution solution = hybrid_search(one, last, run.part(run.time_limit()));
    const double seconds = point.seconds + run.elapsed() - begun;
    Trace trace = point.trace;
    if (detail::any_gain.improves(solution.weight, trace.back().weight)) {
      trace.push_back({seconds, solution.weight, point.blocks + solution.iterations});
    }
    solution.seconds_to_best = trace.back().seconds;
    solution.trace = std::move(trace);
    solution.iterations += point.blocks;
    solution.seconds = seconds;
    return solution;
  }
};

}  // namespace

void check_sizes(std::span<const Vertex> sizes, std::span<const double> upper_bounds) {
  const auto fall = std::ranges::adjacent_find(sizes, std::ranges::greater_equal());
  if (fall != sizes.end()) {
    throw InvalidArgument("sizes", std::to_string(*std::next(fall)), "must be increasing");
  }
  if (!upper_bounds.empty() && upper_bounds.size() != sizes.size()) {
    throw InvalidArgument("upper bounds", std::to_string(upper_bounds.size()), "must be as many as sizes");
  }
  if (std::ranges::any_of(upper_bounds, [](double bound) { return std::isnan(bound); })) {
    throw InvalidArgument("upper bound", "NaN", "must be a number, or infinity for none");
  }
}

std::vector<Solution> hybrid_curve(const Problem& problem, std::span<const Vertex> sizes,
                                   std::span<const double> upper_bounds, const HybridOptions& options,
                                   const RunContext& run) {
  check_options(options);
  return Curve{problem, options, run, std::vector<CurvePoint>(sizes.size())}.solve(sizes, upper_bounds);
}

}  // namespace lode::subgraph
