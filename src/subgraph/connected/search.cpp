#include "subgraph/connected/search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/components.hpp>
#include <lode/graph/graph.hpp>

#include "core/assert.hpp"
#include "core/stream_tags.hpp"
#include "hybrid/escape/incumbent.hpp"
#include "hybrid/escape/luby.hpp"
#include "hybrid/escape/marks.hpp"
#include "hybrid/escape/work_meter.hpp"
#include "subgraph/connected/growing_set.hpp"
#include "subgraph/connected/grown_starts.hpp"
#include "subgraph/problem/exclusion.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/valued_problem.hpp"
#include "subgraph/state/set_pool.hpp"

namespace lode::subgraph {
namespace {

/// Work of a kick or restart besides the rows it visits, in arcs: without it, kicks that visit next to
/// nothing would never use the work up.
constexpr std::uint64_t kick_overhead = 64;

/// The part of the time limit that the search without the demand gets (search.hpp promises it),
/// which is all there is to do when its answer is connected.
constexpr double share_without_demand = 0.5;

/// Outsiders tried by one step, at most: each costs a search for a member that may go. The first few are
/// tried whatever they promise, for the edge to what goes out is not known before.
constexpr std::size_t most_tried = 32;
constexpr std::size_t always_tried = 8;

/// A look at a candidate of a cluster reads one number: so many of them are charged as one arc.
constexpr std::size_t looks_per_arc = 4;

/// Takes outsiders into a detail::ConnectedSet of s vertices and as many members out, without which the rest
/// stays connected: kicks of clusters, and improving exchanges of one vertex.
class ConnectedMoves {
 public:
  ConnectedMoves(detail::ConnectedSet& set, Vertex s, hybrid::Gains gains, Rng& rng)
      : set_(set),
        s_(s),
        gains_(gains),
        rng_(rng),
        kept_(set.state().graph().num_vertices()),
        candidate_(set.state().graph().num_vertices()) {}

  /// Exchanges a cluster of up to `largest` vertices around `seed`, a neighbour of the set; false when the
  /// set cannot be brought back to its size.
  bool kick(Vertex seed, Vertex largest) {
    const auto outsiders = static_cast<Vertex>(set_.state().outsiders().size());
    const auto members = static_cast<Vertex>(set_.state().members().size());
    const Vertex most = std::min({largest, std::max<Vertex>(1, members), outsiders});
    kept_.clear();
    grow_cluster(seed, static_cast<Vertex>(1 + rng_.below(most)));
    if (set_.peel_to(s_, kept_, rng_)) return true;
    kept_.clear();  // what is left holds the cluster together, so some of that must go
    return set_.peel_to(s_, kept_, rng_);
  }

  /// One improving exchange, the outsiders of largest d_S tried first; false when none of those tried
  /// improves.
  bool improve() {
    kept_.clear();
    const Vertex weakest = set_.weakest_removable(kept_, rng_);
    const Weight least = weakest == no_vertex ? 0.0 : set_.state().degree_into(weakest);
    collect_outsiders();
    for (std::size_t i = 0; i < tried_.size(); ++i) {
      if (i >= always_tried && set_.state().degree_into(tried_[i]) <= least) return false;
      if (exchange(tried_[i])) return true;
    }
    return false;
  }

  /// Besides that of the set, in arcs.
  std::uint64_t work() const { return scanned_; }

 private:
  void grow_cluster(Vertex seed, Vertex wanted) {
    candidates_.assign(1, seed);
    candidate_.clear();
    candidate_.set(seed);
    for (Vertex taken = 0; taken < wanted && !candidates_.empty(); ++taken) {
      scanned_ += candidates_.size() / looks_per_arc;
      std::size_t best = rng_.below(candidates_.size());
      for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (set_.state().degree_into(candidates_[i]) > set_.state().degree_into(candidates_[best])) best = i;
      }
      const Vertex v = candidates_[best];
      candidates_[best] = candidates_.back();
      candidates_.pop_back();
      set_.add(v);
      kept_.set(v);
      for (const Vertex u : set_.connections().neighbors(v)) {
        if (set_.contains(u) || candidate_.contains(u)) continue;
        candidate_.set(u);
        candidates_.push_back(u);
      }
    }
  }

  void collect_outsiders() {
    tried_.clear();
    if (set_.has_hub()) return collect_outsiders_next_to();
    const BucketArray& buckets = set_.state().outsider_buckets();
    if (buckets.empty()) return;
    std::size_t seen = 0;
    for (std::size_t key = buckets.highest(); seen < buckets.size() && tried_.size() < most_tried; --key) {
      const std::span<const Vertex> bucket = buckets.bucket(key);
      if (bucket.empty()) continue;
      seen += bucket.size();
      const std::size_t begin = tried_.size();
      if (set_.state().graph().weighted()) {
        tried_.insert(tried_.end(), bucket.begin(), bucket.end());
        scanned_ += bucket.size();
        std::sort(tried_.begin() + static_cast<std::ptrdiff_t>(begin), tried_.end(), [&](Vertex a, Vertex b) {
          const Weight da = set_.state().degree_into(a);
          const Weight db = set_.state().degree_into(b);
          return da != db ? da > db : a < b;
        });
        tried_.resize(std::min(tried_.size(), most_tried));
      } else {
        std::size_t at = rng_.below(bucket.size());
        for (std::size_t i = 0; i < bucket.size() && tried_.size() < most_tried; ++i) {
          tried_.push_back(bucket[at]);
          if (++at == bucket.size()) at = 0;
        }
      }
    }
  }

  void collect_outsiders_next_to() {
    tried_ = set_.outsiders_next_to();
    const auto end = tried_.begin() + static_cast<std::ptrdiff_t>(std::min(tried_.size(), most_tried));
    std::partial_sort(tried_.begin(), end, tried_.end(), [&](Vertex a, Vertex b) {
      const Weight da = set_.state().degree_into(a);
      const Weight db = set_.state().degree_into(b);
      return da != db ? da > db : a < b;
    });
    tried_.erase(end, tried_.end());
  }

  bool exchange(Vertex in) {
    const Weight before = set_.state().weight();
    const std::size_t moment = set_.moment();
    set_.add(in);
    kept_.clear();
    kept_.set(in);
    // Rounding may leave a positive d_S where there is no edge.
    if (!set_.inner(in).empty() && set_.peel_to(s_, kept_, rng_) &&
        gains_.improves(set_.state().weight(), before))
      return true;
    set_.undo_to(moment);
    return false;
  }

  detail::ConnectedSet& set_;
  const Vertex s_;
  const hybrid::Gains gains_;
  Rng& rng_;
  hybrid::Marks kept_;       ///< what has just come in
  hybrid::Marks candidate_;  ///< of a cluster
  std::vector<Vertex> candidates_;
  std::vector<Vertex> tried_;
  std::uint64_t scanned_ = 0;
};

class ConnectedSearch {
 public:
  /// `problem`: what sets weigh, perhaps with a hub. `connecting`: the same without a hub, whose edges
  /// connect.
  ConnectedSearch(const Problem& problem, const Problem& connecting, const ConnectedSearchOptions& options,
                  const RunContext& run)
      : options_(options),
        run_(run),
        gains_(detail::gains_of(problem.graph)),
        best_(detail::goal_of(problem), gains_, "connected", run),
        meter_(options.work),
        patience_(options.patience),
        rng_(run.seed(), lode::detail::connected_stream),
        set_(problem.graph, problem.include, connecting.graph),
        starts_(connecting, set_, rng_, run_),
        moves_(set_, connecting.s, gains_, rng_),
        pool_(detail::make_set_pool(problem.graph)),
        all_equal_(problem.s == problem.graph.num_vertices() || problem.graph.weight_magnitude() <= 0.0) {}

  void search(const VertexSet& begin) {
    starts_.first(begin);
    best_set_ = set_.state().sorted_members();
    best_.record(set_.state().weight(), 0);
    descend();
    while (!all_equal_ && !ended()) {
      if (next_start_) {
        restart();
      } else if (!kick_once()) {
        next_start_ = true;
      }
    }
  }

  Solution solution(const Problem& problem) {
    return finish_solution(problem, best_set_, best_.take_trace(), best_.reason(), kicks_, run_);
  }

 private:
  /// True at the end: a goal, the limits of the run, or the work without an improvement.
  bool ended() {
    count_work();
    return best_.should_stop() || meter_.used_up();
  }
  void count_work() {
    meter_.set_total(set_.work() + starts_.work() + moves_.work() + (kicks_ + restarts_) * kick_overhead);
  }

  void note_best() {
    if (!detail::improves_recounted(gains_, set_, best_.value())) return;
    best_.record(set_.weight(), kicks_);
    best_set_ = set_.state().sorted_members();
    count_work();
    meter_.improved();
    best_.report(kicks_);
  }

  /// Makes improving exchanges until none of those tried improves.
  void descend() {
    while (!best_.stopped() && moves_.improve()) {
      note_best();
      best_.should_stop();
    }
    note_best();
  }

  /// A kick and the descent after it, taken back if the set is worse; false when no kick is possible.
  bool kick_once() {
    set_.forget_moves();
    ++kicks_;
    const Weight before = set_.state().weight();
    const Vertex seed = starts_.outside_neighbor();
    const bool kicked = seed != no_vertex && moves_.kick(seed, options_.cluster);
    if (kicked) descend();
    const Weight after = set_.state().weight();
    if (!kicked || gains_.worsens(after, before)) set_.undo_to(0);
    if (patience_.tried(gains_.improves(after, before))) next_start_ = true;
    return kicked;
  }

  /// In turn from a good set cut down, from its dense part joined with another, and from a vertex of a dense
  /// core.
  void restart() {
    pool_.offer(set_.state().weight(), set_.state().sorted_members());
    ++restarts_;
    patience_.begin(restarts_ + 1);
    next_start_ = false;
    set_.forget_moves();
    if (restarts_ % 3 == 0) {
      set_.move_to(pool_.draw(rng_));
      starts_.drop_some();
      starts_.grow();
    } else if (restarts_ % 3 == 1) {
      set_.move_to(pool_.draw(rng_));
      starts_.join_another();
    } else {
      starts_.from_core();
    }
    descend();
  }

  const ConnectedSearchOptions& options_;
  const RunContext& run_;
  const hybrid::Gains gains_;
  hybrid::Incumbent best_;
  VertexSet best_set_;
  hybrid::WorkMeter<> meter_;
  hybrid::LubyRestarts patience_;
  Rng rng_;
  detail::ConnectedSet set_;
  detail::ConnectedStarts starts_;
  ConnectedMoves moves_;
  detail::SetPool pool_;
  const bool all_equal_;  ///< all sets weigh the same
  std::uint64_t kicks_ = 0;
  std::uint64_t restarts_ = 0;
  bool next_start_ = false;
};

Problem without_demand(const Problem& problem) {
  Problem plain = problem;
  plain.connected = false;
  return plain;
}

Solution solve_free(const Problem& free, const UnconnectedSolve& solve, const RunContext& run) {
  if (free.values.empty()) return solve(free, run);
  return detail::ValuedProblem(free, detail::ValueForm::hub).solved(run, solve);
}

/// `connecting`: the same vertices with the edges that connect.
Solution search_from(const Problem& problem, const Problem& connecting, const VertexSet& begin,
                     const ConnectedSearchOptions& options, const RunContext& run) {
  ConnectedSearch search(problem, connecting, options, run);
  search.search(begin);
  return search.solution(problem);
}

}  // namespace

void check_connectable(const Problem& problem) {
  check_vertices(problem.graph, problem.include, "vertex to include");
  const Components components = connected_components(problem.graph);
  const auto size_error = [&](Vertex most, const char* of) {
    return InvalidArgument(
        "s", std::to_string(problem.s),
        fmt::format("must be at most {}, the size of {}, for a connected answer", most, of));
  };
  if (problem.include.empty()) {
    const Vertex largest =
        components.size.empty() ? 0 : *std::max_element(components.size.begin(), components.size.end());
    if (problem.s > largest) throw size_error(largest, "the largest component");
    return;
  }
  const Vertex first = problem.include.front();
  for (const Vertex v : problem.include) {
    if (components.component[v] == components.component[first]) continue;
    throw InvalidArgument(
        "include", fmt::format("{} and {}", problem.graph.name(first), problem.graph.name(v)),
        "lie in different components, and the answer is to be connected", "leave one of them out");
  }
  const Vertex size = components.size[components.component[first]];
  if (problem.s > size) throw size_error(size, "the component of the vertices to include");
}

VertexSet out_of_reach(const Problem& problem) {
  const ReducedProblem reduced = without_excluded(problem);
  const Components components = connected_components(reduced.problem.graph);
  const VertexSet& include = reduced.problem.include;
  const auto is_home = [&](Vertex v) {
    const Vertex c = components.component[v];
    return components.size[c] >= problem.s &&
           std::ranges::all_of(include, [&](Vertex u) { return components.component[u] == c; });
  };
  VertexSet out;
  for (Vertex v = 0; v < reduced.problem.graph.num_vertices(); ++v) {
    if (!is_home(v)) out.push_back(v);
  }
  if (out.size() == reduced.problem.graph.num_vertices()) return {};
  return reduced.part.outward(out);
}

double spanning_bound(const Problem& problem) {
  const Graph& graph = problem.graph;
  const Components components = connected_components(graph);
  std::vector<std::pair<Weight, Vertex>> weights;  // with an end
  std::vector<std::pair<Weight, Vertex>> values;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    values.emplace_back(problem.values.empty() ? 0.0 : problem.values[v], v);
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u > v) weights.emplace_back(w, v);
    });
  }
  std::vector<double> sums(components.count(), 0.0);
  std::vector<double> magnitudes(components.count(), 0.0);
  const auto add_largest = [&](std::vector<std::pair<Weight, Vertex>>& numbers, Vertex most) {
    std::ranges::sort(numbers, std::greater());
    std::vector<Vertex> added(components.count(), 0);
    for (const auto& [number, v] : numbers) {
      const Vertex c = components.component[v];
      if (added[c]++ >= most) continue;
      sums[c] += number;
      magnitudes[c] += std::abs(number);
    }
  };
  add_largest(weights, problem.s - 1);
  if (!weights.empty() && weights.front().first > 0.0) return HUGE_VAL;
  add_largest(values, problem.s);
  const bool exact = objective_sums(graph, problem.values) == Sums::exact;
  double bound = -HUGE_VAL;
  for (Vertex c = 0; c < components.count(); ++c) {
    const double rounding = exact ? 0.0 : magnitudes[c] * problem.s * 0x1p-51;
    if (components.size[c] >= problem.s) bound = std::max(bound, sums[c] + rounding);
  }
  return bound;
}

Solution connected_search(const Problem& problem, const VertexSet& begin,
                          const ConnectedSearchOptions& options, const RunContext& run) {
  Problem plain = without_demand(problem);
  plain.values.clear();
  check_problem(plain, Anchors::kept);
  check_values(problem.graph, problem.values);
  check_vertices(problem.graph, begin, "vertex of the start");
  check_connectable(problem);
  if (options.cluster < 1) throw InvalidArgument("cluster", "0", "must be at least 1");
  Solution solution;
  if (problem.values.empty()) {
    solution = search_from(problem, problem, begin, options, run);
  } else {
    const detail::ValuedProblem valued(problem, detail::ValueForm::hub);
    solution = valued.solved(run, [&](const Problem& inner, const RunContext& told) {
      return search_from(inner, problem, begin, options, told);
    });
  }
  LODE_ASSERT_LIGHT(connected_components(induced_subgraph(problem.graph, solution.vertices)).count() == 1);
  return solution;
}

Solution solve_connected(const Problem& problem, const UnconnectedSolve& solve,
                         const ConnectedSearchOptions& options, const RunContext& run) {
  if (!solve) throw InvalidArgument("solve", "empty", "must be a function");
  const Problem free = without_demand(problem);
  Problem plain = free;
  plain.values.clear();
  check_problem(plain, Anchors::kept);
  check_connectable(problem);
  RunContext part = run.part(share_without_demand * run.time_limit());
  Solution answer = solve_free(free, solve, part);
  const Vertex parts = connected_components(induced_subgraph(problem.graph, answer.vertices)).count();
  if (parts == 1) return answer;
  Solution connected = connected_search(problem, answer.vertices, options, run);
  connected.note = fmt::format("{}{} {} in {} parts", unconnected_note,
                               problem.values.empty() ? "weight" : "objective", answer.objective(), parts);
  return connected;
}

}  // namespace lode::subgraph
