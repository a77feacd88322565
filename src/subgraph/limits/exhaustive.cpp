#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include <lode/graph/part.hpp>

#include "subgraph/limits/limited_search.hpp"

namespace lode::subgraph {
namespace {

enum class State : char { open, taken, left };

/// A node of the search: the vertices taken, and the gains of the other vertices.
struct Node {
  VertexSet set = {};
  Weight weight = 0.0;              ///< of the set, values included
  std::vector<State> state = {};    ///< by vertex
  std::vector<Weight> gain = {};    ///< by vertex: weight towards the set, and value
  std::vector<bool> touches = {};   ///< by vertex: a neighbour of the set
  std::vector<Vertex> counts = {};  ///< by group: members taken
  std::vector<Vertex> room = {};    ///< by group: open members
};

struct ExhaustiveSearch {
  const Problem& problem;
  const GroupClasses& classes;
  std::uint64_t work;
  const RunContext& run;
  const Graph& graph = problem.graph;
  /// By vertex: its edges, the heaviest first.
  std::vector<std::vector<std::pair<Weight, Vertex>>> rows = {};
  bool has_positive = false;
  double rounding = 0.0;         ///< of the sums that make a bound
  Weight ruled_out = -HUGE_VAL;  ///< no set that was not visited weighs more
  VertexSet best_set = {};
  Weight best_weight = -HUGE_VAL;
  std::uint64_t work_used = 0;
  bool stopped = false;

  double search(VertexSet& best) {
    const Vertex n = graph.num_vertices();
    if ((n + graph.num_arcs()) * problem.s >= work) return HUGE_VAL;
    Node root{.state = std::vector(n, State::open),
              .gain = problem.values,
              .touches = std::vector(n, false),
              .counts = classes.counts({}),
              .room = classes.counts({})};
    root.gain.resize(n, 0.0);
    rows.resize(n);
    Weight heaviest = 0.0;
    Weight largest = 0.0;
    for (Vertex v = 0; v < n; ++v) {
      largest = std::max(largest, std::abs(root.gain[v]));
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { rows[v].emplace_back(w, u); });
      std::ranges::sort(rows[v], std::greater());
      for (const auto& [weight, u] : rows[v]) heaviest = std::max(heaviest, std::abs(weight));
      has_positive = has_positive || (!rows[v].empty() && rows[v].front().first > 0.0);
      classes.count(root.room, v, 1);
    }
    const double s = problem.s;
    const bool exact = objective_sums(graph, problem.values) == Sums::exact;
    rounding = exact ? 0.0 : (4.0 * s + 8.0) * 0x1p-52 * (0.5 * s * (s - 1.0) * heaviest + s * largest);
    for (const Vertex v : problem.exclude) decide(root, v, State::left);
    if (!best.empty()) offer(best);
    for (const Vertex v : problem.include) take(root, v);
    explore(std::move(root));
    best = best_set;
    return stopped ? HUGE_VAL
                   : std::max(best_weight + rounding, ruled_out);  // best_weight is a rounded sum, too
  }

  /// Counts a set anew, and keeps it if it is heavier than the best one.
  void offer(const VertexSet& set) {
    const Weight weight = induced_totals(graph, set).weight + sum_of_values(problem.values, set);
    if (!(weight > best_weight)) return;
    best_weight = weight;
    best_set = set;
  }

  void decide(Node& node, Vertex v, State state) {
    node.state[v] = state;
    classes.count(node.room, v, -1);
    if (state == State::taken) classes.count(node.counts, v, 1);
  }

  void take(Node& node, Vertex v) {
    decide(node, v, State::taken);
    node.set.push_back(v);
    node.weight += node.gain[v];
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      node.gain[u] += w;
      node.touches[u] = true;
    });
  }

  /// Open vertices that the set may still take: for connected sets, vertices that a path of open vertices
  /// joins to the set.
  VertexSet candidates(const Node& node) {
    const bool grows = problem.connected && !node.set.empty();
    std::vector<bool> reached(node.state.size(), false);
    VertexSet found;
    for (Vertex v = 0; v < node.state.size(); ++v) {
      reached[v] = node.state[v] == State::open && (!grows || node.touches[v]);
      if (reached[v]) found.push_back(v);
    }
    work_used += node.state.size();
    for (std::size_t i = 0; grows && i < found.size(); ++i) {
      work_used += graph.degree(found[i]);
      graph.for_each_neighbor(found[i], [&](Vertex u, Weight) {
        if (reached[u] || node.state[u] != State::open) return;
        reached[u] = true;
        found.push_back(u);
      });
    }
    return found;
  }

  /// h_v, where `others` vertices come besides v.
  Weight promise(const Node& node, Vertex v, Vertex others) {
    if (problem.connected && !has_positive && !node.set.empty()) {
      return node.touches[v] || rows[v].empty() ? 0.0 : rows[v].front().first;
    }
    Weight sum = 0.0;
    for (const auto& [weight, u] : rows[v]) {
      if (others == 0 || weight <= 0.0) break;
      ++work_used;
      if (node.state[u] != State::open) continue;
      sum += weight;
      --others;
    }
    return 0.5 * sum;
  }

  /// Visits the sets that contain node.set and none of the vertices left out.
  void explore(Node node) {
    while (true) {
      const auto missing = static_cast<Vertex>(problem.s - node.set.size());
      if (!classes.can_keep(node.counts, node.room, missing)) return;
      if (missing == 0) {
        if (node.weight + rounding > best_weight &&
            (!problem.connected || connected_components(induced_subgraph(graph, node.set)).count() == 1))
          offer(node.set);
        return;
      }
      const VertexSet open = candidates(node);
      if (open.size() < missing) return;
      std::vector<Weight> adds;
      Vertex next = no_vertex;
      Weight most = 0.0;
      for (const Vertex v : open) {
        adds.push_back(node.gain[v] + promise(node, v, missing - 1));
        if (problem.connected && !node.set.empty() && !node.touches[v]) continue;
        if (next != no_vertex && adds.back() <= most) continue;
        next = v;
        most = adds.back();
      }
      std::ranges::nth_element(adds, adds.begin() + (missing - 1), std::greater());
      const Weight bound = std::accumulate(adds.begin(), adds.begin() + missing, node.weight) + rounding;
      // Sets that differ from the best set only by rounding are not visited; the upper bound includes them.
      if (bound <= best_weight + 2.0 * rounding) {
        ruled_out = std::max(ruled_out, bound);
        return;
      }
      stopped = stopped || work_used > work || run.should_stop();
      if (stopped) return;
      Node child = node;
      take(child, next);
      explore(std::move(child));
      decide(node, next, State::left);
    }
  }
};

}  // namespace

double heaviest_set(const Problem& problem, const GroupClasses& classes, VertexSet& best, std::uint64_t work,
                    const RunContext& run) {
  return ExhaustiveSearch{problem, classes, work, run}.search(best);
}

}  // namespace lode::subgraph
