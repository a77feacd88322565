#include "subgraph/connected/connected_search.hpp"

#include <algorithm>
#include <limits>
#include <optional>
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
#include "subgraph/connected/connected_set.hpp"
#include "subgraph/connected/connected_starts.hpp"
#include "subgraph/hybrid/kick/restarts.hpp"
#include "subgraph/part/working_graph.hpp"
#include "subgraph/problem/goal.hpp"

namespace lode {
namespace {

/// Outsiders tried by one step of the descent, at most, and those tried whatever they promise.
constexpr std::size_t most_tried = 32;
constexpr std::size_t always_tried = 8;
/// Work of a kick or restart besides the rows it visits, in arcs.
constexpr std::uint64_t overhead = 64;

class ConnectedSearch {
 public:
  ConnectedSearch(const Problem& problem, const ConnectedSearchOptions& options, const RunContext& run)
      : graph_(problem.graph),
        s_(problem.s),
        options_(options),
        run_(run),
        goal_(problem),
        rng_(run.seed(), detail::connected_stream),
        set_(graph_, problem.include),
        starts_(problem, set_, rng_, run_),
        kept_(graph_.num_vertices()),
        candidate_(graph_.num_vertices()),
        pool_(graph_.integral()) {
    for (const Weight weight : graph_.weights()) heaviest_ = std::max(heaviest_, weight);
  }

  void search(const VertexSet& begin) {
    starts_.first(begin);
    best_ = {set_.state().weight(), set_.state().sorted_members()};
    trace_.push_back({run_.elapsed(), best_.weight, 0});
    stop_ = goal_.met(best_.weight);
    descend();
    const bool all_equal = s_ == graph_.num_vertices() || graph_.total_weight() <= 0.0;
    while (!all_equal && !stopped()) {
      if (next_start_) {
        restart();
      } else if (!kick_once()) {
        next_start_ = true;
      }
    }
  }

  const VertexSet& best() const { return best_.vertices; }
  StopReason reason() const { return stop_.value_or(StopReason::converged); }
  std::uint64_t kicks() const { return kicks_; }
  Trace take_trace() { return std::move(trace_); }

 private:
  /// Differences up to this one are rounding.
  Weight margin(Weight weight) const { return least_gain(weight, sums_of(graph_.integral()), heaviest_); }
  std::uint64_t work() const { return set_.work() + starts_.work() + scanned_; }

  /// True at the end: a goal, the limits of the run, or the work without an improvement.
  bool stopped() {
    if (!stop_ && run_.should_stop()) stop_ = run_.stop_reason();
    return stop_ || work() - work_at_best_ >= options_.work;
  }

  void note_best() {
    const Weight weight = set_.state().weight();
    if (weight <= best_.weight + margin(best_.weight)) return;
    best_ = {weight, set_.state().sorted_members()};
    work_at_best_ = work();
    trace_.push_back({run_.elapsed(), weight, kicks_});
    run_.report("connected", weight, kicks_);
    if (!stop_) stop_ = goal_.met(weight);
  }

  // --- descent --------------------------------------------------------------------------------------

  /// Makes improving exchanges until none of those tried improves.
  void descend() {
    while (!stop_ && improve()) {
      note_best();
      if (run_.should_stop()) stop_ = run_.stop_reason();
    }
    note_best();
  }

  /// One improving exchange, the outsiders of largest d_S tried first; false when there is none.
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

  /// The outsiders of largest d_S, at most `most_tried`, from a random place of each bucket when unweighted.
  void collect_outsiders() {
    tried_.clear();
    const BucketArray& buckets = set_.state().outsider_buckets();
    if (buckets.empty()) return;
    std::size_t seen = 0;
    for (std::size_t key = buckets.highest(); seen < buckets.size() && tried_.size() < most_tried; --key) {
      const std::span<const Vertex> bucket = buckets.bucket(key);
      if (bucket.empty()) continue;
      seen += bucket.size();
      const std::size_t begin = tried_.size();
      if (graph_.weighted()) {
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

  /// Takes `in` into the set and the weakest other member that can go out of it, if that improves.
  bool exchange(Vertex in) {
    const Weight before = set_.state().weight();
    const std::size_t moment = set_.moment();
    set_.add(in);
    kept_.clear();
    kept_.set(in);
    // Rounding may leave a positive d_S where there is no edge.
    const Vertex out = set_.inner(in).empty() ? no_vertex : set_.weakest_removable(kept_, rng_);
    if (out != no_vertex) {
      set_.remove(out);
      if (set_.state().weight() > before + margin(before)) return true;
    }
    set_.undo_to(moment);
    return false;
  }

  // --- kicks ----------------------------------------------------------------------------------------

  /// A kick and the descent after it, taken back if the set is worse; false when no kick is possible.
  bool kick_once() {
    set_.forget_moves();
    ++kicks_;
    scanned_ += overhead;
    const Weight before = set_.state().weight();
    const bool kicked = kick();
    if (kicked) descend();
    const Weight after = set_.state().weight();
    if (!kicked || after < before - margin(before)) set_.undo_to(0);
    fails_ = after > before + margin(before) ? 0 : fails_ + 1;
    if (fails_ >= options_.patience * detail::luby(restarts_ + 1)) next_start_ = true;
    return kicked;
  }

  bool kick() {
    const Vertex seed = starts_.outside_neighbor();
    if (seed == no_vertex) return false;
    const auto outsiders = static_cast<Vertex>(set_.state().outsiders().size());
    const auto members = static_cast<Vertex>(set_.state().members().size());
    const Vertex most = std::min({options_.cluster, std::max<Vertex>(1, members), outsiders});
    kept_.clear();
    grow_cluster(seed, static_cast<Vertex>(1 + rng_.below(most)));
    while (set_.size() > s_) {
      Vertex out = set_.weakest_removable(kept_, rng_);
      if (out == no_vertex) {  // what is left holds the cluster together, so some of that must go
        kept_.clear();
        out = set_.weakest_removable(kept_, rng_);
      }
      if (out == no_vertex) return false;
      set_.remove(out);
    }
    return true;
  }

  /// Takes `seed`, then the neighbours of the cluster of largest d_S, up to `wanted` vertices; all are kept.
  void grow_cluster(Vertex seed, Vertex wanted) {
    candidates_.assign(1, seed);
    candidate_.clear();
    candidate_.set(seed);
    for (Vertex taken = 0; taken < wanted && !candidates_.empty(); ++taken) {
      scanned_ += candidates_.size() / 4;
      std::size_t best = rng_.below(candidates_.size());
      for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (set_.state().degree_into(candidates_[i]) > set_.state().degree_into(candidates_[best])) best = i;
      }
      const Vertex v = candidates_[best];
      candidates_[best] = candidates_.back();
      candidates_.pop_back();
      set_.add(v);
      kept_.set(v);
      for (const Vertex u : graph_.neighbors(v)) {
        if (set_.contains(u) || candidate_.contains(u)) continue;
        candidate_.set(u);
        candidates_.push_back(u);
      }
    }
  }

  // --- restarts -------------------------------------------------------------------------------------

  void restart() {
    pool_.offer({set_.state().weight(), set_.state().sorted_members()});
    ++restarts_;
    scanned_ += overhead;
    fails_ = 0;
    next_start_ = false;
    set_.forget_moves();
    if (restarts_ % 2 == 0) {
      set_.move_to(pool_.draw(rng_).vertices);
      starts_.drop_some();
      starts_.grow();
    } else {
      starts_.from_core();
    }
    descend();
  }

  const Graph& graph_;
  const Vertex s_;
  const ConnectedSearchOptions& options_;
  const RunContext& run_;
  const detail::Goal goal_;
  Rng rng_;
  detail::ConnectedSet set_;
  detail::ConnectedStarts starts_;
  detail::Marks kept_;
  detail::Marks candidate_;
  std::vector<Vertex> candidates_;
  std::vector<Vertex> tried_;
  detail::ElitePool pool_;
  detail::Found best_;
  Weight heaviest_ = 0.0;  ///< weight of an edge
  Trace trace_;
  std::uint64_t kicks_ = 0;
  std::uint64_t restarts_ = 0;
  std::uint64_t fails_ = 0;
  std::uint64_t scanned_ = 0;
  std::uint64_t work_at_best_ = 0;
  bool next_start_ = false;
  std::optional<StopReason> stop_;
};

Problem without_demand(const Problem& problem) {
  Problem plain = problem;
  plain.connected = false;
  return plain;
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

Solution connected_search(const Problem& problem, const VertexSet& begin,
                          const ConnectedSearchOptions& options, const RunContext& run) {
  check_problem(without_demand(problem), Anchors::kept);
  check_vertices(problem.graph, begin, "vertex of the start");
  check_connectable(problem);
  if (options.cluster < 1) throw InvalidArgument("cluster", "0", "must be at least 1");
  ConnectedSearch search(problem, options, run);
  search.search(begin);
  Solution solution =
      finish_solution(problem, search.best(), search.take_trace(), search.reason(), search.kicks(), run);
  LODE_ASSERT_LIGHT(connected_components(induced_subgraph(problem.graph, solution.vertices)).count() == 1);
  return solution;
}

Solution solve_connected(const Problem& problem, const UnconnectedSolve& solve,
                         const ConnectedSearchOptions& options, const RunContext& run) {
  if (!solve) throw InvalidArgument("solve", "empty", "must be a function");
  const Problem free = without_demand(problem);
  check_problem(free, Anchors::kept);
  check_connectable(problem);
  RunContext part = run.part(0.5 * run.time_limit());
  Solution answer = solve(free, part);
  const Vertex parts = connected_components(induced_subgraph(problem.graph, answer.vertices)).count();
  if (parts == 1) return answer;
  Solution connected = connected_search(problem, answer.vertices, options, run);
  connected.note =
      fmt::format("the best set found without the demand to be connected has weight {} in {} parts",
                  answer.weight, parts);
  return connected;
}

}  // namespace lode
