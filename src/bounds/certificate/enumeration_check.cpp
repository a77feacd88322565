#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bounds/certificate/check.hpp"
#include "bounds/rule.hpp"

namespace lode::subgraph {
namespace detail {
namespace {

/// Looks at arcs after which the check of a step gives up.
constexpr std::uint64_t checked_looks = 4'000'000;

class Enumeration {
 public:
  /// A vertex that may be chosen.
  struct Candidate {
    Vertex v = 0;
    ProofSum added = 0.0L;  ///< its value and its weight to the vertices chosen
    ProofSum most = 0.0L;   ///< r_v
  };

  Enumeration(const Graph& graph, Vertex s, double limit, std::uint64_t looks, const RunContext& run)
      : graph_(graph),
        run_(run),
        looks_(looks),
        limit_(limit),
        is_integral_(graph.integral()),
        growth_(1.0L + 0x1p-61L * (graph.num_vertices() + static_cast<ProofSum>(s) * s + 8.0L)),
        weight_(graph.num_vertices(), 0.0),
        is_candidate_(graph.num_vertices(), 0) {}

  /// `chosen`: F(P).
  bool shows(ProofSum chosen, Vertex k, std::vector<Candidate> candidates) {
    if (k == 0) return enough(chosen);
    for (; candidates.size() >= k; candidates.pop_back()) {
      if (looks_ == 0 || run_.should_stop()) return false;
      find_most(k, candidates);
      std::sort(candidates.begin(), candidates.end(),
                [](const Candidate& a, const Candidate& b) { return a.most < b.most; });
      ProofSum others = chosen;  // with the k - 1 best candidates
      for (Vertex i = 1; i < k; ++i) others += candidates[candidates.size() - i].most;
      if (enough(others + candidates[candidates.size() - k].most)) return true;
      // Candidates that are in no heavier set go.
      std::erase_if(candidates, [&](const Candidate& one) { return enough(others + one.most); });
      const Candidate& next = candidates.back();
      if (!shows(chosen + next.added, k - 1, beside(next, candidates))) return false;
    }
    return true;
  }

  std::uint64_t looks_left() const { return looks_; }

 private:
  bool enough(ProofSum sum) const {
    return (is_integral_ ? std::floor(sum) : sum * growth_) <= limit_;  // halves are floored
  }

  /// The other candidates, once this one is chosen.
  std::vector<Candidate> beside(const Candidate& chosen, const std::vector<Candidate>& candidates) {
    graph_.for_each_neighbor(chosen.v, [&](Vertex u, Weight w) { weight_[u] = w; });
    std::vector<Candidate> others(candidates.begin(), candidates.end() - 1);
    for (Candidate& one : others) one.added += weight_[one.v];
    graph_.for_each_neighbor(chosen.v, [&](Vertex u, Weight) { weight_[u] = 0.0; });
    return others;
  }

  void find_most(Vertex k, std::vector<Candidate>& candidates) {
    for (const Candidate& one : candidates) is_candidate_[one.v] = 1;
    std::vector<Weight> weights;
    for (Candidate& one : candidates) {
      weights.clear();
      graph_.for_each_neighbor(one.v, [&](Vertex u, Weight w) {
        if (is_candidate_[u] != 0) weights.push_back(w);
      });
      looks_ -= std::min<std::uint64_t>(looks_, graph_.degree(one.v) + 1);
      const auto last =
          weights.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(k - 1, weights.size()));
      std::partial_sort(weights.begin(), last, weights.end(), std::greater<>());
      one.most = one.added + std::accumulate(weights.begin(), last, ProofSum{0}) / 2.0L;
    }
    for (const Candidate& one : candidates) is_candidate_[one.v] = 0;
  }

  const Graph& graph_;
  const RunContext& run_;
  std::uint64_t looks_;
  ProofSum limit_;
  bool is_integral_;
  ProofSum growth_;             ///< of real sums, by their rounding
  std::vector<Weight> weight_;  ///< to the vertex being chosen
  std::vector<char> is_candidate_;
};

std::optional<ProofSum> check_enumeration(const CertificateCheck& check, const ClaimedStep& claimed) {
  const BoundCertificate::Step& step = claimed.step;
  const bool shown =
      enumerate(check.graph(), check.values(), step.s, step.value, checked_looks, check.run()).shown;
  if (!shown) check.run().require_time(checking);
  require_certified(shown,
                    "step {} claims {} for s = {} by rule enumerate, which proves nothing "
                    "below the weight of a set, or takes too long",
                    claimed.number, step.value, step.s);
  return step.value;
}

}  // namespace

Enumerated enumerate(const Graph& graph, std::span<const Weight> values, Vertex s, double limit,
                     std::uint64_t most, const RunContext& run) {
  if (s > largest_enumerated) return {};
  std::vector<Enumeration::Candidate> all(graph.num_vertices());
  for (Vertex v = 0; v < all.size(); ++v) all[v] = {v, values.empty() ? 0.0 : values[v]};
  Enumeration search(graph, s, limit, most, run);
  const bool shown = search.shows(0.0L, s, std::move(all));
  return {shown, most - search.looks_left()};
}

}  // namespace detail

constexpr ProofRule enumeration_proof = {.name = "enumerate", .check = detail::check_enumeration};

}  // namespace lode::subgraph
