#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/core/text.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/configuration_model.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/part.hpp>
#include <lode/questions/groups.hpp>
#include <lode/study/question.hpp>

#include "core/stream_tags.hpp"
#include "questions/groups/quasi_cliques.hpp"
#include "report/find/answer_columns.hpp"

namespace lode {
namespace {

using namespace detail;

constexpr double unknown = std::numeric_limits<double>::infinity();

/// Finds the groups of a graph one after the other.
class GroupFinder {
 public:
  GroupFinder(const Graph& graph, const GroupsRequest& request, const RunContext& run)
      : graph_(graph), request_(request), run_(run), state_(graph.num_vertices(), State::left) {
    for (const Vertex v : request.exclude) state_[v] = State::excluded;
    const auto edges = static_cast<double>(std::max<EdgeCount>(1, graph.num_edges()));
    mean_weight_ = graph.total_weight() / edges;
    price_ = request.by == GroupsBy::surplus ? request.surplus * mean_weight_ : request.min_density;
  }

  Groups find() {
    const bool surplus = request_.by == GroupsBy::surplus, ratio = request_.by == GroupsBy::ratio;
    surplus ? by_surplus() : ratio ? by_ratio() : by_density();
    result_.complete = !run_.should_stop();
    return std::move(result_);
  }

 private:
  enum class State : char { left, grouped, excluded };

  bool full() const {
    return run_.should_stop() || (request_.most && result_.groups.size() >= *request_.most);
  }

  /// Calls next(anchor) for every seed of the rest, or next(no_vertex) until it returns false.
  template <class Next>
  void for_each_seed(const Next& next) {
    for (const Vertex v : request_.seeds) {
      if (full()) return;
      if (state_[v] == State::left) next(v);
    }
    while (request_.seeds.empty() && !full() && next(no_vertex)) continue;
  }

  void by_surplus() {
    QuasiCliques search(graph_, price_, run_);
    search.remove(request_.exclude);
    double earlier = unknown;  // bound of a larger rest
    const double least = 3.0 * (mean_weight_ - price_) * (1.0 - optimality_tolerance);
    for_each_seed([&](Vertex anchor) {
      const SurplusSet set = anchor == no_vertex ? search.best() : search.best_with(anchor);
      if (set.surplus <= 0.0 || set.surplus < least) return false;
      double bound = anchor == no_vertex ? earlier : unknown;
      if (request_.effort != subgraph::Effort::none && !meets(bound, set.surplus, Sums::rounded)) {
        bound = std::min(bound, search.bound(set, anchor, request_.effort));
      }
      if (anchor == no_vertex) earlier = bound;
      add(set.vertices, bound);
      search.remove(set.vertices);
      return true;
    });
  }

  void by_ratio() {
    while (!full()) {
      const Part rest = rest_of_graph();
      if (rest.graph.total_weight() == 0.0) return;
      const DensestSubgraph densest = densest_subgraph(rest.graph, run_);
      Weight outside = rest.graph.total_weight() + densest.weight;  // weight without the edges at the set
      for (const Vertex v : densest.vertices) outside -= rest.graph.strength(v);
      const auto others = static_cast<Vertex>(rest.graph.num_vertices() - densest.vertices.size());
      const double least = request_.until.value_or(2.0 * average_degree(std::max(outside, 0.0), others));
      if (2.0 * densest.ratio() < least) return;
      const Components components = connected_components(induced_subgraph(rest.graph, densest.vertices));
      std::vector<VertexSet> sets(components.count());
      for (std::size_t i = 0; i < densest.vertices.size(); ++i) {
        sets[components.component[i]].push_back(rest.to_graph(densest.vertices[i]));
      }
      for (std::size_t i = 0; i < sets.size() && !full(); ++i) add(std::move(sets[i]), densest.bound);
    }
  }

  void by_density() {
    const FindVariant largest = find_variant("--min-density", format_exact(request_.min_density));
    for_each_seed([&](Vertex anchor) {
      const Part rest = rest_of_graph();
      if (rest.graph.num_vertices() < request_.min_size || rest.graph.total_weight() == 0.0) return false;
      FindRequest request;
      request.effort = request_.effort;
      if (anchor != no_vertex) request.include = {rest.to_part(anchor)};
      const FindResult found = largest.find(rest.graph, request, {}, run_);
      if (found.answers.empty()) return false;
      const FindAnswer& answer = found.answers.front();
      const bool reached = weight_density(answer.solution.weight, answer.s) >= request_.min_density;
      if (!reached || answer.s < request_.min_size) return false;
      add(rest.to_graph(answer.solution.vertices), largest_possible(answer));
      return true;
    });
  }

  /// The size that no set of the density exceeds, from the column of the question about thresholds.
  static double largest_possible(const FindAnswer& answer) {
    FindReport report;
    report.results = {answer};
    for (const auto& column : detail::answer_columns(report)) {
      if (column.key == "largest_size_possible") return column.value(answer).get<double>();
    }
    return unknown;
  }

  Part rest_of_graph() const {
    std::vector<Vertex> left;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (state_[v] == State::left) left.push_back(v);
    }
    return part_of(graph_, left);
  }

  double value_of(Weight weight, Vertex s) const {
    if (request_.by == GroupsBy::ratio) return weight / s;
    if (request_.by == GroupsBy::density) return s;
    return weight - price_ * s * (s - 1.0) / 2.0;
  }

  void add(VertexSet vertices, double bound) {
    Group group{.vertices = std::move(vertices), .bound = bound};
    std::ranges::sort(group.vertices);
    subgraph::InducedTotals totals = subgraph::induced_totals(graph_, group.vertices);
    group.proven_optimal = (request_.overlap == 0.0 || result_.groups.empty()) &&
                           meets(bound, value_of(totals.weight, group.size()), Sums::rounded);
    if (request_.overlap > 0.0) {
      take_shared(group, totals.weight);
      std::ranges::sort(group.vertices);
      totals = subgraph::induced_totals(graph_, group.vertices);
    }
    group.edges = totals.edges;
    group.weight = totals.weight;
    group.value = value_of(totals.weight, group.size());
    group.expected = expected_weight(graph_, group.vertices);
    for (const Vertex v : group.vertices) state_[v] = State::grouped;
    run_.report("groups", group.value, result_.groups.size());
    result_.groups.push_back(std::move(group));
  }

  /// Adds vertices of earlier groups, the one of most weight into the group first, while they raise its
  /// value.
  void take_shared(Group& group, Weight weight) const {
    std::vector<Weight> link(graph_.num_vertices(), 0.0);
    std::vector<Vertex> earlier;  // next to the group
    const auto meet = [&](Vertex v) {
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (state_[u] == State::grouped && link[u] == 0.0) earlier.push_back(u);
        link[u] += w;
      });
    };
    for (const Vertex v : group.vertices) meet(v);
    for (;;) {
      const auto size = static_cast<double>(group.vertices.size());
      const auto best = std::ranges::max_element(
          earlier, [&](Vertex a, Vertex b) { return link[a] != link[b] ? link[a] < link[b] : a > b; });
      if (best == earlier.end() || group.shared + 1.0 > request_.overlap * (size + 1.0)) return;
      const Vertex v = *best;
      const double needed = request_.by == GroupsBy::surplus ? price_ * size
                            : request_.by == GroupsBy::ratio ? weight / size
                                                             : price_ * size * (size + 1.0) / 2.0 - weight;
      if (!(link[v] > needed) && (request_.by != GroupsBy::density || link[v] < needed)) return;
      weight += link[v];
      earlier.erase(best);
      link[v] = -unknown;  // never met again
      group.vertices.push_back(v);
      ++group.shared;
      meet(v);
    }
  }

  const Graph& graph_;
  const GroupsRequest& request_;
  const RunContext& run_;
  std::vector<State> state_;
  double mean_weight_ = 0.0;
  double price_ = 0.0;  ///< weight that a pair of vertices costs
  Groups result_;
};

void check(const Graph& graph, const GroupsRequest& request) {
  const auto require = [](const char* name, double value, bool holds, const char* problem) {
    if (!holds) throw InvalidArgument(name, format_exact(value), problem);
  };
  refuse_signed_weights(graph, "groups");
  constexpr auto outside = "is not between 0 and 1";
  require("surplus", request.surplus, request.surplus > 0.0 && request.surplus < 1.0, outside);
  require("overlap", request.overlap, request.overlap >= 0.0 && request.overlap < 1.0, outside);
  require("min-size", request.min_size, request.min_size > 0, "is not at least 1");
  require("min-density", request.min_density, request.min_density > 0.0, "is not above 0");
  subgraph::check_vertices(graph, request.seeds, "seed");
  subgraph::check_vertices(graph, request.exclude, "vertex to exclude");
  for (const Vertex v : request.seeds) {
    if (std::ranges::find(request.exclude, v) == request.exclude.end()) continue;
    throw InvalidArgument("seed-vertices", graph.name(v), "is excluded, too", "leave it out of one of them");
  }
  if (request.by == GroupsBy::ratio && !request.seeds.empty()) {
    throw InvalidArgument("seed-vertices", "", "does not go with groups by ratio",
                          "lode densest --anchors finds a dense set around vertices");
  }
}

/// Compares the groups of every rank with those of rewired graphs.
void add_p_values(Groups& found, const Graph& graph, GroupsRequest request, const RunContext& run) {
  const std::size_t count = std::exchange(request.null_graphs, 0);
  if (request.by != GroupsBy::density) request.effort = subgraph::Effort::none;  // no part of the search
  request.most = static_cast<Vertex>(found.groups.size());
  std::vector<Groups> null(count);
  const Rng seeds(run.seed(), detail::null_stream);
  run.parallel([&] {
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
      null[i].complete = false;
      if (run.should_stop()) return;
      const RunContext alone = run.alone(run.seed());
      try {
        null[i] = find_groups(rewired(graph, seeds.at(i + 1), alone), request, alone);
      } catch (const SystemError&) {  // stopped while the graph was drawn
        if (!run.should_stop()) throw;
      }
    });
  });
  std::erase_if(null, [](const Groups& groups) { return !groups.complete; });
  found.null_graphs = static_cast<Vertex>(null.size());
  found.complete = found.complete && null.size() == count;
  if (null.empty()) return;
  for (std::size_t rank = 0; rank < found.groups.size(); ++rank) {
    const auto reaches = [&](const Groups& groups) {
      return groups.groups.size() > rank &&
             !worsens(groups.groups[rank].value, found.groups[rank].value, Sums::rounded);
    };
    const auto reached = std::ranges::count_if(null, reaches);
    found.groups[rank].p_value = (1.0 + static_cast<double>(reached)) / (found.null_graphs + 1.0);
  }
}

}  // namespace

Groups find_groups(const Graph& graph, const GroupsRequest& request, const RunContext& context) {
  const RunContext run = context.for_call();
  check(graph, request);
  Groups found = GroupFinder(graph, request, run).find();
  if (request.null_graphs > 0) add_p_values(found, graph, request, run);
  return found;
}

}  // namespace lode
