#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lode/subgraph/bounds/bounds.hpp>

namespace lode::subgraph {

class BoundLedger;
struct BoundRequest;

/// Multipliers of the capped linear program; any non-negative values prove a bound, for every size.
struct CappedMultipliers {
  std::vector<Weight> arc;     ///< alpha_uv of the arc u -> v, in the order of the graph's arcs
  std::vector<Weight> vertex;  ///< beta_u
};

struct CappedLpOptions {
  std::uint64_t max_iterations = 20000;
  double target = 0.0;  ///< stop once the bound is at most this
};

/// The bound that the multipliers prove for sets of t vertices, t = 1 ... t_max, at index t (0 at 0).
///
/// Statement: let alpha_uv + alpha_vu + beta_u + beta_v >= w_uv for every edge, all non-negative. An edge uv
/// inside an s-set S weighs at most that sum, and v has at most s - 1 edges in S, so w(S) is at most the sum
/// over S of r_u = (sum over v of alpha_uv) + (s - 1) beta_u, and so at most the sum of the s largest r_u.
///
/// Where vertices have values, c_u >= 0 is added to r_u.
///
/// Edges whose multipliers fall short of their weight have the missing part added to both ends first.
/// Rounding: the sum of four multipliers loses a relative 4 * 2^-53 at most, r_u its degree + 4, and the sum
/// of s of them s - 1 times 2^-53; the value is multiplied by 1 + (max degree + s + 12) 2^-52, which covers
/// all of it and its own rounding, and floored when weights are integral.
///
/// Cost:   O(n + m).
/// Errors: InvalidArgument unless there is one multiplier per arc and vertex, finite and >= 0, and
///         1 <= s <= n.
double capped_lp_value(const Graph& graph, const CappedMultipliers& multipliers, Vertex s);

/// The same for all sizes up to t_max, by size, from the largest down until the run is stopped: what was not
/// reached is infinite.
///
/// Cost:   O(n + m), and O(n) per size.
/// Errors: as above.
std::vector<double> capped_lp_values(const Graph& graph, const CappedMultipliers& multipliers, Vertex t_max,
                                     const RunContext& run, std::span<const Weight> values_of_vertices = {});

/// Multipliers for sets of s vertices, none of which falls short: the dual of
///   max sum of w_uv y_uv,  y_uv <= x_u, x_v,  sum over v of y_uv <= (s - 1) x_u,  0 <= x <= 1,  sum of x =
///   s,
/// with the sum of c_u x_u added where vertices have values,
/// by a primal-dual first-order method with diagonal steps, restarted from averages. Every iterate proves a
/// bound; the best one met is returned. It starts from splits in halves; the first values are those of the
/// degree bound or better, and the lp bound's split is recovered with all beta = 0.
///
/// Cost:   O(n + m) per iteration, hundreds to thousands of iterations; 60 bytes per arc.
/// Stops:  when the bound has not fallen by 10^-5 of itself over many iterations, at the target, on cancel,
///         deadline or the limit of iterations.
/// Deterministic unless stopped by the clock; threads are not used.
/// Source: the rows are A. Billionnet's (INFORMS J. Computing 17 (2005) 188-197); method: T. Pock,
///         A. Chambolle, ICCV 2011; restarts: D. Applegate et al., NeurIPS 2021 (PDLP).
CappedMultipliers capped_lp_multipliers(const Graph& graph, Vertex s, const CappedLpOptions& options,
                                        const RunContext& run, std::span<const Weight> values = {});

/// capped-lp on the core above two thirds of the lp bound's growth at the size asked for, larger cores where
/// that is too small; it also bounds smaller sizes. Ends early once the bound is at most the incumbent.
void propose_on_cores(BoundLedger& ledger, const BoundRequest& request, const RunContext& run);

/// One bound per size; the lp bound of the same size where that is smaller.
std::vector<Bound> capped_lp_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run);

}  // namespace lode::subgraph
