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

#include "hybrid/descent.hpp"
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

class Curve {
 public:
  Curve(const Problem& problem, std::span<const Vertex> sizes, std::span<const double> upper_bounds,
        const HybridOptions& options, const RunContext& run)
      : problem_(problem), options_(options), run_(run), points_(sizes.size()) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      points_[i].s = sizes[i];
      if (!upper_bounds.empty()) points_[i].upper_bound = upper_bounds[i];
      points_[i].goal.optimal = least_meeting(points_[i].upper_bound, sums_of(problem.graph.integral()));
    }
    begin();
  }

  std::vector<Solution> solve() {
    for (int round = 0; round < rounds && !run_.should_stop(); ++round) {
      for_each_index([&](std::size_t i) {
        if (!points_[i].met() && !run_.should_stop()) search(points_[i], static_cast<std::uint64_t>(round));
      });
      exchange_between_sizes(within_.part.graph, anchors_, points_, run_);
    }
    std::vector<Solution> solutions(points_.size());
    for_each_index([&](std::size_t i) { solutions[i] = finish(points_[i]); });
    return solutions;
  }

 private:
  /// The start of every size, and the graph in which all are searched.
  void begin() {
    const double begun = run_.elapsed();
    std::vector<Vertex> sizes;
    for (const CurvePoint& point : points_) sizes.push_back(point.s);
    const StartKind kind = problem_.start.value_or(options_.start);
    within_ = detail::choose_part(problem_, sizes, kind, run_);
    const Part& part = within_.part;
    anchors_ = part.to_part(problem_.include);
    const double each = (run_.elapsed() - begun) / static_cast<double>(points_.size());
    std::optional<SwapState> state;  // which moves only what differs from the size before
    for (std::size_t i = 0; i < points_.size(); ++i) {
      CurvePoint& point = points_[i];
      VertexSet& start = point.best.vertices;
      start = part.to_part(within_.starts[i]);
      std::sort(start.begin(), start.end());
      if (!state) state.emplace(part.graph, start, anchors_);
      state->move_to(start);
      point.best.weight = state->recount();
      point.seconds = each;
      point.trace.push_back({each, point.best.weight, 0});
    }
  }

  template <class Visit>
  void for_each_index(const Visit& visit) {
    run_.parallel([&] {
      tbb::parallel_for(std::size_t{0}, points_.size(), std::size_t{1}, visit, tbb::simple_partitioner());
    });
  }

  /// Kicks and restarts for one size, from its best set, in its share of the time.
  void search(CurvePoint& point, std::uint64_t round) {
    const double begun = run_.elapsed();
    SwapState state(within_.part.graph, point.best.vertices, anchors_);
    TeamOptions kicks = detail::team_options(options_, within_.part.graph, within_);
    kicks.searchers = 1;
    kicks.target = point.goal.nearest();
    const std::uint64_t share = detail::capped_product(kicks.work, full_work_sizes) / points_.size();
    kicks.work = std::clamp(share, std::min(least_work, kicks.work), kicks.work);
    const std::uint64_t seed = Rng::mix(Rng::mix(run_.seed() + Rng::gamma * (round + 1)) + point.s);
    const RunContext one =
        run_.part(run_.time_limit() * run_.threads() / (rounds * static_cast<double>(points_.size())));
    const auto improved = [&](Weight weight, std::uint64_t blocks) {
      point.trace.push_back({point.seconds + run_.elapsed() - begun, weight, point.blocks + blocks});
      if (run_.wants_progress()) run_.report(fmt::format("s = {}", point.s), weight, blocks);
    };
    const TeamResult result = team_search(state, kicks, seed, one, improved);
    point.blocks += result.blocks;
    point.seconds += run_.elapsed() - begun;
    if (detail::improves_recounted(detail::any_gain, state, point.best.weight))
      point.best = {state.weight(), state.sorted_members()};
  }

  /// Idle blocks after which the last descent of a size ends.
  std::uint64_t last_idle(std::uint64_t num_vertices) const {
    const std::uint64_t alone = detail::last_idle_blocks(options_, num_vertices);
    const auto block = static_cast<std::uint64_t>(options_.working_set.total());
    return std::min(alone > 0 ? alone : hybrid::automatic_idle_blocks(num_vertices, block),
                    1 + last_idle_blocks / points_.size());
  }

  /// The last descent and the check of stationarity, in the whole graph.
  Solution finish(const CurvePoint& point) const {
    const double begun = run_.elapsed();
    Problem one = problem_;
    one.s = point.s;
    one.start = StartKind::given;
    one.given = within_.part.to_graph(point.best.vertices);
    one.upper_bound = point.upper_bound;
    HybridOptions options = options_;
    options.idle = last_idle(problem_.graph.num_vertices());
    options.work = 0;
    options.stationarity_blocks =
        std::min(options.stationarity_blocks, 1 + stationarity_blocks / points_.size());
    RunContext part = run_.part(run_.time_limit());
    Solution solution = hybrid_search(one, options, part);
    const double seconds = point.seconds + run_.elapsed() - begun;
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

  const Problem& problem_;
  const HybridOptions& options_;
  const RunContext& run_;
  detail::SearchPart within_;
  VertexSet anchors_;
  std::vector<CurvePoint> points_;
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
  for (const Vertex s : {sizes.front(), sizes.back()}) {
    Problem one = problem;
    one.s = s;
    check_problem(one, Anchors::kept);
  }
  check_options(options);
  return Curve(problem, sizes, upper_bounds, options, run).solve();
}

}  // namespace lode::subgraph
