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

void detail::check_sizes(const Graph& graph, std::span<const Vertex> sizes) {
  for (const Vertex s : sizes) {
    if (s >= 1 && s <= graph.num_vertices()) continue;
    throw InvalidArgument(
        "s", std::to_string(s),
        "must be between 1 and the number of vertices, " + std::to_string(graph.num_vertices()));
  }
}

BoundLedger::BoundLedger(const Graph& graph, const SetFamily& family, std::span<const Vertex> sizes,
                         Proofs proofs)
    : family_(reduce_family(graph, family)),
      keeps_multipliers_(proofs == Proofs::keep),
      clique_limit_(family_.part.graph.num_vertices()) {
  detail::check_sizes(graph, sizes);
  for (const Vertex s : sizes) {
    const Vertex t = family_.inward(s);
    if (t > family_.part.graph.num_vertices()) {
      throw InvalidArgument("s", std::to_string(s),
                            fmt::format("is more than the {} vertices that are left",
                                        family_.outward(family_.part.graph.num_vertices())));
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
  if (only_included_) {
    best_[0] = steps_.size();
    steps_.push_back({0, 0.0, proof_rule("trivial"), "trivial"});
  }
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

void BoundLedger::offer(const ProofRule& rule, std::string_view name, std::span<const double> values,
                        double seconds) {
  for (std::size_t i = 0; i < linked_.size(); ++i) {
    lower({linked_[i], values[i], &rule, name});
    record(linked_[i], name, values[i], linked_[i] == sizes_.front() ? seconds : 0.0);
  }
}

void BoundLedger::lift() {
  if (family_.core_of) lifted_ = lifted_bounds(family_, values());
}

void BoundLedger::take_search(Vertex s, std::string_view name, double upper_bound) {
  place_of(s);
  const Vertex t = family_.inward(s);
  if (t == 0) return;
  double inside = family_.inward_bound(t, upper_bound);
  if (graph().integral()) inside = std::floor(inside);
  lower({t, inside, &search_proof_rule, name});
  record(t, name, inside, 0.0);
  lift();
}

BoundRequest BoundLedger::inward(const BoundRequest& request) const {
  place_of(request.s);
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

Part BoundLedger::whole_part() const {
  const std::span<const Weight> values = vertex_values().all();
  return {graph(), {}, 0.0, {values.begin(), values.end()}};
}

Weight BoundLedger::least_weight(Vertex s) const { return family_.outward_bound(family_.inward(s), 0.0); }

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
  return {lifted.reason == LiftedBound::Reason::stated ? stated_proof.name : core_of_proof.name, s,
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
    if (family_.core_of && bound.name != stated_proof.name) {
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

}  // namespace lode::subgraph
