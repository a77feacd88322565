#include "study/find/auto_bounds.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "bounds/dual/turns.hpp"

namespace lode::detail {
namespace {

/// Units per arc visited by a search: 10 to 15 ns measured on graphs of 10,000 to 3,000,000 edges, 30 on one
/// of 65.
constexpr double searched_arc_work = 15.0;
/// Units per arc of the graph for what strong rules do before they begin: peeling it, cutting out cores.
constexpr double peeled_arc_work = 30.0;
/// Nothing comes of less: about 5 ms.
constexpr double least_auto_work = 5e6;

/// Units for core and dummies, whatever the search took: for one size, and for all.
constexpr double outside_work = 2.2 * subgraph::work_per_second;
constexpr double outside_work_of_all = 6.0 * subgraph::work_per_second;

/// Every size gets so many equal shares of what is left: the first ones lower the bounds of the others too.
constexpr double first_shares = 3.0;

/// Sizes that exhaustive search settles fast: they come first, and carry the larger ones.
constexpr Vertex searched_size = 12;

/// A setting's number: as given, or by default in the preset given.
double number_of(const OptionInfo& option, const subgraph::MethodSettings& settings) {
  std::string text = option.default_value;
  const auto preset = settings.find("preset");
  for (const auto& [name, value] : option.other_defaults) {
    if (preset != settings.end() && preset->second == name) text = value;
  }
  if (const auto given = settings.find(option.name); given != settings.end()) text = given->second;
  double number = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// What stands at a place of sizes sorted by the order in which they help each other: the last one, then
/// middles of what is left, the larger half first.
std::vector<std::size_t> from_far_to_near(std::size_t count) {
  std::vector<std::size_t> order;
  if (count == 0) return order;
  order.push_back(count - 1);
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

/// Lowers the bounds of open sizes, increasing, by rule outside, which serves some of the smaller ones
/// beside.
void spend_on_outside(subgraph::BoundLedger& ledger, std::span<const SearchedSize> open,
                      const RunContext& run) {
  std::vector<subgraph::BoundRequest> searched;
  for (const SearchedSize& size : open) {
    if (size.work > 0.0) searched.push_back({size.s, size.weight});
  }
  subgraph::dual::Turns turns;
  turns.each = outside_work;
  turns.of_all = outside_work_of_all;
  turns.least = least_auto_work;
  turns.ask = [&](const subgraph::BoundRequest& request) {
    const double before = ledger.spent();
    if (!run.should_stop()) ledger.ask_if_wanted(subgraph::outside_rule, request, run);
    return ledger.spent() - before;
  };
  turns.gap = [&](const subgraph::BoundRequest& request) {
    return subgraph::relative_gap(ledger.best(request.s).value, request.incumbent);
  };
  subgraph::dual::take_turns(searched, turns);
}

}  // namespace

RunContext told_about(const subgraph::BoundLedger& ledger, Vertex s, std::optional<Weight> best,
                      const RunContext& run) {
  RunContext about = run.about(s);
  if (!about.wants_progress()) return about;
  const subgraph::Bound bound = ledger.best(s);
  about.report(bound.name, bound.value, 0, ProgressValue::bound);
  if (best) about.report(bound.name, *best, 0);
  return about;
}

double search_work(const subgraph::MethodRow& row, const subgraph::MethodSettings& settings,
                   const Graph& graph, const subgraph::Solution& solution) {
  const StopReason reason = solution.stop_reason;
  if (row.exhaustive || reason == StopReason::target || reason == StopReason::interrupted) return 0.0;
  const double visit = static_cast<double>(graph.num_vertices()) + static_cast<double>(graph.num_arcs());
  double arcs = visit;
  for (const OptionInfo& option : row.options) {
    if (option.name == "work") arcs = number_of(option, settings);
  }
  for (const OptionInfo& option : row.options) {
    if (option.name != "passes" || settings.contains("work")) continue;
    arcs = std::min(arcs, number_of(option, settings) * visit);
  }
  return searched_arc_work * arcs;
}

void spend_on_bounds(subgraph::BoundLedger& ledger, std::span<const SearchedSize> sizes,
                     const RunContext& run) {
  std::vector<SearchedSize> open;
  double work = 0.0;
  for (const SearchedSize& size : sizes) {
    work += std::min(size.work, most_auto_work);
    if (!subgraph::proves_optimal(ledger.graph(), ledger.best(size.s).value, size.weight))
      open.push_back(size);
  }
  std::vector<std::size_t> order = from_far_to_near(open.size());
  const double spent_before = ledger.spent();
  spend_on_outside(ledger, open, run);
  if (open.size() > 1) work = std::max(0.0, work - (ledger.spent() - spent_before));
  const double peeling = peeled_arc_work * static_cast<double>(ledger.graph().num_arcs());
  if (open.empty() || work < 2.0 * peeling) return;
  work -= peeling;
  std::size_t left = open.size();
  std::stable_partition(order.begin(), order.end(),
                        [&](std::size_t i) { return open[i].s <= searched_size; });
  for (const std::size_t i : order) {
    if (run.should_stop() || work < least_auto_work) return;
    const double shares = open[i].s <= searched_size ? 1.0 : first_shares;
    const double share = std::min(1.0, shares / static_cast<double>(left--));
    const subgraph::BoundRequest request{open[i].s, open[i].weight, share * work};
    if (subgraph::proves_optimal(ledger.graph(), ledger.best(request.s).value, request.incumbent)) continue;
    const double before = ledger.spent();
    ledger.tighten(request, told_about(ledger, request.s, request.incumbent, run));
    work = std::max(0.0, work - (ledger.spent() - before));
  }
}

}  // namespace lode::detail
