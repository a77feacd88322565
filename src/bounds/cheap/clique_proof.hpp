#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// A proof that a graph has no clique of more than `limit` vertices, small on sparse graphs.
///
/// A node says of a set of candidates that no clique among them has more than k vertices: `classes`, at most
/// k independent sets, hold all candidates but the branching vertices; and for every one of those in turn, a
/// child says it of its neighbours among the candidates that are left, with k - 1, after which it is left
/// out. A child that is `small` needs no proof: there are at most k - 1 such neighbours. The root branches on
/// every vertex in `order`.
struct CliqueProof {
  static constexpr std::size_t small = static_cast<std::size_t>(-1);

  struct Branch {
    Vertex vertex = 0;
    std::size_t child = small;  ///< position in `nodes`
  };
  struct Node {
    std::vector<std::vector<Vertex>> classes;
    std::vector<Branch> branches;
  };

  Vertex limit = 0;
  std::vector<Vertex> order;     ///< all vertices
  std::vector<Branch> children;  ///< of the root, in that order, those that are not small
  std::vector<Node> nodes;       ///< children stand after their parents
};

/// Finds such a proof by greedy colourings; nothing if it would take more than `work` adjacency tests, if
/// there is a larger clique, or if the run is stopped.
/// Cost: as the work allows; memory in proportion.
std::optional<CliqueProof> prove_clique_limit(const Graph& graph, Vertex limit, std::uint64_t work,
                                              const RunContext& run);

}  // namespace lode::subgraph
