#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/graph/clique.hpp>
#include <lode/subgraph/problem.hpp>

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Most edges among s vertices without a clique of more than `clique_number`: s vertices in clique_number
/// parts of sizes as equal as possible, all edges between parts. 0 for s <= 1; clique_number >= 1.
EdgeCount turan_edges(Vertex s, Vertex clique_number);

/// What a ledger's search for cliques came to.
struct CliqueFinding {
  Vertex limit = 0;  ///< no clique has more vertices
  VertexSet clique;
};

/// Steps by Turan's theorem and the ledger's CliqueFinding::limit.
extern const ProofRule turan_proof;

/// Work limit of the clique search beside every answer, about 0.2 s; see CliqueOptions.
inline constexpr std::uint64_t cheap_clique_work = 200'000'000;

/// Statement: a graph whose largest clique has at most w vertices has no s-vertex set with more edges than
/// turan_edges(s, w), so none weighs more than that many largest edge weights. w is the clique number, or
/// what the search for it proves when it is stopped, at worst the number of colours of a proper colouring;
/// the first form takes it as given, at least 1.
///
/// Values of vertices: the s largest are added.
/// Rounding: as the trivial bound.
/// Cost:     one clique search within cheap_clique_work, one sort of the weights; O(1) per size.
/// Errors:   InvalidArgument for a size below 1 or above n.
/// Source: P. Turan, Matematikai es Fizikai Lapok 48 (1941) 436-452.
std::vector<double> turan_bound_values(const Graph& graph, Vertex clique_number,
                                       std::span<const Vertex> sizes, const RunContext& run);
std::vector<Bound> turan_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run);

}  // namespace lode::subgraph
