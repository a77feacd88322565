#include "subgraph/connected/search.hpp"

#include <algorithm>
#include <cmath>
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
#include "hybrid/escape/work_meter.hpp"
#include "subgraph/connected/growing_set.hpp"
#include "subgraph/connected/grown_starts.hpp"
#include "subgraph/connected/moves.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/scaled_problem.hpp"
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

/// Weights of sets are sums of weights of edges: their rounding counts from the heaviest edge on.
hybrid::Gains connected_gains(const Graph& graph) {
  hybrid::Gains gains{sums_of(graph.integral())};
  for (const Weight weight : graph.weights()) gains.scale = std::max(gains.scale, std::abs(weight));
  return gains;
}

class ConnectedSearch {
 public:
  /// `problem`: what sets weigh, perhaps with a hub. `connecting`: the same without a hub, whose edges
  /// connect.
  ConnectedSearch(const Problem& problem, const Problem& connecting, const ConnectedSearchOptions& options,
                  const RunContext& run)
      : options_(options),
        run_(run),
        gains_(connected_gains(problem.graph)),
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
  detail::ConnectedMoves moves_;
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

/// With a graph whose edges connect for each that weighs.
Solution search_in_scale(const Problem& problem, const Problem* connecting, const VertexSet& begin,
                         const ConnectedSearchOptions& options, const RunContext& run) {
  return detail::solved_in_scale(problem, run, [&](const Problem& scaled, const RunContext& told) {
    ConnectedSearch search(scaled, connecting ? *connecting : scaled, options, told);
    search.search(begin);
    return search.solution(scaled);
  });
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
  Problem plain = without_demand(problem);
  plain.values.clear();
  check_problem(plain, Anchors::kept);
  check_values(problem.graph, problem.values);
  check_vertices(problem.graph, begin, "vertex of the start");
  check_connectable(problem);
  if (options.cluster < 1) throw InvalidArgument("cluster", "0", "must be at least 1");
  Solution solution;
  if (problem.values.empty()) {
    solution = search_in_scale(problem, nullptr, begin, options, run);
  } else {
    const detail::ValuedProblem valued(problem, detail::ValueForm::hub);
    solution = valued.solved(run, [&](const Problem& inner, const RunContext& told) {
      return search_in_scale(inner, &problem, begin, options, told);
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
