#pragma once

#include <cstddef>
#include <vector>

#include <lode/core/types.hpp>

#include "bounds/core_parts.hpp"

namespace lode::subgraph::dual {

/// A core with dummies, as the solver sees it. It is a graph of the vertices of the core and `dummies`
/// further ones without edges. The value of a dummy is the most that a vertex outside the core adds to a set
/// (dual/core_part.hpp). The relaxation is about the sets of s vertices of that graph.
///
/// The doubly non-negative relaxation puts a matrix X in the place of xx', x being the 0/1 vector of a set. W
/// holds the weights of pairs, and twice the values on the diagonal. The relaxation is
///   max 1/2 <W, X>  over X in K and in P,  K = { X positive semidefinite, trace X = s },
///   P = { 0 <= X_ij <= X_ii <= 1, sum over j of X_ij = s X_ii for every row i, trace X = s }.
/// It is never above the lp bound, whose relaxation lacks K.
/// Any n x n matrix U, symmetric or not, bounds it. Let Z = (U + U')/2, C = W/2 - U, and r_i = C_ii + the s -
/// 1 largest C_ij, j != i. Then no set of s vertices weighs more than s lambda_max(Z) + the s largest r_i:
/// the two terms are the maxima of <U, X> over K and of <C, X> over P.
///
/// A set that holds row i weighs at most the same with r_i in the place of the s-th largest, and at most what
/// U proves for s - 1 vertices plus the weight at i. If one of these bounds is at most the incumbent, the
/// weight of a known set, row i is removed: the other rows bound all heavier sets.
///
/// Rows are numbered from the densest outwards: the dummies, then the core by falling place in the
/// order of peeling. So the first k rows are a smaller core with all dummies. Weights are in units of `unit`,
/// a power of two near the average one, and larger where values are so large that floats could overflow.
struct Relaxation {
  Vertex s = 0;
  Vertex dummies = 0;
  double dummy_value = 0.0;  ///< of each dummy, exactly
  double unit = 1.0;
  /// Numbers of the rows in a certificate: the dummies from 0 on, then the vertices of the part.
  std::vector<Vertex> numbers;
  Vertex first_vertex = 0;         ///< number of the part's first vertex: the original number of dummies
  std::vector<std::size_t> begin;  ///< first neighbour of every row except dummies, and the end
  std::vector<Vertex> neighbours;  ///< increasing, in the numbers above
  std::vector<float> weights;      ///< of edges
  std::vector<float> values;       ///< one per row
  std::size_t size() const { return values.size(); }

  /// Calls visit(j, weight) for the neighbours of row i among the first `limit` rows.
  template <class Visit>
  void for_each_neighbour(std::size_t i, std::size_t limit, Visit&& visit) const {
    if (i < dummies) return;
    for (std::size_t at = begin[i - dummies]; at < begin[i - dummies + 1]; ++at) {
      if (neighbours[at] >= limit) return;
      visit(neighbours[at], weights[at]);
    }
  }
};

/// The relaxation of some of the rows alone, which increase. Cost: O(m).
Relaxation restricted(const Relaxation& relaxation, const std::vector<std::size_t>& rows);

/// `order` holds every vertex of the part once, by rising place in the order of peeling.
/// Needs: 2 <= s <= vertices of the part + dummies. Cost: O(m log d) for a part of m edges and degrees d.
Relaxation make_relaxation(const Part& part, const std::vector<Vertex>& order, Vertex s, Vertex dummies,
                           double dummy_value);

}  // namespace lode::subgraph::dual
