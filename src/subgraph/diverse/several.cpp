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

class Several {
 public:
  Several(std::string_view method, const Problem& problem, const MethodSettings& settings, std::size_t count,
          double max_overlap, const RunContext& run)
      : method_(method),
        problem_(problem),
        settings_(settings),
        count_(count),
        shared_(most_shared(max_overlap, problem.s)),
        run_(run),
        include_(problem.include) {
    std::sort(include_.begin(), include_.end());
  }

  std::vector<Solution> solve_all() {
    const double share = run_.time_limit() / static_cast<double>(count_);
    answers_.push_back(solve(method_, problem_, settings_, count_ == 1 ? run_ : run_.part(share)));
    while (answers_.size() < count_) {
      std::optional<Solution> next;
      if (!run_.should_stop()) next = next_answer(share);
      if (!next) {
        std::string& note = answers_.back().note;
        note += fmt::format("{}no answer {} of {}: {}", note.empty() ? "" : "; ", answers_.size() + 1, count_,
                            why_none());
        break;
      }
      answers_.push_back(*std::move(next));
    }
    return std::move(answers_);
  }

 private:
  std::string why_none() const {
    if (run_.should_stop()) return run_.interrupted() ? "interrupted" : "the time limit was reached";
    if (shared_ == 0) return refusal_;  // no set exists
    return fmt::format("no further set of {} vertices was found that shares at most {} with each{}",
                       problem_.s, shared_, problem_.connected ? " and is connected" : "");
  }

  /// The best set found by exchanges and by attempts around the best set, if any.
  std::optional<Solution> next_answer(double share) {
    const double begun = run_.elapsed();
    const double slice = share / (most_attempts + 3);
    std::optional<Solution> best = exchanged_answer(slice);
    if (!best) best = attempt(allowed_densest(), true, run_.part(slice));
    if (!best && shared_ > 0) best = attempt(allowed_around(include_), true, run_.part(slice));
    for (int i = 0; best && shared_ > 0 && i < most_attempts && !run_.should_stop(); ++i) {
      std::optional<Solution> found = attempt(allowed_around(best->vertices), i % 2 == 1, run_.part(slice));
      // An attempt around the same set would give the same answer.
      if (!found || !detail::any_gain.improves(found->objective(), best->objective())) break;
      found->seconds_to_best += run_.elapsed() - begun - found->seconds;
      best = std::move(found);
    }
    if (!best) return std::nullopt;
    best->seconds = run_.elapsed() - begun;
    best->stationarity.reset();
    // The bound of an attempt ignores sets with excluded vertices.
    if (shared_ > 0) best->upper_bound.reset();
    return best;
  }

  /// The heaviest set found that keeps the overlaps: each earlier answer is a group with a limit. Empty for
  /// connected answers, unsupported by this search.
  std::optional<Solution> exchanged_answer(double slice) {
    if (shared_ == 0 || problem_.connected) return std::nullopt;
    const std::uint64_t size = problem_.graph.num_vertices() + problem_.graph.num_arcs();
    const std::uint64_t work = std::min(exchange_work, exchange_passes * size);
    std::vector<GroupLimits> groups;
    for (const Solution& answer : answers_) groups.push_back({answer.vertices, 0, shared_});
    return unless_refused([&] {
      return limited_search(problem_, groups, answers_.front().vertices, {.exhaustive_work = 0, .work = work},
                            run_.part(slice));
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
      refusal_ = refused.what();
      return std::nullopt;
    }
  }

  /// Solves without the members of earlier answers that are not in `allowed`, one set per earlier answer.
  std::optional<Solution> attempt(const std::vector<VertexSet>& allowed, bool from_allowed,
                                  const RunContext& part) {
    Problem problem = problem_;
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      std::ranges::set_difference(answers_[i].vertices, allowed[i], std::back_inserter(problem.exclude));
    }
    std::sort(problem.exclude.begin(), problem.exclude.end());
    problem.exclude.erase(std::unique(problem.exclude.begin(), problem.exclude.end()), problem.exclude.end());
    if (from_allowed && !problem.start && !allowed.front().empty() &&
        lode::subgraph::method(method_).uses_start) {
      problem.start = StartKind::given;
      problem.given = allowed.front();
    }
    const std::size_t left = problem.graph.num_vertices() - problem.exclude.size();
    if (left < problem.s) {
      refusal_ = fmt::format("{} {} left, and s is {}", format_plural(left, "vertex", "vertices"),
                             left == 1 ? "is" : "are", problem.s);
      return std::nullopt;
    }
    return unless_refused([&] { return solve(method_, problem, settings_, part); });
  }

  /// For every earlier answer, `shared_` of its vertices: included vertices first, then the largest values.
  template <class ValueIn>
  std::vector<VertexSet> allowed_by(ValueIn&& value_in) const {
    std::vector<VertexSet> allowed;
    for (const Solution& answer : answers_) {
      const auto value = value_in(answer.vertices);
      std::vector<std::tuple<bool, double, Vertex>> order;
      for (const Vertex v : answer.vertices)
        order.emplace_back(!std::ranges::binary_search(include_, v), -value(v), v);
      std::ranges::sort(order);
      VertexSet& chosen = allowed.emplace_back();
      for (std::size_t i = 0; i < shared_; ++i) chosen.push_back(std::get<Vertex>(order[i]));
      std::ranges::sort(chosen);
    }
    return allowed;
  }
  /// The vertices of each answer that peeling removes last.
  std::vector<VertexSet> allowed_densest() const {
    return allowed_by([&](const VertexSet& answer) {
      VertexSet left = peel(induced_subgraph(problem_.graph, answer), std::max<Vertex>(1, shared_));
      for (Vertex& v : left) v = answer[v];
      return [left = std::move(left)](Vertex v) { return std::ranges::binary_search(left, v) ? 1.0 : 0.0; };
    });
  }
  /// The vertices of the guide, then the vertices of most weight into it.
  std::vector<VertexSet> allowed_around(const VertexSet& guide) const {
    const auto holds = [&](Vertex v) { return std::ranges::binary_search(guide, v); };
    const auto value = [&](Vertex v) {
      double weight = 0.0;
      problem_.graph.for_each_neighbor(v, [&](Vertex u, Weight w) { weight += holds(u) ? w : 0.0; });
      return holds(v) ? std::numeric_limits<double>::max() : weight;
    };
    return allowed_by([&](const VertexSet&) { return value; });
  }

  std::string_view method_;
  const Problem& problem_;
  const MethodSettings& settings_;
  const std::size_t count_;
  const Vertex shared_;
  const RunContext& run_;
  VertexSet include_;
  std::vector<Solution> answers_;
  std::string refusal_;  ///< of the last attempt
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
  return Several(method, problem, settings, count, max_overlap, run).solve_all();
}

}  // namespace lode::subgraph
