#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/questions/sides.hpp>
#include <lode/study/find.hpp>

#include "questions/sides/pairs.hpp"
#include "subgraph/limits/limited_search.hpp"

namespace lode::detail {
namespace {

using subgraph::Effort;

constexpr double automatic_seconds = 3.0;  ///< seconds for the strong bound of a size
constexpr double strong_seconds = 30.0;
constexpr int most_multipliers = 10;  ///< limit of multipliers per size

/// The search for the pair of one size in a graph without a small side.
struct PairSearch {
  const SidedGraph& sides;
  const SideRows& rows;
  SideSizes sizes;
  Effort effort;
  SidedAnswer answer = {};

  SidedAnswer find(const RunContext& run) {
    const bool limited = std::isfinite(run.time_limit());
    answer.method = "exchange";
    answer.bound = std::uint64_t{sizes.left} * sizes.right;
    answer.bound_name = "area";
    const EdgeCount cap = degree_cap(rows, sizes);
    if (cap < answer.bound) answer.bound = cap, answer.bound_name = "degree";
    exchange({.exhaustive_work = 0}, run);
    if (!met() && effort != Effort::none)
      bound_by_multipliers((limited ? run.part(run.time_left() / 2) : run).on_parts());
    if (!met() && limited) exchange({.exhaustive_work = 0, .work = ~std::uint64_t{0}}, run);
    answer.proven_optimal = met();
    answer.stop_reason = met()               ? StopReason::optimal
                         : run.should_stop() ? run.stop_reason()
                                             : StopReason::converged;
    answer.seconds = run.elapsed();
    return std::move(answer);
  }

  bool met() const { return answer.edges >= answer.bound; }

  /// A tabu search for sets of left + right vertices with `left` of the left side, from the present pair.
  void exchange(const subgraph::LimitedSearchOptions& options, const RunContext& run) {
    subgraph::Problem problem;
    problem.graph = sides.graph;
    problem.s = sizes.left + sizes.right;
    problem.upper_bound = static_cast<double>(answer.bound);
    subgraph::GroupLimits left{VertexSet(sides.left), sizes.left, sizes.left};
    std::iota(left.members.begin(), left.members.end(), Vertex{0});
    VertexSet near = answer.left;
    near.insert(near.end(), answer.right.begin(), answer.right.end());
    const subgraph::Solution found = limited_search(problem, {&left, 1}, near, options, run);
    if (!answer.left.empty() && found.edges <= answer.edges) return;
    answer.edges = found.edges;
    const auto middle = std::ranges::lower_bound(found.vertices, sides.left);
    answer.left.assign(found.vertices.begin(), middle);
    answer.right.assign(middle, found.vertices.end());
  }

  /// With the value x on each left vertex, the edges of a pair are at most the largest weight of left + right
  /// vertices, minus x left. The search for x narrows three numbers, as for a bound convex in x. It begins
  /// with left - right, the best x for two complete sides. All x are multiples of 1/64: products with sizes
  /// are exact.
  void bound_by_multipliers(const RunContext& run) {
    const double reach = std::max(sizes.left, sizes.right);
    double best_x = static_cast<double>(sizes.left) - static_cast<double>(sizes.right);
    double low = best_x - reach, high = best_x + reach;
    double best = bound_at(best_x, Effort::cheap, run);
    for (int i = 1; i < most_multipliers && !met() && !run.should_stop(); ++i) {
      const bool above = high - best_x >= best_x - low;
      const double step = 0.382 * ((above ? high : low) - best_x);
      const double x = std::round(64.0 * (best_x + step)) / 64.0;
      if (x == best_x) break;
      const double value = bound_at(x, Effort::cheap, run);
      if (value < best) {
        (above ? low : high) = best_x;
        best = value;
        best_x = x;
      } else {
        (above ? high : low) = x;
      }
    }
    if (!met() && effort != Effort::cheap && !run.should_stop()) {
      bound_at(best_x, Effort::strong,
               run.part(effort == Effort::automatic ? automatic_seconds : strong_seconds));
    }
  }

  double bound_at(double x, Effort level, const RunContext& run) {
    subgraph::SetFamily family;
    if (x != 0.0) {
      family.values.assign(sides.graph.num_vertices(), 0.0);
      std::fill_n(family.values.begin(), sides.left, x);
    }
    const Vertex s = sizes.left + sizes.right;
    const BoundsResult result = find_bounds(sides.graph, family, {s}, level, subgraph::Proofs::drop, run);
    if (result.bounds.front().empty()) return std::numeric_limits<double>::infinity();
    const subgraph::Bound& bound = subgraph::best_bound(result.bounds.front());
    const double taken = x * sizes.left;
    // Bounds on fractional values may be met within a tolerance, which is added before rounding down.
    const double safe =
        bound.value - taken + optimality_tolerance * (std::abs(bound.value) + std::abs(taken));
    if (safe >= 0.0 && safe < static_cast<double>(answer.bound)) {
      answer.bound = static_cast<std::uint64_t>(std::floor(safe));
      answer.bound_name = "multiplier";
      answer.rule = bound.name;
      answer.multiplier = x;
    }
    return bound.value - taken;
  }
};

}  // namespace

EdgeCount degree_cap(const SideRows& rows, const SideSizes& sizes) {
  EdgeCount cap = ~EdgeCount{0};
  for (std::size_t side = 0; side < 2; ++side) {
    const Vertex count = side == 0 ? sizes.left : sizes.right, others = side == 0 ? sizes.right : sizes.left;
    std::vector<EdgeCount> most;
    for (Vertex v = 0; v < rows.size(side); ++v) most.push_back(std::min(rows.degree(side, v), others));
    std::ranges::sort(most, std::greater<>());
    cap = std::min(cap, std::accumulate(most.begin(), most.begin() + count, EdgeCount{0}));
  }
  return cap;
}

SidedAnswer search_pair(const SidedGraph& sides, const SideRows& rows, const SideSizes& sizes,
                        subgraph::Effort effort, const RunContext& run) {
  return PairSearch{sides, rows, sizes, effort}.find(run);
}

}  // namespace lode::detail

namespace lode {
namespace {

constexpr double most_sweep_steps = 4e9;

SidedAnswer answer_of(const SidedGraph& sides, detail::SidePair pair, EdgeCount edges) {
  SidedAnswer answer;
  answer.left = std::move(pair[0]);
  answer.right = std::move(pair[1]);
  for (Vertex& v : answer.right) v += sides.left;
  answer.edges = edges;
  return answer;
}

void check(const SidedGraph& sides, const char* name, const SideSizes& sizes) {
  if (sizes.left >= 1 && sizes.right >= 1 && sizes.left <= sides.left && sizes.right <= sides.right()) return;
  throw InvalidArgument(name, fmt::format("{}x{}", sizes.left, sizes.right),
                        fmt::format(": the sides have {} and {} vertices", sides.left, sides.right()));
}

}  // namespace

std::vector<SidedAnswer> best_pairs(const SidedGraph& sides, const PairRequest& request,
                                    const RunContext& run) {
  if (request.sizes.empty())
    throw InvalidArgument("side sizes", "", "are empty: there is no size to look for");
  std::vector<std::array<Vertex, 2>> pairs;
  for (const SideSizes& sizes : request.sizes) {
    check(sides, "side sizes", sizes);
    if (std::ranges::find(pairs, std::array{sizes.left, sizes.right}) != pairs.end()) {
      throw InvalidArgument("side sizes", fmt::format("{}x{}", sizes.left, sizes.right), "is given twice");
    }
    pairs.push_back({sizes.left, sizes.right});
  }
  const RunContext whole = run.for_call();
  const detail::SideRows rows = detail::side_rows(sides.graph, sides.left);
  std::vector<SidedAnswer> answers;
  const auto count = static_cast<double>(pairs.size());
  const double left_steps = detail::sweep_steps(rows, 0, pairs.size());
  const double right_steps = detail::sweep_steps(rows, 1, pairs.size());
  std::optional<std::vector<detail::CountedPair>> swept;
  if (std::min(left_steps, right_steps) <= most_sweep_steps) {
    swept = sweep_subsets(rows, left_steps <= right_steps ? 0 : 1, pairs, whole);
  }
  if (swept) {
    for (const detail::CountedPair& pair : *swept) {
      SidedAnswer answer = answer_of(sides, pair.sides, pair.edges);
      answer.bound = pair.edges;
      answer.bound_name = answer.method = "subsets";
      answer.proven_optimal = true;
      answer.stop_reason = StopReason::optimal;
      answer.seconds = whole.elapsed() / count;
      answers.push_back(std::move(answer));
    }
    return answers;
  }
  for (const SideSizes& sizes : request.sizes) {
    const double left = count - static_cast<double>(answers.size());
    const RunContext part = whole.part(whole.time_left() / left);
    answers.push_back(detail::search_pair(sides, rows, sizes, request.effort, part));
    if (whole.interrupted()) break;
  }
  return answers;
}

SidedAnswer largest_area(const SidedGraph& sides, const SideSizes& least, const RunContext& run) {
  check(sides, "least sizes", least);
  const RunContext whole = run.for_call();
  detail::LargestBiclique found =
      detail::largest_biclique(detail::side_rows(sides.graph, sides.left), {least.left, least.right}, whole);
  SidedAnswer answer = answer_of(sides, std::move(found.sides), found.area);
  answer.least = least;
  answer.bound = found.bound;
  answer.bound_name = answer.method = "bicliques";
  answer.proven_optimal = answer.area() >= answer.bound;
  answer.stop_reason = answer.proven_optimal ? StopReason::optimal
                       : whole.should_stop() ? whole.stop_reason()
                                             : StopReason::converged;
  answer.seconds = whole.elapsed();
  return answer;
}

}  // namespace lode
