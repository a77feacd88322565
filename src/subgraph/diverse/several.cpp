#include "subgraph/diverse/several.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/part.hpp>

#include "subgraph/limits/limited_search.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"

namespace lode::subgraph {
namespace {

/// Work of the exchanges for one answer since their last gain, in arcs and in visits of the graph.
constexpr std::uint64_t exchange_work = 20'000'000;
constexpr std::uint64_t exchange_passes = 2000;

/// Largest number of attempts around the best set; an attempt without a gain is the last.
constexpr int most_attempts = 4;

struct Several {
  std::string_view method;
  const Problem& problem;
  const MethodSettings& settings;
  std::size_t count;
  Vertex shared;  ///< vertices of two answers, at most
  const RunContext& run;
  VertexSet include = problem.include;  ///< increasing
  std::vector<Solution> answers = {};
  std::string refusal = {};  ///< of the last attempt

  std::vector<Solution> solve_all() {
    std::ranges::sort(include);
    const double share = run.time_limit() / static_cast<double>(count);
    answers.push_back(solve(method, problem, settings, count == 1 ? run : run.part(share)));
    while (answers.size() < count) {
      std::optional<Solution> next;
      if (!run.should_stop()) next = next_answer(share);
      if (!next) {
        std::string& note = answers.back().note;
        note += fmt::format("{}no answer {} of {}: {}", note.empty() ? "" : "; ", answers.size() + 1, count,
                            why_none());
        break;
      }
      answers.push_back(*std::move(next));
    }
    return std::move(answers);
  }

  std::string why_none() const {
    if (run.should_stop()) return run.interrupted() ? "interrupted" : "the time limit was reached";
    if (shared == 0) return refusal;  // no set exists
    return fmt::format("no further set of {} vertices was found that shares at most {} with each{}",
                       problem.s, shared, problem.connected ? " and is connected" : "");
  }

  /// The best set found by exchanges and by attempts around the best set, if any.
  std::optional<Solution> next_answer(double share) {
    const double begun = run.elapsed();
    const double slice = share / (most_attempts + 3);
    std::optional<Solution> best = exchanged_answer(slice);
    if (!best) best = attempt(allowed_densest(), true, run.part(slice));
    if (!best && shared > 0) best = attempt(allowed_around(include), true, run.part(slice));
    for (int i = 0; best && shared > 0 && i < most_attempts && !run.should_stop(); ++i) {
      std::optional<Solution> found = attempt(allowed_around(best->vertices), i % 2 == 1, run.part(slice));
      // An attempt around the same set would give the same answer.
      if (!found || !detail::any_gain.improves(found->objective(), best->objective())) break;
      found->seconds_to_best += run.elapsed() - begun - found->seconds;
      best = std::move(found);
    }
    if (!best) return std::nullopt;
    best->seconds = run.elapsed() - begun;
    best->stationarity.reset();
    // The bound of an attempt ignores sets with excluded vertices.
    if (shared > 0) best->upper_bound.reset();
    return best;
  }

  /// The heaviest set found that keeps the overlaps: each earlier answer is a group with a limit. Empty for
  /// connected answers, unsupported by this search.
  std::optional<Solution> exchanged_answer(double slice) {
    if (shared == 0 || problem.connected) return std::nullopt;
    const std::uint64_t size = problem.graph.num_vertices() + problem.graph.num_arcs();
    const std::uint64_t work = std::min(exchange_work, exchange_passes * size);
    std::vector<GroupLimits> groups;
    for (const Solution& answer : answers) groups.push_back({answer.vertices, 0, shared});
    return unless_refused([&] {
      return limited_search(problem, groups, answers.front().vertices, {.exhaustive_work = 0, .work = work},
                            run.part(slice));
    });
  }

  /// The solution of `search`; nothing, and a refusal, if there is no set or too little of the graph is left.
  template <class Search>
  std::optional<Solution> unless_refused(Search&& search) {
    try {
      return search();
    } catch (const detail::BoundRefused&) {
      throw;
    } catch (const InvalidArgument& refused) {
      refusal = refused.what();
      return std::nullopt;
    }
  }

  /// Solves without the members of earlier answers that are not in `allowed`, one set per earlier answer.
  std::optional<Solution> attempt(const std::vector<VertexSet>& allowed, bool from_allowed,
                                  const RunContext& part) {
    Problem rest = problem;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      std::ranges::set_difference(answers[i].vertices, allowed[i], std::back_inserter(rest.exclude));
    }
    std::ranges::sort(rest.exclude);
    rest.exclude.erase(std::unique(rest.exclude.begin(), rest.exclude.end()), rest.exclude.end());
    if (from_allowed && !rest.start && !allowed.front().empty() &&
        lode::subgraph::method(method).uses_start) {
      rest.start = StartKind::given;
      rest.given = allowed.front();
    }
    const std::size_t left = rest.graph.num_vertices() - rest.exclude.size();
    if (left < rest.s) {
      refusal = fmt::format("{} {} left, and s is {}", format_plural(left, "vertex", "vertices"),
                            left == 1 ? "is" : "are", rest.s);
      return std::nullopt;
    }
    return unless_refused([&] { return solve(method, rest, settings, part); });
  }

  /// For every earlier answer, `shared` of its vertices: included vertices first, then the largest values.
  template <class ValueIn>
  std::vector<VertexSet> allowed_by(ValueIn&& value_in) const {
    std::vector<VertexSet> allowed;
    for (const Solution& answer : answers) {
      const auto value = value_in(answer.vertices);
      std::vector<std::tuple<bool, double, Vertex>> order;
      for (const Vertex v : answer.vertices)
        order.emplace_back(!std::ranges::binary_search(include, v), -value(v), v);
      std::ranges::sort(order);
      VertexSet& chosen = allowed.emplace_back();
      for (std::size_t i = 0; i < shared; ++i) chosen.push_back(std::get<Vertex>(order[i]));
      std::ranges::sort(chosen);
    }
    return allowed;
  }
  /// The vertices of each answer that peeling removes last.
  std::vector<VertexSet> allowed_densest() const {
    return allowed_by([&](const VertexSet& answer) {
      VertexSet left = peel(induced_subgraph(problem.graph, answer), std::max<Vertex>(1, shared));
      for (Vertex& v : left) v = answer[v];
      return [left = std::move(left)](Vertex v) { return std::ranges::binary_search(left, v) ? 1.0 : 0.0; };
    });
  }
  /// The vertices of the guide, then the vertices of most weight into it.
  std::vector<VertexSet> allowed_around(const VertexSet& guide) const {
    const auto holds = [&](Vertex v) { return std::ranges::binary_search(guide, v); };
    const auto value = [&](Vertex v) {
      double weight = 0.0;
      problem.graph.for_each_neighbor(v, [&](Vertex u, Weight w) { weight += holds(u) ? w : 0.0; });
      return holds(v) ? std::numeric_limits<double>::max() : weight;
    };
    return allowed_by([&](const VertexSet&) { return value; });
  }
};

}  // namespace

Vertex most_shared(double max_overlap, Vertex s) {
  // The margin is for products like 0.07 * 100 that fall short of an integer by rounding; answers that share
  // all s vertices would be one.
  const double shared = std::floor(max_overlap * static_cast<double>(s) * (1.0 + rounding_tolerance));
  return std::min(static_cast<Vertex>(shared), s - 1);
}

std::vector<Solution> solve_several(std::string_view method, const Problem& problem,
                                    const MethodSettings& settings, std::size_t count, double max_overlap,
                                    const RunContext& context) {
  RunContext run = context.for_call();
  if (count < 1) throw InvalidArgument("number of answers", "0", "must be at least 1");
  if (!(max_overlap >= 0.0 && max_overlap < 1.0)) {
    throw InvalidArgument("max-overlap", fmt::format("{}", max_overlap), "must be at least 0 and below 1");
  }
  const Vertex shared = most_shared(max_overlap, problem.s);
  if (count > 1 && problem.include.size() > shared) {
    throw InvalidArgument(
        "include", "names " + format_plural(problem.include.size(), "vertex", "vertices"),
        fmt::format("that would be in all answers, but two answers share at most {}", shared),
        "include fewer, or raise max-overlap");
  }
  return Several{method, problem, settings, count, shared, run}.solve_all();
}

}  // namespace lode::subgraph
