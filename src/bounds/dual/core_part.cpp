#include "bounds/dual/core_part.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <lode/graph/graph.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {
namespace dual {
namespace {

/// If the core is smaller than this part of the affordable size, a larger core is chosen whose g is smaller
/// by the second factor: the relaxation on it reaches the same bound in fewer iterations.
constexpr double small_part = 0.6;
constexpr double smaller_weight = 0.94;
/// Number of compared cores.
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

/// More than the tolerance of real bounds (core/tolerance.hpp).
constexpr double real_room = 1e-8;

/// Sets with fewer vertices in the core than this are few.
Vertex least_inside(const PartMultipliers& on) {
  if (on.part.whole()) return 0;
  return static_cast<Vertex>(
      std::min<std::size_t>(on.s - on.dummies, on.part.graph.num_vertices() + std::size_t{1}));
}

}  // namespace

double with_few_inside(const OutsideWeights& outside, Vertex j, double few, Vertex t, bool integral) {
  double sum = 0.0;
  for (double m = j; m < t; ++m) {
    sum += std::min(outside.each, outside.largest_value + outside.largest_weight * m);
  }
  constexpr double unit = std::numeric_limits<double>::epsilon();
  return integral ? few + sum : (few + sum * (1.0 + (t - j + 4.0) * unit)) * (1.0 + 16.0 * unit);
}

double dummy_value(double outside, bool integral) { return integral ? outside : outside * (1.0 + 4e-12); }

std::optional<OutsidePlan> plan_outside(const CoreParts& parts, const OutsideQuestion& question) {
  const Vertex s = question.s;
  const double weight = question.known[s];
  // a and w of the first vertices peeled, by their number.
  std::vector<double> largest_value = {0.0};
  std::vector<double> largest_weight = {parts.graph.weighted() ? 0.0 : 1.0};
  for (const Vertex v : parts.order) {
    largest_value.push_back(std::max(largest_value.back(), parts.values.empty() ? 0.0 : parts.values[v]));
    double largest = largest_weight.back();
    for (const Weight w : parts.graph.neighbor_weights(v)) largest = std::max(largest, w);
    largest_weight.push_back(largest);
  }
  const auto plan_of = [&](const CoreParts::Cut& cut) -> std::optional<OutsidePlan> {
    if (cut.size < s || cut.outside >= question.below) return std::nullopt;
    OutsidePlan plan;
    plan.cut = cut;
    const bool whole = cut.begin == 0;
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
  std::vector<OutsidePlan> best;  ///< of the least expected bound, from large cores to small cores
  const double most = std::min(2.0 * std::max(weight, question.target) / s, question.below);
  for (int i = 0; i <= compared_weights; ++i) {
    const CoreParts::Cut cut = parts.above(most * i / compared_weights);
    if (!best.empty() && cut.begin == best.back().cut.begin) continue;
    const auto plan = plan_of(cut);
    if (!plan || (!best.empty() && plan->expected > best.back().expected)) continue;
    if (!best.empty() && plan->expected < best.back().expected) best.clear();
    best.push_back(*plan);
  }
  if (best.empty()) return std::nullopt;
  const OutsidePlan& smallest = best.back();
  const bool is_small =
      static_cast<double>(smallest.cut.size) <= small_part * static_cast<double>(question.most_vertices);
  const auto larger = std::find_if(best.rbegin(), best.rend(), [&](const OutsidePlan& plan) {
    return plan.cut.outside <= smaller_weight * smallest.cut.outside;
  });
  return is_small && larger != best.rend() ? *larger : smallest;
}

PartMultipliers whole_part(const BoundLedger& ledger, Vertex s) {
  const std::span<const Weight> values = ledger.vertex_values().all();
  return {.part = {.graph = ledger.graph(), .values = {values.begin(), values.end()}}, .s = s};
}

double bound_of_few(const BoundLedger& ledger, const PartMultipliers& on, Vertex t) {
  double bound = -std::numeric_limits<double>::infinity();
  const bool integral = ledger.graph().integral();
  for (Vertex j = 0; j < std::min(least_inside(on), t); ++j) {
    bound = std::max(bound, with_few_inside(on.outside, j, ledger.value(j), t, integral));
  }
  return bound;
}

void take_bound(BoundLedger& ledger, const PartMultipliers& on, Vertex t, double inside,
                std::string_view name, const std::shared_ptr<const PartMultipliers>& certificate) {
  if (ledger.step(t) == no_step) return;
  const bool integral = ledger.graph().integral();
  inside = std::max(0.0, integral ? std::floor(inside) : inside * (1.0 + 0x1p-47));
  // An equal bound may be checkable; the ledger decides.
  const double as_good = ledger.value(t) * (integral ? 1.0 : 1.0 + real_room);
  if (inside > as_good) return;
  ProofStep step{t, std::max(inside, bound_of_few(ledger, on, t)), &outside_proof, name, {}, certificate};
  if (step.value > as_good) return;
  for (Vertex j = 1; j < std::min(least_inside(on), t); ++j) {
    const double room = step.value - with_few_inside(on.outside, j, 0.0, t, integral);
    const double enough = integral ? room : room * (1.0 - 0x1p-45) - 0x1p-45 * step.value;
    step.rests_on.push_back(ledger.first_step(j, enough));
  }
  ledger.lower(std::move(step));
}

std::shared_ptr<const PartMultipliers> kept(const BoundLedger& ledger, const PartMultipliers& on,
                                            std::shared_ptr<const detail::SdpSearchTree> tree) {
  if (!ledger.keeps_multipliers()) return nullptr;
  auto data = std::make_shared<PartMultipliers>(on);
  data->tree = std::move(tree);
  return data;
}

}  // namespace dual

namespace {

void write_outside(const ProofStep& step, detail::CertificateWriter& writer,
                   BoundCertificate::Step& written) {
  written.data = writer.stored(step.multipliers);
  const PartMultipliers& on = *step.multipliers;
  // Steps may state more once they are written than the ledger knows, by rounding.
  const bool integral = writer.ledger.graph().integral();
  for (Vertex j = 1; j < std::min(dual::least_inside(on), step.s); ++j) {
    const auto few = static_cast<double>(writer.bounds.least.at(j));
    written.value = std::max(written.value, dual::with_few_inside(on.outside, j, few, step.s, integral));
  }
}

}  // namespace

constexpr ProofRule outside_proof = {
    .name = "outside", .write = write_outside, .check = detail::check_outside_step};

}  // namespace lode::subgraph
