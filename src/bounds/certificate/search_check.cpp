// Searches that a checker repeats, for claims without data: of all sets, and of cliques above a limit.
#include <algorithm>
#include <cmath>
#include <functional>

#include <lode/graph/cores.hpp>

#include "bounds/certificate/check.hpp"

namespace lode::subgraph {
namespace detail {
namespace {

/// Looks at arcs after which the check of a step gives up.
constexpr std::uint64_t checked_looks = 4'000'000;
/// Pairs of vertices that the check of a clique number may visit: some seconds.
constexpr std::uint64_t clique_check_work = 200'000'000;

/// A vertex that may be chosen.
struct Candidate {
  Vertex v = 0;
  ProofSum added = 0.0L;  ///< its value and its weight to the vertices chosen
  ProofSum most = 0.0L;   ///< r_v
};

/// A search for a set above a limit.
struct HeavierSetSearch {
  const Graph& graph;
  const RunContext& run;
  std::uint64_t looks;
  ProofSum limit;
  ProofSum growth;  ///< of real sums, by their rounding
  std::vector<Weight> weight = std::vector<Weight>(graph.num_vertices());  ///< to the vertex being chosen
  std::vector<char> is_candidate = std::vector<char>(graph.num_vertices());

  bool enough(ProofSum sum) const {
    return (graph.integral() ? std::floor(sum) : sum * growth) <= limit;  // halves are floored
  }

  /// True if no set of k candidates and of the chosen vertices, which weigh `chosen`, is above the limit.
  bool holds_none(ProofSum chosen, Vertex k, std::vector<Candidate> candidates) {
    if (k == 0) return enough(chosen);
    for (; candidates.size() >= k; candidates.pop_back()) {
      if (looks == 0 || run.should_stop()) return false;
      find_most(k, candidates);
      std::ranges::sort(candidates, {}, &Candidate::most);
      ProofSum others = chosen;  // with the k - 1 best candidates
      for (Vertex i = 1; i < k; ++i) others += candidates[candidates.size() - i].most;
      if (enough(others + candidates[candidates.size() - k].most)) return true;
      // Candidates that are in no heavier set go.
      std::erase_if(candidates, [&](const Candidate& one) { return enough(others + one.most); });
      const Candidate& next = candidates.back();
      graph.for_each_neighbor(next.v, [&](Vertex u, Weight w) { weight[u] = w; });
      std::vector<Candidate> rest(candidates.begin(), candidates.end() - 1);
      for (Candidate& one : rest) one.added += weight[one.v];
      graph.for_each_neighbor(next.v, [&](Vertex u, Weight) { weight[u] = 0.0; });
      if (!holds_none(chosen + next.added, k - 1, std::move(rest))) return false;
    }
    return true;
  }

  void find_most(Vertex k, std::vector<Candidate>& candidates) {
    for (const Candidate& one : candidates) is_candidate[one.v] = 1;
    for (Candidate& one : candidates) {
      std::vector<Weight> weights;
      graph.for_each_neighbor(one.v, [&](Vertex u, Weight w) {
        if (is_candidate[u] != 0) weights.push_back(w);
      });
      looks -= std::min<std::uint64_t>(looks, graph.degree(one.v) + 1);
      one.most = one.added + CertificateCheck::sum_of_largest(std::move(weights), k - 1) / 2.0L;
    }
    for (const Candidate& one : candidates) is_candidate[one.v] = 0;
  }
};

std::optional<ProofSum> check_enumeration(const CertificateCheck& check, const ClaimedStep& claimed) {
  const BoundCertificate::Step& step = claimed.step;
  const bool shown =
      enumerate(check.graph(), check.values(), step.s, step.value, checked_looks, check.run).shown;
  if (!shown) check.run.require_time(checking);
  require_certified(shown,
                    "step {} claims {} for s = {} by rule enumerate, which proves nothing "
                    "below the weight of a set, or takes too long",
                    claimed.number, step.value, step.s);
  return step.value;
}

/// A search for a clique above a limit, by lists and greedy colours.
struct LargerCliqueSearch {
  const Graph& graph;
  const RunContext& run;
  std::uint64_t work = clique_check_work;

  bool adjacent(Vertex u, Vertex v) {
    if (work > 0) --work;
    return graph.adjacent(u, v);
  }

  /// True if no clique among the candidates has more than k vertices. Where k colours are not enough, such a
  /// clique has one of the vertices without a colour: each is taken in turn, and then left out.
  bool holds_none(std::vector<Vertex> candidates, Vertex k) {
    if (candidates.size() <= k) return true;
    if (k == 0 || work == 0 || run.should_stop()) return false;
    std::vector<std::vector<Vertex>> classes(k);
    std::vector<Vertex> rest;
    for (const Vertex v : candidates) {
      const auto free = std::ranges::find_if(classes, [&](const std::vector<Vertex>& members) {
        return std::ranges::none_of(members, [&](Vertex u) { return adjacent(u, v); });
      });
      (free == classes.end() ? rest : *free).push_back(v);
      if (work == 0) return false;
    }
    for (const Vertex v : rest) {
      std::erase(candidates, v);
      std::vector<Vertex> below;
      std::ranges::copy_if(candidates, std::back_inserter(below), [&](Vertex u) { return adjacent(u, v); });
      if (!holds_none(std::move(below), k - 1)) return false;
    }
    return true;
  }
};

}  // namespace

Enumerated enumerate(const Graph& graph, std::span<const Weight> values, Vertex s, double limit,
                     std::uint64_t most, const RunContext& run) {
  if (s > largest_enumerated) return {};
  std::vector<Candidate> all;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) all.push_back({v, values.empty() ? 0.0 : values[v]});
  const ProofSum growth = 1.0L + 0x1p-61L * (graph.num_vertices() + static_cast<ProofSum>(s) * s + 8.0L);
  HeavierSetSearch search{graph, run, most, limit, growth};
  const bool shown = search.holds_none(0.0L, s, std::move(all));
  return {shown, most - search.looks};
}

/// A clique is its first vertex, in the order of peeling or any other, and some later neighbours.
bool shows_clique_number(const Graph& graph, Vertex limit, const RunContext& run) {
  const std::optional<CoreDecomposition> cores = core_decomposition(graph, run);
  if (!cores || limit < 1) return false;
  std::vector<Vertex> place(graph.num_vertices(), no_vertex);
  for (Vertex i = 0; i < place.size(); ++i) place[cores->order.at(i)] = i;
  if (std::ranges::count(place, no_vertex) > 0) return false;  // an order that repeats
  LargerCliqueSearch search{graph, run};
  return std::ranges::all_of(cores->order, [&](Vertex v) {
    std::vector<Vertex> later;
    std::ranges::copy_if(graph.neighbors(v), std::back_inserter(later),
                         [&](Vertex u) { return place[u] > place[v]; });
    std::ranges::sort(later, std::greater<>(), [&](Vertex u) { return place[u]; });
    return search.holds_none(std::move(later), limit - 1);
  });
}

}  // namespace detail

constexpr ProofRule enumeration_proof = {.name = "enumerate", .check = detail::check_enumeration};

}  // namespace lode::subgraph
