#include "subgraph/methods/feige.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <lode/subgraph/registry.hpp>

#include "core/options/solve_by_settings.hpp"
#include "hybrid/escape/incumbent.hpp"
#include "hybrid/escape/work_meter.hpp"
#include "subgraph/problem/goal.hpp"

namespace lode::subgraph {
namespace {

/// Row entries visited between two looks at the clock: about a millisecond.
constexpr std::uint64_t walk_poll = 1u << 18;

/// Moves the `count` candidates of largest score to the front, in no order; ties to the smaller vertex.
/// Cost: O(candidates) on average.
template <class Score>
void bring_largest_forward(std::vector<Vertex>& candidates, std::size_t count, Score&& score) {
  if (count >= candidates.size()) return;
  std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count),
                   candidates.end(), [&](Vertex a, Vertex b) {
                     const auto score_a = score(a);
                     const auto score_b = score(b);
                     return score_a != score_b ? score_a > score_b : a < b;
                   });
}

/// The best set of the three procedures.
struct BestSet {
  hybrid::Incumbent incumbent;
  VertexSet set = {};

  void offer(const VertexSet& found, Weight weight, std::uint64_t tried) {
    if (incumbent.offer(weight, tried)) set = found;
  }
  bool ended(std::uint64_t tried) {
    incumbent.report(tried);
    return incumbent.should_stop();
  }
};

/// The ends of a greedy matching.
class Matching {
 public:
  Matching(const Graph& graph, Vertex s) : graph_(graph), s_(s), inside_(graph.num_vertices(), 0) {}

  VertexSet ends() {
    graph_.weighted() ? match_heaviest_first() : match_in_order();
    if (set_.size() < s_) fill_by_degree();
    std::sort(set_.begin(), set_.end());
    return std::move(set_);
  }

 private:
  void take(Vertex u, Vertex v) {
    if (inside_[u] || inside_[v] || set_.size() + 2 > s_) return;
    inside_[u] = inside_[v] = 1;
    set_.push_back(u);
    set_.push_back(v);
  }

  void match_in_order() {
    for (Vertex u = 0; u < graph_.num_vertices() && set_.size() + 2 <= s_; ++u) {
      if (inside_[u]) continue;
      for (const Vertex v : graph_.neighbors(u)) {
        if (v > u) take(u, v);
        if (inside_[u]) break;
      }
    }
  }

  void match_heaviest_first() {
    std::vector<WeightedEdge> edges;
    edges.reserve(graph_.num_edges());
    for (Vertex u = 0; u < graph_.num_vertices(); ++u) {
      graph_.for_each_neighbor(u, [&](Vertex v, Weight w) {
        if (v > u) edges.push_back({u, v, w});
      });
    }
    const auto later = [](const WeightedEdge& a, const WeightedEdge& b) {
      return a.weight != b.weight ? a.weight < b.weight : std::pair(a.u, a.v) > std::pair(b.u, b.v);
    };
    std::make_heap(edges.begin(), edges.end(), later);
    while (!edges.empty() && set_.size() + 2 <= s_) {
      std::pop_heap(edges.begin(), edges.end(), later);
      take(edges.back().u, edges.back().v);
      edges.pop_back();
    }
  }

  void fill_by_degree() {
    std::vector<Weight> strength(graph_.num_vertices());
    std::vector<Vertex> others;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      strength[v] = graph_.strength(v);
      if (!inside_[v]) others.push_back(v);
    }
    const std::size_t missing = s_ - set_.size();
    bring_largest_forward(others, missing, [&](Vertex v) { return strength[v]; });
    set_.insert(set_.end(), others.begin(), others.begin() + static_cast<std::ptrdiff_t>(missing));
  }

  const Graph& graph_;
  const Vertex s_;
  std::vector<char> inside_;
  VertexSet set_;
};

/// Weights gathered at a few vertices; clearing costs what was touched.
class SparseWeights {
 public:
  explicit SparseWeights(Vertex n) : weight_(n, 0.0), met_(n, 0) {}

  void add(Vertex v, Weight weight) {
    if (!met_[v]) {
      met_[v] = 1;
      touched_.push_back(v);
    }
    weight_[v] += weight;
  }
  Weight operator[](Vertex v) const { return weight_[v]; }
  const std::vector<Vertex>& touched() const { return touched_; }
  void clear() {
    for (const Vertex v : touched_) {
      weight_[v] = 0.0;
      met_[v] = 0;
    }
    touched_.clear();
  }

 private:
  std::vector<Weight> weight_;
  std::vector<char> met_;
  std::vector<Vertex> touched_;
};

/// Third procedure: for one vertex at a time, the set around it.
class WalkSets {
 public:
  WalkSets(const Graph& graph, Vertex s)
      : graph_(graph),
        s_(s),
        walks_(graph.num_vertices()),
        into_(graph.num_vertices()),
        inside_(graph.num_vertices(), 0) {}

  /// The set for v, in no order.
  const VertexSet& around(Vertex v) {
    clear();
    const Vertex half = s_ - s_ / 2;
    graph_.for_each_neighbor(v, [&](Vertex middle, Weight first) {
      graph_.for_each_neighbor(middle, [&](Vertex end, Weight second) { walks_.add(end, first * second); });
      work_ += graph_.degree(middle);
    });
    take_largest(walks_.touched(), half, walks_);
    take_smallest_numbers(half);
    const auto neighbours = graph_.neighbors(v);
    take_largest({neighbours.begin(), neighbours.end()}, s_, into_);
    take_largest(into_.touched(), s_, into_);
    take_smallest_numbers(s_);
    return set_;
  }

  /// Weight inside the last set.
  Weight weight() const { return weight_; }
  /// Row entries visited so far.
  std::uint64_t work() const { return work_; }

 private:
  void clear() {
    for (const Vertex v : set_) inside_[v] = 0;
    set_.clear();
    walks_.clear();
    into_.clear();
    weight_ = 0.0;
  }

  /// Fills the set up to `size` vertices with the candidates of largest score, each chosen by the scores as
  /// they are now.
  void take_largest(std::vector<Vertex> candidates, std::size_t size, const SparseWeights& score) {
    std::erase_if(candidates, [&](Vertex v) { return inside_[v] != 0; });
    const std::size_t count = std::min(size - set_.size(), candidates.size());
    bring_largest_forward(candidates, count, [&](Vertex v) { return score[v]; });
    candidates.resize(count);
    for (const Vertex v : candidates) take(v);
  }
  void take_smallest_numbers(std::size_t size) {
    for (Vertex v = 0; set_.size() < size; ++v) {
      if (!inside_[v]) take(v);
    }
  }
  void take(Vertex v) {
    inside_[v] = 1;
    set_.push_back(v);
    weight_ += into_[v];
    graph_.for_each_neighbor(v, [&](Vertex u, Weight w) { into_.add(u, w); });
    work_ += graph_.degree(v) + 1;
  }

  const Graph& graph_;
  const Vertex s_;
  SparseWeights walks_;  ///< from v, two steps
  SparseWeights into_;   ///< d_S of the set so far
  std::vector<char> inside_;
  VertexSet set_;
  Weight weight_ = 0.0;
  std::uint64_t work_ = 0;
};

/// A step that is prime to n and near n times the golden section: its multiples modulo n visit every vertex,
/// and any first part of them is spread evenly.
Vertex spreading_step(Vertex n) {
  auto step = static_cast<Vertex>(0.6180339887498949 * n);
  while (std::gcd(step, n) != 1) ++step;
  return step;
}

/// Returns the number of vertices tried.
std::uint64_t try_walk_sets(const Problem& problem, std::uint64_t work_limit, BestSet& best) {
  const Vertex n = problem.graph.num_vertices();
  const std::uint64_t step = spreading_step(n);
  WalkSets sets(problem.graph, problem.s);
  hybrid::WorkMeter<> meter(work_limit, walk_poll);
  std::uint64_t tried = 0;
  for (std::uint64_t v = 0; tried < n && !meter.used_up(); v = (v + step) % n) {
    if (meter.poll_due() && best.ended(tried)) break;
    const VertexSet& set = sets.around(static_cast<Vertex>(v));
    ++tried;
    best.offer(set, sets.weight(), tried);
    meter.set_total(sets.work());
  }
  return tried;
}

const lode::detail::OptionTable<FeigeOptions>& feige_options() {
  static const lode::detail::OptionTable<FeigeOptions> table = {
      {"work-limit", &FeigeOptions::work_limit,
       "After so many row entries, walks begin from no further vertex", "row entries",
       lode::detail::at_least(0)},
  };
  return table;
}

}  // namespace

VertexSet feige_greedy_set(const Graph& graph, Vertex s) {
  const Vertex n = graph.num_vertices();
  std::vector<Weight> strength(n);
  for (Vertex v = 0; v < n; ++v) strength[v] = graph.strength(v);
  std::vector<Vertex> vertices(n);
  std::iota(vertices.begin(), vertices.end(), Vertex{0});
  const Vertex half = s / 2;
  bring_largest_forward(vertices, half, [&](Vertex v) { return strength[v]; });

  VertexSet set(vertices.begin(), vertices.begin() + half);
  std::vector<Weight> into_set(n, 0.0);
  for (const Vertex v : set) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { into_set[u] += w; });
  }
  std::vector<Vertex> others(vertices.begin() + half, vertices.end());
  bring_largest_forward(others, s - half, [&](Vertex v) { return into_set[v]; });
  set.insert(set.end(), others.begin(), others.begin() + (s - half));
  std::sort(set.begin(), set.end());
  return set;
}

Solution feige_greedy(const Problem& problem, const RunContext& run) {
  check_problem(problem);
  VertexSet set = feige_greedy_set(problem.graph, problem.s);
  const Weight weight = induced_totals(problem.graph, set).weight;
  const StopReason reason = detail::goal_of(problem).met(weight).value_or(StopReason::converged);
  return finish_solution(problem, std::move(set), {{run.elapsed(), weight, 1}}, reason, 1, run);
}

Solution feige(const Problem& problem, const FeigeOptions& options, const RunContext& run) {
  check_problem(problem);
  const Graph& graph = problem.graph;
  BestSet best{hybrid::Incumbent(detail::goal_of(problem), detail::any_gain, "feige", run)};
  const auto finish = [&](std::uint64_t tried) {
    return finish_solution(problem, std::move(best.set), best.incumbent.take_trace(), best.incumbent.reason(),
                           tried, run);
  };
  const VertexSet greedy = feige_greedy_set(graph, problem.s);
  best.offer(greedy, induced_totals(graph, greedy).weight, 0);
  if (best.ended(0)) return finish(0);
  const VertexSet matched = Matching(graph, problem.s).ends();
  best.offer(matched, induced_totals(graph, matched).weight, 0);

  const std::uint64_t tried = try_walk_sets(problem, options.work_limit, best);
  Solution solution = finish(tried);
  if (tried < graph.num_vertices()) {
    solution.note = fmt::format("two-step walks from {} of {} vertices", tried, graph.num_vertices());
  }
  return solution;
}

namespace detail {

MethodRow feige_row() {
  return {
      .name = "feige",
      .summary =
          "Returns the best of three sets: ends of a greedy matching, top degrees with neighbours, two-step "
          "walks",
      .objective = "w(S)",
      .guarantee = "Without weights: within a factor O(n^(1/3)) of the best set when every vertex is tried",
      .cost = "O(m), and for each vertex its two-step walks and the degrees of one set, up to the work limit",
      .source = "Feige, Peleg, Kortsarz, Algorithmica 29 (2001)",
      .options = feige_options().infos(),
      .uses_start = false,
      .monotone = false,
      .solve = lode::detail::solve_by_settings<feige, feige_options>};
}

MethodRow feige_greedy_row() {
  return {.name = "feige-greedy",
          .summary =
              "Takes the s/2 vertices of largest degree, then the vertices with most neighbours among them",
          .objective = "w(S)",
          .guarantee = "None alone: it is one of the three parts of feige",
          .cost = "O(n + m)",
          .source = "Feige, Peleg, Kortsarz, Algorithmica 29 (2001)",
          .uses_start = false,
          .monotone = false,
          .solve = lode::detail::solve_by_settings<feige_greedy>};
}

}  // namespace detail

}  // namespace lode::subgraph
