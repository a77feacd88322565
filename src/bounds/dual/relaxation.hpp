#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/part.hpp>

#include "bounds/certificate/proof_data.hpp"

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
  /// Value of a row, which a set gains besides its edges.
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

/// U of the relaxation, in its units and numbers, row by row, and the target bound.
struct DualPoint {
  std::vector<float> multipliers;
  double eigenvalue = 0.0;  ///< an estimate of lambda_max((U + U')/2), mostly within 1e-4 below it
  double bound = 0.0;       ///< resulting bound
};

/// A dual point with its proof.
struct ProvenStage {
  detail::DualStage stage;
  std::vector<double> sums;  ///< r_i for sets of s vertices, by row
  double last_sum = 0.0;     ///< the s-th largest sum
  /// No set of t remaining vertices weighs more: by t, from the least requested size to s; infinity for
  /// smaller t. Not floored.
  std::vector<double> bounds;
};

/// Proves the bounds of a dual point for sets of `least` to s vertices.
///
/// The multipliers U are rounded to multiples k of a power of two, |k| < 2^31, since any multipliers prove a
/// bound. So U and Z = (U + U')/2 are exact in doubles, as is tI - Z for such a multiple t. With u = 2^-53
/// the margins are
/// - of the eigenvalue: where a Cholesky factorisation in doubles of tI - Z - cI runs to its end,
///   c = 8 (n + 2) u trace(tI - Z), the rounded tI - Z - cI is positive semidefinite up to half of c (S. M.
///   Rump, BIT Numer. Math. 46 (2006) 433-452; core/linalg/stoppable_solvers.hpp has what rounding does in
///   any order of the sums, a quarter of c). Taking c off rounds a diagonal entry by u times its size. So
///   lambda_max(Z) <= t, and t + 6 (n + 2) u (largest entry + |t|) is what is stated.
/// - of a row: r_i is a sum of s terms, rounded once each, the largest in magnitude being m_i: it is enlarged
///   by 8 s (s + 2) u m_i; and the sum of s of them and of s t by 8 (s + 3) u times the magnitudes added.
/// Each margin is at least four times the rounding error, and twice the margin of the check
/// (certificate/tree_check.cpp), so the check, which sums in another order, never exceeds the stated bound.
///
/// Cost:   n^3/3 multiply-adds for every t that is tried, mostly one, and O(n^2 log n); proof_bytes(n) of
///         memory. The first t aims at the target bound if that is near the estimate. Returns nullopt if no t
///         is proven, or the run stops (checked every 10 ms).
std::optional<ProvenStage> prove(const Relaxation& relaxation, const DualPoint& point, Vertex least,
                                 double wanted, const RunContext& run);

struct Survivors {
  std::vector<std::size_t> rows;  ///< increasing
  std::vector<Vertex> gone;       ///< the other rows, by number in a certificate, in the order of removal
};

/// The rows that a set heavier than `limit` may hold. A row is removed if its r_i, or its weight towards the
/// remaining rows, excludes such a set. Cost: O(m) per pass, until no row is removed.
Survivors surviving_rows(const Relaxation& relaxation, const ProvenStage& proven, double limit);

/// Units of work of a proof on n rows.
double proof_work(std::size_t n);
/// Memory of one, without that of the point.
double proof_bytes(std::size_t n);

}  // namespace lode::subgraph::dual
