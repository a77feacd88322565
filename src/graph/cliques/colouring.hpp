#pragma once

#include <vector>

#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

namespace lode {

/// A partition of the vertices into classes without inner edges.
struct Colouring {
  std::vector<Vertex> colour;  ///< of every vertex, 0 ... colours-1
  Vertex colours = 0;          ///< no clique has more vertices than this
};

/// Colours the vertices in the reverse of the smallest-last order, each with the least colour that none of
/// its neighbours has; at most degeneracy + 1 colours.
///
/// Cost:   O(n + m) time, 8n bytes besides the result.
/// Errors: InvalidArgument if `cores` is not of this graph (another number of vertices).
/// Source: D. Matula, L. Beck, J. ACM 30 (1983) 417-427.
Colouring smallest_last_colouring(const Graph& graph, const CoreDecomposition& cores);

}  // namespace lode
