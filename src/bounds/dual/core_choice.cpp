#include "bounds/dual/core_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <lode/graph/graph.hpp>

namespace lode::subgraph::dual {
namespace {

/// The core has this many vertices for every one of a set, at least: smaller ones hardly hold the best sets.
constexpr double core_room = 1.5;
/// Where the core is smaller than this part of what is affordable, one around which vertices weigh less by
/// this factor is chosen: the relaxation on it reaches the same bound in fewer iterations.
constexpr double small_part = 0.6;
constexpr double smaller_weight = 0.94;
/// Cores that are compared.
constexpr int compared_weights = 100;

/// out(j, s) by j.
std::vector<double> added_by_size(const OutsideWeights& outside, Vertex s) {
  std::vector<double> added(s + std::size_t{1}, 0.0);
  for (Vertex j = s; j-- > 0;) {
    added[j] = added[j + 1] + std::min(outside.each, outside.largest_value +
                                                         outside.largest_weight * static_cast<double>(j));
  }
  return added;
}

}  // namespace

double OutsideWeights::added(Vertex j, Vertex t, bool integral) const {
  double sum = 0.0;
  for (Vertex m = j; m < t; ++m)
    sum += std::min(each, largest_value + largest_weight * static_cast<double>(m));
  return integral ? sum : sum * (1.0 + (t - j + 4.0) * std::numeric_limits<double>::epsilon());
}

double with_few_inside(const OutsideWeights& outside, Vertex j, double few, Vertex t, bool integral) {
  const double sum = few + outside.added(j, t, integral);
  return integral ? sum : sum * (1.0 + 16.0 * std::numeric_limits<double>::epsilon());
}

double dummy_value(double outside, bool integral) { return integral ? outside : outside * (1.0 + 4e-12); }

std::optional<OutsidePlan> plan_outside(const Graph& graph, const VertexValues& values,
                                        const CoreParts& parts, const OutsideQuestion& question) {
  const Vertex s = question.s;
  const double weight = question.known[s];
  // a and w of the first vertices peeled, by their number.
  std::vector<double> largest_value = {0.0};
  std::vector<double> largest_weight = {graph.weighted() ? 0.0 : 1.0};
  for (const Vertex v : parts.order()) {
    largest_value.push_back(std::max(largest_value.back(), values.empty() ? 0.0 : values[v]));
    double largest = largest_weight.back();
    for (const Weight w : graph.neighbor_weights(v)) largest = std::max(largest, w);
    largest_weight.push_back(largest);
  }
  const auto plan_of = [&](const CoreParts::Cut& cut) -> std::optional<OutsidePlan> {
    if (cut.size < s || cut.outside >= question.below) return std::nullopt;
    OutsidePlan plan;
    plan.cut = cut;
    const bool whole = cut.begin == 0;
    if (!whole && static_cast<double>(cut.size) < core_room * s) return std::nullopt;
    plan.outside = {cut.outside, largest_value[cut.begin], largest_weight[cut.begin]};
    const std::vector<double> added = added_by_size(plan.outside, s);
    plan.expected = weight;
    for (Vertex j = 0; !whole && j < s; ++j) {
      plan.expected = std::max(plan.expected, question.known[j] + added[j]);
    }
    const double aim = std::max(question.target, plan.expected);
    Vertex first = whole ? s : 0;
    while (first < s && question.bounds[first] + added[first] <= aim) ++first;
    plan.dummies = s - first;
    if (cut.size + plan.dummies > question.most_vertices) return std::nullopt;
    return plan;
  };
  std::vector<OutsidePlan> best;  ///< that leave as much to be proven, from large cores to small ones
  const double most = std::min(2.0 * std::max(weight, question.target) / s, question.below);
  std::size_t last = std::numeric_limits<std::size_t>::max();
  for (int i = 0; i <= compared_weights; ++i) {
    const CoreParts::Cut cut = parts.above(most * i / compared_weights);
    if (cut.begin == last) continue;
    const auto plan = plan_of(cut);
    if (!plan) continue;
    last = cut.begin;
    if (!best.empty() && plan->expected > best.back().expected) continue;
    if (!best.empty() && plan->expected < best.back().expected) best.clear();
    best.push_back(*plan);
  }
  if (best.empty()) return std::nullopt;
  const double limit = small_part * static_cast<double>(question.most_vertices);
  if (static_cast<double>(best.back().cut.size) > limit) return best.back();
  const double wanted = smaller_weight * best.back().cut.outside;
  const auto larger = std::find_if(best.rbegin(), best.rend(),
                                   [&](const OutsidePlan& plan) { return plan.cut.outside <= wanted; });
  return larger == best.rend() ? best.back() : *larger;
}

}  // namespace lode::subgraph::dual
