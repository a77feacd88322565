#include "bounds/plan.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/cheap/core_of.hpp"
#include "bounds/rule.hpp"
#include "graph/decomposition/densest_layers.hpp"

namespace lode::subgraph {
namespace {

/// The cheap rules, in the order in which they are asked: for all sizes at once, with every answer.
constexpr const BoundRule* cheap_rules[] = {&degree_rule, &degeneracy_rule, &turan_rule, &lp_rule,
                                            &chain_rule};
/// Seconds per size of a strong rule that is asked alone.
constexpr double seconds_alone = 10.0;

// The default effort.

/// Work of outside, whatever the searches took: for one size, and for all.
constexpr double outside_work = 2.2 * work_per_second;
constexpr double outside_work_of_all = 6.0 * work_per_second;
/// Gap at which the first turn of a size of several ends.
constexpr double first_gap = 0.03;
/// The first turn of a size gets so many equal shares of the work left: small sizes come last and need more.
constexpr double shares_of_first_turns = 2.0;
/// Sizes with smaller gaps get no first turn, except the largest: the bounds of others lower theirs.
constexpr double skipped_gap = 0.06;
/// Minimum useful work, about 5 ms.
constexpr double least_auto_work = 5e6;
/// Work per arc of the other strong rules before they begin: peeling the graph, cutting out cores.
constexpr double peeled_arc_work = 30.0;
/// Every size gets so many equal shares of the work left: the first ones lower the bounds of the others too.
constexpr double first_shares = 3.0;
/// Sizes that exhaustive search settles fast: they come first, and larger ones build on them.
constexpr Vertex first_sizes = 12;

/// Price of a look at an arc by a search of all sets that a checker repeats.
constexpr double look_price = 10.0;
/// Work limit for replacing a proof that cannot be checked: about a third of a second.
constexpr double checkable_work = 0.3 * work_per_second;

/// Bisection order of positions: the last, then midpoints, the larger half first.
std::vector<std::size_t> bisection_order(std::size_t count) {
  if (count == 0) return {};
  std::vector<std::size_t> order = {count - 1};
  std::vector<std::pair<std::size_t, std::size_t>> parts = {{0, count - 1}};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto [first, last] = parts[i];
    if (first == last) continue;
    const std::size_t middle = first + (last - first) / 2;
    order.push_back(middle);
    parts.emplace_back(middle + 1, last);
    parts.emplace_back(first, middle);
  }
  return order;
}

}  // namespace

double cheap_bounds_work(Effort effort, const RunContext& run) {
  if (std::isfinite(run.time_limit())) return std::numeric_limits<double>::infinity();
  const bool strong = effort == Effort::strong || effort == Effort::proof;
  return (strong ? 60.0 : 2.0) * work_per_second;
}

bool is_cheap(const BoundRule& rule) {
  return &rule == &trivial_rule || std::ranges::find(cheap_rules, &rule) != std::end(cheap_rules);
}

BoundPlan::BoundPlan(const Graph& graph, const SetFamily& family, std::span<const Vertex> sizes,
                     const RunContext& run, Proofs proofs)
    : ledger_(std::make_shared<BoundLedger>(graph, family, sizes, proofs)) {
  trivial_rule.propose(*ledger_, findings_, {}, run.on_parts());
  if (ledger_->family().core_of) stated_rule.propose(*ledger_, findings_, {}, run);
  ledger_->lift();
}

/// Rules that do not know values leave them to others.
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
  const BoundRequest asked = is_cheap(rule) ? request : ledger_->inward(request);
  if (is_cheap(rule) || asked.s > 0) propose(rule, asked, run);
  ledger_->lift();
}

void BoundPlan::add_cheap(const RunContext& run, double work) {
  for (const BoundRule* rule : cheap_rules) propose(*rule, {.work = work}, run.on_parts());
  ledger_->lift();
}

void BoundPlan::add_cheap(std::shared_ptr<const DensePart> part, double work, const RunContext& run) {
  // The cores of a dense part are those of the graph without values.
  if (ledger_->vertex_values().empty()) findings_.dense_part = std::move(part);
  for (const BoundRule* rule : cheap_rules) {
    if (rule != &lp_rule || !settled()) propose(*rule, {.work = work}, run.on_parts());
  }
  ledger_->lift();
}

void BoundPlan::tighten(const BoundRequest& asked_for, const RunContext& run) {
  const BoundRequest request = ledger_->inward(asked_for);
  if (!ledger_->family().core_of) return tighten_inside(request, run);
  tighten_lifted(request, run.on_parts());
  const Bound bound = ledger_->best(asked_for.s);
  run.report(bound.name, bound.value, 0, ProgressValue::bound);
}

/// The bound of the larger graph is the bound of some size inside the core, plus what every further vertex
/// adds: that size is tightened as long as its bound falls.
void BoundPlan::tighten_lifted(BoundRequest request, const RunContext& run) {
  const ReducedFamily& family = ledger_->family();
  const std::vector<LiftedBound>& lifted = ledger_->lifted();
  for (Vertex last = request.s + 1; request.s > 0;) {
    if (proves_optimal(ledger_->graph(), lifted[request.s].value, request.incumbent)) return;
    if (run.should_stop()) return;
    Vertex t = request.s;
    while (t > 0 && lifted[t].reason == LiftedBound::Reason::outside) --t;
    if (t == 0 || t >= last || lifted[t].reason != LiftedBound::Reason::inside) return;
    last = t;
    // A bound below `outside` cannot lower the lifted bound.
    const double above = added_outside(family) * static_cast<double>(request.s - t);
    const double outside = lifted_step(family, t, 0.0, lifted[t - 1].value).value;
    const double before = spent();
    tighten_inside({t, std::max({0.0, outside, request.incumbent - above}), request.work}, run);
    request.work = std::max(0.0, request.work - (spent() - before));
    ledger_->lift();
  }
}

/// Asks the strong rules, from the top of the table to its end. Rules that do not count their work are left
/// out where it is limited.
void BoundPlan::tighten_inside(const BoundRequest& request, const RunContext& run) {
  const Vertex s = request.s;
  if (s == 0 || s > BoundLedger::chain_limit) return;
  const auto met = [&] { return proves_optimal(ledger_->graph(), ledger_->value(s), request.incumbent); };
  const auto done = [&] {
    return run.should_stop() || (met() && !(ledger_->keeps_multipliers() && ledger_->is_trusted(s)));
  };
  if (done()) return;
  enumerate(request, run.on_parts());
  if (done()) return;
  BoundRequest left = request;
  left.memory = std::min(left.memory, memory_);
  const bool limited = std::isfinite(left.work);
  const bool small = search_takes_graph(*ledger_);  // at most 200 vertices: searched whole
  const bool core = !limited && !small && outside_goes_on(findings_, s);
  const bool fits = core && outside_fits(*ledger_, findings_, left, 0.5 * run.time_left(), run.on_parts());
  const struct {
    const BoundRule& rule;
    bool applies;
    double share;  ///< of the time and work left
  } table[] = {{concave_rule, true, 0.9},
               {outside_rule, core, fits ? 0.5 : 0.95},
               {search_rule, true, small ? 0.8 : 0.9},
               {exact_rule, s <= (limited ? 30U : 300U), 1.0}};
  for (const auto& [rule, applies, share] : table) {
    if (!applies || (met() && rule.proofs[0]->trusted)) continue;
    if (done()) break;
    BoundRequest asked = left;
    asked.work *= share;
    const double before = spent();
    propose(rule, asked, run.part(share * run.time_left()).on_parts());
    left.work = std::max(0.0, left.work - (spent() - before));
    const double bound = ledger_->family().outward_bound(s, ledger_->value(s));
    run.report(rule.name, bound, 0, ProgressValue::bound);
  }
  ledger_->record(s, ledger_->name(s), ledger_->value(s), 0.0);
}

/// Tries to show that no set of a size inside weighs more than a known one by a proof without data, where
/// proofs are kept: no other proof is as small.
void BoundPlan::enumerate(const BoundRequest& request, const RunContext& run) {
  const Vertex s = request.s;
  if (!ledger_->keeps_multipliers() || s == 0 || request.incumbent <= 0.0) return;
  const Graph& graph = ledger_->graph();
  const double limit =
      graph.integral() ? std::floor(request.incumbent) : request.incumbent * (1.0 + rounding_tolerance);
  const auto [shown, looks] =
      detail::enumerate(graph, ledger_->vertex_values().all(), s, limit, detail::written_looks, run);
  findings_.spent += look_price * static_cast<double>(looks);
  if (!shown) return;
  ledger_->lower({s, limit, &enumeration_proof, "exact"});
  ledger_->record(s, "exact", limit, 0.0);
}

/// Lowers the bounds of open sizes, increasing, by rule outside. Of several sizes the largest comes first:
/// its core is the smallest, its bounds serve some sizes below, and what is found on it is the start of the
/// next. Each ends at a gap that the work lets about all of them reach; the work left then goes to the
/// largest gaps, one after the other.
void BoundPlan::spend_on_outside(std::span<const SearchedSize> sizes, const RunContext& run) {
  if (search_takes_graph(*ledger_)) return;
  struct Open {
    BoundRequest request;
    SearchedSize size;
  };
  std::vector<Open> open;
  for (const SearchedSize& size : sizes) {
    const BoundRequest inner = ledger_->inward({size.s, size.weight});
    if (size.work > 0.0 && inner.s > 0) open.push_back({inner, size});
    if (!ledger_->family().core_of) enumerate(inner, run);
  }
  const auto gap_of = [&](const Open& one) {
    return relative_gap(ledger_->value(one.request.s), one.request.incumbent);
  };
  double left = outside_work_of_all;
  const auto ask_outside = [&](const Open& one, BoundRequest request, double work) {
    request.work = std::min({work, outside_work, left});
    if (request.work < least_auto_work || run.should_stop()) return;
    if (ledger_->value(request.s) <= good_bound(*ledger_, request.incumbent, request.gap)) return;
    const double before = spent();
    propose(outside_rule, request, told_about(*ledger_, one.size.s, one.size.weight, run).on_parts());
    ledger_->lift();
    left -= spent() - before;
  };
  for (std::size_t i = open.size(); open.size() > 1 && i-- > 0;) {
    BoundRequest request = open[i].request;
    request.gap = std::max(request.gap, first_gap);
    if (gap_of(open[i]) <= std::max(request.gap, i + 1 == open.size() ? 0.0 : skipped_gap)) continue;
    ask_outside(open[i], request, shares_of_first_turns * left / static_cast<double>(i + 1));
  }
  std::ranges::stable_sort(open, std::ranges::greater(), gap_of);
  for (const Open& one : open) {
    if (gap_of(one) > one.request.gap) ask_outside(one, one.request, left);
  }
}

void BoundPlan::spend_on(std::span<const SearchedSize> sizes, const RunContext& run) {
  const auto closed = [&](const SearchedSize& size) {
    return proves_optimal(ledger_->graph(), ledger_->best(size.s).value, size.weight);
  };
  std::vector<SearchedSize> open;
  const double peeling = peeled_arc_work * static_cast<double>(ledger_->graph().num_arcs());
  double work = 0.0;
  for (const SearchedSize& size : sizes) {
    work += std::min(size.work, most_auto_work);
    if (!closed(size)) open.push_back(size);
  }
  const double before_outside = spent();
  spend_on_outside(open, run);
  const double outside = open.size() > 1 ? spent() - before_outside : 0.0;
  if (work < 2.0 * peeling) return;
  work -= peeling;
  std::vector<std::size_t> order = bisection_order(open.size());
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return open[i].s <= first_sizes; });
  std::size_t left = open.size();
  for (const std::size_t i : order) {
    if (run.should_stop() || work < least_auto_work) return;
    const auto& [s, weight, searched] = open[i];
    const double share = std::min(1.0, (s <= first_sizes ? 1.0 : first_shares) / static_cast<double>(left--));
    // Of several sizes, those that search does not settle fast have had their work.
    const double available = s <= first_sizes ? work : std::max(0.0, work - outside);
    if (available < least_auto_work || closed(open[i])) continue;
    const double before = spent();
    tighten({s, weight, share * available}, told_about(*ledger_, s, weight, run));
    work = std::max(0.0, work - (spent() - before));
  }
}

/// The steps to replace are those that others rest on; then the size itself, whose bound may be proven at
/// once.
void BoundPlan::prefer_checkable(Vertex s, double bound, const RunContext& run) {
  if (!ledger_->keeps_multipliers()) return;
  const ReducedFamily& family = ledger_->family();
  const double proven = least_meeting(ledger_->best(s).value, sums_of(ledger_->graph().integral()));
  if (ledger_->checkable(s) && (family.core_of || proven <= bound)) return;
  const double limit = spent() + checkable_work;
  const auto tighten_to = [&](Vertex t, double goal) {
    if (spent() < limit) tighten_inside({t, goal, limit - spent()}, run.on_parts());
  };
  const Vertex t = family.inward(s);
  for (const Vertex u : ledger_->prefer_checkable(s)) {
    if (ledger_->is_trusted(u)) tighten_to(u, ledger_->value(u));
  }
  const double known = ledger_->value(t);
  tighten_to(t, family.core_of ? known : std::min(known, family.inward_weight(t, bound)));
  ledger_->lift();
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
  const Vertex t = family.inward(s);
  std::vector<VertexSet> all;
  const auto& searched = findings_.searched_sets;
  if (const auto found = searched.find(t); found != searched.end()) all.push_back(found->second);
  if (findings_.layers) std::ranges::move(layers_around(*findings_.layers, t), std::back_inserter(all));
  if (!findings_.clique.empty()) all.push_back(findings_.clique);
  for (VertexSet& set : all) set = family.outward_set(set);
  return all;
}

Vertex BoundPlan::core_of_better(Vertex s, Weight weight) const {
  const ReducedFamily& family = ledger_->family();
  const Graph& graph = ledger_->graph();
  const Vertex t = family.inward(s);
  if (family.core_of || t < 2 || t > ledger_->linked().size()) return 0;
  // Better sets weigh more than `weight`; the difference of real numbers may be too large by rounding.
  const double inward = family.inward_weight(t, weight);
  const double smaller = ledger_->value(t - 1);
  const double rounding = graph.integral() ? 0.0 : rounding_tolerance * (inward + smaller);
  const double last = std::max(0.0, inward - smaller - rounding);
  if (const auto& parts = findings_.parts) {
    const std::size_t size = parts->above(last).size;
    return size < graph.num_vertices() ? static_cast<Vertex>(size) : 0;
  }
  const auto& dense = findings_.dense_part;
  if (!dense || last < dense->core.outside) return 0;
  return static_cast<Vertex>(std::ranges::count_if(dense->cores.core, [&](Vertex c) { return c > last; }));
}

std::optional<VertexSet> BoundPlan::last_peeled(Vertex s) const {
  VertexSet set;
  const auto& dense = findings_.dense_part;
  if (dense && dense->cores.order.size() >= s) {
    set = dense->core.outward(std::span(dense->cores.order).last(s));
  } else if (findings_.parts) {
    const std::span<const Vertex> last = findings_.parts->order().last(s);
    set.assign(last.begin(), last.end());
  } else {
    return std::nullopt;
  }
  std::ranges::sort(set);
  return set;
}

RunContext told_about(const BoundLedger& ledger, Vertex s, std::optional<Weight> best,
                      const RunContext& run) {
  RunContext about = run.about(s);
  if (!about.wants_progress()) return about;
  const Bound bound = ledger.best(s);
  about.report(bound.name, bound.value, 0, ProgressValue::bound);
  if (best) about.report(bound.name, *best, 0);
  return about;
}

std::vector<Bound> bounds_alone(const BoundRule& rule, const Graph& graph, std::span<const Vertex> sizes,
                                const RunContext& run) {
  if (graph.signed_weights() && !rule.takes_signs) {
    throw InvalidArgument("bound", std::string(rule.name), "does not take negative weights",
                          "use another bound");
  }
  BoundPlan plan(graph, &rule == &core_of_rule ? as_own_core(graph) : SetFamily(), sizes, run, Proofs::drop);
  double start = run.elapsed();
  if (!is_cheap(rule)) plan.add_cheap(run);
  if (&rule == &chain_rule) {
    for (const BoundRule* averaged : {&lp_rule, &turan_rule}) plan.ask(averaged->name, {}, run);
  }
  if (is_cheap(rule)) plan.ask(rule.name, {}, run);
  std::vector<Bound> bounds;
  for (const Vertex s : sizes) {
    if (&rule == &stated_rule) {  // nothing is stated
      bounds.push_back({rule.name, s, graph.total_weight(), 0.0});
      continue;
    }
    if (!is_cheap(rule)) plan.ask(rule.name, {.s = s}, run.part(seconds_alone));
    const std::vector<Bound> known = plan.ledger().bounds(s);
    const auto own = std::ranges::find(known, rule.name, &Bound::name);
    const double now = run.elapsed();
    if (is_cheap(rule) && own != known.end()) {
      bounds.push_back(*own);
    } else {
      bounds.push_back({rule.name, s, plan.ledger().best(s).value, is_cheap(rule) ? 0.0 : now - start});
    }
    start = now;
  }
  return bounds;
}

}  // namespace lode::subgraph
