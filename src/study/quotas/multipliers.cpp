#include "study/quotas/multipliers.hpp"

#include <algorithm>
#include <cmath>

#include <lode/core/tolerance.hpp>

#include "bounds/plan.hpp"

namespace lode::detail {
namespace {

constexpr int most_bounds = 80;  ///< of the cheap rules
/// Steps are halved down to this; with integral weights smaller ones change no bound that is rounded down.
constexpr double least_step = 0.125;
constexpr int halvings = 8;

/// The bound of sets of one size as a function of the multipliers.
class QuotaDual {
 public:
  QuotaDual(const Graph& graph, const FindRequest& request, Vertex s, std::span<const Quota> quotas,
            double incumbent)
      : graph_(graph),
        request_(request),
        s_(s),
        quotas_(quotas),
        incumbent_(incumbent),
        sums_(subgraph::objective_sums(graph, request.values)) {}

  double cheap(const std::vector<double>& multipliers, const RunContext& run) {
    subgraph::BoundPlan plan = make_plan(multipliers, run);
    plan.add_cheap(run.on_parts(), subgraph::cheap_bounds_work(subgraph::Effort::cheap, run));
    return outward(plan.ledger().best(s_).value, multipliers);
  }

  double strong(const std::vector<double>& multipliers, double work, const RunContext& run) {
    subgraph::BoundPlan plan = make_plan(multipliers, run);
    plan.add_cheap(run.on_parts(), subgraph::cheap_bounds_work(subgraph::Effort::cheap, run));
    subgraph::BoundRequest request{.s = s_, .incumbent = incumbent_ + constant(multipliers)};
    request.work = work;
    request.gap = 0.0;
    if (std::isfinite(work)) plan.ask("outside", request, run.on_parts());
    plan.tighten(request, run.on_parts());
    return outward(plan.ledger().best(s_).value, multipliers);
  }

 private:
  subgraph::BoundPlan make_plan(const std::vector<double>& multipliers, const RunContext& run) const {
    subgraph::SetFamily family{.include = request_.include, .exclude = request_.exclude};
    family.values = request_.values;
    family.values.resize(graph_.num_vertices(), 0.0);
    for (std::size_t g = 0; g < quotas_.size(); ++g) {
      for (const Vertex v : quotas_[g].members) family.values[v] += multipliers[g];
    }
    return {graph_, family, std::span(&s_, 1), run, subgraph::Proofs::drop};
  }

  /// What the multipliers add to every set that keeps the quotas, at least.
  double constant(const std::vector<double>& multipliers) const {
    double sum = 0.0;
    for (std::size_t g = 0; g < quotas_.size(); ++g) {
      const double count = multipliers[g] > 0.0 ? quotas_[g].at_least : std::min(quotas_[g].at_most, s_);
      sum += multipliers[g] * count;
    }
    return sum;
  }

  double outward(double bound, const std::vector<double>& multipliers) const {
    const double added = constant(multipliers);
    const double value = bound - added;
    // Bounds on values that are no integers may be met within a tolerance.
    const double room = optimality_tolerance * (1.0 + std::abs(bound) + std::abs(added));
    return sums_ == Sums::exact ? std::floor(value + room) : value + room;
  }

  const Graph& graph_;
  const FindRequest& request_;
  const Vertex s_;
  std::span<const Quota> quotas_;
  const double incumbent_;
  const Sums sums_;
};

/// A power of two near some number, above 0.
double power_of_two_near(double value) { return std::exp2(std::round(std::log2(std::max(value, 1e-300)))); }

}  // namespace

QuotaBound quota_bound(const Graph& graph, const FindRequest& request, Vertex s,
                       std::span<const Quota> quotas, double incumbent, double first, const RunContext& run) {
  const Sums sums = subgraph::objective_sums(graph, request.values);
  QuotaBound best{first, std::vector<double>(quotas.size(), 0.0)};
  QuotaDual dual(graph, request, s, quotas, incumbent);
  const auto met = [&] { return meets(best.value, incumbent, sums); };
  const auto lower = [&](const std::vector<double>& multipliers, double value) {
    if (!worsens(value, best.value, sums)) return false;
    best = {value, multipliers};
    return true;
  };
  std::vector<double> at = best.multipliers;
  // Steps along each multiplier from the present place, halved whenever none helps.
  const auto descend = [&](double step, double last, int most, const RunContext& part, const auto& bound_at) {
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
  const double largest_step = power_of_two_near(std::max(1e-9, incumbent / s));
  const double last = sums == Sums::exact ? least_step : std::ldexp(largest_step, -halvings);
  const RunContext cheap_run = run.part(run.time_left() / 3.0);
  descend(largest_step, last, most_bounds, cheap_run,
          [&](const std::vector<double>& multipliers, int) { return dual.cheap(multipliers, cheap_run); });
  if (met() || run.should_stop() || request.effort == subgraph::Effort::cheap) return best;
  const bool limited = std::isfinite(run.time_limit());
  const bool by_work = !limited && request.effort == subgraph::Effort::automatic;
  const double work = by_work ? subgraph::most_auto_work : std::numeric_limits<double>::infinity();
  const RunContext strong_run =
      limited || by_work ? run.part(run.time_left()) : run.part(subgraph::strong_seconds);
  // The multipliers of weak bounds are not those of strong ones. The first strong bound gets half of what
  // there is to spend.
  constexpr int strong_bounds = 16;
  descend(std::max(last, largest_step / 4.0), last, strong_bounds, strong_run,
          [&](const std::vector<double>& multipliers, int asked) {
            const double share = asked == 0 ? 2.0 : std::max(1, strong_bounds - asked);
            return dual.strong(multipliers, asked == 0 ? work / 2.0 : work / (2.0 * strong_bounds),
                               strong_run.part(strong_run.time_left() / share));
          });
  return best;
}

}  // namespace lode::detail
