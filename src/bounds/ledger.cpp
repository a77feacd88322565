#include "bounds/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>

#include "bounds/cheap/sizes.hpp"
#include "bounds/core_parts.hpp"
#include "bounds/enumeration/exact.hpp"

namespace lode::subgraph {
BoundLedger::BoundLedger(Graph graph, std::span<const Vertex> sizes, const RunContext& run, Proofs proofs)
    : BoundLedger(graph, SetFamily(), sizes, run, proofs) {}

BoundLedger::BoundLedger(const Graph& graph, const SetFamily& family, std::span<const Vertex> sizes,
                         const RunContext& run, Proofs proofs)
    : family_(reduce_family(graph, family)), keeps_multipliers_(proofs == Proofs::keep) {
  detail::check_sizes(graph, sizes);
  for (const Vertex s : sizes) {
    const Vertex t = family_.inward(s);
    if (t > family_.graph.num_vertices()) {
      throw InvalidArgument("s", std::to_string(s),
                            fmt::format("is more than the {} vertices that are left",
                                        family_.outward(family_.graph.num_vertices())));
    }
    if (t > 0) sizes_.push_back(t);
    if (t == 0) only_included_ = true;
  }
  std::sort(sizes_.begin(), sizes_.end());
  sizes_.erase(std::unique(sizes_.begin(), sizes_.end()), sizes_.end());
  const Vertex largest = sizes_.empty() ? 0 : sizes_.back();
  // What lies outside a declared core goes by all sizes.
  linked_.resize(family_.core_of ? largest : std::min(largest, chain_limit));
  std::iota(linked_.begin(), linked_.end(), Vertex{1});
  for (const Vertex s : sizes_) {
    if (s > chain_limit && !family_.core_of) linked_.push_back(s);
  }
  best_.assign(largest + std::size_t{1}, no_step);
  prefers_checkable_.assign(best_.size(), false);
  recorded_.resize(sizes_.size());
  known_.assign(sizes_.size(), 0.0);
  if (only_included_) {
    best_[0] = steps_.size();
    steps_.push_back({0, 0.0, proof_rule("trivial"), "trivial"});
  }
  ask(BoundTier::always, run);
  if (!family_.core_of) return;
  stated_rule.propose(*this, {}, run);
  lift();
}

double BoundLedger::value(Vertex t) const {
  if (t == 0) return 0.0;
  return best_[t] == no_step ? std::numeric_limits<double>::infinity() : steps_[best_[t]].value;
}

void BoundLedger::lower(ProofStep step) {
  step.trusted =
      step.rule->trusted || (step.from != no_step && steps_[step.from].trusted) ||
      std::any_of(step.tail.begin(), step.tail.end(), [&](std::size_t at) { return steps_[at].trusted; });
  const double known = value(step.s);
  bool better = step.value < known;
  if (keeps_multipliers_ && best_[step.s] != no_step && step.trusted != is_trusted(step.s)) {
    // As good is within the tolerance of real weights where one that can be checked was asked for.
    const Sums sums = sums_of(graph().integral() || !prefers_checkable_[step.s]);
    better =
        step.trusted ? step.value < least_meeting(known, sums) : least_meeting(step.value, sums) <= known;
  }
  if (!better) return;
  best_[step.s] = steps_.size();
  steps_.push_back(std::move(step));
}

void BoundLedger::record(Vertex s, std::string_view name, double value, double seconds) {
  const auto place = std::lower_bound(sizes_.begin(), sizes_.end(), s);
  if (place == sizes_.end() || *place != s) return;
  std::vector<Bound>& of_size = recorded_[static_cast<std::size_t>(place - sizes_.begin())];
  for (Bound& bound : of_size) {
    if (bound.name != name) continue;
    bound.value = std::min(bound.value, value);
    bound.seconds += seconds;
    return;
  }
  of_size.push_back({name, s, value, seconds});
}

void BoundLedger::offer(const ProofRule& rule, std::span<const Bound> bounds) {
  for (const Bound& bound : bounds) {
    lower({bound.s, bound.value, &rule, bound.name});
    record(bound.s, bound.name, bound.value, bound.seconds);
  }
}

void BoundLedger::offer(const ProofRule& rule, std::string_view name, std::span<const double> values,
                        double seconds) {
  for (std::size_t i = 0; i < linked_.size(); ++i) {
    lower({linked_[i], values[i], &rule, name});
    record(linked_[i], name, values[i], linked_[i] == sizes_.front() ? seconds : 0.0);
  }
}

void BoundLedger::know(Vertex t, Weight weight) {
  const auto place = std::lower_bound(sizes_.begin(), sizes_.end(), t);
  if (place == sizes_.end() || *place != t) return;
  Weight& known = known_[static_cast<std::size_t>(place - sizes_.begin())];
  known = std::max(known, weight);
}

Vertex BoundLedger::core_of_better(Vertex s, Weight weight) const {
  const Vertex t = family_.inward(s);
  if (family_.core_of || t < 2 || t > linked_.size()) return 0;
  // Better sets weigh more than `weight`; the difference of real numbers may come out too large by rounding.
  const double inward = family_.inward_weight(t, weight);
  const double rounding = graph().integral() ? 0.0 : rounding_tolerance * (inward + value(t - 1));
  const double last = std::max(0.0, inward - value(t - 1) - rounding);
  if (const auto* parts = remembered<std::optional<CoreParts>>(); parts && *parts) {
    const std::size_t size = (*parts)->above(last).size;
    return size < graph().num_vertices() ? static_cast<Vertex>(size) : 0;
  }
  if (!dense_part_ || last + 1.0 < dense_part_->core.k) return 0;
  const auto& core = dense_part_->cores.core;
  return static_cast<Vertex>(std::count_if(core.begin(), core.end(), [&](Vertex c) { return c > last; }));
}

std::optional<VertexSet> BoundLedger::last_peeled(Vertex s) const {
  VertexSet set;
  if (dense_part_ && dense_part_->cores.order.size() >= s) {
    for (const Vertex v : std::span(dense_part_->cores.order).last(s)) {
      set.push_back(dense_part_->core.original[v]);
    }
  } else if (const auto* parts = remembered<std::optional<CoreParts>>(); parts && *parts) {
    const std::span<const Vertex> last = (*parts)->order().last(s);
    set.assign(last.begin(), last.end());
  } else {
    return std::nullopt;
  }
  std::sort(set.begin(), set.end());
  return set;
}

bool BoundLedger::settled() const {
  if (family_.core_of) return false;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    if (!proves_optimal(graph(), value(sizes_[i]), known_[i])) return false;
  }
  return true;
}

void BoundLedger::add_cheap(const RunContext& run) { ask(BoundTier::cheap, run); }

void BoundLedger::add_cheap(std::shared_ptr<const DensePart> part, double work, const RunContext& run) {
  dense_part_ = std::move(part);
  for (const BoundRule* rule : bound_rules()) {
    if (rule->tier != BoundTier::cheap || !takes(*rule)) continue;
    if (rule->while_open && settled()) continue;
    rule->propose(*this, {.work = work}, run.on_parts());
  }
  lift();
}

void BoundLedger::ask(BoundTier tier, const RunContext& run, double work) {
  for (const BoundRule* rule : bound_rules()) {
    if (rule->tier == tier && takes(*rule)) rule->propose(*this, {.work = work}, run.on_parts());
  }
  lift();
}

void BoundLedger::ask(std::string_view rule, const BoundRequest& request, const RunContext& run) {
  const BoundRule& asked = bound_rule(rule);
  if (!takes(asked)) return;
  if (asked.tier != BoundTier::strong) {
    asked.propose(*this, request, run);
  } else {
    place_of(request.s);
    if (const BoundRequest inner = inward(request); inner.s > 0) asked.propose(*this, inner, run);
  }
  lift();
}

void BoundLedger::ask_if_wanted(const BoundRule& rule, const BoundRequest& request, const RunContext& run) {
  place_of(request.s);
  const BoundRequest inner = inward(request);
  if (inner.s == 0 || !takes(rule) || !rule.wanted(*this, inner)) return;
  rule.propose(*this, inner, run);
  lift();
}

void BoundLedger::lift() {
  if (family_.core_of) lifted_ = lifted_bounds(family_, values());
}

void BoundLedger::take_search(Vertex s, std::string_view name, double upper_bound) {
  place_of(s);
  const Vertex t = family_.inward(s);
  if (t == 0) return;
  const double inside = family_.inward_bound(t, upper_bound);
  lower({t, inside, proof_rule("search"), name});
  record(t, name, inside, 0.0);
  lift();
}

void BoundLedger::tighten(const BoundRequest& asked_for, const RunContext& run) {
  place_of(asked_for.s);
  const BoundRequest request = inward(asked_for);
  const auto tell = [&](std::string_view rule) {
    run.report(rule, best(asked_for.s).value, 0, ProgressValue::bound);
  };
  if (!family_.core_of) return tighten_inside(request, run.on_parts(), tell);
  tighten_lifted(request, run.on_parts());
  tell(best(asked_for.s).name);
}

/// The bound of the larger graph is that of some size inside the core, and what every further vertex adds:
/// that size is asked for as long as one falls after the other.
void BoundLedger::tighten_lifted(const BoundRequest& request, const RunContext& run) {
  BoundRequest left = request;
  for (Vertex last = request.s + 1; request.s > 0;) {
    if (proves_optimal(graph(), lifted_[request.s].value, request.incumbent) || run.should_stop()) return;
    Vertex t = request.s;
    while (t > 0 && lifted_[t].reason == LiftedBound::Reason::outside) --t;
    if (t == 0 || t >= last || lifted_[t].reason != LiftedBound::Reason::inside) return;
    last = t;
    // Below what lies outside nothing is won.
    const double above = added_outside(family_) * static_cast<double>(request.s - t);
    const double outside = lifted_step(family_, t, 0.0, lifted_[t - 1].value).value;
    const double before = spent_;
    tighten_inside({t, std::max({0.0, outside, request.incumbent - above}), left.work}, run,
                   [](std::string_view) {});
    if (std::isfinite(left.work)) left.work = std::max(0.0, left.work - (spent_ - before));
    lift();
  }
}

void BoundLedger::tighten_inside(const BoundRequest& request, const RunContext& run,
                                 const std::function<void(std::string_view)>& tell) {
  const Vertex s = request.s;
  if (s == 0 || s > chain_limit) return;
  const auto met = [&] { return proves_optimal(graph(), value(s), request.incumbent); };
  const auto done = [&] { return run.should_stop() || (met() && !(keeps_multipliers_ && is_trusted(s))); };
  if (done()) return;
  const bool limited = std::isfinite(request.work);
  // Shared out before the first rule changes what the shares depend on.
  std::vector<std::pair<const BoundRule*, double>> shares;
  const double seconds = run.time_left();
  for (const BoundRule* rule : bound_rules()) {
    if (rule->share && takes(*rule) && (rule->counts_work || !limited))
      shares.emplace_back(rule, rule->share(*this, request, seconds, run));
  }
  BoundRequest left = request;
  for (const auto& [rule, share] : shares) {
    if (share == 0.0 || done()) continue;
    if (met() && rule->proofs[0]->trusted) continue;
    RunContext part = run.part(share * run.time_left());
    BoundRequest asked = left;
    asked.work *= share;
    const double before = spent_;
    rule->propose(*this, asked, part);
    tell(rule->name);
    if (limited) left.work = std::max(0.0, left.work - (spent_ - before));
  }
  const ProofStep& now = steps_[best_[s]];
  record(s, now.name, now.value, 0.0);
}

/// A request about the family as one about its reduced form.
BoundRequest BoundLedger::inward(const BoundRequest& request) const {
  BoundRequest inner = request;
  inner.s = family_.inward(request.s);
  inner.incumbent = family_.inward_bound(inner.s, request.incumbent);
  return inner;
}

std::vector<double> BoundLedger::values() const {
  std::vector<double> all(best_.size());
  for (Vertex t = 0; t < all.size(); ++t) all[t] = value(t);
  return all;
}

Weight BoundLedger::least_weight(Vertex s) const { return family_.outward_bound(family_.inward(s), 0.0); }

std::vector<VertexSet> BoundLedger::dense_sets(Vertex s) const {
  const Vertex t = family_.inward(s);
  std::vector<VertexSet> all;
  const std::span<const BoundRule* const> rules = bound_rules();
  for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {  // what took longest comes first
    if (!(*rule)->dense_sets) continue;
    for (const VertexSet& set : (*rule)->dense_sets(*this, t)) all.push_back(family_.outward_set(set));
  }
  return all;
}

std::vector<Vertex> BoundLedger::family_sizes() const {
  std::vector<Vertex> all;
  if (only_included_) all.push_back(family_.outward(0));
  for (const Vertex t : sizes_) all.push_back(family_.outward(t));
  return all;
}

std::size_t BoundLedger::place_of(Vertex s) const {
  if (only_included_ && s == family_.include.size()) return no_step;
  const bool possible = s > family_.include.size();
  const auto place =
      possible ? std::lower_bound(sizes_.begin(), sizes_.end(), family_.inward(s)) : sizes_.end();
  if (place == sizes_.end() || family_.outward(*place) != s) {
    throw InvalidArgument("s", std::to_string(s), "was not asked for");
  }
  return static_cast<std::size_t>(place - sizes_.begin());
}

Bound BoundLedger::best(Vertex s) const {
  const Bound inside = best_inside(s);
  const Vertex t = family_.inward(s);
  if (!family_.core_of || t == 0) return inside;
  const LiftedBound& lifted = lifted_[t];
  return {lifted.reason == LiftedBound::Reason::stated ? stated_rule.name : core_of_rule.name, s,
          family_.outward_bound(t, lifted.value), inside.seconds};
}

Bound BoundLedger::best_inside(Vertex s) const {
  place_of(s);
  const Vertex t = family_.inward(s);
  const ProofStep& step = steps_[best_[t]];
  return {step.name, s, family_.outward_bound(t, step.value), seconds_of(s, step.name)};
}

double BoundLedger::seconds_of(Vertex s, std::string_view name) const {
  const std::size_t place = place_of(s);
  if (place == no_step) return 0.0;
  for (const Bound& known : recorded_[place]) {
    if (known.name == name) return known.seconds;
  }
  return 0.0;
}

std::vector<Bound> BoundLedger::bounds(Vertex s) const {
  const Bound least = best(s);
  if (place_of(s) == no_step) return {least};
  std::vector<Bound> known = recorded_[place_of(s)];
  for (Bound& bound : known) {
    // Each bound inside a declared core is one of the larger graph, with what lies outside.
    if (family_.core_of && bound.name != stated_rule.name) {
      bound.value = lifted_step(family_, bound.s, bound.value, lifted_[bound.s - 1].value).value;
    }
    bound.value = family_.outward_bound(bound.s, bound.value);
    bound.s = s;
  }
  if (std::none_of(known.begin(), known.end(),
                   [&](const Bound& bound) { return bound.name == least.name; })) {
    known.push_back(least);
  }
  std::vector<Bound> all;
  for (const BoundRule* rule : bound_rules()) {
    std::copy_if(known.begin(), known.end(), std::back_inserter(all),
                 [&](const Bound& bound) { return bound.name == rule->name; });
  }
  // Averages repeat what others prove: the one behind the best bound comes first.
  std::stable_partition(all.begin(), all.end(), [&](const Bound& bound) { return bound.name == least.name; });
  return all;
}

std::vector<Bound> bounds_by_ledger(std::string_view name, const Graph& graph, std::span<const Vertex> sizes,
                                    const RunContext& run, double seconds) {
  BoundLedger ledger(graph, sizes, run, Proofs::drop);
  double start = run.elapsed();
  ledger.add_cheap(run);
  std::vector<Bound> bounds;
  for (const Vertex s : sizes) {
    RunContext part = run.part(seconds);
    ledger.ask(name, {.s = s}, part);
    const double now = run.elapsed();
    bounds.push_back({name, s, ledger.best(s).value, now - start});
    start = now;
  }
  return bounds;
}

}  // namespace lode::subgraph
