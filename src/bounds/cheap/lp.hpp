#pragma once

#include <span>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/graph/densest.hpp>

namespace lode::subgraph {

/// Statement: no s-vertex set weighs more than the linear program
///   max { sum over edges of w_uv min(x_u, x_v) : 0 <= x <= 1, sum of x = s }.
/// For every s its optimum is the sum of the s largest loads of the edge split of least squares
/// (graph/densest.hpp). The s largest loads of any other split sum to no less. One decomposition serves all
/// sizes; its time is charged to the first.
///
/// Integral weights: the exact fraction w(B_i) + (s - |B_i|) p/q, floored. Real weights, and runs stopped by
/// the deadline: the sum of the s largest loads L_v of a split. Let r_v be the true load. Then
/// r_v <= L_v (1 + e) for e = (max degree + 2) 2^-53. Adding s of them loses at most a factor
/// 1 + (s - 1) 2^-53. So the sum is multiplied by 1 + (max degree + s + 4) 2^-52, which covers both errors
/// and its own rounding. It is floored when weights are integral.
///
/// Values of vertices, c_v: the program's objective has the sum of c_v x_v too. The sum of the s largest
/// r_v + c_v is valid for every split. The split of a ledger is that of least squares of r_v + c_v, as far as
/// coordinate descent gets in some hundred passes. Its bounds are those of real weights, with one more term
/// each.
///
/// Cost:   one dense decomposition, then O(log n) per size; O(n log n) more for real weights.
/// Source: the dual of the program is in M. Danisch, T-H. H. Chan, M. Sozio, WWW 2017, and E. Harb,
///         K. Quanrud, C. Chekuri, NeurIPS 2022; breakpoints: Y. Kawase, A. Miyauchi, arXiv 1703.03603.
///
/// From a decomposition of `graph`, complete or not: values of some sizes, or of one. Errors: InvalidArgument
/// if s > n, for a decomposition of another graph, and if s is beyond the layers of one that has any.
std::vector<double> lp_bound_values(const Graph& graph, const DenseDecomposition& decomposition,
                                    std::span<const Vertex> sizes);
double lp_bound(const Graph& graph, const DenseDecomposition& decomposition, Vertex s);

}  // namespace lode::subgraph
