#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "bounds/search/dense_problem.hpp"
#include "bounds/search/sdp_search_tree.hpp"
#include "core/linalg/stoppable_solvers.hpp"

namespace lode::subgraph::detail {

/// Whether `proof.eigenvalue` is proven to be above lambda_max(P), and if so the bound B of
/// sdp_search_tree.hpp, with twice the room for rounding; `problem` is that of the proof's node, and
/// `path_room` what it has lost itself on the way there (0 when integral). Nothing when the factorisation
/// fails or is stopped.
///
/// Cost: O(n^2 + cuts), and a Cholesky factorisation of n^3 / 3 operations.
std::optional<double> proven_bound(const DenseProblem& problem, const SdpNodeProof& proof, double path_room,
                                   const lode::detail::StopAsked& stop);

/// The eigenvalue with which the proof would have the bound `wanted`, before rounding.
double eigenvalue_for(const DenseProblem& problem, const SdpNodeProof& proof, double wanted);

/// What the rounded sums in the problems of a tree may be off by: 4 n e times the magnitudes of the root; 0
/// when integral.
double path_room(const DenseProblem& root);

/// The multipliers for a problem that is left of the proof's when only the vertices at `kept` (of n,
/// increasing) are undecided and `size` of them are to be chosen; those that touch others are dropped, and
/// the eigenvalue is left at 0.
SdpNodeProof part_of_proof(const SdpNodeProof& proof, std::size_t n, std::span<const std::size_t> kept,
                           Vertex size);

/// A bound that needs no proof: base + the k largest of c_i + half of the k - 1 largest W_ij. Rounding is
/// covered. Cost: O(n^2).
double plain_bound(const DenseProblem& problem);

/// What the sets that hold vertex v use up of the proof's bound at least: 2 (the k - 1 least nu_vj), for
/// every v. Rounded down. Cost: O(n^2).
std::vector<double> held_pairs(const SdpNodeProof& proof, std::size_t n, Vertex k);

}  // namespace lode::subgraph::detail
