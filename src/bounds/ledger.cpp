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

namespace lode::subgraph {

BoundLedger::BoundLedger(const Graph& graph, const SetFamily& family, std::span<const Vertex> sizes,
                         Proofs proofs)
    : family_(reduce_family(graph, family)),
      keeps_multipliers_(proofs == Proofs::keep),
      clique_limit_(family_.part.graph.num_vertices()) {
  for (const Vertex s : sizes) {
    if (s < 1 || s > graph.num_vertices()) {
      throw InvalidArgument(
          "s", std::to_string(s),
          fmt::format("must be between 1 and the number of vertices, {}", graph.num_vertices()));
    }
    const Vertex t = family_.to_part(s);
    if (t > family_.part.graph.num_vertices()) {
      throw InvalidArgument("s", std::to_string(s),
                            fmt::format("is more than the {} vertices that are left",
                                        family_.to_graph(family_.part.graph.num_vertices())));
    }
    recorded_[t];
  }
  for (const auto& [t, bounds] : recorded_) {
    if (t > 0) sizes_.push_back(t);
  }
  const Vertex largest = sizes_.empty() ? 0 : sizes_.back();
  // The lifted bound of a declared core needs all sizes.
  linked_.resize(family_.core_of ? largest : std::min(largest, chain_limit));
  std::iota(linked_.begin(), linked_.end(), Vertex{1});
  for (const Vertex s : sizes_) {
    if (s > chain_limit && !family_.core_of) linked_.push_back(s);
  }
  best_.assign(largest + std::size_t{1}, no_step);
  prefers_checkable_.assign(best_.size(), false);
  if (recorded_.contains(0)) {
    best_[0] = steps_.size();
    steps_.push_back({0, 0.0, proof_rule("trivial"), "trivial"});
  }
}

void BoundLedger::lower(ProofStep step) {
  std::erase(step.rests_on, no_step);
  step.trusted = step.rule->trusted ||
                 std::ranges::any_of(step.rests_on, [&](std::size_t at) { return steps_[at].trusted; });
  const double known = value(step.s);
  bool better = step.value < known;
  if (keeps_multipliers_ && best_[step.s] != no_step && step.trusted != rests_on_trust(step.s)) {
    // Where a checkable step was asked for, equality within the tolerance of real weights suffices.
    const Sums sums = sums_of(graph().integral() || !prefers_checkable_[step.s]);
    better =
        step.trusted ? step.value < least_meeting(known, sums) : least_meeting(step.value, sums) <= known;
  }
  if (!better) return;
  best_[step.s] = steps_.size();
  steps_.push_back(std::move(step));
}

void BoundLedger::record(Vertex s, std::string_view name, double value, double seconds) {
  const auto of_size = recorded_.find(s);
  if (of_size == recorded_.end()) return;
  const auto known = std::ranges::find(of_size->second, name, &Bound::name);
  if (known == of_size->second.end()) {
    of_size->second.push_back({name, s, value, seconds});
  } else {
    known->value = std::min(known->value, value);
    known->seconds += seconds;
  }
}

void BoundLedger::offer(const ProofRule& rule, std::string_view name, std::span<const double> values,
                        double seconds) {
  for (std::size_t i = 0; i < linked_.size(); ++i) {
    lower({linked_[i], values[i], &rule, name});
    record(linked_[i], name, values[i], linked_[i] == sizes_.front() ? seconds : 0.0);
  }
}

void BoundLedger::take_search(Vertex s, std::string_view name, double upper_bound) {
  const Vertex t = given(s);
  if (t == 0) return;
  double inside = family_.bound_in_part(t, upper_bound);
  if (graph().integral()) inside = std::floor(inside);
  lower({t, inside, &search_proof_rule, name});
  record(t, name, inside, 0.0);
  lift();
}

BoundRequest BoundLedger::to_part(const BoundRequest& request) const {
  BoundRequest inner = request;
  inner.s = given(request.s);
  inner.incumbent = family_.bound_in_part(inner.s, request.incumbent);
  return inner;
}

std::vector<double> BoundLedger::values() const {
  std::vector<double> all(best_.size());
  for (Vertex t = 0; t < all.size(); ++t) all[t] = value(t);
  return all;
}

Vertex BoundLedger::given(Vertex s) const {
  if (s >= family_.include.size() && recorded_.contains(family_.to_part(s))) return family_.to_part(s);
  throw InvalidArgument("s", std::to_string(s), "was not asked for");
}

Bound BoundLedger::best(Vertex s) const {
  const Bound inside = best_inside(s);
  const Vertex t = family_.to_part(s);
  if (!family_.core_of || t == 0) return inside;
  const LiftedBound& lifted = lifted_[t];
  return {lifted.reason == LiftedBound::Reason::stated ? stated_proof.name : core_of_proof.name, s,
          family_.graph_bound(t, lifted.value), inside.seconds};
}

Bound BoundLedger::best_inside(Vertex s) const {
  const Vertex t = given(s);
  const ProofStep& step = steps_[best_[t]];
  const std::vector<Bound>& known = recorded_.at(t);
  const auto own = std::ranges::find(known, step.name, &Bound::name);
  return {step.name, s, family_.graph_bound(t, step.value), own == known.end() ? 0.0 : own->seconds};
}

std::vector<Bound> BoundLedger::bounds(Vertex s) const {
  const Bound least = best(s);
  std::vector<Bound> known = recorded_.at(family_.to_part(s));
  for (Bound& bound : known) {
    // Each bound inside a declared core becomes a bound of the larger graph.
    if (family_.core_of && bound.name != stated_proof.name) {
      bound.value = family_.lifted_step(bound.s, bound.value, lifted_[bound.s - 1].value).value;
    }
    bound.value = family_.graph_bound(bound.s, bound.value);
    bound.s = s;
  }
  if (std::ranges::find(known, least.name, &Bound::name) == known.end()) known.push_back(least);
  std::vector<Bound> all;
  for (const BoundRule* rule : bound_rules()) {
    std::ranges::copy_if(known, std::back_inserter(all),
                         [&](const Bound& bound) { return bound.name == rule->name; });
  }
  // Rule chain repeats other bounds: the rule behind the best bound comes first.
  std::stable_partition(all.begin(), all.end(), [&](const Bound& bound) { return bound.name == least.name; });
  return all;
}

// Proofs of bounds, and proofs that can be checked.

std::vector<Vertex> BoundLedger::prefer_checkable(Vertex s) {
  std::vector<Vertex> searched;
  prefers_checkable_[family_.to_part(s)] = true;
  for (const ProofStep& step : proof(s)) {
    prefers_checkable_[step.s] = true;
    if (step.rule == &search_proof_rule) searched.push_back(step.s);
  }
  return searched;
}

std::vector<ProofStep> BoundLedger::proof(Vertex s) const {
  const Vertex t = given(s);
  if (family_.core_of && t > 0) return lifted_proof(t);
  std::set<std::size_t> known;
  std::vector<ProofStep> proof;
  add_steps(best_[t], known, proof);
  return proof;
}

std::size_t BoundLedger::first_step(Vertex t, double value) const {
  for (std::size_t at = 0; at < best_[t]; ++at) {
    if (steps_[at].s == t && steps_[at].value <= value) return at;
  }
  return best_[t];
}

/// Steps of all sizes up to t, from the largest size whose bound needs no other. A smaller size needs only
/// the bound of t, minus the most that each further vertex can add.
std::vector<ProofStep> BoundLedger::lifted_proof(Vertex t) const {
  using Reason = LiftedBound::Reason;
  const double added = family_.added_outside();
  const double margin = graph().integral() && added == std::floor(added) ? 1.0 : 1.0 - 0x1p-48;
  std::vector<double> enough(t + std::size_t{1}, lifted_[t].value);
  Vertex first = t;
  const auto rests_on_smaller = [&](Vertex u) {
    constexpr double nothing = -std::numeric_limits<double>::infinity();
    return family_.lifted_step(u, enough[u], nothing).reason != Reason::few_vertices &&
           lifted_[u].reason != Reason::stated;
  };
  for (; first > 1 && rests_on_smaller(first); --first) enough[first - 1] = margin * (enough[first] - added);
  std::set<std::size_t> known;
  std::vector<ProofStep> steps;
  for (Vertex u = first; u <= t; ++u) {
    ProofStep step{u, lifted_[u].value, &core_of_proof, core_of_proof.name};
    const double smaller = u > first ? steps.back().value : 0.0;
    if (lifted_[u].reason == Reason::stated) {
      step.rule = &stated_proof;
      step.name = stated_proof.name;
    } else if (!rests_on_smaller(u)) {
      step.value = family_.lifted_step(u, std::numeric_limits<double>::infinity(), smaller).value;
    } else {
      const std::size_t inside = first_step(u, enough[u]);
      step.value = family_.lifted_step(u, steps_[inside].value, smaller).value;
      add_steps(inside, known, steps);
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

/// Appends the steps that are not known yet of those behind a step, and the step itself.
void BoundLedger::add_steps(std::size_t step, std::set<std::size_t>& known,
                            std::vector<ProofStep>& proof) const {
  std::set<std::size_t> added;
  for (std::vector<std::size_t> open = {step}; !open.empty();) {
    const std::size_t at = open.back();
    open.pop_back();
    if (known.contains(at) || !added.insert(at).second) continue;
    open.insert(open.end(), steps_[at].rests_on.begin(), steps_[at].rests_on.end());
  }
  for (const std::size_t at : added) proof.push_back(steps_[at]);
  known.merge(added);
}

}  // namespace lode::subgraph
