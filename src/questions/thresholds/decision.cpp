#include "questions/thresholds/decision.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <utility>

#include <tbb/parallel_for.h>

#include <lode/subgraph/problem.hpp>

#include "core/thread_errors.hpp"
#include "graph/part/renumbered.hpp"

namespace lode::subgraph::detail {
namespace {

using lode::detail::count_common;

/// Rows of bits of more vertices would take 200 MB a thread.
constexpr std::size_t most_candidates = 30'000;
/// Pairs of more candidates are not looked at.
constexpr Vertex most_paired = 2000;
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

std::vector<Vertex> chosen_from(const std::vector<Vertex>& vertices, std::span<const Vertex> numbers) {
  std::vector<Vertex> set;
  for (const Vertex i : numbers) set.push_back(vertices[i]);
  return set;
}

MissingEdgesAnswer without_set(const SearchWork& work) {
  return {work.stopped() ? SetVerdict::stopped : SetVerdict::none};
}

/// True if every set within `budget` contains a set within `smaller` that begins with the same vertex.
bool contains_sets_of(const MissingBudget& budget, const MissingBudget& smaller, bool connected) {
  const EdgeCount missing = std::min(budget.missing, EdgeCount{smaller.size} * budget.per_member / 2);
  return budget.per_member <= smaller.per_member && missing <= smaller.missing &&
         (connected ? budget.size == smaller.size : budget.size >= smaller.size);
}

}  // namespace

SetFinder::SetFinder(const Graph& graph, const CoreDecomposition& cores)
    : graph_(graph),
      cores_(cores),
      place_(graph.num_vertices()),
      ordered_(lode::detail::renumbered(graph, cores.order)) {
  for (Vertex i = 0; i < place_.size(); ++i) place_[cores.order[i]] = i;
}

MissingEdgesAnswer SetFinder::decide(const MissingBudget& asked, const SetDemands& demands,
                                     std::uint64_t work_limit, const RunContext& run,
                                     SearchProgress& progress) {
  MissingEdgesAnswer answer;
  answer.verdict = SetVerdict::none;
  if (!start(asked, demands)) return answer;
  Vertex end = graph_.num_vertices() - (budget_.size - 1);
  if (contains_sets_of(budget_, progress.budget, demands.connected)) end = std::min(end, progress.end);
  answer = search_all(end, work_limit, run);
  if (include_.empty()) progress = {{budget_.size, budget_.missing, budget_.per_member}, end};
  if (answer.verdict == SetVerdict::found) {
    answer.vertices = chosen_from(cores_.order, answer.vertices);
    std::ranges::sort(answer.vertices);
    answer.missing = missing_pairs(graph_, answer.vertices);
  }
  return answer;
}

/// False if there is no set, for few vertices or budgets alone.
bool SetFinder::start(const MissingBudget& asked, const SetDemands& demands) {
  if (asked.size > graph_.num_vertices() || demands.include.size() > asked.size) return false;
  budget_ = asked;
  budget_.missing = std::min(budget_.missing, possible_edges(budget_.size));
  // Without one member, the set is one of a vertex less.
  const EdgeCount spare = budget_.missing - std::min(budget_.missing, budget_.fewest_of(budget_.size - 1));
  budget_.per_member =
      static_cast<Vertex>(std::min<EdgeCount>({budget_.per_member, spare, budget_.size - 1}));
  budget_.missing = std::min(budget_.missing, EdgeCount{budget_.size} * budget_.per_member / 2);
  if (budget_.fewest_of(budget_.size) > budget_.missing) return false;

  const Vertex least_core = budget_.size - 1 - budget_.per_member;
  const auto first =
      std::ranges::partition_point(cores_.order, [&](Vertex v) { return cores_.core[v] < least_core; });
  begin_ = static_cast<Vertex>(first - cores_.order.begin());
  include_ = chosen_from(place_, demands.include);
  const EdgeCount both = 2 * EdgeCount{budget_.per_member};
  const EdgeCount others = budget_.size - std::min<EdgeCount>(budget_.size, 2);
  const auto at_least = [&](EdgeCount missed) {
    return static_cast<Vertex>(others - std::min(others, missed));
  };
  common_if_joined_ = at_least(std::min(budget_.missing, both));
  // Two vertices that are not joined miss one pair together.
  common_if_not_ = budget_.missing == 0 || budget_.per_member == 0
                       ? no_vertex
                       : at_least(std::min(budget_.missing - 1, both - 2));
  // Two parts without an edge between them miss s - 1 pairs at least, and every vertex of the smaller one
  // misses half of the set.
  check_connected_ = demands.connected && budget_.missing + 1 >= budget_.size && both >= budget_.size;
  return graph_.num_vertices() - begin_ >= budget_.size &&
         std::ranges::all_of(include_, [&](Vertex v) { return v >= begin_; });
}

/// Searches the first vertices below `end`, the latest first, until a set is found: the same set as by one
/// vertex after the other. Lowers `end` to the vertices that are left.
MissingEdgesAnswer SetFinder::search_all(Vertex& end, std::uint64_t work_limit, const RunContext& run) {
  MissingEdgesAnswer answer;
  if (!include_.empty()) end = include_.front() + 1;
  const std::size_t most = include_.empty() && run.threads() > 1 ? first_vertices_at_once : 1;
  while (end > begin_) {
    const std::size_t count = std::min<std::size_t>(most, end - begin_);
    std::vector<MissingEdgesAnswer> results(count);
    std::atomic<std::size_t> settled = count;  // results of later first vertices do not count
    const auto look = [&](std::size_t here) {
      const auto abandoned = [&settled, here] { return settled.load(std::memory_order_relaxed) < here; };
      if (abandoned()) return;
      SearchWork work(run, work_limit - answer.work, abandoned);
      MissingEdgesAnswer& result = results[here] = beside(end - 1 - static_cast<Vertex>(here), work);
      result.work = work.total();
      if (result.verdict == SetVerdict::none) return;
      std::size_t before = settled.load();
      while (here < before && !settled.compare_exchange_weak(before, here)) {
      }
    };
    if (count == 1) {
      look(0);
    } else {
      lode::detail::with_thread_errors([&] {
        run.parallel([&] {
          tbb::parallel_for(std::size_t{0}, count, std::size_t{1}, look, tbb::simple_partitioner());
        });
      });
    }
    for (MissingEdgesAnswer& result : results) {
      answer.nodes += result.nodes;
      answer.work += result.work;
      if (result.verdict == SetVerdict::stopped || answer.work > work_limit) return answer;
      if (result.verdict == SetVerdict::found) {
        answer.verdict = result.verdict;
        answer.vertices = std::move(result.vertices);
        return answer;
      }
      --end;
    }
    if (!include_.empty()) break;
  }
  answer.verdict = SetVerdict::none;
  return answer;
}

std::span<const Vertex> SetFinder::neighbours_from(Vertex begin, Vertex v) const {
  const std::span<const Vertex> row = ordered_.neighbors(v);
  return {std::ranges::lower_bound(row, begin), row.end()};
}

MissingEdgesAnswer SetFinder::beside(Vertex first, SearchWork& work) {
  Scratch& scratch = scratches_.local();
  const Vertex begin = include_.empty() ? first + 1 : begin_;
  std::vector<Vertex> vertices = candidates_beside(first, begin, scratch, work);
  if (vertices.size() > most_candidates) work.stop();
  if (work.stopped() || vertices.size() + 1 < budget_.size) return without_set(work);
  std::ranges::sort(vertices, std::greater<>());
  vertices.push_back(first);
  return search(vertices, begin, scratch, work);
}

/// Vertices from `begin` on that can be in a set with `first`.
std::vector<Vertex> SetFinder::candidates_beside(Vertex first, Vertex begin, Scratch& scratch,
                                                 SearchWork& work) const {
  scratch.common.resize(place_.size(), 0);
  scratch.local.resize(place_.size(), no_vertex);
  const std::span<const Vertex> near = neighbours_from(begin, first);
  for (const Vertex u : near) scratch.local[u] = 0;
  scratch.local[first] = 0;
  std::vector<Vertex> met, candidates;
  for (const Vertex u : near) {
    const auto row = neighbours_from(begin, u);
    if (!work.spend(row.size() + 1)) break;
    for (const Vertex v : row) {
      if (scratch.common[v]++ == 0) met.push_back(v);
    }
  }
  const auto take_far = [&](Vertex v) {
    if (scratch.local[v] == no_vertex && scratch.common[v] >= common_if_not_) candidates.push_back(v);
  };
  for (const Vertex u : near) {
    if (scratch.common[u] >= common_if_joined_) candidates.push_back(u);
  }
  if (common_if_not_ > 0) {
    for (const Vertex v : met) take_far(v);
  } else {
    for (Vertex v = begin; v < place_.size(); ++v) take_far(v);
    work.spend(place_.size() - begin);
  }
  for (const Vertex u : near) scratch.local[u] = no_vertex;
  scratch.local[first] = no_vertex;
  for (const Vertex v : met) scratch.common[v] = 0;
  return candidates;
}

/// Among the candidates, by falling place, and after them the first vertex.
MissingEdgesAnswer SetFinder::search(std::vector<Vertex> vertices, Vertex begin, Scratch& scratch,
                                     SearchWork& work) const {
  const auto n = static_cast<Vertex>(vertices.size());
  for (Vertex i = 0; i < n; ++i) scratch.local[vertices[i]] = i;
  BudgetRows rows(n);
  for (Vertex i = 0; i < n; ++i) {
    const auto row = neighbours_from(i + 1 < n ? vertices[i] : begin, vertices[i]);
    for (const Vertex u : row) {
      if (scratch.local[u] != no_vertex) rows.join(i, scratch.local[u]);
    }
    work.spend(row.size() + n / 64);
  }
  for (const Vertex v : vertices) scratch.local[v] = no_vertex;
  const std::vector<Vertex> kept = reduced(rows, work);
  if (kept.size() < budget_.size) return without_set(work);
  if (kept.size() < n) {
    rows = rows.of(kept);
    vertices = chosen_from(vertices, kept);
  }
  std::vector<Vertex> forced = {rows.n - 1};
  for (const Vertex v : include_) {
    if (v == vertices.back()) continue;
    const auto place = std::ranges::find(vertices, v);
    if (place == vertices.end()) return {SetVerdict::none};
    forced.push_back(static_cast<Vertex>(place - vertices.begin()));
  }
  const auto accept = [&](std::span<const Vertex> numbers) {
    return !check_connected_ || connected_set(ordered_, chosen_from(vertices, numbers));
  };
  const auto found = find_in_budget(rows, budget_, forced, accept, work);
  MissingEdgesAnswer result = without_set(work);
  if (found) result = {SetVerdict::found, chosen_from(vertices, *found)};
  result.nodes = work.nodes;
  return result;
}

/// The remaining vertices after vertices with too few neighbours are dropped, and pairs with too few common
/// neighbours are taken apart, until nothing changes. The first vertex is the last one, and stays.
std::vector<Vertex> SetFinder::reduced(BudgetRows& rows, SearchWork& work) const {
  const Vertex first = rows.n - 1;
  std::vector<Vertex> left(rows.n);
  std::iota(left.begin(), left.end(), Vertex{0});
  for (bool changed = rows.n <= most_paired; changed && left.size() >= budget_.size;) {
    changed = false;
    std::erase_if(left, [&](Vertex i) {
      const bool enough = count_common(rows.row(i), rows.row(i)) + budget_.per_member + 1 >= budget_.size;
      if (i == first || (enough && !rows.are_apart(first, i))) return false;
      for (const Vertex j : left) rows.take_apart(i, j);
      return changed = true;
    });
    if (changed) continue;
    for (const Vertex i : left) {
      if (!work.spend(left.size() * rows.words / 2)) return {};
      for (const Vertex j : left) {
        if (j == i) break;
        const Vertex both = count_common(rows.row(i), rows.row(j));
        if (both >= common_if_joined_ && both >= common_if_not_) continue;
        const bool joined = rows.joined(i, j);
        if (rows.are_apart(i, j) || both >= (joined ? common_if_joined_ : common_if_not_)) continue;
        rows.take_apart(i, j);
        changed = changed || joined || i == first;
      }
    }
  }
  return left;
}

bool fulfils(const Graph& graph, const VertexSet& set, const SetDemands& demands) {
  if (!std::ranges::includes(set, demands.include)) return false;
  return !demands.connected || (!set.empty() && connected_set(graph, set));
}

EdgeCount missing_pairs(const Graph& graph, const VertexSet& vertices) {
  return possible_edges(static_cast<Vertex>(vertices.size())) - induced_totals(graph, vertices).edges;
}

}  // namespace lode::subgraph::detail
