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

/// What vertices outside add: a and w of the first vertices peeled, by their number.
class OuterLargest {
 public:
  OuterLargest(const Graph& graph, const VertexValues& values, std::span<const Vertex> order)
      : weighted_(graph.weighted()) {
    if (!values.empty()) {
      value_.push_back(0.0);
      for (const Vertex v : order) value_.push_back(std::max(value_.back(), values[v]));
    }
    if (!weighted_) return;
    weight_.push_back(0.0);
    for (const Vertex v : order) {
      double largest = weight_.back();
      for (const Weight w : graph.neighbor_weights(v)) largest = std::max(largest, w);
      weight_.push_back(largest);
    }
  }
  OutsideWeights of(const CoreParts::Cut& cut, double each) const {
    return {each, value_.empty() ? 0.0 : value_[cut.begin], weighted_ ? weight_[cut.begin] : 1.0};
  }

 private:
  bool weighted_;
  std::vector<double> value_;
  std::vector<double> weight_;
};

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
  const OuterLargest largest(graph, values, parts.order());
  const auto plan_of = [&](const CoreParts::Cut& cut) -> std::optional<OutsidePlan> {
    if (cut.size < s || cut.outside >= question.below) return std::nullopt;
    OutsidePlan plan;
    plan.cut = cut;
    const bool whole = cut.begin == 0;
    if (!whole && static_cast<double>(cut.size) < core_room * s) return std::nullopt;
    plan.outside = largest.of(cut, cut.outside);
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
  if (question.preferred >= 0.0) {
    const auto plan = plan_of(parts.above(question.preferred));
    if (plan && plan->expected <= std::max(question.target, weight)) return plan;
  }
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
  const OutsidePlan& smallest = best.back();
  if (static_cast<double>(smallest.cut.size) > small_part * static_cast<double>(question.most_vertices)) {
    return smallest;
  }
  for (std::size_t i = best.size(); i-- > 0;) {
    if (best[i].cut.outside <= smaller_weight * smallest.cut.outside) return best[i];
  }
  return smallest;
}

}  // namespace lode::subgraph::dual
