#include "bounds/plan/plan.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <lode/core/tolerance.hpp>

#include "graph/decomposition/densest_layers.hpp"

namespace lode::subgraph {

/// When a row of the plan is asked.
enum class PlanStage {
  made,       ///< when a plan is made
  cheap,      ///< for all sizes together
  proof,      ///< before each of the next two stages
  automatic,  ///< for sizes that were searched, within limited work
  strong      ///< for one size, within a time or the rest of limited work
};

namespace {

using Stage = PlanStage;

/// The arguments of the condition of a row.
struct Asked {
  const BoundLedger& ledger;
  const BoundRequest& request;
  bool settled = false;  ///< as BoundPlan::settled
  bool by_time() const { return std::isinf(request.work); }
  bool small() const { return search_takes_graph(ledger); }
};

struct Row {
  Stage stage;
  const BoundRule& rule;
  double share;             ///< of the time and work left
  std::string_view spends;  ///< time, work and memory in words
  std::string_view asked;   ///< the condition in words
  bool (*applies)(const Asked& of) = [](const Asked&) { return true; };
};

/// The plan: rules are asked from top to bottom until the bound meets the answer. In the last three stages,
/// each rule that lowers a bound is followed by rule chain, for all sizes. docs/bounds.md has the words of
/// this table (tests/cli/test_docs.py copies them).
constexpr Row rows[] = {
    {Stage::made, trivial_rule, 1.0, "one sort of the weights", "always"},
    {Stage::made, stated_rule, 1.0, "no search", "declared cores",
     [](const Asked& of) { return of.ledger.family().core_of.has_value(); }},
    {Stage::cheap, degree_rule, 1.0, "one sort of every row of weights", "every effort but `none`"},
    {Stage::cheap, degeneracy_rule, 1.0, "one peeling", "every effort but `none`"},
    {Stage::cheap, turan_rule, 1.0, "0.2 s for the clique number", "every effort but `none`"},
    {Stage::cheap, lp_rule, 1.0, "some tens of passes", "every effort but `none`, unless all bounds are met",
     [](const Asked& of) { return !of.settled; }},
    {Stage::cheap, chain_rule, 1.0, "no search", "every effort but `none`"},
    {Stage::proof, enumeration, 1.0, "10⁶ arc visits, which a checker repeats", "certificates",
     [](const Asked& of) { return of.ledger.keeps_multipliers() && of.request.incumbent > 0.0; }},
    {Stage::automatic, outside_rule, 1.0, "2.2 s for a size, 6 s for all; 32 n² bytes for n rows",
     "more than 200 vertices, gaps above 1 %", [](const Asked& of) { return !of.small(); }},
    {Stage::strong, concave_rule, 0.9, "", "distance-like weights, up to 3000 vertices"},
    {Stage::strong, outside_rule, 0.9, "32 n² bytes for n rows", "more than 200 vertices, with a time limit",
     [](const Asked& of) { return !of.small() && of.by_time(); }},
    {Stage::strong, search_rule, 0.9, "512 MB", "up to 200 vertices, or 300 matrix rows that `outside` left"},
    {Stage::strong, exact_rule, 1.0, "", "s up to 30; with a time limit, up to 300",
     [](const Asked& of) { return of.request.s <= (of.by_time() ? 300U : 30U); }},
};

/// Work of outside in the automatic stage: for one size, and for all.
constexpr double outside_work = 2.2 * work_per_second;
constexpr double outside_work_of_all = 6.0 * work_per_second;
/// Minimum useful work, about 5 ms.
constexpr double least_auto_work = 5e6;
/// Work per arc of the strong rules before they begin: peeling the graph, cutting out cores.
constexpr double peeled_arc_work = 30.0;
/// Number of equal shares of the remaining work that a size gets in the strong rules: its bound also serves
/// other sizes.
constexpr double strong_shares = 3.0;
/// Largest size that exhaustive search settles fast: these sizes come first, and larger ones build on them.
constexpr Vertex first_sizes = 12;
/// Work limit for replacing a proof that cannot be checked: about a third of a second.
constexpr double checkable_work = 0.3 * work_per_second;

}  // namespace

double cheap_bounds_work(Effort effort, const RunContext& run) {
  if (std::isfinite(run.time_limit())) return std::numeric_limits<double>::infinity();
  const bool strong = effort == Effort::strong || effort == Effort::proof;
  return (strong ? 60.0 : 2.0) * work_per_second;
}

bool is_cheap(const BoundRule& rule) {
  const auto is_of = [&](const Row& row) { return row.stage == Stage::cheap && &row.rule == &rule; };
  return &rule == &trivial_rule || std::any_of(std::begin(rows), std::end(rows), is_of);
}

BoundPlan::BoundPlan(const Graph& graph, const SetFamily& family, std::span<const Vertex> sizes,
                     const RunContext& run, Proofs proofs)
    : ledger_(std::make_shared<BoundLedger>(graph, family, sizes, proofs)) {
  for (const Row& row : rows) {
    if (row.stage != Stage::made || !row.applies({*ledger_, {}})) continue;
    row.rule.propose(*ledger_, findings_, {}, run.on_parts());
  }
  ledger_->lift();
}

/// Skips a rule that does not support values.
void BoundPlan::propose(const BoundRule& rule, BoundRequest request, const RunContext& run) {
  if (!ledger_->vertex_values().empty() && !rule.takes_values) return;
  request.memory = std::min(request.memory, memory_);
  const std::size_t before = ledger_->num_steps();
  rule.propose(*ledger_, findings_, request, run);
  if (is_cheap(rule) || ledger_->num_steps() == before) return;
  chain_rule.propose(*ledger_, findings_, request, run);
}

void BoundPlan::ask(std::string_view name, const BoundRequest& request, const RunContext& run) {
  const BoundRule& rule = bound_rule(name);
  const BoundRequest asked = is_cheap(rule) ? request : ledger_->to_part(request);
  if (is_cheap(rule) || asked.s > 0) propose(rule, asked, run);
  ledger_->lift();
}

void BoundPlan::ask_cheap(double work, const RunContext& run, bool needs_lp) {
  for (const Row& row : rows) {
    const BoundRequest request{.work = work};
    if (row.stage != Stage::cheap || !row.applies({*ledger_, request, !needs_lp && settled()})) continue;
    propose(row.rule, request, run.on_parts());
  }
  ledger_->lift();
}

void BoundPlan::add_cheap(std::shared_ptr<const DensePart> part, double work, const RunContext& run) {
  // Without values, a dense part has the cores of the graph.
  if (ledger_->vertex_values().empty()) findings_.dense_part = std::move(part);
  ask_cheap(work, run, false);
}

/// Asks the rows of a stage for one size, after the rows of proofs. Where proofs are kept, rules are asked as
/// long as the bound cannot be checked.
void BoundPlan::ask_rows(PlanStage stage, const BoundRequest& request, const RunContext& run) {
  const Vertex s = request.s;
  if (s == 0 || s > BoundLedger::chain_limit) return;
  const double end = spent() + request.work;
  for (const Row& row : rows) {
    BoundRequest asked = request;
    asked.work = std::max(0.0, row.share * (end - spent()));
    if ((row.stage != stage && row.stage != Stage::proof) || !row.applies({*ledger_, asked})) continue;
    const bool met = proves_optimal(ledger_->graph(), ledger_->value(s), request.incumbent);
    const bool checkable = !(ledger_->keeps_multipliers() && ledger_->rests_on_trust(s));
    if (run.should_stop() || (met && checkable)) break;
    if (met && row.rule.proofs[0]->trusted) continue;
    propose(row.rule, asked, run.part(row.share * run.time_left()).on_parts());
    const double bound = ledger_->family().graph_bound(s, ledger_->value(s));
    run.report(row.rule.name, bound, 0, ProgressValue::bound);
  }
  ledger_->record(s, ledger_->name(s), ledger_->value(s), 0.0);
  ledger_->lift();
}

/// The bound of the larger graph of a declared core is the bound of some size inside the core, plus what
/// every further vertex adds. The strong rules tighten that bound, as long as such a size is found.
void BoundPlan::tighten(const BoundRequest& asked_for, const RunContext& run) {
  const BoundRequest request = ledger_->to_part(asked_for);
  const ReducedFamily& family = ledger_->family();
  if (!family.core_of) return ask_rows(Stage::strong, request, run);
  const double end = spent() + request.work;
  const std::vector<LiftedBound>& lifted = ledger_->lifted();
  for (Vertex last = request.s + 1; !run.should_stop();) {
    if (proves_optimal(ledger_->graph(), lifted[request.s].value, request.incumbent)) break;
    Vertex t = request.s;
    while (t > 0 && lifted[t].reason == LiftedBound::Reason::outside) --t;
    if (t == 0 || t >= last || lifted[t].reason != LiftedBound::Reason::inside) break;
    last = t;
    // A bound below `outside` cannot lower the lifted bound.
    const double above = family.added_outside() * static_cast<double>(request.s - t);
    const double outside = family.lifted_step(t, 0.0, lifted[t - 1].value).value;
    const double goal = std::max({0.0, outside, request.incumbent - above});
    ask_rows(Stage::strong, {t, goal, std::max(0.0, end - spent())}, run.on_parts());
  }
  const Bound bound = ledger_->best(asked_for.s);
  run.report(bound.name, bound.value, 0, ProgressValue::bound);
}

/// The automatic stage begins with the largest size: its core is the smallest, and its bounds serve some
/// sizes below. Each size gets two equal shares of the work left; then the largest gaps get the rest. The
/// strong stage takes small sizes first, then the larger ones in falling order.
void BoundPlan::spend_on(std::span<const SearchedSize> sizes, const RunContext& run) {
  const auto is_open = [&](const SearchedSize& size) {
    return !proves_optimal(ledger_->graph(), ledger_->best(size.s).value, size.weight);
  };
  std::vector<SearchedSize> open;
  std::ranges::copy_if(sizes, std::back_inserter(open), is_open);
  const double start = spent();
  const auto left = [&] { return start + outside_work_of_all - spent(); };
  const auto ask = [&](const SearchedSize& size, double share) {
    const double work = std::min({share, outside_work, left()});
    const BoundRequest request = ledger_->to_part({size.s, size.weight, work});
    if (size.work == 0.0 || work < least_auto_work) return;
    if (relative_gap(ledger_->value(request.s), request.incumbent) <= request.gap) return;
    ask_rows(Stage::automatic, request, about_size(*ledger_, size.s, size.weight, run));
  };
  for (std::size_t i = open.size(); open.size() > 1 && i-- > 0;) {
    ask(open[i], 2.0 * left() / static_cast<double>(i + 1));
  }
  std::vector<SearchedSize> by_gap = open;
  std::ranges::stable_sort(by_gap, std::ranges::greater(), [&](const SearchedSize& size) {
    return relative_gap(ledger_->best(size.s).value, size.weight);
  });
  for (const SearchedSize& size : by_gap) ask(size, outside_work);
  // With several sizes, the larger sizes have had their work already.
  const double had = open.size() > 1 ? spent() - start : 0.0;
  double work = 0.0;
  for (const SearchedSize& size : sizes) work += std::min(size.work, most_auto_work);
  const double peeling = peeled_arc_work * static_cast<double>(ledger_->graph().num_arcs());
  if (work < 2.0 * peeling) return;
  const double end = spent() + work - peeling;
  std::reverse(std::ranges::find_if(open, [](const SearchedSize& size) { return size.s > first_sizes; }),
               open.end());
  for (std::size_t i = 0; i < open.size() && !run.should_stop(); ++i) {
    const auto& [s, weight, searched] = open[i];
    const bool first = s <= first_sizes;
    const double available = end - spent() - (first ? 0.0 : had);
    if (available < least_auto_work || !is_open(open[i])) continue;
    const double share = std::min(1.0, (first ? 1.0 : strong_shares) / static_cast<double>(open.size() - i));
    tighten({s, weight, share * available}, about_size(*ledger_, s, weight, run));
  }
}

/// Replaces the steps of sizes that the bound rests on, then the step of the size itself.
void BoundPlan::prefer_checkable(Vertex s, double bound, const RunContext& run) {
  if (!ledger_->keeps_multipliers()) return;
  const ReducedFamily& family = ledger_->family();
  const double proven = least_meeting(ledger_->best(s).value, sums_of(ledger_->graph().integral()));
  if (ledger_->checkable(s) && (family.core_of || proven <= bound)) return;
  const double end = spent() + checkable_work;
  const auto tighten_to = [&](Vertex t, double goal) {
    if (spent() < end) ask_rows(Stage::strong, {t, goal, end - spent()}, run.on_parts());
  };
  for (const Vertex u : ledger_->prefer_checkable(s)) {
    if (ledger_->rests_on_trust(u)) tighten_to(u, ledger_->value(u));
  }
  const Vertex t = family.to_part(s);
  const double known = ledger_->value(t);
  tighten_to(t, family.core_of ? known : std::min(known, family.weight_in_part(t, bound)));
}

bool BoundPlan::settled() const {
  if (ledger_->family().core_of) return false;
  return std::ranges::all_of(ledger_->sizes(), [&](Vertex s) {
    const auto peeled = findings_.peeled_weights.find(s);
    const Weight weight = peeled == findings_.peeled_weights.end() ? 0.0 : peeled->second;
    return proves_optimal(ledger_->graph(), ledger_->value(s), weight);
  });
}

std::vector<VertexSet> BoundPlan::dense_sets(Vertex s) const {
  const ReducedFamily& family = ledger_->family();
  const Vertex t = family.to_part(s);
  std::vector<VertexSet> all;
  const auto& searched = findings_.searched_sets;
  if (const auto found = searched.find(t); found != searched.end()) all.push_back(found->second);
  if (findings_.layers) std::ranges::move(layers_around(*findings_.layers, t), std::back_inserter(all));
  if (!findings_.clique.empty()) all.push_back(findings_.clique);
  for (VertexSet& set : all) set = family.set_in_graph(set);
  return all;
}

RunContext about_size(const BoundLedger& ledger, Vertex s, std::optional<Weight> best,
                      const RunContext& run) {
  RunContext about = run.about(s);
  if (!about.wants_progress()) return about;
  const Bound bound = ledger.best(s);
  about.report(std::string("rule ").append(bound.name), bound.value, 0, ProgressValue::bound);
  if (best) about.report(std::string("rule ").append(bound.name), *best, 0);
  return about;
}

}  // namespace lode::subgraph
