#include "subgraph/hybrid/curve/hybrid_curve.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "subgraph/hybrid/kick/hybrid_kicks.hpp"
#include "subgraph/hybrid/kick/kick_search.hpp"
#include "subgraph/hybrid/kick/restarts.hpp"
#include "subgraph/part/working_graph.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode {
namespace {

constexpr int rounds = 3;
constexpr std::uint64_t least_work = 200'000;
constexpr std::uint64_t full_work_sizes = 8;           ///< so many sizes get the whole work each
constexpr std::uint64_t stationarity_blocks = 40'000;  ///< over all sizes
constexpr std::uint64_t last_idle_blocks = 200'000;    ///< of the last descents, over all sizes
constexpr std::size_t largest_step = 40;               ///< sizes further apart do not exchange sets

void check_sizes(const Problem& problem, std::span<const Vertex> sizes) {
  if (sizes.empty()) throw InvalidArgument("sizes", "none", "at least one is needed");
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    if (sizes[i] <= sizes[i - 1]) {
      throw InvalidArgument("sizes", std::to_string(sizes[i]), "must be increasing");
    }
  }
  for (const Vertex s : {sizes.front(), sizes.back()}) {
    Problem one = problem;
    one.s = s;
    check_problem(one, Anchors::kept);
  }
}

/// What is known of one size.
struct Point {
  Vertex s = 0;
  double upper_bound = std::numeric_limits<double>::infinity();
  Weight enough = std::numeric_limits<double>::infinity();  ///< meets the bound
  detail::Found best;                                       ///< in the working graph
  Trace trace;
  double seconds = 0.0;
  std::uint64_t blocks = 0;

  bool met() const { return best.weight >= enough; }
};

/// The weight of one set after the other, at the cost of the rows by which they differ.
class RunningWeight {
 public:
  explicit RunningWeight(const Graph& graph) : graph_(graph), inside_(graph.num_vertices(), 0) {}

  Weight move_to(VertexSet set) {
    std::sort(set.begin(), set.end());
    VertexSet differing;
    std::set_symmetric_difference(set.begin(), set.end(), set_.begin(), set_.end(),
                                  std::back_inserter(differing));
    for (const Vertex v : differing) {
      const double sign = inside_[v] ? -1.0 : 1.0;
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) { weight_ += inside_[u] ? sign * w : 0.0; });
      inside_[v] ^= 1;
    }
    set_ = std::move(set);
    return weight_;
  }

 private:
  const Graph& graph_;
  std::vector<char> inside_;
  VertexSet set_;
  Weight weight_ = 0.0;
};

class Curve {
 public:
  Curve(const Problem& problem, std::span<const Vertex> sizes, std::span<const double> upper_bounds,
        const HybridOptions& options, const RunContext& run)
      : problem_(problem), options_(options), run_(run), points_(sizes.size()) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      points_[i].s = sizes[i];
      if (!upper_bounds.empty()) points_[i].upper_bound = upper_bounds[i];
      points_[i].enough = detail::proving_weight(problem.graph, points_[i].upper_bound);
    }
    begin();
  }

  std::vector<Solution> solve() {
    for (int round = 0; round < rounds && !run_.should_stop(); ++round) {
      for_each_point([&](Point& point) { search(point, static_cast<std::uint64_t>(round)); });
      while (sweep()) {
      }
    }
    std::vector<Solution> solutions(points_.size());
    for_each_index([&](std::size_t i) { solutions[i] = finish(points_[i]); });
    return solutions;
  }

 private:
  /// The start of every size, and the graph in which all are searched.
  void begin() {
    const double begun = run_.elapsed();
    const StartKind kind = problem_.start.value_or(options_.start);
    const bool from_peeling = kind == StartKind::peeling && problem_.include.empty();
    detail::PeeledGraph peeled =
        from_peeling ? detail::peeled_graph(problem_, points_.front().s, points_.back().s, run_)
                     : detail::PeeledGraph{problem_.graph, detail::core_order(problem_.graph), nullptr};
    std::vector<VertexSet> starts;
    for (const Point& point : points_) {
      Problem one = problem_;
      one.s = point.s;
      starts.push_back(from_peeling ? detail::last_of(peeled.cores.order, point.s)
                                    : make_start(one, kind, run_.seed()));
    }
    VertexSet all;
    for (const VertexSet& start : starts) {
      VertexSet both;
      std::set_union(all.begin(), all.end(), start.begin(), start.end(), std::back_inserter(both));
      all = std::move(both);
    }
    for (VertexSet& start : starts) start = peeled.outward(std::move(start));
    working_ = detail::make_working_graph(std::move(peeled), all);
    anchors_ = working_.inward(problem_.include);
    const double each = (run_.elapsed() - begun) / static_cast<double>(points_.size());
    RunningWeight running(working_.graph);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      Point& point = points_[i];
      point.best.vertices = working_.inward(starts[i]);
      point.best.weight = running.move_to(point.best.vertices);
      point.seconds = each;
      point.trace.push_back({each, point.best.weight, 0});
    }
  }

  template <class Visit>
  void for_each_index(const Visit& visit) {
    run_.parallel([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, points_.size(), 1),
          [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i != range.end(); ++i) visit(i);
          },
          tbb::simple_partitioner());
    });
  }
  template <class Visit>
  void for_each_point(const Visit& visit) {
    for_each_index([&](std::size_t i) {
      if (!points_[i].met() && !run_.should_stop()) visit(points_[i]);
    });
  }

  /// Kicks and restarts for one size, from its best set, in its share of the time.
  void search(Point& point, std::uint64_t round) {
    const double begun = run_.elapsed();
    SwapState state(working_.graph, point.best.vertices, anchors_);
    KickSearchOptions kicks = detail::kick_options(options_, working_.graph);
    kicks.core_order = working_.order;
    kicks.searchers = 1;
    kicks.target = point.enough;
    const std::uint64_t share = detail::capped_product(kicks.work, full_work_sizes) / points_.size();
    kicks.work = std::clamp(share, std::min(least_work, kicks.work), kicks.work);
    const std::uint64_t seed = Rng::mix(Rng::mix(run_.seed() + Rng::gamma * (round + 1)) + point.s);
    const RunContext one =
        run_.part(run_.time_limit() * run_.threads() / (rounds * static_cast<double>(points_.size())));
    const auto improved = [&](Weight weight, std::uint64_t blocks) {
      point.trace.push_back({point.seconds + run_.elapsed() - begun, weight, point.blocks + blocks});
      if (run_.wants_progress()) run_.report(fmt::format("s = {}", point.s), weight, blocks);
    };
    const KickSearchResult result = kick_search(state, kicks, seed, one, improved);
    point.blocks += result.blocks;
    point.seconds += run_.elapsed() - begun;
    if (state.weight() > point.best.weight) point.best = {state.weight(), state.sorted_members()};
  }

  /// Sets travel up the sizes and down again; true if some size gained.
  bool sweep() {
    bool gained = false;
    SwapState state(working_.graph, points_.front().best.vertices, anchors_);
    for (std::size_t i = 1; i < points_.size() && !run_.should_stop(); ++i) {
      gained |= pass_on(state, points_[i - 1], points_[i]);
    }
    for (std::size_t i = points_.size() - 1; i > 0 && !run_.should_stop(); --i) {
      gained |= pass_on(state, points_[i], points_[i - 1]);
    }
    return gained;
  }

  /// Brings the set of one size to another; keeps it there if it is better.
  bool pass_on(SwapState& state, const Point& from, Point& to) {
    const std::size_t step = from.s > to.s ? from.s - to.s : to.s - from.s;
    if (step > largest_step || to.met()) return false;
    const double begun = run_.elapsed();
    state.move_to(from.best.vertices);
    const std::size_t wanted = to.s - anchors_.size();
    while (state.members().size() > wanted) state.remove(end_of(state, state.member_buckets(), true));
    while (state.members().size() < wanted) {
      state.add(state.outsider_buckets().empty() ? state.outsiders().front()
                                                 : end_of(state, state.outsider_buckets(), false));
    }
    const bool better = improves(state.weight(), to.best.weight, sums_of(working_.graph.integral()));
    if (better) {
      to.best = {state.weight(), state.sorted_members()};
      to.trace.push_back({to.seconds + run_.elapsed() - begun, state.weight(), to.blocks});
    }
    to.seconds += run_.elapsed() - begun;
    return better;
  }

  /// The vertex of least or largest d_S, ties to the smaller number.
  static Vertex end_of(const SwapState& state, const BucketArray& buckets, bool lowest) {
    const auto bucket = buckets.bucket(lowest ? buckets.lowest() : buckets.highest());
    return *std::min_element(bucket.begin(), bucket.end(), [&](Vertex a, Vertex b) {
      const Weight da = state.degree_into(a);
      const Weight db = state.degree_into(b);
      return da != db ? (lowest ? da < db : da > db) : a < b;
    });
  }

  /// Idle blocks after which the last descent of a size ends.
  std::uint64_t last_idle(std::uint64_t num_vertices) const {
    const std::uint64_t alone = detail::last_idle_blocks(options_, num_vertices);
    const std::uint64_t share = 1 + last_idle_blocks / points_.size();
    const auto block = static_cast<std::uint64_t>(std::max(1, options_.working_set.total()));
    // Without a number of its own the descent takes max(50, 5n/|B|).
    return alone > 0 ? std::min(alone, share)
                     : std::min(std::max<std::uint64_t>(50, 5 * num_vertices / block), share);
  }

  /// The best set of a size as it stands when the run ends early: nothing is visited that is known.
  Solution as_it_stands(const Point& point) const {
    Solution solution;
    solution.vertices = working_.outward(point.best.vertices);
    std::sort(solution.vertices.begin(), solution.vertices.end());
    InducedTotals totals{static_cast<EdgeCount>(point.best.weight), point.best.weight};
    if (problem_.graph.weighted()) totals = induced_totals(problem_.graph, solution.vertices);
    solution.edges = totals.edges;
    solution.weight = totals.weight;
    solution.stop_reason = point.met() ? StopReason::optimal : run_.stop_reason();
    solution.iterations = point.blocks;
    solution.trace = point.trace;
    solution.seconds = point.seconds;
    solution.seconds_to_best = point.trace.back().seconds;
    return solution;
  }

  /// The last descent and the check of stationarity, in the whole graph.
  Solution finish(const Point& point) const {
    if (run_.should_stop()) return as_it_stands(point);
    const double begun = run_.elapsed();
    Problem one = problem_;
    one.s = point.s;
    one.start = StartKind::given;
    one.given = working_.outward(point.best.vertices);
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
    if (solution.weight > trace.back().weight) {
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
  detail::WorkingGraph working_;
  VertexSet anchors_;
  std::vector<Point> points_;
};

}  // namespace

std::vector<Solution> hybrid_curve(const Problem& problem, std::span<const Vertex> sizes,
                                   std::span<const double> upper_bounds, const HybridOptions& options,
                                   const RunContext& run) {
  check_sizes(problem, sizes);
  check_options(options);
  if (!upper_bounds.empty() && upper_bounds.size() != sizes.size()) {
    throw InvalidArgument("upper bounds", std::to_string(upper_bounds.size()), "must be as many as sizes");
  }
  for (const double bound : upper_bounds) {
    if (std::isnan(bound))
      throw InvalidArgument("upper bound", "NaN", "must be a number, or infinity for none");
  }
  if (options.work == 0) {
    throw InvalidArgument("escape work", "0", "leaves no kicks to make a curve with",
                          "use preset default, fast or thorough");
  }
  return Curve(problem, sizes, upper_bounds, options, run).solve();
}

}  // namespace lode
