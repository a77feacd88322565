#include "subgraph/nearly_complete/decision.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <lode/graph/cores.hpp>
#include <lode/graph/part.hpp>
#include <lode/subgraph/problem.hpp>

#include "core/thread_errors.hpp"

namespace lode::subgraph::detail {
namespace {

/// Rows of bits of more vertices would take 100 MB a thread.
constexpr std::size_t most_candidates = 30'000;
/// First vertices that threads share before their findings are put in order.
constexpr std::size_t first_vertices_at_once = 64;

bool connected_set(const Graph& graph, std::span<const Vertex> vertices) {
  std::vector<Vertex> left(vertices.begin() + 1, vertices.end());
  std::vector<Vertex> reached = {vertices.front()};
  for (std::size_t i = 0; i < reached.size() && !left.empty(); ++i) {
    const auto joined =
        std::partition(left.begin(), left.end(), [&](Vertex v) { return !graph.adjacent(reached[i], v); });
    reached.insert(reached.end(), joined, left.end());
    left.erase(joined, left.end());
  }
  return left.empty();
}

/// Of the candidates beside one first vertex. One for every thread.
struct Scratch {
  std::vector<Vertex> local;   ///< number among the candidates, or no_vertex
  std::vector<Vertex> common;  ///< common neighbours with the first vertex
};

/// What the sets of one first vertex came to.
struct FirstVertex {
  bool stopped = false;
  std::vector<Vertex> found = {};  ///< in the graph of the search
  std::uint64_t nodes = 0;
  std::uint64_t work = 0;
};

/// One budget on one graph, peeled already. Every set is looked for beside the member that comes first: by
/// smallest-last order, or the first vertex to include.
class FirstVertexSearch {
 public:
  FirstVertexSearch(const Graph& graph, const MissingBudget& budget, const SetDemands& demands,
                    const std::vector<Vertex>& order)
      : graph_(graph), budget_(budget), demands_(demands), order_(order), place_(graph.num_vertices()) {
    for (Vertex i = 0; i < order.size(); ++i) place_[order[i]] = i;
    const EdgeCount both = 2 * static_cast<EdgeCount>(budget.per_member);
    const EdgeCount others = budget.size - std::min<EdgeCount>(budget.size, 2);
    const auto at_least = [&](EdgeCount missed) {
      return static_cast<Vertex>(others - std::min(others, missed));
    };
    common_if_joined_ = at_least(std::min(budget.missing, both));
    // Two vertices that are not joined miss one pair together.
    none_unjoined_ = budget.missing == 0 || budget.per_member == 0;
    if (!none_unjoined_) common_if_not_ = at_least(std::min(budget.missing - 1, both - 2));
    // Two parts without an edge between them miss s - 1 pairs at least, and every vertex of the smaller one
    // misses half of the set.
    check_connected_ = demands.connected && budget.missing + 1 >= budget.size && both >= budget.size;
  }

  /// The number of first vertices to look at, the latest in the order first.
  std::size_t first_vertices() const {
    if (!demands_.include.empty()) return 1;
    return order_.size() - std::min<std::size_t>(order_.size(), budget_.size - 1);
  }

  FirstVertex beside(std::size_t turn, Scratch& scratch, SearchWork& work) const {
    const bool anchored = !demands_.include.empty();
    const Vertex first = anchored ? demands_.include.front() : order_[order_.size() - budget_.size - turn];
    std::vector<Vertex> vertices = candidates_beside(first, anchored, scratch, work);
    if (vertices.size() > most_candidates) work.stop();
    if (work.stopped() || vertices.size() + 1 < budget_.size) return {work.stopped()};
    std::sort(vertices.begin(), vertices.end(), [&](Vertex a, Vertex b) { return place_[a] > place_[b]; });
    vertices.push_back(first);
    return search(vertices, scratch, work);
  }

 private:
  /// Vertices that can be in a set with `first`; only later ones unless it is an anchor.
  std::vector<Vertex> candidates_beside(Vertex first, bool anchored, Scratch& scratch,
                                        SearchWork& work) const {
    scratch.common.resize(graph_.num_vertices(), 0);
    scratch.local.resize(graph_.num_vertices(), no_vertex);
    const auto eligible = [&](Vertex v) { return v != first && (anchored || place_[v] > place_[first]); };
    std::vector<Vertex> near;
    for (const Vertex u : graph_.neighbors(first)) {
      if (!eligible(u)) continue;
      scratch.local[u] = 0;
      near.push_back(u);
    }
    std::vector<Vertex> met;
    for (const Vertex u : near) {
      if (!work.spend(graph_.degree(u) + 1)) break;
      for (const Vertex v : graph_.neighbors(u)) {
        if (eligible(v) && scratch.common[v]++ == 0) met.push_back(v);
      }
    }
    std::vector<Vertex> candidates;
    const auto take_far = [&](Vertex v) {
      if (scratch.local[v] == no_vertex && scratch.common[v] >= common_if_not_) candidates.push_back(v);
    };
    for (const Vertex u : near) {
      if (scratch.common[u] >= common_if_joined_) candidates.push_back(u);
    }
    if (!none_unjoined_ && common_if_not_ > 0) {
      for (const Vertex v : met) take_far(v);
    } else if (!none_unjoined_) {
      for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
        if (eligible(v)) take_far(v);
      }
      work.spend(graph_.num_vertices());
    }
    for (const Vertex u : near) scratch.local[u] = no_vertex;
    for (const Vertex v : met) scratch.common[v] = 0;
    return candidates;
  }

  /// Among the candidates and, after them, the first vertex.
  FirstVertex search(const std::vector<Vertex>& vertices, Scratch& scratch, SearchWork& work) const {
    const auto n = static_cast<Vertex>(vertices.size());
    for (Vertex i = 0; i < n; ++i) scratch.local[vertices[i]] = i;
    BudgetRows rows(n);
    for (Vertex i = 0; i < n; ++i) {
      for (const Vertex u : graph_.neighbors(vertices[i])) {
        if (scratch.local[u] < i) rows.join(i, scratch.local[u]);
      }
      work.spend(graph_.degree(vertices[i]) + n / 64);
    }
    std::vector<Vertex> forced = {n - 1};
    bool possible = true;
    for (const Vertex v : demands_.include) {
      if (v == vertices.back()) continue;
      possible = possible && scratch.local[v] != no_vertex;
      forced.push_back(scratch.local[v]);
    }
    for (const Vertex v : vertices) scratch.local[v] = no_vertex;
    const auto outward = [&](std::span<const Vertex> places) {
      std::vector<Vertex> set;
      for (const Vertex i : places) set.push_back(vertices[i]);
      return set;
    };
    const auto accept = [&](std::span<const Vertex> places) {
      return !check_connected_ || connected_set(graph_, outward(places));
    };
    FirstVertex result;
    if (possible) {
      if (const auto found = find_in_budget(rows, budget_, forced, accept, work)) {
        result.found = outward(*found);
      }
    }
    result.stopped = result.found.empty() && work.stopped();
    result.nodes = work.nodes;
    return result;
  }

  const Graph& graph_;
  const MissingBudget& budget_;
  const SetDemands& demands_;
  const std::vector<Vertex>& order_;
  std::vector<Vertex> place_;
  Vertex common_if_joined_ = 0;  ///< least common neighbours of two members
  Vertex common_if_not_ = 0;     ///< the same of two that are not joined
  bool none_unjoined_ = false;
  bool check_connected_ = false;
};

/// Looks at first vertices, from `turn` on, until a set is found. The answer is that of one vertex after the
/// other.
MissingEdgesAnswer search_all(const FirstVertexSearch& search, std::uint64_t work_limit,
                              const RunContext& run, std::size_t& turn) {
  MissingEdgesAnswer answer;
  tbb::enumerable_thread_specific<Scratch> scratches;
  const std::size_t total = search.first_vertices();
  const std::size_t at_once = run.threads() > 1 ? first_vertices_at_once : 1;
  for (std::size_t begin = turn; begin < total; begin += at_once) {
    const std::size_t end = std::min(total, begin + at_once);
    std::vector<FirstVertex> results(end - begin);
    std::atomic<std::size_t> settled = end;  // what comes after this vertex does not matter any more
    const auto look = [&](std::size_t here) {
      const auto abandoned = [&settled, here] { return settled.load(std::memory_order_relaxed) < here; };
      FirstVertex& result = results[here - begin];
      if (abandoned()) return;
      SearchWork work(run, work_limit - answer.work, abandoned);
      result = search.beside(here, scratches.local(), work);
      result.work = work.total();
      if (result.found.empty() && !result.stopped) return;
      std::size_t before = settled.load();
      while (here < before && !settled.compare_exchange_weak(before, here)) {
      }
    };
    if (at_once == 1) {
      look(begin);
    } else {
      lode::detail::with_thread_errors([&] {
        run.parallel([&] { tbb::parallel_for(begin, end, std::size_t{1}, look, tbb::simple_partitioner()); });
      });
    }
    for (FirstVertex& result : results) {
      answer.nodes += result.nodes;
      answer.work += result.work;
      if (result.stopped || answer.work > work_limit) return answer;
      if (result.found.empty()) {
        ++turn;
        continue;
      }
      answer.verdict = SetVerdict::found;
      answer.vertices = std::move(result.found);
      return answer;
    }
  }
  answer.verdict = SetVerdict::none;
  return answer;
}

}  // namespace

bool fulfils(const Graph& graph, const VertexSet& set, const SetDemands& demands) {
  if (!std::includes(set.begin(), set.end(), demands.include.begin(), demands.include.end())) return false;
  return !demands.connected || (!set.empty() && connected_set(graph, set));
}

EdgeCount missing_pairs(const Graph& graph, const VertexSet& vertices) {
  return possible_edges(static_cast<Vertex>(vertices.size())) - induced_totals(graph, vertices).edges;
}

MissingEdgesAnswer decide(const Graph& graph, const MissingBudget& asked, const SetDemands& demands,
                          std::uint64_t work_limit, const RunContext& run, SearchProgress& progress) {
  MissingEdgesAnswer none;
  none.verdict = SetVerdict::none;
  if (asked.size > graph.num_vertices() || demands.include.size() > asked.size) return none;
  MissingBudget budget = asked;
  budget.missing = std::min(budget.missing, possible_edges(budget.size));
  if (budget.fewest_of(budget.size) > budget.missing) return none;
  // Without one member, the set is one of a vertex less.
  const EdgeCount spare = budget.missing - std::min(budget.missing, budget.fewest_of(budget.size - 1));
  budget.per_member = static_cast<Vertex>(std::min<EdgeCount>({budget.per_member, spare, budget.size - 1}));
  budget.missing = std::min(budget.missing, static_cast<EdgeCount>(budget.size) * budget.per_member / 2);
  if (budget.fewest_of(budget.size) > budget.missing) return none;

  const Vertex least_core = budget.size - 1 - budget.per_member;
  if (progress.missing != budget.missing || progress.core != least_core) {
    progress = {budget.missing, least_core, 0};
  }
  const std::optional<Part> core = k_core(graph, least_core, run);
  if (!core) return {};
  const Graph& inside = core->graph;
  SetDemands inner{core->inward(demands.include), demands.connected};
  if (inside.num_vertices() < budget.size || inner.include.size() < demands.include.size()) return none;
  const std::optional<CoreDecomposition> cores = core_decomposition(inside, run);
  if (!cores) return {};
  const FirstVertexSearch search(inside, budget, inner, cores->order);
  MissingEdgesAnswer answer = search_all(search, work_limit, run, progress.turn);
  if (answer.verdict == SetVerdict::found) {
    answer.vertices = core->outward(answer.vertices);
    std::sort(answer.vertices.begin(), answer.vertices.end());
    answer.missing = missing_pairs(graph, answer.vertices);
  }
  return answer;
}

}  // namespace lode::subgraph::detail
