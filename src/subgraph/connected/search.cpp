#include "subgraph/connected/search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "core/assert.hpp"
#include "core/stream_tags.hpp"
#include "subgraph/problem/exclusion.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/problem/valued_problem.hpp"
#include "subgraph/search/team.hpp"
#include "subgraph/state/connections.hpp"

namespace lode::subgraph {
namespace {

/// The part of the time limit that the search without the demand gets (search.hpp promises it),
/// which is all there is to do when its answer is connected.
constexpr double share_without_demand = 0.5;
/// Starts with a vertex more to pass through, tried when the anchors alone cannot be joined by s vertices:
/// more find smaller joins now and then, and make a refusal take longer.
constexpr int detours = 200;
/// Starts of the anchors alone, for each of them: a start begins at a random one and joins in random order.
constexpr std::size_t starts_per_anchor = 2;

/// Makes the set of `state` a connected one of `s` vertices without the hub: from `begin` if that can be
/// joined, else from the anchors or, without any, from `seed`.
void make_connected(SwapState& state, const VertexSet& begin, Vertex s, Vertex hub, Vertex seed,
                    const RunContext& run) {
  Rng draws(run.seed(), lode::detail::connected_stream);
  detail::Connections connections(state, hub, draws);
  const std::size_t anchors = state.anchors().size() - (hub != no_vertex ? 1 : 0);
  const std::size_t members = s - anchors;
  Vertex smallest = no_vertex;
  const auto completed = [&](const VertexSet& set) {
    state.move_to(set);
    if (connections.complete(members)) return true;
    smallest = std::min(smallest, static_cast<Vertex>(state.members().size() + anchors));
    return false;
  };
  if (!begin.empty() && completed(begin)) return;
  if (anchors == 0) {
    completed({seed});
    return;
  }
  constexpr std::string_view joining = "joining the vertices to include";
  for (std::size_t i = 0; i < starts_per_anchor * anchors; ++i) {
    if (completed({})) return;
    run.require_time(joining);
  }
  for (int i = 0; i < detours; ++i) {
    run.require_time(joining);
    const Vertex near = connections.outside_neighbor();
    if (near != no_vertex && completed({near})) return;
  }
  throw NotJoined(anchors, s, smallest);
}

/// `problem`: weights of sets, perhaps with a hub, the last vertex. `connecting`: the same without a hub;
/// each of its components can hold an answer.
Solution search_connected(const Problem& problem, const Problem& connecting, VertexSet begin,
                          std::uint64_t work, const RunContext& run) {
  const Vertex n = connecting.graph.num_vertices();
  const std::optional<detail::CoreOrder> cores = detail::core_order(connecting.graph, run);
  std::vector<Vertex> order = cores ? cores->order : detail::degree_order(connecting.graph);
  TeamOptions options;
  options.work = work;
  options.connected = true;
  if (problem.graph.num_vertices() > n) options.hub = n;
  SwapState state(problem.graph, problem.include, problem.include);
  std::sort(begin.begin(), begin.end());
  make_connected(state, begin, connecting.s, options.hub, order.back(), run);
  if (options.hub != no_vertex) order.insert(order.begin(), options.hub);
  options.core_order = order;
  const hybrid::Goal goal = detail::goal_of(problem);
  options.target = goal.nearest();
  Trace trace;
  const auto reached = [&](Weight weight, std::uint64_t blocks) {
    trace.push_back({run.elapsed(), weight, blocks});
    run.report("connected", weight, blocks);
  };
  reached(state.recount(), 0);
  TeamResult result;
  if (const auto met = goal.met(state.weight())) {
    result.reason = *met;
  } else if (connecting.s < n && problem.graph.weight_magnitude() > 0.0) {
    result = team_search(state, options, run.seed(), run, reached);
  }
  return finish_solution(problem, state.sorted_members(), std::move(trace), result.reason, result.kicks, run);
}

/// Solves the problem, its values as edges to a hub.
Solution solve_without_values(const Problem& problem, const RunContext& run, const UnconnectedSolve& solve) {
  if (problem.values.empty()) return solve(problem, run);
  return detail::ValuedProblem(problem, detail::ValueForm::hub).solved(run, solve);
}

}  // namespace

NotJoined::NotJoined(std::size_t included, Vertex s, Vertex smallest)
    : InvalidArgument("include", "names " + format_plural(included, "vertex", "vertices"),
                      fmt::format("that cannot be joined: the smallest connected set found around them has "
                                  "{} vertices, but s is {}",
                                  smallest, s),
                      "ask for a larger size or include fewer"),
      smallest_(smallest) {}

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
        "include", fmt::format("names {} and {}", problem.graph.name(first), problem.graph.name(v)),
        "from different components, but the answer must be connected", "leave one of them out");
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
  return reduced.part.to_graph(out);
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

Solution connected_search(const Problem& problem, const VertexSet& begin, std::uint64_t work,
                          const RunContext& run) {
  check_connectable(problem);
  Problem inside = problem;
  inside.exclude = out_of_reach(problem);
  if (!inside.exclude.empty()) {
    const ReducedProblem reduced = without_excluded(inside);
    VertexSet kept;
    std::ranges::copy_if(begin, std::back_inserter(kept),
                         [&](Vertex v) { return !std::ranges::binary_search(inside.exclude, v); });
    Solution solution = connected_search(reduced.problem, reduced.part.to_part(kept), work, run);
    solution.vertices = reduced.part.to_graph(solution.vertices);
    return solution;
  }
  const Solution solution =
      solve_without_values(problem, run, [&](const Problem& inner, const RunContext& inner_run) {
        return search_connected(inner, problem, begin, work, inner_run);
      });
  LODE_ASSERT_LIGHT(connected_components(induced_subgraph(problem.graph, solution.vertices)).count() == 1);
  return solution;
}

Solution solve_connected(const Problem& problem, const UnconnectedSolve& solve, std::uint64_t work,
                         const RunContext& run) {
  check_connectable(problem);
  Problem plain = problem;
  plain.connected = false;
  Solution answer = solve_without_values(plain, run.part(share_without_demand * run.time_limit()), solve);
  const Vertex parts = connected_components(induced_subgraph(problem.graph, answer.vertices)).count();
  if (parts == 1) return answer;
  Solution connected = connected_search(problem, answer.vertices, work, run);
  connected.note = fmt::format("{}{} {} in {} parts", unconnected_note,
                               problem.values.empty() ? "weight" : "objective", answer.objective(), parts);
  return connected;
}

}  // namespace lode::subgraph
