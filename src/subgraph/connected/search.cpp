#include "subgraph/connected/search.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
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
#include "hybrid/escape/seeds.hpp"
#include "hybrid/escape/work_meter.hpp"
#include "subgraph/connected/growing_set.hpp"
#include "subgraph/part/core_order.hpp"
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
/// tried whatever they promise, for the edge to the vertex that goes out is not known before.
constexpr std::size_t most_tried = 32;
constexpr std::size_t always_tried = 8;
/// Vertices of a bucket of weights among which those of largest d_S are sought.
constexpr std::size_t most_sorted = 1024;

/// A look at a candidate of a cluster reads one number: this many looks count as one arc.
constexpr std::size_t looks_per_arc = 4;

/// Parts of a given set that are joined, the heaviest first: the paths to many light ones would fill the set.
constexpr std::size_t most_parts = 8;
/// Starts with a vertex more to pass through, tried when the anchors alone cannot be joined by s vertices:
/// more find smaller joins now and then, and make a refusal take longer.
constexpr int detours = 200;
/// Starts of the anchors alone, for each of them: a start begins at a random one and joins in random order.
constexpr std::size_t starts_per_anchor = 2;
/// Draws of a vertex of a dense core that is not in the set, where most are.
constexpr int cluster_draws = 8;

class ConnectedSearch {
 public:
  /// `problem`: what sets weigh, perhaps with a hub. `connecting`: the same without a hub, whose edges
  /// connect; it must pass check_connectable.
  ConnectedSearch(const Problem& problem, const Problem& connecting, const ConnectedSearchOptions& options,
                  const RunContext& run)
      : graph_(connecting.graph),
        s_(connecting.s),
        options_(options),
        run_(run),
        gains_(detail::gains_of(problem.graph)),
        best_(detail::goal_of(problem), gains_, "connected", run),
        meter_(options.work),
        patience_(options.patience),
        rng_(run.seed(), lode::detail::connected_stream),
        set_(problem.graph, problem.include, graph_),
        pool_(detail::make_set_pool(problem.graph)),
        all_equal_(problem.s == problem.graph.num_vertices() || problem.graph.weight_magnitude() <= 0.0),
        components_(connected_components(graph_)),
        place_(graph_.num_vertices(), no_vertex),
        parent_(graph_.num_vertices(), no_vertex),
        kept_(problem.graph.num_vertices()),
        seen_(problem.graph.num_vertices()),
        in_tree_(problem.graph.num_vertices()),
        wanted_(problem.graph.num_vertices()) {
    const std::optional<detail::CoreOrder> cores = detail::core_order(graph_, run_);
    for (const Vertex v : cores ? cores->order : detail::degree_order(graph_)) {
      if (!usable(v)) continue;
      place_[v] = static_cast<Vertex>(order_.size());
      order_.push_back(v);
    }
  }

  void search(const VertexSet& begin) {
    begin_with_parts(begin);
    best_set_ = set_.state().sorted_members();
    best_.record(set_.weight(), 0);
    descend();
    while (!all_equal_ && !ended()) next_start_ ? restart() : kick_once();
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
    meter_.set_total(set_.work() + work_ + looks_ / looks_per_arc + (kicks_ + restarts_) * kick_overhead);
  }

  void note_best() {
    if (!detail::improves_recounted(gains_, set_, best_.value())) return;
    best_.record(set_.weight(), kicks_);
    best_set_ = set_.state().sorted_members();
    count_work();
    meter_.improved();
    best_.report(kicks_);
  }

  Weight degree(Vertex v) const { return set_.state().degree_into(v); }

  // --- moves: as many members go out as outsiders come in, and the rest stays connected ----------------

  /// Makes improving exchanges until none of those tried improves.
  void descend() {
    while (!best_.stopped() && improve()) {
      note_best();
      best_.should_stop();
    }
    note_best();
  }

  /// A kick and the descent after it, taken back if the set is worse; a new start where no kick is possible.
  void kick_once() {
    set_.forget_moves();
    ++kicks_;
    const Weight before = set_.weight();
    const Vertex seed = outside_neighbor();
    const bool kicked = seed != no_vertex && kick(seed);
    if (kicked) descend();
    const Weight after = set_.weight();
    if (!kicked || gains_.worsens(after, before)) set_.undo_to(0);
    next_start_ = patience_.tried(gains_.improves(after, before)) || !kicked;
  }

  /// Exchanges a cluster around `seed`, a neighbour of the set; false when the set cannot be brought back to
  /// its size.
  bool kick(Vertex seed) {
    const std::size_t members = set_.state().members().size();
    const auto most = std::min<std::size_t>(
        {options_.cluster, std::max<std::size_t>(1, members), set_.state().outsiders().size()});
    kept_.clear();
    seen_.clear();
    seen_.set(seed);
    queue_.assign(1, seed);
    for (auto left = 1 + rng_.below(most); left > 0 && !queue_.empty(); --left) {
      looks_ += queue_.size();
      std::size_t best = rng_.below(queue_.size());
      for (std::size_t i = 0; i < queue_.size(); ++i) {
        if (degree(queue_[i]) > degree(queue_[best])) best = i;
      }
      std::swap(queue_[best], queue_.back());
      const Vertex v = queue_.back();
      queue_.pop_back();
      set_.add(v);
      kept_.set(v);
      for (const Vertex u : graph_.neighbors(v)) {
        if (set_.contains(u) || seen_.contains(u)) continue;
        seen_.set(u);
        queue_.push_back(u);
      }
    }
    if (set_.peel_to(s_, kept_, rng_)) return true;
    kept_.clear();  // the other members hold the cluster together, so some of it must go
    return set_.peel_to(s_, kept_, rng_);
  }

  /// One improving exchange, the outsiders of largest d_S tried first; false when none of those tried
  /// improves.
  bool improve() {
    kept_.clear();
    const Vertex weakest = set_.weakest_removable(kept_, rng_);
    const Weight least = weakest == no_vertex ? 0.0 : degree(weakest);
    const Weight before = set_.weight();
    const std::size_t moment = set_.moment();
    collect_outsiders();
    for (std::size_t i = 0; i < tried_.size(); ++i) {
      if (i >= always_tried && degree(tried_[i]) <= least) return false;
      set_.add(tried_[i]);
      kept_.clear();
      kept_.set(tried_[i]);
      if (set_.peel_to(s_, kept_, rng_) && gains_.improves(set_.weight(), before)) return true;
      set_.undo_to(moment);
    }
    return false;
  }

  /// Finds outsiders with an edge to the set, those of largest d_S first, ties at random.
  void collect_outsiders() {
    tried_.clear();
    const BucketArray& buckets = set_.state().outsider_buckets();
    std::size_t seen = 0;
    for (std::size_t key = buckets.empty() ? 0 : buckets.highest();
         seen < buckets.size() && tried_.size() < most_tried; --key) {
      const std::span<const Vertex> bucket = buckets.bucket(key);
      if (bucket.empty()) continue;
      seen += bucket.size();
      const auto begin = std::ssize(tried_);
      const std::size_t most = set_.state().graph().weighted() ? most_sorted : most_tried;
      std::size_t at = rng_.below(bucket.size());
      for (std::size_t i = 0; i < bucket.size() && tried_.size() < most; ++i) {
        if (set_.touches(bucket[at])) tried_.push_back(bucket[at]);
        if (++at == bucket.size()) at = 0;
      }
      looks_ += tried_.size();
      std::stable_sort(tried_.begin() + begin, tried_.end(),
                       [&](Vertex a, Vertex b) { return degree(a) > degree(b); });
    }
    tried_.resize(std::min(tried_.size(), most_tried));
  }

  /// An outsider next to the set, by a random member and a random neighbour; no_vertex if there is none.
  Vertex outside_neighbor() {
    const VertexSet members = set_.sorted_members();
    const auto draw = [&] {
      const Vertex v = members[rng_.below(members.size())];
      return graph_.degree(v) == 0 ? no_vertex : graph_.neighbors(v)[rng_.below(graph_.degree(v))];
    };
    const auto first = [&] {
      for (const Vertex v : members) {
        work_ += graph_.degree(v);
        for (const Vertex u : graph_.neighbors(v)) {
          if (!set_.contains(u)) return u;
        }
      }
      return no_vertex;
    };
    return hybrid::draw_usable(
        hybrid::seed_attempts, draw, [&](Vertex u) { return u != no_vertex && !set_.contains(u); }, first);
  }

  // --- starts ----------------------------------------------------------------------------------------

  /// Whether the component of v can hold the answer.
  bool usable(Vertex v) const {
    const Vertex c = components_.component[v];
    return set_.anchors().empty() ? components_.size[c] >= s_
                                  : c == components_.component[set_.anchors().front()];
  }

  /// In turn from the dense part of a good set joined with another dense place, from a vertex of a dense
  /// core, and from a good set without some of its members.
  void restart() {
    pool_.offer(set_.weight(), set_.state().sorted_members());
    ++restarts_;
    patience_.begin(restarts_ + 1);
    next_start_ = false;
    set_.forget_moves();
    VertexSet wanted;
    if (restarts_ % 3 == 2) {
      wanted = {hybrid::draw_near_end<Vertex>(order_, rng_)};
    } else {
      set_.move_to(pool_.draw(rng_));
      if (restarts_ % 3 == 0) {
        drop_some();
        wanted = set_.sorted_members();
      } else {
        kept_.clear();
        set_.peel_to(static_cast<Vertex>(s_ - rng_.below(s_ / 2 + 1)), kept_, rng_);
        wanted = set_.sorted_members();
        add_core_cluster(wanted);
      }
    }
    if (!make(wanted)) make_of_anchors();
    descend();
  }

  /// Removes up to half of the members, at random, as long as the others stay connected.
  void drop_some() {
    for (auto left = rng_.below(s_) + 1; left > 0 && set_.size() > s_ / 2 + 1; --left) {
      const std::span<const Vertex> members = set_.state().members();
      if (members.empty()) return;
      const Vertex v = members[rng_.below(members.size())];
      if (set_.removable(v)) set_.remove(v);
    }
  }

  /// Adds a vertex of the same component drawn by core number, with those of its neighbours that lie deepest,
  /// up to s vertices in all.
  void add_core_cluster(VertexSet& wanted) {
    const Vertex home = components_.component[wanted.front()];
    const std::size_t size = std::max<std::size_t>(1, s_ - wanted.size());
    for (int draw = 0; draw < cluster_draws; ++draw) {
      const Vertex v = hybrid::draw_near_end<Vertex>(order_, rng_);
      if (components_.component[v] != home || set_.contains(v)) continue;
      work_ += graph_.degree(v);
      VertexSet cluster;
      for (const Vertex u : graph_.neighbors(v)) {
        if (!set_.contains(u)) cluster.push_back(u);
      }
      std::sort(cluster.begin(), cluster.end(), [&](Vertex a, Vertex b) { return place_[a] > place_[b]; });
      cluster.resize(std::min(cluster.size(), size - 1));
      wanted.push_back(v);
      wanted.insert(wanted.end(), cluster.begin(), cluster.end());
      return;
    }
  }

  /// Begins with the connected parts of `begin` that can hold the answer together, the heaviest ones.
  void begin_with_parts(const VertexSet& begin) {
    VertexSet sorted = begin;
    std::sort(sorted.begin(), sorted.end());
    const Components components = connected_components(induced_subgraph(graph_, sorted));
    std::vector<VertexSet> sets(components.count());
    for (std::size_t i = 0; i < sorted.size(); ++i) sets[components.component[i]].push_back(sorted[i]);
    std::vector<std::pair<Weight, VertexSet>> parts;
    for (VertexSet& set : sets) {
      if (usable(set.front())) parts.emplace_back(induced_totals(graph_, set).weight, std::move(set));
    }
    std::ranges::stable_sort(parts, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second.size() > b.second.size();
    });
    VertexSet all;
    std::size_t joined = 0;
    for (const auto& [weight, set] : parts) {
      const bool same =
          components_.component[set.front()] == components_.component[parts.front().second.front()];
      if (same && joined++ < most_parts) all.insert(all.end(), set.begin(), set.end());
    }
    if (!all.empty() && (make(all) || make(parts.front().second))) return;
    make_of_anchors();
  }

  /// Joins the anchors alone, or by way of one more vertex near them.
  void make_of_anchors() {
    const std::size_t anchors = set_.anchors().size();
    if (anchors == 0) {
      make({order_.back()});
      return;
    }
    constexpr std::string_view joining = "joining the vertices to include";
    for (std::size_t i = 0; i < starts_per_anchor * anchors; ++i) {
      if (make({})) return;
      run_.require_time(joining);
    }
    for (int i = 0; i < detours; ++i) {
      run_.require_time(joining);
      const Vertex near = outside_neighbor();
      if (near != no_vertex && make({near})) return;
    }
    throw NotJoined(anchors, s_, smallest_failed_);
  }

  /// Makes the set of `wanted` (in one usable component) and the anchors, joined by shortest paths, peeled or
  /// grown to s vertices; false when it cannot be peeled so far.
  bool make(const VertexSet& wanted) {
    const VertexSet& anchors = set_.anchors();
    set_.move_to({});
    in_tree_.clear();
    wanted_.clear();
    tree_.clear();
    missing_ = 0;
    for (const VertexSet* some : {&wanted, &anchors}) {
      for (const Vertex v : *some) {
        missing_ += wanted_.contains(v) ? 0 : 1;
        wanted_.set(v);
      }
    }
    take(wanted.empty() ? anchors[rng_.below(anchors.size())] : wanted.front());
    while (missing_ > 0) {
      VertexSet path;
      for (Vertex u = nearest_wanted(); !in_tree_.contains(u); u = parent_[u]) path.push_back(u);
      for (auto u = path.rbegin(); u != path.rend(); ++u) {
        if (!in_tree_.contains(*u)) take(*u);
      }
    }
    kept_.clear();
    if (!set_.peel_to(s_, kept_, rng_)) {
      smallest_failed_ = std::min(smallest_failed_, set_.size());
      return false;
    }
    while (set_.size() < s_) {
      collect_outsiders();
      const Vertex v = tried_.empty() ? outside_neighbor() : tried_.front();  // edges may weigh nothing
      if (v == no_vertex) throw InternalError("a connected start cannot be grown");
      set_.add(v);
    }
    return true;
  }

  /// Adds a vertex to the tree, and with it the wanted ones that are connected to it by wanted ones.
  void take(Vertex v) {
    queue_.assign(1, v);
    in_tree_.set(v);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const Vertex u = queue_[head];
      tree_.push_back(u);
      missing_ -= wanted_.contains(u) ? 1 : 0;
      if (!set_.contains(u)) set_.add(u);
      work_ += graph_.degree(u);
      for (const Vertex x : graph_.neighbors(u)) {
        if (in_tree_.contains(x) || !wanted_.contains(x)) continue;
        in_tree_.set(x);
        queue_.push_back(x);
      }
    }
  }

  /// Breadth-first search from the tree to the nearest wanted vertex outside, leaving the way back in
  /// `parent_`.
  Vertex nearest_wanted() {
    seen_.clear();
    queue_ = tree_;
    for (std::size_t i = queue_.size(); i > 1; --i) std::swap(queue_[i - 1], queue_[rng_.below(i)]);
    for (const Vertex v : queue_) seen_.set(v);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const Vertex v = queue_[head];
      work_ += graph_.degree(v);
      for (const Vertex u : graph_.neighbors(v)) {
        if (seen_.contains(u)) continue;
        seen_.set(u);
        parent_[u] = v;
        if (wanted_.contains(u)) return u;
        queue_.push_back(u);
      }
    }
    throw InternalError("a start reaches over components");
  }

  const Graph& graph_;  ///< whose edges connect
  const Vertex s_;
  const ConnectedSearchOptions& options_;
  const RunContext& run_;
  const hybrid::Gains gains_;
  hybrid::Incumbent best_;
  VertexSet best_set_;
  hybrid::WorkMeter<> meter_;
  hybrid::LubyRestarts patience_;
  Rng rng_;
  detail::ConnectedSet set_;
  detail::SetPool pool_;
  const bool all_equal_;  ///< all sets weigh the same
  std::uint64_t kicks_ = 0;
  std::uint64_t restarts_ = 0;
  bool next_start_ = false;
  std::uint64_t work_ = 0;   ///< arcs visited besides those of the set
  std::uint64_t looks_ = 0;  ///< at candidates

  const Components components_;
  std::vector<Vertex> order_;  ///< usable vertices by core, the densest last
  std::vector<Vertex> place_;  ///< in `order_`; no_vertex for others
  std::vector<Vertex> tree_;   ///< of the set being made
  std::size_t missing_ = 0;    ///< wanted vertices that are not in the tree
  Vertex smallest_failed_ = no_vertex;
  std::vector<Vertex> parent_;
  std::vector<Vertex> queue_;
  std::vector<Vertex> tried_;
  hybrid::Marks kept_;  ///< vertices that must not be peeled
  hybrid::Marks seen_;
  hybrid::Marks in_tree_;
  hybrid::Marks wanted_;
};

Problem without_demand(const Problem& problem) {
  Problem plain = problem;
  plain.connected = false;
  return plain;
}

/// Solves the problem, its values as edges to a hub.
Solution solve_without_values(const Problem& problem, const RunContext& run, const UnconnectedSolve& solve) {
  if (problem.values.empty()) return solve(problem, run);
  return detail::ValuedProblem(problem, detail::ValueForm::hub).solved(run, solve);
}

}  // namespace

Solution connected_search(const Problem& problem, const VertexSet& begin,
                          const ConnectedSearchOptions& options, const RunContext& run) {
  Problem plain = without_demand(problem);
  plain.values.clear();
  check_problem(plain, Anchors::kept);
  check_values(problem.graph, problem.values);
  check_vertices(problem.graph, begin, "vertex of the start");
  check_connectable(problem);
  if (options.cluster < 1) throw InvalidArgument("cluster", "0", "must be at least 1");
  const Solution solution =
      solve_without_values(problem, run, [&](const Problem& inner, const RunContext& told) {
        ConnectedSearch search(inner, problem, options, told);
        search.search(begin);
        return search.solution(inner);
      });
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
  Solution answer = solve_without_values(free, part, solve);
  const Vertex parts = connected_components(induced_subgraph(problem.graph, answer.vertices)).count();
  if (parts == 1) return answer;
  Solution connected = connected_search(problem, answer.vertices, options, run);
  connected.note = fmt::format("{}{} {} in {} parts", unconnected_note,
                               problem.values.empty() ? "weight" : "objective", answer.objective(), parts);
  return connected;
}

}  // namespace lode::subgraph
