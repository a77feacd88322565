// What stands behind the bounds of a ledger: the steps of a proof, and proofs that can be checked.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "bounds/cheap/core_of.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {
namespace {

/// Copies steps of a ledger behind those of a proof, but for those that have a place there, with the places
/// of what they rest on.
void add_steps(const std::vector<ProofStep>& all, const std::set<std::size_t>& which,
               std::map<std::size_t, std::size_t>& places, std::vector<ProofStep>& steps) {
  for (const std::size_t at : which) {
    if (!places.emplace(at, steps.size()).second) continue;
    steps.push_back(all[at]);
    ProofStep& step = steps.back();
    if (step.from != no_step) step.from = places.at(step.from);
    for (std::size_t& one : step.tail) one = places.at(one);
  }
}

}  // namespace

bool BoundLedger::checkable(Vertex s) const {
  const std::vector<ProofStep> steps = proof(s);
  return std::none_of(steps.begin(), steps.end(), [](const ProofStep& step) { return step.rule->trusted; });
}

std::vector<Vertex> BoundLedger::prefer_checkable(Vertex s) {
  std::vector<Vertex> searched;
  prefers_checkable_[family_.inward(s)] = true;
  for (const ProofStep& step : proof(s)) {
    prefers_checkable_[step.s] = true;
    if (step.rule == &search_proof_rule) searched.push_back(step.s);
  }
  return searched;
}

std::vector<ProofStep> BoundLedger::proof(Vertex s) const {
  place_of(s);
  const Vertex t = family_.inward(s);
  return family_.core_of && t > 0 ? lifted_proof(t) : proof_inside(t);
}

std::size_t BoundLedger::first_step(Vertex t, double value) const {
  for (std::size_t at = 0; at < best_[t]; ++at) {
    if (steps_[at].s == t && steps_[at].value <= value) return at;
  }
  return best_[t];
}

/// From the largest size whose bound needs no other, every size on the way to t. A size must be no better
/// than what is left of the bound for t once every further vertex has added its most.
std::vector<ProofStep> BoundLedger::lifted_proof(Vertex t) const {
  using Reason = LiftedBound::Reason;
  const double added = added_outside(family_);
  const double margin = graph().integral() && added == std::floor(added) ? 1.0 : 1.0 - 0x1p-48;
  std::vector<double> enough(t + std::size_t{1}, lifted_[t].value);
  Vertex first = t;
  const auto rests_on_smaller = [&](Vertex u) {
    constexpr double nothing = -std::numeric_limits<double>::infinity();
    return lifted_step(family_, u, enough[u], nothing).reason != Reason::few_vertices &&
           lifted_[u].reason != Reason::stated;
  };
  for (; first > 1 && rests_on_smaller(first); --first) enough[first - 1] = margin * (enough[first] - added);
  std::vector<ProofStep> steps;
  std::map<std::size_t, std::size_t> places;  ///< of the ledger's steps
  const auto add = [&](std::size_t step) { add_steps(steps_, steps_behind(step), places, steps); };
  for (Vertex u = first; u <= t; ++u) {
    ProofStep step{u, lifted_[u].value, &core_of_proof, core_of_proof.name};
    const std::size_t before = steps.size() - 1;
    if (lifted_[u].reason == Reason::stated) {
      step.rule = &stated_proof;
      step.name = stated_proof.name;
    } else {
      const bool alone = !rests_on_smaller(u);
      const std::size_t inside = alone ? no_step : first_step(u, enough[u]);
      const double smaller = u > first ? steps.back().value : 0.0;
      step.value =
          lifted_step(family_, u, alone ? std::numeric_limits<double>::infinity() : steps_[inside].value,
                      smaller)
              .value;
      if (!alone) {
        add(inside);
        step.inside = places.at(inside);
        if (u > first) step.from = before;
      }
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<ProofStep> BoundLedger::proof_inside(Vertex t) const {
  std::vector<ProofStep> steps;
  std::map<std::size_t, std::size_t> places;
  add_steps(steps_, steps_behind(best_[t]), places, steps);
  return steps;
}

/// A step and all that it rests on; none rests on a later one.
std::set<std::size_t> BoundLedger::steps_behind(std::size_t step) const {
  std::set<std::size_t> behind;
  std::vector<std::size_t> open = {step};
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (at == no_step || !behind.insert(at).second) continue;
    open.push_back(steps_[at].from);
    open.insert(open.end(), steps_[at].tail.begin(), steps_[at].tail.end());
  }
  return behind;
}

}  // namespace lode::subgraph
