#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bounds/certificate/check.hpp"
#include "bounds/cheap/clique_proof.hpp"

namespace lode::subgraph::detail {
namespace {

class CliqueProofCheck {
 public:
  CliqueProofCheck(const Graph& graph, const CliqueProof& proof, const RunContext& run)
      : graph_(graph), proof_(proof), run_(run), n_(graph.num_vertices()) {}

  void check() const {
    require_certified(proof_.limit >= 1, "a clique number of 0");
    std::vector<Vertex> place(n_, no_vertex);
    require_certified(proof_.order.size() == n_, "the order of the clique proof is not one of all vertices");
    for (Vertex i = 0; i < n_; ++i) {
      require_certified(proof_.order[i] < n_ && place[proof_.order[i]] == no_vertex,
                        "the clique proof's order repeats");
      place[proof_.order[i]] = i;
    }
    std::size_t next = 0;
    for (const Vertex v : proof_.order) {
      std::vector<Vertex> later;
      for (const Vertex u : graph_.neighbors(v)) {
        if (place[u] > place[v]) later.push_back(u);
      }
      if (next < proof_.children.size() && proof_.children[next].vertex == v) {
        check_node(proof_.children[next++].child, std::move(later), proof_.limit - 1, 0);
      } else {
        require_certified(later.size() < proof_.limit,
                          fmt::format("no word on cliques at vertex {}", graph_.name(v)));
      }
    }
    require_certified(next == proof_.children.size(), "the clique proof has children out of order");
  }

 private:
  void check_node(std::size_t index, std::vector<Vertex> candidates, Vertex k, std::size_t above) const {
    if (index == CliqueProof::small) {
      return require_certified(candidates.size() <= k, "a clique proof leaves too many candidates");
    }
    require_certified(index < proof_.nodes.size() && index >= above, "the clique proof is no tree");
    run_.require_time(checking);
    const CliqueProof::Node& node = proof_.nodes[index];
    require_certified(node.classes.size() <= k, "a clique proof has more classes than it may");
    std::vector<Vertex> covered;
    for (const auto& members : node.classes) {
      for (std::size_t a = 0; a < members.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          require_certified(members[a] < n_ && members[b] < n_ && !graph_.adjacent(members[a], members[b]),
                            "a class of a clique proof has an edge inside");
        }
      }
      covered.insert(covered.end(), members.begin(), members.end());
    }
    for (const CliqueProof::Branch& branch : node.branches) {
      require_certified(std::erase(candidates, branch.vertex) == 1 && k >= 1,
                        "a clique proof branches on no candidate");
      std::vector<Vertex> below;
      for (const Vertex u : candidates) {
        if (graph_.adjacent(u, branch.vertex)) below.push_back(u);
      }
      check_node(branch.child, std::move(below), k - 1, index + 1);
    }
    std::sort(covered.begin(), covered.end());
    for (const Vertex v : candidates) {
      require_certified(std::binary_search(covered.begin(), covered.end(), v),
                        "a clique proof misses a candidate");
    }
  }

  const Graph& graph_;
  const CliqueProof& proof_;
  const RunContext& run_;
  Vertex n_;
};

}  // namespace

void check_clique_proof(const Graph& graph, const CliqueProof& proof, const RunContext& run) {
  CliqueProofCheck(graph, proof, run).check();
}

}  // namespace lode::subgraph::detail
