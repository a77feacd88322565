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
#include <lode/core/rng.hpp>
#include <lode/core/text.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/components.hpp>

#include "core/stream_tags.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/problem/valued_problem.hpp"
#include "subgraph/state/set_pool.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {
namespace {

/// Seeds of the direct growth, whose best set counts: each costs a growth and its exchanges, and the first
/// few may all lie in one dense place.
constexpr std::size_t growth_seeds = 16;

/// Attempts for one answer: the first keeps the densest parts of the earlier answers, some keep random
/// vertices of them, and the others what the best set so far shares with them, as long as each gives a better
/// one.
constexpr int blind_attempts = 3;
constexpr int most_attempts = blind_attempts + 4;

/// Sets that share few vertices with earlier answers, by greedy growth and exchanges of one vertex.
class DirectGrowth {
 public:
  /// `weighed`: the problem that sets are weighed in, with a hub (valued_problem.hpp) where vertices have
  /// values.
  DirectGrowth(const Problem& problem, const Problem& weighed, const std::vector<Solution>& answers,
               Vertex shared, const RunContext& run)
      : problem_(problem),
        has_hub_(!problem.values.empty()),
        shared_(shared),
        run_(run),
        state_(weighed.graph, weighed.include, weighed.include),
        held_by_(problem.graph.num_vertices()),
        uses_(answers.size(), 0),
        left_out_(problem.graph.num_vertices(), 0) {
    for (std::size_t i = 0; i < answers.size(); ++i) {
      for (const Vertex v : answers[i].vertices) held_by_[v].push_back(static_cast<std::uint32_t>(i));
    }
    for (const Vertex v : problem.include) count_uses(v, 1);
    for (const Vertex v : problem.exclude) left_out_[v] = 1;
  }

  /// The best of the sets grown from some seeds; empty when none of them reaches s vertices.
  VertexSet find() {
    detail::Found best{-std::numeric_limits<Weight>::infinity(), {}};
    for (const Vertex seed : seeds()) {
      if (run_.should_stop()) break;
      if (!grow(seed)) continue;
      exchange();
      if (detail::improves_recounted(detail::any_gain, state_, best.weight))
        best = {state_.weight(), state_.sorted_members()};
    }
    if (has_hub_ && !best.vertices.empty()) best.vertices.pop_back();
    return best.vertices;
  }

 private:
  /// Without a hub.
  Vertex size() const { return state_.size() - (has_hub_ ? 1 : 0); }
  VertexSet members() const {
    VertexSet set = state_.sorted_members();
    if (has_hub_) set.pop_back();
    return set;
  }

  /// Vertices in few earlier answers, of large strength, first. Vertices to include also grow without a seed.
  std::vector<Vertex> seeds() const {
    const Graph& graph = state_.graph();
    std::vector<Vertex> order;
    for (Vertex v = 0; v < problem_.graph.num_vertices(); ++v) {
      if (allowed(v)) order.push_back(v);
    }
    const std::size_t count = std::min(order.size(), growth_seeds);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](Vertex a, Vertex b) {
                        const auto key = [&](Vertex v) {
                          return std::tuple(!held_by_[v].empty(), -graph.strength(v), v);
                        };
                        return key(a) < key(b);
                      });
    order.resize(count);
    if (!problem_.include.empty()) order.insert(order.begin(), no_vertex);
    return order;
  }

  bool allowed(Vertex v) const {
    return state_.is_outsider(v) && !left_out_[v] &&
           std::ranges::none_of(held_by_[v], [&](auto i) { return uses_[i] >= shared_; }) && may_connect(v);
  }
  /// With a hub every vertex touches the set.
  bool may_connect(Vertex v) const {
    return !has_hub_ || !problem_.connected || size() == 0 ||
           std::ranges::any_of(problem_.graph.neighbors(v), [&](Vertex u) { return !state_.is_outsider(u); });
  }
  void count_uses(Vertex v, int change) {
    for (const auto i : held_by_[v]) uses_[i] += static_cast<Vertex>(change);
  }
  void add(Vertex v) {
    state_.add(v);
    count_uses(v, 1);
  }
  void remove(Vertex v) {
    state_.remove(v);
    count_uses(v, -1);
  }

  /// The best vertex to add: of largest d_S, ties to fewer earlier answers, then to the smaller number. Where
  /// no outsider that touches the set may come, any other does, unless the answer is to be connected.
  Vertex best_addition() const {
    Vertex best = no_vertex;
    const auto consider = [&](Vertex v) {
      if (!allowed(v)) return;
      const auto key = [&](Vertex u) { return std::tuple(-state_.degree_into(u), held_by_[u].size(), u); };
      if (best == no_vertex || key(v) < key(best)) best = v;
    };
    const BucketArray& touching = state_.outsider_buckets();
    std::size_t seen = 0;
    for (std::size_t key = touching.empty() ? 0 : touching.highest(); seen < touching.size(); --key) {
      for (const Vertex v : touching.bucket(key)) consider(v);
      if (best != no_vertex) return best;
      seen += touching.bucket(key).size();
    }
    if (problem_.connected && size() > 0) return no_vertex;
    for (const Vertex v : state_.outsiders()) consider(v);
    return best;
  }

  bool grow(Vertex seed) {
    while (!state_.members().empty()) remove(state_.members().back());
    if (seed != no_vertex) {
      if (size() >= problem_.s || !allowed(seed)) return false;
      add(seed);
    }
    while (size() < problem_.s) {
      const Vertex next = best_addition();
      if (next == no_vertex || run_.should_stop()) return false;
      add(next);
    }
    return !problem_.connected || connected();
  }

  /// Exchanges of one vertex while they gain.
  void exchange() {
    const hybrid::Gains gains{sums_of(state_.graph().integral())};
    for (bool gained = true; gained;) {
      gained = false;
      for (const Vertex out : std::vector(state_.members().begin(), state_.members().end())) {
        if (run_.should_stop()) return;
        const Weight before = state_.weight();
        remove(out);
        const Vertex in = best_addition();
        add(in == no_vertex ? out : in);
        if (detail::improves_recounted(gains, state_, before) && (!problem_.connected || connected())) {
          gained = true;
        } else if (in != no_vertex && in != out) {
          remove(in);
          add(out);
        }
      }
    }
  }

  bool connected() const {
    return connected_components(induced_subgraph(problem_.graph, members())).count() <= 1;
  }

  const Problem& problem_;
  const bool has_hub_;
  const Vertex shared_;
  const RunContext& run_;
  SwapState state_;
  std::vector<std::vector<std::uint32_t>> held_by_;  ///< earlier answers, by vertex
  std::vector<Vertex> uses_;                         ///< vertices shared with every earlier answer
  std::vector<char> left_out_;
};

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
        rng_(run.seed(), lode::detail::several_stream),
        include_(problem.include) {
    std::sort(include_.begin(), include_.end());
    if (count > 1 && !problem.values.empty()) valued_.emplace(problem, detail::ValueForm::hub);
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
    if (shared_ == 0) return refusal_;  // then there is none
    return fmt::format("no further set of {} vertices was found that shares at most {} with each{}",
                       problem_.s, shared_, problem_.connected ? " and is connected" : "");
  }

  /// The best of a direct growth and of attempts around the best set so far; nothing when none of them gives
  /// a set.
  std::optional<Solution> next_answer(double share) {
    const double begun = run_.elapsed();
    const int attempts = shared_ == 0 ? 1 : most_attempts;
    const double slice = share / (attempts + 1);
    std::optional<Solution> best = grown_answer(slice);
    for (int i = 0; i < attempts && !(best && run_.should_stop()); ++i) {
      RunContext part = run_.part(slice);
      const bool blind = i < blind_attempts || !best;
      std::optional<Solution> found = attempt(i == 0  ? allowed_densest()
                                              : blind ? allowed_at_random()
                                                      : allowed_around(best->vertices),
                                              i % 2 == 0, part);
      if (found && (!best || detail::any_gain.improves(found->objective(), best->objective()))) {
        found->seconds_to_best += run_.elapsed() - begun - found->seconds;
        best = std::move(found);
      } else if (!blind) {
        break;  // the same guide would choose the same again
      }
    }
    if (!best) return std::nullopt;
    best->seconds = run_.elapsed() - begun;
    best->stationarity.reset();
    // Proven of the sets that hold nothing of earlier answers but what was allowed.
    if (shared_ > 0) best->upper_bound.reset();
    return best;
  }

  /// What direct growths weigh sets in.
  const Problem& weighed() const { return valued_ ? valued_->problem() : problem_; }

  std::optional<Solution> grown_answer(double slice) const {
    const RunContext part = run_.part(slice);
    VertexSet set = DirectGrowth(problem_, weighed(), answers_, shared_, part).find();
    if (set.empty()) return std::nullopt;
    const Weight objective = induced_totals(problem_.graph, set).weight + sum_of_values(problem_.values, set);
    const Trace trace = {{part.elapsed(), objective, 0}};
    return finish_solution(problem_, std::move(set), trace,
                           part.should_stop() ? part.stop_reason() : StopReason::converged, 0, part);
  }

  /// The problem with everything excluded that earlier answers hold and that is not in `allowed`.
  Problem without_answers(const std::vector<VertexSet>& allowed) const {
    Problem problem = problem_;
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      const VertexSet& held = answers_[i].vertices;
      std::set_difference(held.begin(), held.end(), allowed[i].begin(), allowed[i].end(),
                          std::back_inserter(problem.exclude));
    }
    std::sort(problem.exclude.begin(), problem.exclude.end());
    problem.exclude.erase(std::unique(problem.exclude.begin(), problem.exclude.end()), problem.exclude.end());
    return problem;
  }

  /// Solves with everything excluded that earlier answers hold and that is not in `allowed`, one set per
  /// earlier answer; nothing, and a refusal, when too little of the graph is left.
  std::optional<Solution> attempt(const std::vector<VertexSet>& allowed, bool from_allowed,
                                  const RunContext& part) {
    Problem problem = without_answers(allowed);
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
    try {
      return solve(method_, problem, settings_, part);
    } catch (const detail::BoundRefused&) {
      throw;
    } catch (const InvalidArgument& refused) {
      refusal_ = refused.what();
      return std::nullopt;
    }
  }

  /// For every earlier answer, `shared_` of its vertices: those to include, then those of largest value.
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
  std::vector<VertexSet> allowed_at_random() {
    return allowed_by([&](const VertexSet&) { return [&](Vertex) { return rng_.uniform(); }; });
  }
  /// What peeling leaves of each answer.
  std::vector<VertexSet> allowed_densest() const {
    return allowed_by([&](const VertexSet& answer) {
      VertexSet left = peel(induced_subgraph(problem_.graph, answer), std::max<Vertex>(1, shared_));
      for (Vertex& v : left) v = answer[v];
      return [left = std::move(left)](Vertex v) { return std::ranges::binary_search(left, v) ? 1.0 : 0.0; };
    });
  }
  /// What the guide holds, then what has most weight into it.
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
  Rng rng_;
  VertexSet include_;
  std::optional<detail::ValuedProblem> valued_;
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
    throw InvalidArgument("include", format_plural(problem.include.size(), "vertex", "vertices"),
                          fmt::format("would be in all answers, and two of them share at most {}", shared),
                          "include fewer or raise max-overlap");
  }
  return Several(method, problem, settings, count, max_overlap, run).solve_all();
}

}  // namespace lode::subgraph
