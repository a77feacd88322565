#pragma once

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// Rounds the linear program max { sum of w_uv min(x_u, x_v) : 0 <= x <= 1, sum of x = s }.
///
/// With B_1, B_2, ... the dense decomposition, an optimum x is 1 on the largest B_i of at most s vertices and
/// (s - |B_i|) / (|B_(i+1)| - |B_i|) on the next layer. The answer is the top s of x: B_i, and of the next
/// layer those of largest load, then largest weight towards B_i, then smaller number. Inside a layer all
/// loads are equal; they decide alone when the run was stopped before the decomposition was found.
///
/// Cost:    that of dense_decomposition, the same for every s.
/// Returns: exactly s vertices, optimal when s is some |B_i|; stop reason optimal when the answer meets the
///          program's value (floored when weights are integral).
/// Errors:  InvalidArgument if s < 1 or s > n.
/// Deterministic; takes no start; threads are not used.
/// Source:  M. Danisch, T-H. H. Chan, M. Sozio, WWW 2017; E. Harb, K. Quanrud, C. Chekuri, NeurIPS 2022.
Solution lp_rounding(const Problem& problem, const RunContext& run);

}  // namespace lode::subgraph
