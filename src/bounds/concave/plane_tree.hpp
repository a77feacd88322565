#pragma once

#include <cstddef>
#include <vector>

#include <lode/core/types.hpp>

namespace lode::subgraph::detail {

/// How much can be added to the diagonal of a weight matrix W so that x'Wx / 2 stays concave where the sum of
/// x is constant: spread 11' - W - diagonal I is positive semidefinite, and so is every principal submatrix.
struct ConcaveShift {
  double diagonal = 0.0;  ///< below zero where W itself is not negative semidefinite on vectors of sum 0
  double spread = 0.0;    ///< >= 0
};

/// What a search with planes has done, for a certificate.
///
/// A node stands for the sets with all vertices taken in above it and none of those left out; the others are
/// free, in increasing order. Its plane, at y, bounds its sets, those that hold a free vertex and those that
/// do not; so it proves its own settled vertices, and what is said of its children. The bound of the tree is
/// the largest of what was let go: sets that differ in a settled vertex, and nodes with nothing below, which
/// have the bound of their own plane or the least one above them.
struct ConcaveTree {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct Node {
    std::vector<double> y;       ///< in [0, 1], one for each free vertex
    std::vector<Vertex> in;      ///< settled by the plane: no set that is looked for misses one
    std::vector<Vertex> out;     ///< or holds one of these
    Vertex vertex = no_vertex;   ///< that tells two children apart; without one, there is one
    std::size_t below = none;    ///< the only child, or that without `vertex`
    std::size_t holding = none;  ///< the child with it
  };
  Vertex s = 0;
  ConcaveShift shift;
  std::vector<Node> nodes;  ///< the first is the root; children come after their parent
};

}  // namespace lode::subgraph::detail
