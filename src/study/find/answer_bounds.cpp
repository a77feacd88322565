#include "study/find/answer_bounds.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/core/tolerance.hpp>

#include "bounds/set_family.hpp"
#include "subgraph/connected/search.hpp"
#include "subgraph/limits/limited_search.hpp"
#include "subgraph/part/dense_part.hpp"

namespace lode::detail {
namespace {

constexpr double nothing_known = std::numeric_limits<double>::infinity();

Vertex size_of(const subgraph::Solution& solution) { return static_cast<Vertex>(solution.vertices.size()); }

}  // namespace

bool is_curve(std::span<const Vertex> sizes) {
  constexpr Vertex mean_step = 2;
  return sizes.size() > 1 && sizes.back() - sizes.front() <= mean_step * (sizes.size() - 1);
}

AnswerBounds::AnswerBounds(const Graph& graph, const FindRequest& request, const FindEvents& events,
                           const TimeShares& shares, subgraph::ReducedProblem& reduced,
                           const RunContext& whole)
    : graph_(graph),
      request_(request),
      events_(events),
      shares_(shares),
      reduced_(reduced),
      whole_(whole),
      sums_(subgraph::objective_sums(graph, request.values)) {
  const auto [smallest, largest] = std::minmax_element(request.sizes.begin(), request.sizes.end());
  // Without bounds before it, a search finds its dense part itself, within its own time.
  const bool shared = request.effort != subgraph::Effort::none || request.sizes.size() > 1;
  if (shared) {
    reduced.problem.dense_part = subgraph::find_dense_part(reduced.problem.graph, *smallest, *largest, whole);
  }
  const RunContext run = whole.part(subgraph::cheap_bounds_share * whole.time_left());
  plan_.emplace(graph,
                subgraph::SetFamily{.include = request.include,
                                    .exclude = request.exclude,
                                    .values = request.values,
                                    .core_of = request.core_of},
                request.sizes, run, request.keep_proofs ? subgraph::Proofs::keep : subgraph::Proofs::drop);
  plan_->limit_memory(memory());
  if (request.effort == subgraph::Effort::none) return;
  const bool plain = request.include.empty() && request.values.empty();
  plan_->add_cheap(plain && !request.keep_proofs ? reduced.problem.dense_part : nullptr,
                   subgraph::cheap_bounds_work(request.effort, run), run);
}

/// Half of the given memory is for the rows of the graph.
double AnswerBounds::memory() const {
  return request_.memory ? 0.5 * static_cast<double>(*request_.memory)
                         : std::numeric_limits<double>::infinity();
}

subgraph::Bound AnswerBounds::bound(Vertex s) const {
  const subgraph::Bound found = ledger().best(s);
  const auto connected = connected_.find(s);
  return connected != connected_.end() && connected->second.value < found.value ? connected->second : found;
}

double AnswerBounds::bound_inside(Vertex s) const {
  if (!request_.core_of) return ledger().best(s).value;
  return request_.core_of->bounds.empty() ? ledger().best_inside(s).value : nothing_known;
}

std::vector<VertexSet> AnswerBounds::hints(Vertex s) const {
  std::vector<VertexSet> sets = plan_->dense_sets(s);
  for (VertexSet& set : sets) set = reduced_.part.to_part(set);
  return sets;
}

void AnswerBounds::take_search(subgraph::Solution& solution) const {
  if (!request_.core_of || !solution.upper_bound) return;
  if (!request_.connected) {
    ledger().take_search(size_of(solution), shares_.method().name, *solution.upper_bound);
  }
  solution.upper_bound.reset();
}

bool AnswerBounds::is_settled(const subgraph::Solution& solution) const {
  return subgraph::proves_optimal(sums_, bound(size_of(solution)).value, solution.objective());
}

void AnswerBounds::settle_connected(const subgraph::Problem& problem, subgraph::Solution& solution,
                                    std::uint64_t work, const RunContext& run) {
  if (!request_.connected || request_.core_of || request_.effort == subgraph::Effort::none) return;
  subgraph::Problem one = problem;
  one.s = size_of(solution);
  const double start = run.elapsed();
  subgraph::Bound& known = connected_[one.s];
  if (known.name.empty()) known = {"trivial", one.s, subgraph::spanning_bound(one), run.elapsed() - start};
  if (is_settled(solution)) return;
  VertexSet best = solution.vertices;
  const subgraph::GroupClasses no_limits(one.graph.num_vertices(), {}, {});
  const double bound = subgraph::heaviest_set(one, no_limits, best, work, run);
  if (bound < known.value) known = {"exact", one.s, bound, run.elapsed() - start};
  if (best == solution.vertices && !is_settled(solution)) return;
  std::string note = std::move(solution.note);
  const StopReason reason = is_settled(solution) ? StopReason::optimal : solution.stop_reason;
  solution = subgraph::finish_solution(one, std::move(best), std::move(solution.trace), reason,
                                       solution.iterations, run);
  solution.note = std::move(note);
}

void AnswerBounds::follow(std::span<const subgraph::Solution> solutions,
                          const subgraph::MethodSettings& settings, std::size_t answers,
                          const RunContext& run) {
  if (!shares_.bounds_follow() || whole_.interrupted()) return;
  const bool curve = solutions.size() > 1 && shares_.method().solve_curve && is_curve(ledger().sizes());
  std::vector<subgraph::SearchedSize> sizes;
  for (const subgraph::Solution& solution : solutions) {
    if (request_.connected && is_settled(solution)) continue;
    sizes.push_back(
        shares_.searched(reduced_.problem.graph, solution, settings, answers, curve ? solutions.size() : 1));
  }
  plan_->spend_on(sizes, run);
}

void AnswerBounds::bound_whole_graph(std::span<const subgraph::Solution> solutions) {
  if (!shares_.exceeds_automatic() || request_.keep_proofs || !reduced_.problem.dense_part) return;
  for (const subgraph::Solution& solution : solutions) {
    if (is_settled(solution)) continue;
    const RunContext part = whole_.part(subgraph::cheap_bounds_share * whole_.time_left());
    return plan_->add_cheap(nullptr, subgraph::cheap_bounds_work(request_.effort, part), part);
  }
}

void AnswerBounds::improve(const subgraph::Problem& problem, subgraph::Solution& solution,
                           const RunContext& run) {
  const Vertex s = size_of(solution);
  const bool is_open = !request_.connected || !is_settled(solution);
  if (is_open && shares_.exceeds_automatic() && !whole_.interrupted()) {
    const subgraph::Bound first = ledger().best(s);
    const RunContext about = subgraph::about_size(ledger(), s, solution.objective(), run);
    if (request_.effort == subgraph::Effort::proof && !request_.top) {
      search_on(problem, solution, first, about);
    } else {
      plan_->tighten(s, solution.objective(), about.part(shares_.strong_seconds(run.time_limit())));
    }
  }
  // Kept proofs should be checkable.
  const double proven = request_.connected ? nothing_known : solution.upper_bound.value_or(nothing_known);
  plan_->prefer_checkable(s, proven, whole_);
}

/// Alternates bounds and searches (`proof`): first bounds, then turns of doubling length until bound and
/// answer meet or the run ends. A quarter of every turn goes into the answer, the rest into the bound.
/// `first`: the bound before.
///
/// From the second turn, methods with starts begin at random ones, unless the problem gives one. A method
/// that would repeat its answer is skipped.
void AnswerBounds::search_on(const subgraph::Problem& problem, subgraph::Solution& solution,
                             const subgraph::Bound& first, const RunContext& run) {
  // Bounds that do not fill a turn of this many seconds will not fill a longer one.
  constexpr double longest_turn = 1e6;
  // Seconds of the first turn per vertex and arc, with limits.
  constexpr double first_turn = 4e-5;
  constexpr double shortest_first_turn = 0.02;
  constexpr double longest_first_turn = 2.0;
  const Vertex s = size_of(solution);
  const auto log = [&](double seconds, double bound, std::string_view by) {
    if (!events_.proof) return;
    const double gap = subgraph::relative_gap(bound, solution.objective());
    events_.proof({s, seconds, solution.objective(), bound, gap, by});
  };
  const auto log_bound = [&](std::string_view by) { log(whole_.elapsed(), bound(s).value, by); };
  log(whole_.elapsed(), first.value, first.name);
  plan_->tighten(s, solution.objective(), run.part(shares_.strong_seconds(run.time_limit())));
  if (ledger().best(s).value < first.value) log_bound(ledger().best(s).name);
  subgraph::Problem one = problem;
  one.s = s;
  const double room = ledger().family().room(s);
  const auto open = [&] {
    return !run.should_stop() && !proof_of(sums_, bound(s).value, solution, room).settled();
  };
  const bool takes_start = shares_.method().uses_start;
  bool repeats = false;  // another run of the method would give the same answer
  double turn = std::clamp(first_turn * (static_cast<double>(one.graph.num_vertices()) +
                                         static_cast<double>(one.graph.num_arcs())),
                           shortest_first_turn, longest_first_turn);
  for (int round = 0; open(); ++round, turn *= 2.0) {
    settle_connected(one, solution, std::numeric_limits<std::uint64_t>::max(), run.part(0.75 * turn));
    if (!open()) break;
    const double before = ledger().best(s).value;
    const RunContext bound_part = run.part(0.75 * turn);
    plan_->tighten(s, solution.objective(), bound_part);
    const bool fell = improves(before, ledger().best(s).value, sums_);
    if (fell) log_bound(ledger().best(s).name);
    if (!open()) break;
    if (repeats) {
      const bool nothing_left = !bound_part.should_stop() && !fell;
      if (nothing_left && turn >= std::min(longest_turn, run.time_limit() - run.elapsed())) break;
      continue;
    }
    subgraph::Problem again = one;
    again.upper_bound = bound_inside(s);
    if (round > 0 && takes_start && !one.start) again.start = subgraph::StartKind::random;
    subgraph::Solution other =
        subgraph::solve(request_.method, again, shares_.settings(), run.part(0.25 * turn));
    repeats = (!takes_start || one.start) && other.stop_reason != StopReason::deadline;
    if (!improves(other.objective(), solution.objective(), sums_)) continue;
    solution = std::move(other);
    log_bound(request_.method);
  }
  take_search(solution);
}

subgraph::Bound AnswerBounds::without(const VertexSet& earlier, const subgraph::Solution& solution,
                                      std::size_t answers, const RunContext& run) const {
  const Vertex s = size_of(solution);
  if (request_.effort == subgraph::Effort::none || run.should_stop()) return bound(s);
  subgraph::SetFamily family{.exclude = request_.exclude, .values = request_.values};
  family.exclude.insert(family.exclude.end(), earlier.begin(), earlier.end());
  subgraph::BoundPlan plan(graph_, family, std::span(&s, 1), run, subgraph::Proofs::drop);
  plan.limit_memory(memory());
  plan.add_cheap(nullptr, subgraph::cheap_bounds_work(request_.effort, run), run.on_parts());
  if (shares_.bounds_follow()) {
    const subgraph::SearchedSize size =
        shares_.searched(reduced_.problem.graph, solution, shares_.settings(), answers, 1);
    plan.spend_on(std::span(&size, 1), run.on_parts());
  }
  if (shares_.exceeds_automatic()) {
    const double seconds = std::min(subgraph::strong_seconds, run.time_left());
    plan.tighten(s, solution.objective(), run.on_parts().part(seconds));
  }
  return plan.ledger().best(s);
}

void AnswerBounds::compare(const subgraph::Bound& bound, Weight objective) const {
  if (least_meeting(objective, sums_) <= bound.value) return;
  if (request_.core_of && !request_.core_of->bounds.empty()) {
    throw InputError(
        {"the declared core"},
        fmt::format("stated bounds allow sets of {} vertices a weight of {}, and one of {} was found",
                    bound.s, format_exact(bound.value), format_exact(objective)),
        "state no bounds that are not proven");
  }
  throw InternalError(
      fmt::format("the upper bound {} by rule {} is below the weight of a set of {} vertices, {}",
                  format_exact(bound.value), bound.name, bound.s, format_exact(objective)));
}

}  // namespace lode::detail
