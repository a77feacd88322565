#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/questions/quotas.hpp>

#include "bounds/plan/plan.hpp"
#include "study/find/finder.hpp"
#include "subgraph/limits/limited_search.hpp"

namespace lode {
namespace {

constexpr double free_share = 0.4;    ///< share of the time for sets without quotas
constexpr double search_share = 0.5;  ///< share of the rest for a search, then for its bound

void check_quotas(const Graph& graph, const FindRequest& request, const std::vector<Quota>& quotas) {
  if (quotas.empty()) throw InvalidArgument("quotas", "", "are empty: there is nothing to keep");
  detail::refuse_asked(request, {"certificate", "connected", "core_of", "memory", "minimise", "top"},
                       "does not go with quotas", "leave out one of them");
  if (request.method != "hybrid") {
    throw InvalidArgument("method", request.method, "does not keep quotas", "leave the method out");
  }
  for (const Quota& quota : quotas) {
    const auto refuse = [&](const std::string& problem) {
      throw InvalidArgument("quota of group", quota.group, problem);
    };
    subgraph::check_vertices(graph, quota.members, "member of a group");
    if (quota.at_least > quota.at_most)
      refuse(fmt::format("asks for at least {} and at most {}", quota.at_least, quota.at_most));
    const VertexSet& members = quota.members;
    const auto among = [&](Vertex v) { return std::ranges::find(members, v) != members.end(); };
    const auto held = static_cast<Vertex>(std::ranges::count_if(request.include, among));
    const auto left = static_cast<Vertex>(members.size()) -
                      static_cast<Vertex>(std::ranges::count_if(request.exclude, among));
    if (left < quota.at_least)
      refuse(fmt::format("asks for at least {} of {} vertices", quota.at_least, left));
    if (held > quota.at_most)
      refuse(fmt::format("allows {} vertices, but {} of it are to be included", quota.at_most, held));
    for (const Vertex s : request.sizes) {
      if (quota.at_least > s)
        refuse(fmt::format("asks for at least {} vertices of a set of {}", quota.at_least, s));
    }
  }
}

constexpr int most_bounds = 80;  ///< limit of cheap bounds
/// Smallest step. With integral weights, smaller steps change no bound that is rounded down.
constexpr double least_step = 0.125;
constexpr int halvings = 8;

/// A bound on the sets of s vertices that keep quotas.
struct QuotaBound {
  double value = 0.0;
  std::vector<double> multipliers;  ///< one for each quota, multiples of a power of two
};

/// A bound on sets of one size as a function of the multipliers.
struct QuotaDual {
  const Graph& graph;
  const FindRequest& request;
  Vertex s;
  std::span<const Quota> quotas;
  double incumbent;  ///< the objective of a set that keeps the quotas, and the smallest useful bound
  Sums sums;         ///< of objectives

  /// Lowers `first`, a bound on all sets, by steps along each multiplier, halved whenever none helps: first
  /// with the cheap rules, then from the best multipliers with the strong rules, by effort.
  /// Cost: some dozen cheap bounds, in a third of the time, then the strong rules in the rest.
  QuotaBound lowered(double first, const RunContext& run) const {
    QuotaBound best{first, std::vector<double>(quotas.size(), 0.0)};
    const auto met = [&] { return meets(best.value, incumbent, sums); };
    const auto lower = [&](const std::vector<double>& multipliers, double value) {
      if (worsens(value, best.value, sums)) best = {value, multipliers};
    };
    std::vector<double> at = best.multipliers;
    const auto descend = [&](double step, double last, int most, const RunContext& part,
                             const auto& bound_at) {
      double here = bound_at(at, 0);
      lower(at, here);
      for (int asked = 1; asked < most && step >= last && !met() && !part.should_stop();) {
        bool moved = false;
        for (std::size_t g = 0; g < quotas.size() && asked < most && !part.should_stop(); ++g) {
          for (const double sign : {1.0, -1.0}) {
            std::vector<double> other = at;
            other[g] += sign * step;
            const double value = bound_at(other, asked++);
            if (!worsens(value, here, sums)) continue;
            here = value;
            at = std::move(other);
            moved = true;
            break;
          }
        }
        lower(at, here);
        if (!moved) step /= 2.0;
      }
    };
    // A power of two near the share of a vertex in the answer, or in the bound if the answer is 0.
    const double part = (incumbent != 0.0 ? std::abs(incumbent) : first) / s;
    const double largest_step = part > 0.0 ? std::exp2(std::round(std::log2(part))) : 1.0;
    const double last = sums == Sums::exact ? least_step : std::ldexp(largest_step, -halvings);
    const RunContext cheap_run = run.part(run.time_left() / 3.0);
    descend(largest_step, last, most_bounds, cheap_run,
            [&](const std::vector<double>& multipliers, int) { return bound(multipliers, 0.0, cheap_run); });
    if (met() || run.should_stop() || request.effort == subgraph::Effort::cheap) return best;
    const bool limited = std::isfinite(run.time_limit());
    const bool by_work = !limited && request.effort == subgraph::Effort::automatic;
    const double work = by_work ? subgraph::most_auto_work : std::numeric_limits<double>::infinity();
    const RunContext strong_run =
        limited || by_work ? run.part(run.time_left()) : run.part(subgraph::strong_seconds);
    // Strong bounds have other best multipliers than weak bounds. The first strong bound gets half of the
    // work.
    constexpr int strong_bounds = 16;
    descend(std::max(last, largest_step / 4.0), last, strong_bounds, strong_run,
            [&](const std::vector<double>& multipliers, int asked) {
              const double share = asked == 0 ? 2.0 : std::max(1, strong_bounds - asked);
              return bound(multipliers, asked == 0 ? work / 2.0 : work / (2.0 * strong_bounds),
                           strong_run.part(strong_run.time_left() / share));
            });
    return best;
  }

  /// The bound by the cheap rules and, with `work`, by the strong ones.
  double bound(const std::vector<double>& multipliers, double work, const RunContext& run) const {
    subgraph::SetFamily family{.include = request.include, .exclude = request.exclude};
    family.values = request.values;
    family.values.resize(graph.num_vertices(), 0.0);
    for (std::size_t g = 0; g < quotas.size(); ++g) {
      for (const Vertex v : quotas[g].members) family.values[v] += multipliers[g];
    }
    subgraph::BoundPlan plan(graph, family, std::span(&s, 1), run, subgraph::Proofs::drop);
    plan.add_cheap(run.on_parts(), subgraph::cheap_bounds_work(subgraph::Effort::cheap, run));
    if (work > 0.0) {
      const subgraph::BoundRequest asked{
          .s = s, .incumbent = incumbent + constant(multipliers), .work = work, .gap = 0.0};
      if (std::isfinite(work)) plan.ask("outside", asked, run.on_parts());
      plan.tighten(asked, run.on_parts());
    }
    return to_graph(plan.ledger().best(s).value, multipliers);
  }

  /// The least contribution of the multipliers to a set that keeps the quotas.
  double constant(const std::vector<double>& multipliers) const {
    double sum = 0.0;
    for (std::size_t g = 0; g < quotas.size(); ++g) {
      const double count = multipliers[g] > 0.0 ? quotas[g].at_least : std::min(quotas[g].at_most, s);
      sum += multipliers[g] * count;
    }
    return sum;
  }

  double to_graph(double bound, const std::vector<double>& multipliers) const {
    const double added = constant(multipliers);
    const double value = bound - added;
    // Bounds on fractional values may be met within a tolerance.
    const double room = optimality_tolerance * (std::abs(bound) + std::abs(added));
    return sums == Sums::exact ? std::floor(value + room) : value + room;
  }
};

}  // namespace

FindResult find_with_quotas(const Graph& graph, const FindRequest& request, const std::vector<Quota>& quotas,
                            const FindEvents& events, const RunContext& run) {
  check_quotas(graph, request, quotas);
  const RunContext whole = run.for_call();
  FindRequest free = request;
  free.target = std::numeric_limits<double>::infinity();
  // With quotas, extreme values do not imply vertices to include or exclude.
  FindResult result = detail::find_in_graph(graph, free, events, whole.part(free_share * whole.time_left()));
  std::vector<subgraph::GroupLimits> limits;
  for (const Quota& quota : quotas) limits.push_back({quota.members, quota.at_least, quota.at_most});
  const subgraph::GroupClasses classes(graph.num_vertices(), limits, request.exclude);
  const Sums sums = subgraph::objective_sums(graph, request.values);
  for (std::size_t i = 0; i < result.answers.size(); ++i) {
    FindAnswer& answer = result.answers[i];
    std::vector<double> multipliers(quotas.size(), 0.0);
    const bool keeps = classes.keeps(classes.counts(answer.solution.vertices));
    if (!keeps || !answer.proven_optimal) {
      const RunContext part = whole.part(whole.time_left() / static_cast<double>(result.answers.size() - i));
      subgraph::Problem problem{.graph = graph,
                                .s = answer.s,
                                .include = request.include,
                                .exclude = request.exclude,
                                .values = request.values,
                                .target = request.target,
                                .upper_bound = answer.bound.value};
      // The exhaustive search suffices if a set keeps the quotas.
      subgraph::LimitedSearchOptions options;
      if (keeps) options.work = 1;
      subgraph::Solution solution = subgraph::limited_search(
          problem, limits, answer.solution.vertices, options, part.part(search_share * part.time_left()));
      subgraph::Bound bound = answer.bound;
      if (solution.upper_bound && *solution.upper_bound < bound.value) {
        bound = {"exact", answer.s, *solution.upper_bound, solution.seconds};
      }
      const bool has_effort = request.effort != subgraph::Effort::none;
      if (has_effort && !keeps && !meets(bound.value, solution.objective(), sums)) {
        const QuotaDual dual{graph, request, answer.s, quotas, solution.objective(), sums};
        const QuotaBound lowered = dual.lowered(bound.value, part);
        if (lowered.value < bound.value) bound.name = KeptQuotas().demand();
        bound.value = lowered.value;
        multipliers = lowered.multipliers;
      }
      if (!keeps || solution.upper_bound) {
        FindAnswer kept =
            detail::make_find_answer(graph, request.values, "tabu", "", std::move(solution), bound, whole);
        kept.include = answer.include;
        kept.exclude = answer.exclude;
        answer = std::move(kept);
      }
    }
    const std::vector<Vertex> counts = classes.counts(answer.solution.vertices);
    const auto kept = std::make_shared<KeptQuotas>();
    for (std::size_t g = 0; g < quotas.size(); ++g) {
      kept->counts.push_back(
          {quotas[g].group, counts[g], quotas[g].at_least, quotas[g].at_most, multipliers[g]});
    }
    answer.part = kept;
  }
  result.ledger = nullptr;
  result.seconds = whole.elapsed();
  return result;
}

}  // namespace lode
