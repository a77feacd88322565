#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// The weights of a graph as a dense matrix, row by row, with twice the values of vertices on the diagonal:
/// x'Wx / 2 is what a set weighs.
std::vector<double> dense_weights(const Graph& graph, std::span<const Weight> values = {});

/// Multipliers and the weights they are for, n x n each, row by row; somebody else's.
struct SdpMatrices {
  std::size_t n = 0;
  std::span<const double> weights;
  std::span<const double> multipliers;
};

/// What a matrix of multipliers proves, in the terms of sdp.hpp; the rounding is covered.
struct SdpProof {
  double bound = 0.0;          ///< no s-vertex set of the graph weighs more
  double smaller_bound = 0.0;  ///< the same for s - 1 vertices; 0 when s is 1
  double eigenvalue = 0.0;     ///< t: proven to be at least lambda_max((U + U')/2), margin not yet added
  std::vector<double> rows;    ///< r_i
  double last_row = 0.0;       ///< the s-th largest r_i
};

/// Proves the bound of the multipliers; `eigenvalue` is what the largest eigenvalue is believed to be.
/// Nothing once `stop` says yes. Parallel.
///
/// Cost: O(n^2), and a Cholesky factorisation of n^3 / 3 operations, more if `eigenvalue` is too small.
std::optional<SdpProof> prove_sdp_bound(
    const SdpMatrices& matrices, Vertex s, double eigenvalue,
    const std::function<bool()>& stop = [] { return false; });

/// What is taken off the diagonal of a symmetric n x n matrix tI - Z before it is factorised in doubles; its
/// trace is >= 0. Three times what the proof needs: whoever repeats it in another order succeeds too.
double factorisation_shift(std::size_t n, double trace);

/// What the largest eigenvalue of Z is at most once Cholesky's algorithm has run to its end on that:
/// `largest` is the largest magnitude of the computed entries of tI - Z (sdp.hpp).
double shown_by_factorisation(std::size_t n, double t, double largest);

/// What the multipliers would prove if `eigenvalue` were the largest one. Cost: O(n^2).
SdpProof rate_sdp_multipliers(const SdpMatrices& matrices, Vertex s, double eigenvalue);

/// What the multipliers prove for sizes 1 ... largest, by size, once prove_sdp_bound has proven `eigenvalue`
/// (which it returns) for them. Parallel. Cost: O(n^2 + n largest log(largest)).
std::vector<double> proven_sdp_bounds(const SdpMatrices& matrices, Vertex largest, double eigenvalue);

/// What multipliers prove of the sets that hold a vertex, beside its r_i (reserve in sdp.hpp).
struct SdpReserves {
  double bound = 0.0;            ///< with t in the place of the eigenvalue
  std::vector<double> reserves;  ///< a set that holds i weighs at most bound - reserves[i]
};

/// The reserves of the multipliers at t = `eigenvalue` + `shift`, for an eigenvalue that prove_sdp_bound has
/// proven for them. Each is a little less than what was computed, so that whoever repeats it finds no less.
/// Nothing once `stop` says yes. Parallel; the same for any number of threads.
/// Cost: 2 n^3 / 3 operations.
std::optional<SdpReserves> prove_sdp_reserves(
    const SdpMatrices& matrices, Vertex s, double eigenvalue, double shift,
    const std::function<bool()>& stop = [] { return false; });

/// The vertices that a set of weight above `incumbent` may hold, increasing: those left when every vertex
/// is taken out that no such set has, by its r_i, its reserve (null: none is known) or by what it weighs
/// towards the others that are left.
/// Cost: O(n^2) per pass, until nothing more goes.
std::vector<std::size_t> surviving_vertices(std::span<const double> weights, const SdpProof& proof,
                                            double incumbent, const SdpReserves* reserves = nullptr);

}  // namespace lode::subgraph::detail
