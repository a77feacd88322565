#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>

#include "bounds/plan/plan.hpp"
#include "core/named_row.hpp"

namespace lode::subgraph {

constexpr std::string_view effort_words[] = {"none", "cheap", "auto", "strong", "proof"};

std::string_view to_string(Effort effort) { return effort_words[static_cast<std::size_t>(effort)]; }

Effort parse_effort(std::string_view word) {
  const auto* at = std::ranges::find(effort_words, word);
  if (at != std::end(effort_words)) return static_cast<Effort>(at - std::begin(effort_words));
  throw InvalidArgument("effort", std::string(word), "is not known",
                        "use none, cheap, auto, strong or proof");
}

std::span<const BoundRule* const> bound_rules() {
  static constexpr const BoundRule* rules[] = {&trivial_rule, &degree_rule, &degeneracy_rule, &turan_rule,
                                               &lp_rule,      &chain_rule,  &concave_rule,    &outside_rule,
                                               &search_rule,  &exact_rule,  &stated_rule,     &core_of_rule};
  return rules;
}

namespace {

/// A graph as the core of its least degree (strength); no declared core if it is 0.
SetFamily as_own_core(const Graph& graph) {
  double least = HUGE_VAL;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) least = std::min(least, graph.strength(v));
  SetFamily family;
  if (least > 0.0 && std::isfinite(least)) family.core_of = CoreOrigin{.core = least};
  return family;
}

}  // namespace

/// A value that is taken as it is.
constexpr ProofRule search_proof_rule = {
    .name = "search", .check = [](auto&, auto&) { return std::optional<long double>(); }, .trusted = true};

const BoundRule& bound_rule(std::string_view name) {
  return lode::detail::row_called(bound_rules(), "bound", name);
}

const ProofRule* proof_rule(std::string_view name) {
  for (const BoundRule* rule : bound_rules()) {
    for (const ProofRule* proof : rule->proofs) {
      if (proof && proof->check && proof->name == name) return proof;
    }
  }
  return nullptr;
}

std::vector<Bound> bounds_alone(const BoundRule& rule, const Graph& graph, std::span<const Vertex> sizes,
                                const RunContext& run) {
  if (graph.signed_weights() && !rule.takes_signs) {
    throw InvalidArgument("bound", std::string(rule.name), "does not take negative weights",
                          "use another bound");
  }
  constexpr double seconds_of_size = 10.0;
  BoundPlan plan(graph, &rule == &core_of_rule ? as_own_core(graph) : SetFamily(), sizes, run, Proofs::drop);
  const bool cheap = is_cheap(rule);
  if (cheap && &rule != &chain_rule) {
    plan.ask(rule.name, {}, run);
  } else {
    plan.add_cheap(run);
  }
  std::vector<Bound> bounds;
  for (const Vertex s : sizes) {
    const double start = run.elapsed();
    if (!cheap) plan.ask(rule.name, {.s = s}, run.part(seconds_of_size));
    const std::vector<Bound> known = plan.ledger().bounds(s);
    const auto own = std::ranges::find(known, rule.name, &Bound::name);
    const bool recorded = cheap && own != known.end();
    bounds.push_back(recorded ? *own
                              : Bound{rule.name, s, plan.ledger().best(s).value, run.elapsed() - start});
  }
  return bounds;
}

std::span<const BoundRow> bound_rows() {
  static const std::vector<BoundRow> rows = [] {
    std::vector<BoundRow> all;
    for (const BoundRule* rule : bound_rules()) {
      const auto compute = [rule](const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
        return bounds_alone(*rule, graph, sizes, run);
      };
      all.push_back({rule->name, rule->statement, rule->cost, rule->source, is_cheap(*rule),
                     rule->takes_signs, rule->repeatable, compute});
    }
    return all;
  }();
  return rows;
}

const BoundRow& bound_row(std::string_view name) {
  return lode::detail::row_called(bound_rows(), "bound", name);
}

bool is_repeatable(std::string_view name) {
  return std::ranges::any_of(bound_rows(), [&](auto& row) { return row.name == name && row.repeatable; });
}

const Bound& best_bound(std::span<const Bound> bounds) {
  if (bounds.empty()) throw InvalidArgument("bounds", "", "are empty: there is none to choose from");
  return *std::ranges::min_element(bounds, {}, &Bound::value);
}

double relative_gap(double upper_bound, double objective) {
  const double scale = std::max(std::abs(upper_bound), std::abs(objective));
  return scale == 0.0 ? 0.0 : (upper_bound - objective) / scale;
}

bool proves_optimal(const Graph& graph, double upper_bound, double weight) {
  return meets(upper_bound, weight, sums_of(graph.integral()));
}

}  // namespace lode::subgraph
