#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "study/find/finder.hpp"
#include "subgraph/connected/search.hpp"

namespace lode::detail {
namespace {

/// Negation without -0.
double opposite(double number) { return 0.0 - number; }

FindRequest opposite_of(const FindRequest& request) {
  refuse_asked(request, {"core_of"}, "does not go with minimise: a core holds the heaviest sets",
               "take the whole graph");
  FindRequest heaviest = request;
  heaviest.minimise = false;
  for (Weight& value : heaviest.values) value = opposite(value);
  if (!std::isinf(request.target)) heaviest.target = opposite(request.target);
  return heaviest;
}

/// A note without its first part if that part contains a negated weight.
std::string without_opposite(std::string_view note) {
  constexpr std::string_view next = "; ";
  if (!note.starts_with(subgraph::unconnected_note)) return std::string(note);
  const std::size_t end = note.find(next);
  return end == std::string_view::npos ? "" : std::string(note.substr(end + next.size()));
}

/// Events that negate their numbers before the caller sees them.
FindEvents opposite_of(const FindEvents& events) {
  FindEvents told = events;
  if (events.proof) {
    told.proof = [&events](ProofEvent event) {
      event.best = opposite(event.best);
      event.bound = opposite(event.bound);
      events.proof(event);
    };
  }
  if (events.note) {
    told.note = [&events](std::string_view line) {
      const std::string note = without_opposite(line);
      if (!note.empty()) events.note(note);
    };
  }
  return told;
}

/// Converts an answer for negated weights to one of `graph`.
void turn_round(const Graph& graph, std::span<const Weight> values, FindAnswer& answer) {
  answer.minimised = true;
  subgraph::Solution& solution = answer.solution;
  const subgraph::InducedTotals totals = subgraph::induced_totals(graph, solution.vertices);
  solution.edges = totals.edges;
  solution.weight = totals.weight;
  solution.value = subgraph::sum_of_values(values, solution.vertices);
  for (TracePoint& point : solution.trace) point.weight = opposite(point.weight);
  solution.upper_bound.reset();
  solution.note = without_opposite(solution.note);
  answer.bound.value = opposite(answer.bound.value);
  answer.better_core = 0;
}

}  // namespace

FindResult find_lightest(const Graph& graph, const FindRequest& request, const FindEvents& events,
                         const RunContext& run) {
  const FindRequest heaviest = opposite_of(request);
  FindResult result = find(negated(graph), heaviest, opposite_of(events), run.with_reports_as(-1.0, 0.0));
  for (FindAnswer& answer : result.answers) turn_round(graph, request.values, answer);
  return result;
}

}  // namespace lode::detail
