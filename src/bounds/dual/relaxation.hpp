#pragma once

#include <cstddef>
#include <vector>

#include <lode/graph/part.hpp>

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
  const Part* part = nullptr;  ///< the core; it outlives the relaxation
  Vertex s = 0;
  Vertex dummies = 0;
  double dummy_value = 0.0;  ///< of each dummy, exactly
  double unit = 1.0;
  /// Numbers of the rows in a certificate: the dummies from 0 on, then the vertices of the part.
  std::vector<Vertex> numbers = {};
  Vertex first_vertex = 0;             ///< number of the part's first vertex: the original number of dummies
  std::vector<std::size_t> rows = {};  ///< by number in a certificate; no_row for a row that was removed

  static constexpr std::size_t no_row = static_cast<std::size_t>(-1);
  std::size_t size() const { return numbers.size(); }
  /// What a row adds to a set besides its edges.
  double value(std::size_t i) const {
    if (i < dummies) return dummy_value;
    return part->values.empty() ? 0.0 : part->values[numbers[i] - first_vertex];
  }
  float scaled(double number) const { return static_cast<float>(number / unit); }
  /// Calls visit(j, weight) for the neighbours of row i among the first `limit` rows.
  template <class Visit>
  void for_each_neighbour(std::size_t i, std::size_t limit, const Visit& visit) const {
    if (i < dummies) return;
    part->graph.for_each_neighbor(numbers[i] - first_vertex, [&](Vertex u, Weight w) {
      if (const std::size_t j = rows[first_vertex + u]; j < limit) visit(j, w);
    });
  }
};

/// The relaxation of some of the rows alone, which increase. Cost: O(n).
Relaxation restricted(const Relaxation& relaxation, const std::vector<std::size_t>& rows);

/// `order` holds every vertex of the part once, by rising place in the order of peeling.
/// Needs: 2 <= s <= vertices of the part + dummies. Cost: O(n).
Relaxation make_relaxation(const Part& part, const std::vector<Vertex>& order, Vertex s, Vertex dummies,
                           double dummy_value);

}  // namespace lode::subgraph::dual
