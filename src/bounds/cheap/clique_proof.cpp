#include "bounds/cheap/clique_proof.hpp"

#include <algorithm>

#include <lode/graph/cores.hpp>

namespace lode::subgraph {
namespace {

class CliqueProver {
 public:
  CliqueProver(const Graph& graph, Vertex limit, std::uint64_t work, const RunContext& run)
      : graph_(graph), run_(run), work_(work) {
    proof_.limit = limit;
  }

  std::optional<CliqueProof> prove() {
    const Vertex n = graph_.num_vertices();
    if (proof_.limit < 1 && n > 0) return std::nullopt;
    std::optional<CoreDecomposition> cores = core_decomposition(graph_, run_);
    if (!cores) return std::nullopt;
    order_ = std::move(cores->order);
    std::vector<Vertex> place(n);
    for (Vertex i = 0; i < n; ++i) place[order_[i]] = i;
    for (const Vertex v : order_) {
      std::vector<Vertex> later;
      for (const Vertex u : graph_.neighbors(v)) {
        if (place[u] > place[v]) later.push_back(u);
      }
      std::sort(later.begin(), later.end(), [&](Vertex a, Vertex b) { return place[a] > place[b]; });
      if (later.size() < proof_.limit) continue;
      const auto child = node(std::move(later), proof_.limit - 1);
      if (!child) return std::nullopt;
      proof_.children.push_back({v, *child});
    }
    proof_.order = order_;
    return std::move(proof_);
  }

 private:
  bool adjacent(Vertex u, Vertex v) {
    if (work_ > 0) --work_;
    return graph_.adjacent(u, v);
  }

  /// Proves that no clique among the candidates has more than k vertices.
  std::optional<std::size_t> node(std::vector<Vertex> candidates, Vertex k) {
    if (candidates.size() <= k) return CliqueProof::small;
    if (k == 0 || work_ == 0 || run_.should_stop()) return std::nullopt;
    const std::size_t index = proof_.nodes.size();
    proof_.nodes.emplace_back();
    std::vector<std::vector<Vertex>> classes;
    std::vector<Vertex> rest;
    for (const Vertex v : candidates) {
      auto free = classes.begin();
      while (free != classes.end() &&
             std::any_of(free->begin(), free->end(), [&](Vertex u) { return adjacent(u, v); })) {
        ++free;
      }
      if (free != classes.end()) {
        free->push_back(v);
      } else if (classes.size() < k) {
        classes.push_back({v});
      } else {
        rest.push_back(v);
      }
      if (work_ == 0) return std::nullopt;
    }
    proof_.nodes[index].classes = std::move(classes);
    std::vector<Vertex> left = std::move(candidates);
    for (const Vertex v : rest) {
      std::erase(left, v);
      std::vector<Vertex> below;
      for (const Vertex u : left) {
        if (adjacent(u, v)) below.push_back(u);
      }
      const auto child = node(std::move(below), k - 1);
      if (!child) return std::nullopt;
      proof_.nodes[index].branches.push_back({v, *child});
    }
    return index;
  }

  const Graph& graph_;
  const RunContext& run_;
  std::uint64_t work_;
  std::vector<Vertex> order_;
  CliqueProof proof_;
};

}  // namespace

std::optional<CliqueProof> prove_clique_limit(const Graph& graph, Vertex limit, std::uint64_t work,
                                              const RunContext& run) {
  return CliqueProver(graph, limit, work, run).prove();
}

}  // namespace lode::subgraph
