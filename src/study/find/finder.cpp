#include "study/find/finder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/study/find.hpp>

#include "study/find/answer_bounds.hpp"
#include "study/find/time_shares.hpp"
#include "subgraph/connected/search.hpp"
#include "subgraph/diverse/several.hpp"
#include "subgraph/problem/exclusion.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"

namespace lode {
namespace {

/// Finds the sets of a request with their bounds.
class Finder {
 public:
  Finder(const Graph& graph, const FindRequest& request, const RunContext& run, const FindEvents& events)
      : graph_(graph),
        given_(request),
        request_(without_small_components()),
        whole_(run.for_call()),
        events_(events),
        shares_(request_, whole_),
        reduced_(reduced()),
        bounds_(graph_, request_, events_, shares_, reduced_, whole_) {}

  FindResult find() {
    FindResult result;
    result.answers = request_.top ? several_of_each() : one_of_each();
    for (FindAnswer& answer : result.answers) {
      answer.include = named_vertices(graph_, request_.include);
      answer.exclude = named_vertices(graph_, given_.exclude);
      answer.connected = request_.connected;
    }
    result.ledger = bounds_.plan().shared_ledger();
    result.seconds = whole_.elapsed();
    return result;
  }

 private:
  /// The request. If answers must be connected, vertices that no answer of the smallest size can contain are
  /// excluded, unless a declared core states bounds on other sets.
  FindRequest without_small_components() const {
    detail::check_request(graph_, given_);
    FindRequest within = given_;
    if (!given_.connected || given_.core_of) return within;
    const auto [least, most] = std::ranges::minmax(given_.sizes);
    const VertexSet out = subgraph::out_of_reach(
        {.graph = graph_, .s = least, .include = given_.include, .exclude = given_.exclude});
    within.exclude.insert(within.exclude.end(), out.begin(), out.end());
    if (within.exclude.size() + most > graph_.num_vertices()) within.exclude = given_.exclude;
    return within;
  }

  /// The problem of the largest size without the excluded vertices. Errors: the errors of the request, and
  /// InvalidArgument if the smallest sets cannot contain the vertices to include.
  subgraph::ReducedProblem reduced() const {
    const auto [least, most] = std::ranges::minmax(request_.sizes);
    const subgraph::ReducedProblem found = subgraph::without_excluded({.graph = graph_,
                                                                       .s = most,
                                                                       .start = request_.start,
                                                                       .given = request_.given,
                                                                       .include = request_.include,
                                                                       .exclude = request_.exclude,
                                                                       .values = request_.values,
                                                                       .connected = request_.connected,
                                                                       .target = request_.target});
    if (request_.include.empty()) return found;
    subgraph::Problem smallest = found.problem;
    smallest.s = least;
    smallest.connected = false;
    smallest.values.clear();
    subgraph::check_problem(smallest, subgraph::Anchors::kept);
    return found;
  }

  /// Work of an exhaustive search of connected sets: about 0.3 s, and 10 s for larger efforts.
  std::uint64_t connected_work() const { return shares_.exceeds_automatic() ? 3'000'000'000 : 100'000'000; }

  /// Answers in the order asked; after an interruption at least the first.
  std::vector<FindAnswer> one_of_each() {
    std::vector<Vertex> sizes = request_.sizes;
    std::sort(sizes.begin(), sizes.end());
    const RunContext run = whole_.part(shares_.search_seconds(whole_.time_left(), sizes.size()));
    std::vector<subgraph::Solution> solutions = search_sizes(sizes, shares_.first_settings(), run);
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      bounds_.settle_connected(
          reduced_.problem, solutions[i], connected_work(),
          whole_.part(0.5 * whole_.time_left() / static_cast<double>(solutions.size() - i)));
    }
    bounds_.follow(solutions, shares_.first_settings(), solutions.size(), whole_);
    const RunContext more = whole_.part(shares_.search_seconds(whole_.time_left(), sizes.size()));
    if (searches_on(solutions, more)) {
      std::vector<subgraph::Solution> others = search_sizes(sizes, shares_.settings(), more);
      for (std::size_t i = 0; i < std::min(solutions.size(), others.size()); ++i) {
        if (others[i].objective() >= solutions[i].objective()) solutions[i] = std::move(others[i]);
      }
      bounds_.follow(solutions, shares_.settings(), solutions.size(), whole_);
    }
    bounds_.bound_whole_graph(solutions);
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      RunContext part = whole_.part(whole_.time_left() / static_cast<double>(solutions.size() - i));
      bounds_.improve(reduced_.problem, solutions[i], part);
    }
    std::vector<FindAnswer> found;
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      found.push_back(answer(reduced_.problem, std::move(solutions[i]), bounds_.bound(sizes[i]), run));
    }
    std::vector<FindAnswer> answers;
    for (const Vertex s : request_.sizes) {
      const auto at = std::ranges::lower_bound(found, s, {}, &FindAnswer::s);
      if (at != found.end() && at->s == s) answers.push_back(std::move(*at));
    }
    return answers;
  }

  /// True if a longer search follows the first bounds: time is left, and an answer has a gap.
  bool searches_on(std::span<const subgraph::Solution> solutions, const RunContext& run) const {
    return shares_.searches_on() && !run.should_stop() &&
           detail::begins_in_time(reduced_.problem.graph, run) &&
           std::ranges::any_of(solutions, [&](const subgraph::Solution& one) {
             const double bound = bounds_.bound(static_cast<Vertex>(one.vertices.size())).value;
             return one.stop_reason != StopReason::target && !meets(bound, one.objective(), bounds_.sums());
           });
  }

  /// One answer of each size, by increasing size.
  std::vector<subgraph::Solution> search_sizes(const std::vector<Vertex>& sizes,
                                               const subgraph::MethodSettings& settings,
                                               const RunContext& run) {
    std::vector<double> upper_bounds;
    for (const Vertex s : sizes) upper_bounds.push_back(bounds_.bound_inside(s));
    std::vector<subgraph::Solution> solutions =
        detail::is_curve(sizes) ? subgraph::solve_sizes(request_.method, reduced_.problem, sizes,
                                                        upper_bounds, settings, run.on_parts())
                                : one_by_one(sizes, upper_bounds, settings, run);
    for (subgraph::Solution& solution : solutions) bounds_.take_search(solution);
    return solutions;
  }

  /// Searches every size with separate hints. After a cancel, sizes not begun are missing.
  std::vector<subgraph::Solution> one_by_one(const std::vector<Vertex>& sizes,
                                             const std::vector<double>& upper_bounds,
                                             const subgraph::MethodSettings& settings,
                                             const RunContext& run) {
    std::vector<subgraph::Solution> solutions;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (i > 0 && run.interrupted()) break;
      subgraph::Problem one = reduced_.problem;
      one.s = sizes[i];
      one.upper_bound = upper_bounds[i];
      one.hints = bounds_.hints(sizes[i]);
      if (std::optional<subgraph::Solution> left = i > 0 ? peeled_set(one, run) : std::nullopt) {
        solutions.push_back(*std::move(left));
        continue;
      }
      const RunContext part = run.part(run.time_left() / static_cast<double>(sizes.size() - i));
      solutions.push_back(subgraph::solve(request_.method, one, settings,
                                          subgraph::about_size(bounds_.ledger(), sizes[i], {}, part)));
    }
    return solutions;
  }

  /// A fallback if the time left is too short to begin a search: the set left by peeling, or the vertices of
  /// largest degree. Empty if time remains or the request has other demands.
  std::optional<subgraph::Solution> peeled_set(const subgraph::Problem& problem, const RunContext& run) {
    const bool plain = request_.include.empty() && request_.exclude.empty() && !request_.connected &&
                       !problem.start && !request_.core_of && request_.values.empty();
    if (!plain || detail::begins_in_time(reduced_.problem.graph, run)) return std::nullopt;
    std::optional<VertexSet> set = subgraph::last_peeled(bounds_.plan().findings(), problem.s);
    if (!set) {
      if (by_degree_.empty()) by_degree_ = subgraph::detail::degree_order(problem.graph);
      set = subgraph::detail::last_of(by_degree_, problem.s);
    }
    return subgraph::finish_solution(problem, *std::move(set), {}, StopReason::deadline, 0, run);
  }

  /// Several answers of every size, by size.
  std::vector<FindAnswer> several_of_each() {
    std::vector<FindAnswer> answers;
    const std::vector<Vertex>& sizes = request_.sizes;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (i > 0 && whole_.interrupted()) break;
      subgraph::Problem one = reduced_.problem;
      one.s = sizes[i];
      const RunContext both = whole_.part(whole_.time_left() / static_cast<double>(sizes.size() - i));
      const auto search_time = [&] { return both.part(shares_.search_seconds(both.time_left(), 1)); };
      const RunContext run = search_time();
      const auto count = static_cast<std::size_t>(std::max(0, *request_.top));
      std::vector<subgraph::Solution> solutions = search_several(one, count, shares_.first_settings(), run);
      subgraph::Solution best = solutions.front();
      bounds_.settle_connected(one, best, 0, both);
      if (solutions.size() < count && events_.note) events_.note(solutions.back().note);
      const bool each = bounds_each(sizes[i]);
      const auto share = [&](std::size_t left) {
        return both.part(both.time_left() / static_cast<double>(each ? left : 1));
      };
      const RunContext part = share(solutions.size());
      bounds_.follow({&solutions.front(), 1}, shares_.first_settings(), solutions.size(), part);
      if (const RunContext more = search_time(); searches_on({&solutions.front(), 1}, more)) {
        std::vector<subgraph::Solution> others = search_several(one, count, shares_.settings(), more);
        if (!std::ranges::lexicographical_compare(others, solutions, {}, &subgraph::Solution::objective,
                                                  &subgraph::Solution::objective)) {
          solutions = std::move(others);
        }
        bounds_.follow({&solutions.front(), 1}, shares_.settings(), solutions.size(),
                       share(solutions.size()));
      }
      bounds_.bound_whole_graph({&solutions.front(), 1});
      bounds_.improve(one, solutions.front(), share(solutions.size()));
      VertexSet earlier;
      subgraph::Bound of_all = bounds_.bound(sizes[i]);
      for (std::size_t rank = 0; rank < solutions.size(); ++rank) {
        subgraph::Bound least = of_all;
        if (rank > 0 && !each) solutions[rank].upper_bound.reset();
        if (rank > 0 && each) {
          const subgraph::Bound without =
              bounds_.without(earlier, solutions[rank], solutions.size(), share(solutions.size() - rank));
          if (without.value < least.value) least = without;
        }
        answers.push_back(answer(one, std::move(solutions[rank]), least, run));
        answers.back().rank = static_cast<int>(rank) + 1;
        if (rank == 0) of_all = answers.back().bound;  // the bound proven by the method may be smaller
        if (rank > 0 && each) answers.back().earlier = named_vertices(graph_, earlier);
        const VertexSet& found = answers.back().solution.vertices;
        earlier.insert(earlier.end(), found.begin(), found.end());
      }
    }
    return answers;
  }

  /// Several answers of one size, the heaviest first.
  std::vector<subgraph::Solution> search_several(subgraph::Problem& problem, std::size_t count,
                                                 const subgraph::MethodSettings& settings,
                                                 const RunContext& run) {
    problem.upper_bound = bounds_.bound_inside(problem.s);
    std::vector<subgraph::Solution> solutions =
        subgraph::solve_several(request_.method, problem, settings, count, request_.max_overlap,
                                subgraph::about_size(bounds_.ledger(), problem.s, {}, run));
    bounds_.take_search(solutions.front());
    return solutions;
  }

  /// True if a later answer is bounded without the vertices of earlier answers: answers share no vertices,
  /// and no bound on all sets is needed.
  bool bounds_each(Vertex s) const {
    return subgraph::most_shared(request_.max_overlap, s) == 0 && !request_.keep_proofs && !request_.core_of;
  }

  FindAnswer answer(const subgraph::Problem& problem, subgraph::Solution solution,
                    const subgraph::Bound& least, const RunContext& run) {
    const auto s = static_cast<Vertex>(solution.vertices.size());
    if (request_.core_of) solution.upper_bound.reset();
    bounds_.compare(least,
                    solution.objective() - subgraph::detail::objective_error(solution, bounds_.sums()));
    FindAnswer found = detail::make_find_answer(problem.graph, problem.values, request_.method,
                                                shares_.preset(), std::move(solution), least, run);
    if (request_.keep_proofs) {
      const double checked = least_meeting(bounds_.ledger().best(s).value, bounds_.sums());
      found.checkable = bounds_.ledger().checkable(s) && checked <= found.bound.value;
    }
    found.solution.vertices = reduced_.part.to_graph(found.solution.vertices);
    detail::judge(found, bounds_.sums(), bounds_.ledger().family().room(s));
    return found;
  }

  const Graph& graph_;
  const FindRequest& given_;
  const FindRequest request_;  ///< see without_small_components
  const RunContext whole_;     ///< one budget and one clock for bounds and searches
  const FindEvents& events_;
  const detail::TimeShares shares_;
  subgraph::ReducedProblem reduced_;  ///< without the vertices to exclude
  detail::AnswerBounds bounds_;
  /// Vertices by degree, for sizes without time for a search; or empty.
  std::vector<Vertex> by_degree_;
};

// --- the lightest sets ---------------------------------------------------------------------------------

/// Negation without -0.
double opposite(double number) { return 0.0 - number; }

FindRequest opposite_of(const FindRequest& request) {
  detail::refuse_asked(request, {"core_of"}, "does not go with minimise: a core holds the heaviest sets",
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
}

/// The lightest sets: the heaviest sets for negated weights and values, reported in the original signs.
/// Errors: as find; InvalidArgument for a declared core.
FindResult find_lightest(const Graph& graph, const FindRequest& request, const FindEvents& events,
                         const RunContext& run) {
  const FindRequest heaviest = opposite_of(request);
  FindResult result = find(negated(graph), heaviest, opposite_of(events), run.with_reports_as(-1.0, 0.0));
  for (FindAnswer& answer : result.answers) turn_round(graph, request.values, answer);
  return result;
}

}  // namespace

FindResult find(const Graph& graph, const FindRequest& request, const RunContext& run) {
  return find(graph, request, FindEvents(), run);
}

FindResult find(const Graph& graph, const FindRequest& request, const FindEvents& events,
                const RunContext& run) {
  if (request.minimise) return find_lightest(graph, request, events, run);
  if (auto found = detail::find_in_core(graph, request, events, run)) return *std::move(found);
  return detail::find_in_graph(graph, detail::with_value_demands(graph, request, events), events, run);
}

FindResult detail::find_in_graph(const Graph& graph, const FindRequest& request, const FindEvents& events,
                                 const RunContext& run) {
  try {
    return Finder(graph, request, run, events).find();
  } catch (const subgraph::detail::BoundRefused& error) {
    throw InternalError(error.what());  // the bounds are those of lode
  }
}

}  // namespace lode
