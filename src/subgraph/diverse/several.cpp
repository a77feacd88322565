#include "subgraph/diverse/several.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/components.hpp>
#include <lode/graph/graph.hpp>

#include "core/stream_tags.hpp"
#include "subgraph/problem/exclusion.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"

namespace lode::subgraph {
namespace {

/// Seeds of the direct growth, whose best set counts: each costs a growth and its exchanges, and the first
/// few may all lie in one dense place.
constexpr std::size_t growth_seeds = 16;

/// What of every earlier answer stays allowed while the next one is looked for.
enum class Kept {
  densest,  ///< what peeling leaves of it
  weakest,  ///< what peeling takes first
  random,
  around_guide,  ///< what it shares with the best set so far, then what has most weight into that
};
/// Where an attempt begins, unless the problem says: at what is allowed of the first answer, filled up, or
/// where the method likes to.
enum class StartFrom { allowed_part, anywhere };

struct Choice {
  Kept kept;
  StartFrom start;
};

/// Made without a set to follow. Where nothing may be shared there is nothing to choose.
constexpr std::array unshared_choices = {Choice{Kept::densest, StartFrom::anywhere}};
constexpr std::array blind_choices = {
    Choice{Kept::densest, StartFrom::allowed_part}, Choice{Kept::weakest, StartFrom::anywhere},
    Choice{Kept::random, StartFrom::allowed_part}, Choice{Kept::random, StartFrom::anywhere}};
/// Made from the best set so far, as long as each gives a better one.
constexpr std::array guided_choices = {
    Choice{Kept::around_guide, StartFrom::allowed_part}, Choice{Kept::around_guide, StartFrom::anywhere},
    Choice{Kept::around_guide, StartFrom::allowed_part}, Choice{Kept::around_guide, StartFrom::anywhere}};

/// Sets that share few vertices with earlier answers, by greedy growth and exchanges of one vertex.
class DirectGrowth {
 public:
  DirectGrowth(const Problem& problem, const std::vector<Solution>& answers, Vertex shared,
               const RunContext& run)
      : problem_(problem),
        graph_(problem.graph),
        shared_(shared),
        run_(run),
        held_by_(graph_.num_vertices()),
        uses_(answers.size(), 0),
        inside_(graph_.num_vertices(), 0),
        left_out_(graph_.num_vertices(), 0),
        gain_(graph_.num_vertices(), 0.0),
        links_(graph_.num_vertices(), 0),
        listed_(graph_.num_vertices(), 0) {
    for (std::size_t i = 0; i < answers.size(); ++i) {
      for (const Vertex v : answers[i].vertices) held_by_[v].push_back(static_cast<std::uint32_t>(i));
    }
    for (const Vertex v : problem.exclude) left_out_[v] = 1;
  }

  /// The best of the sets grown from some seeds; empty when none of them reaches s vertices.
  VertexSet find() {
    VertexSet best;
    Weight best_weight = -1.0;
    for (const Vertex seed : seeds()) {
      if (run_.should_stop()) break;
      if (!grow(seed)) continue;
      exchange();
      if (!detail::improves_recounted(detail::any_gain, *this, best_weight)) continue;
      best_weight = weight_;
      best = members_;
    }
    std::sort(best.begin(), best.end());
    return best;
  }

  Weight weight() const { return weight_; }
  Weight recount() {
    VertexSet set = members_;
    std::sort(set.begin(), set.end());
    return weight_ = induced_totals(graph_, set).weight;
  }

 private:
  /// Vertices in few earlier answers, of large strength, first.
  std::vector<Vertex> seeds() const {
    std::vector<Vertex> order;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (!left_out_[v] && (held_by_[v].empty() || shared_ > 0)) order.push_back(v);
    }
    const std::size_t wanted = problem_.include.empty() ? growth_seeds : 1;
    const std::size_t count = std::min(order.size(), wanted);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](Vertex a, Vertex b) {
                        if (held_by_[a].empty() != held_by_[b].empty()) return held_by_[a].empty();
                        const Weight wa = graph_.strength(a);
                        const Weight wb = graph_.strength(b);
                        return wa != wb ? wa > wb : a < b;
                      });
    order.resize(count);
    return order;
  }

  bool allowed(Vertex v) const {
    return !inside_[v] && !left_out_[v] &&
           std::none_of(held_by_[v].begin(), held_by_[v].end(), [&](auto i) { return uses_[i] >= shared_; });
  }
  void add(Vertex v) {
    inside_[v] = 1;
    members_.push_back(v);
    weight_ += gain_[v];
    for (const auto i : held_by_[v]) ++uses_[i];
    graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
      gain_[u] += w;
      ++links_[u];
      if (listed_[u]) return;
      listed_[u] = 1;
      touched_.push_back(u);
    });
  }
  void remove(Vertex v) {
    inside_[v] = 0;
    members_.erase(std::find(members_.begin(), members_.end(), v));
    for (const auto i : held_by_[v]) --uses_[i];
    graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
      gain_[u] -= w;
      --links_[u];
    });
    weight_ -= gain_[v];
  }

  /// The best vertex to add: of largest gain, ties to fewer earlier answers, then to the smaller number.
  /// Where no neighbour of the set may come, any other vertex does, unless the answer is to be connected.
  Vertex best_addition() const {
    Vertex best = no_vertex;
    const auto consider = [&](Vertex v) {
      if (!allowed(v)) return;
      const auto key = [&](Vertex u) { return std::tuple(-gain_[u], held_by_[u].size(), u); };
      if (best == no_vertex || key(v) < key(best)) best = v;
    };
    for (const Vertex v : touched_) {
      if (links_[v] > 0) consider(v);
    }
    if (best != no_vertex || (problem_.connected && !members_.empty())) return best;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) consider(v);
    return best;
  }

  bool grow(Vertex seed) {
    while (!members_.empty()) remove(members_.back());
    for (const Vertex v : touched_) gain_[v] = 0.0;  // what rounding left
    weight_ = 0.0;
    for (const Vertex v : problem_.include) add(v);
    if (members_.empty()) add(seed);
    while (members_.size() < problem_.s) {
      const Vertex next = best_addition();
      if (next == no_vertex || run_.should_stop()) return false;
      add(next);
    }
    return !problem_.connected || connected();
  }

  /// Exchanges of one vertex while they gain.
  void exchange() {
    const hybrid::Gains gains{sums_of(graph_.integral())};
    for (std::size_t tried = 0; tried < members_.size() && !run_.should_stop();) {
      const Vertex out = members_.front();
      const auto& kept = problem_.include;
      if (std::find(kept.begin(), kept.end(), out) != kept.end()) {
        std::rotate(members_.begin(), members_.begin() + 1, members_.end());
        ++tried;
        continue;
      }
      const Weight before = weight_;
      remove(out);
      const Vertex in = best_addition();
      add(in == no_vertex ? out : in);
      if (detail::improves_recounted(gains, *this, before) && (!problem_.connected || connected())) {
        tried = 0;
        continue;
      }
      if (in != no_vertex && in != out) {
        remove(in);
        add(out);
      }
      ++tried;
    }
  }

  bool connected() const { return connected_components(induced_subgraph(graph_, members_)).count() <= 1; }

  const Problem& problem_;
  const Graph& graph_;
  const Vertex shared_;
  const RunContext& run_;
  std::vector<std::vector<std::uint32_t>> held_by_;  ///< earlier answers, by vertex
  std::vector<Vertex> uses_;                         ///< vertices shared with every earlier answer
  std::vector<char> inside_;
  std::vector<char> left_out_;
  std::vector<Weight> gain_;   ///< weight into the set
  std::vector<Vertex> links_;  ///< neighbours in the set
  std::vector<char> listed_;
  std::vector<Vertex> touched_;  ///< all that ever had one
  VertexSet members_;
  Weight weight_ = 0.0;
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
  }

  std::vector<Solution> solve_all() {
    const double share = run_.time_limit() / static_cast<double>(count_);
    if (count_ == 1) {
      answers_.push_back(solve(method_, problem_, settings_, run_));
      return std::move(answers_);
    }
    RunContext first = run_.part(share);
    answers_.push_back(solve(method_, problem_, settings_, first));
    while (answers_.size() < count_) {
      if (run_.should_stop()) {
        end_early(run_.interrupted() ? "interrupted" : "the time limit was reached");
        break;
      }
      std::optional<Solution> next = next_answer(share);
      if (!next) {
        end_early(why_none());
        break;
      }
      answers_.push_back(*std::move(next));
    }
    return std::move(answers_);
  }

 private:
  void end_early(const std::string& reason) {
    std::string& note = answers_.back().note;
    note += fmt::format("{}no answer {} of {}: {}", note.empty() ? "" : "; ", answers_.size() + 1, count_,
                        reason);
  }

  std::string why_none() const {
    if (run_.should_stop()) return run_.interrupted() ? "interrupted" : "the time limit was reached";
    if (shared_ == 0) {  // then there is none
      const Problem rest = without_answers(std::vector<VertexSet>(answers_.size()));
      const std::size_t left = rest.graph.num_vertices() - rest.exclude.size();
      if (left < rest.s) return fmt::format("{} vertices are left, and s is {}", left, rest.s);
      if (include_.empty()) {
        const auto sizes = connected_components(without_excluded(rest).problem.graph).size;
        return fmt::format("s is {}: must be at most {}, the size of the largest component left", rest.s,
                           *std::max_element(sizes.begin(), sizes.end()));
      }
    }
    return fmt::format("no further set of {} vertices was found that shares at most {} with each{}",
                       problem_.s, shared_, problem_.connected ? " and is connected" : "");
  }

  /// The best of a direct growth, of the blind choices and of those made around the best of these; nothing
  /// when none of them gives a set.
  std::optional<Solution> next_answer(double share) {
    const double begun = run_.elapsed();
    using Choices = std::span<const Choice>;
    const Choices blind = shared_ == 0 ? Choices(unshared_choices) : Choices(blind_choices);
    const Choices guided = shared_ == 0 ? Choices() : Choices(guided_choices);
    const double slice = share / static_cast<double>(blind.size() + guided.size() + 1);
    std::optional<Solution> best = grown_answer(slice);
    const auto keep_better = [&](std::optional<Solution> found) {
      const bool better = found && (!best || detail::any_gain.improves(found->weight, best->weight));
      if (better) {
        found->seconds_to_best += run_.elapsed() - begun - found->seconds;
        best = std::move(found);
      }
      return better;
    };
    for (const Choice& choice : blind) {
      if (best && run_.should_stop()) break;
      RunContext part = run_.part(slice);
      keep_better(attempt(allowed_by(choice.kept, {}), choice.start, part));
    }
    for (const Choice& choice : guided) {
      if (!best || run_.should_stop()) break;
      RunContext part = run_.part(slice);
      // Without a better set the same guide would choose the same again.
      if (!keep_better(attempt(allowed_by(choice.kept, best->vertices), choice.start, part))) break;
    }
    if (!best) return std::nullopt;
    best->seconds = run_.elapsed() - begun;
    best->stationarity.reset();
    // Proven of the sets that hold nothing of earlier answers but what was allowed.
    if (shared_ > 0) best->upper_bound.reset();
    return best;
  }

  std::optional<Solution> grown_answer(double slice) const {
    const RunContext part = run_.part(slice);
    VertexSet set = DirectGrowth(problem_, answers_, shared_, part).find();
    if (set.empty()) return std::nullopt;
    const Trace trace = {{part.elapsed(), induced_totals(problem_.graph, set).weight, 0}};
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
  /// earlier answer; nothing when too little of the graph is left.
  std::optional<Solution> attempt(const std::vector<VertexSet>& allowed, StartFrom start,
                                  const RunContext& part) const {
    Problem problem = without_answers(allowed);
    if (start == StartFrom::allowed_part && !problem.start && !allowed.front().empty() && shared_ > 0 &&
        lode::subgraph::method(method_).uses_start) {
      problem.start = StartKind::given;
      problem.given = allowed.front();
    }
    if (!leaves_room(problem)) return std::nullopt;
    return solve(method_, problem, settings_, part);
  }

  /// True if enough vertices are left: in one component with those to include, for connected answers.
  bool leaves_room(const Problem& problem) const {
    if (problem.graph.num_vertices() - problem.exclude.size() < problem.s) return false;
    for (const Vertex v : include_) {
      if (std::binary_search(problem.exclude.begin(), problem.exclude.end(), v)) return false;
    }
    if (!problem.connected) return true;
    const ReducedProblem reduced = without_excluded(problem);
    const Components components = connected_components(reduced.problem.graph);
    if (reduced.problem.include.empty()) {
      return *std::max_element(components.size.begin(), components.size.end()) >= problem.s;
    }
    const Vertex first = components.component[reduced.problem.include.front()];
    return components.size[first] >= problem.s &&
           std::all_of(reduced.problem.include.begin(), reduced.problem.include.end(),
                       [&](Vertex v) { return components.component[v] == first; });
  }

  /// For every earlier answer, `shared_` of its vertices, those to include among them.
  std::vector<VertexSet> allowed_by(Kept kept, const VertexSet& guide) {
    std::vector<VertexSet> allowed;
    for (const Solution& answer : answers_) allowed.push_back(choose(answer.vertices, kept, guide));
    return allowed;
  }

  std::vector<double> scores(const VertexSet& answer, Kept kept, const VertexSet& guide) {
    std::vector<double> score(answer.size());
    switch (kept) {
      case Kept::densest: {
        const Graph inner = induced_subgraph(problem_.graph, answer);
        for (const Vertex v : peel(inner, std::max<Vertex>(1, shared_))) score[v] = 1.0;
        for (Vertex v = 0; v < inner.num_vertices(); ++v) {
          score[v] += inner.strength(v) / (1.0 + inner.total_weight());
        }
        break;
      }
      case Kept::weakest: {
        const Graph inner = induced_subgraph(problem_.graph, answer);
        for (Vertex v = 0; v < inner.num_vertices(); ++v) score[v] = -inner.strength(v);
        break;
      }
      case Kept::random:
        for (double& value : score) value = rng_.uniform();
        break;
      case Kept::around_guide:
        for (std::size_t i = 0; i < answer.size(); ++i) {
          const bool common = std::binary_search(guide.begin(), guide.end(), answer[i]);
          score[i] = common ? std::numeric_limits<double>::max() : weight_into(answer[i], guide);
        }
        break;
    }
    return score;
  }

  VertexSet choose(const VertexSet& answer, Kept kept, const VertexSet& guide) {
    std::vector<double> score = scores(answer, kept, guide);
    for (std::size_t i = 0; i < answer.size(); ++i) {
      if (std::binary_search(include_.begin(), include_.end(), answer[i])) {
        score[i] = std::numeric_limits<double>::infinity();
      }
    }
    std::vector<std::size_t> order(answer.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
    VertexSet chosen;
    for (std::size_t i = 0; i < shared_; ++i) chosen.push_back(answer[order[i]]);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }

  double weight_into(Vertex v, const VertexSet& guide) const {
    double weight = 0.0;
    problem_.graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (std::binary_search(guide.begin(), guide.end(), u)) weight += w;
    });
    return weight;
  }

  std::string_view method_;
  const Problem& problem_;
  const MethodSettings& settings_;
  const std::size_t count_;
  const Vertex shared_;
  const RunContext& run_;
  Rng rng_;
  VertexSet include_;
  std::vector<Solution> answers_;
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
    throw InvalidArgument("include", fmt::format("{} vertices", problem.include.size()),
                          fmt::format("would be in all answers, and two of them share at most {}", shared),
                          "include fewer or raise max-overlap");
  }
  return Several(method, problem, settings, count, max_overlap, run).solve_all();
}

}  // namespace lode::subgraph
