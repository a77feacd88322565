#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bounds/dual/eigenspace.hpp"
#include "bounds/dual/relaxation.hpp"

namespace lode::subgraph::dual {

/// Projects a row onto { y : 0 <= y_j <= y_own <= 1, sum of y = s y_own }, in place and in single precision.
/// `own` is the place of the entry on the diagonal; `guess` is where the search for its value begins, 0 for a
/// row that was zero. False if the projection is zero: the row is undefined then.
///
/// For a fixed value t of the own entry the other entries are clip(y_j - a, 0, t), where a makes their sum (s
/// - 1) t. Newton's method inside a bracket finds t and a.
///
/// Needs:  2 <= s <= size of the row, finite values.
/// Cost:   O(size) per pass, some six passes; one for most rows that stay zero.
bool project_float_row(std::span<float> row, std::size_t own, float s, float guess);

/// The own entry of a row and the s - 1 largest others.
struct LargestEntries {
  double sum = 0.0;
  float least = 0.0f;  ///< of the s - 1 others
};

/// Needs: 2 <= s <= size of the row. `scratch` is overwritten. Cost: O(size).
LargestEntries largest_entries(std::span<const float> row, std::size_t own, std::size_t s,
                               std::vector<float>& scratch);

/// The sum of the s largest of some values, and the least of those. Needs: 1 <= s <= size. Cost: O(size).
double sum_of_largest(std::vector<double> values, std::size_t s, double* least = nullptr);

/// Alternating directions for the relaxation on the first rows of it: all dummies and a core.
///
/// With a penalty p, and U = 0 and X = Y = (s/n) 11' at first, an iteration makes X the projection of U/p + Y
/// onto K, Y the projection onto P of X + (W/2 - U)/p, and moves U by p (Y - X), over-relaxed. Only one
/// matrix is kept: V = U/p + relax Y + (1 - relax) X. Then X is the projection of V's symmetric part, its
/// leading eigenvectors above a threshold th; p th is the largest eigenvalue of U's symmetric part; row i of
/// Y is the projection of 2 X_i - V_i + W_i/(2p); and V gains relax (Y - X).
///
/// Memory: 8 n^2 bytes, and 4 n for every row of Y that is not zero.
/// Cost:   an iteration some 50 n^2 r operations, where r is the rank of X, some tens to 200.
class Alternation {
 public:
  using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  /// Begins with U = 0. The relaxation outlives the alternation.
  Alternation(const Relaxation& relaxation, Vertex core);
  /// Continues on a larger core. For a new edge, U_ij = W_ij/2 - t_i, where t_i is the least entry that
  /// counts for row i, so that the edge adds nothing to r_i; other new pairs have 0. Needs: the last
  /// iteration was rated.
  void extend(Vertex core);
  /// Continues on some rows, increasing, to which `relaxation` is restricted.
  void restrict_to(const Relaxation& relaxation, const std::vector<std::size_t>& rows);

  /// False once `stop` is true: the iteration is left in the middle, and the next call begins it anew.
  /// `rate`: also computes the rows of the bound for the U at the beginning.
  bool iterate(bool rate, const StopCheck& stop);
  /// The bound that U as it was at the last rating proves, if its largest eigenvalue is this.
  double bound(double eigenvalue) const {
    return s_ * eigenvalue + sum_of_largest(row_sums_, relaxation_->s);
  }
  /// A lower estimate of that eigenvalue from the known eigenvectors.
  double eigenvalue() const { return eigenvalue_; }
  /// The terms of that bound at the last rating.
  const std::vector<double>& row_sums() const { return row_sums_; }
  /// A better estimate for the symmetric part of a matrix, by Lanczos' method. The vector found joins the
  /// eigenvectors known.
  double careful_eigenvalue(const float* multipliers);
  /// U of the last iteration. Needs: nothing followed it.
  Rows multipliers() const;
  /// Frees the matrix that the next iteration computes anew.
  void rest() { symmetric_.resize(0, 0); }
  /// Memory of the matrices.
  std::size_t bytes() const;

  Index size() const { return n_; }
  std::uint64_t iterations() const { return iterations_; }
  /// Sum of X_ii over the dummies.
  double dummies_used() const {
    if (factor_.cols() == 0) return 0.0;
    return factor_.topRows(static_cast<Index>(relaxation_->dummies)).squaredNorm();
  }
  /// Work done, by fixed prices, in units of BoundRequest::work.
  double work() const;

 private:
  void symmetrise(const Eigen::Ref<const Rows>& v);
  bool project_semidefinite(const StopCheck& stop);
  void project_rows(bool rate);
  /// Returns the squared length of the row's move.
  double project_row(Index i, const float* x, std::vector<float>& row, bool rate,
                     std::vector<float>& scratch);

  const Relaxation* relaxation_;
  Index n_;
  double s_;
  Rows v_;
  FloatMatrix symmetric_;
  FloatMatrix factor_;  ///< X = factor factor'
  FloatMatrix factor_transposed_;
  Eigenspace space_;
  double penalty_ = 1.0;
  double eigenvalue_ = 0.0;
  double moved_ = -1.0;  ///< squared length of the last move of Y
  bool first_ = true;
  std::uint64_t iterations_ = 0;
  std::vector<std::vector<float>> y_;  ///< rows; empty: zero
  std::vector<double> row_sums_;       ///< r_i
  std::vector<float> least_counted_;   ///< of the entries in r_i
  double work_ = 0.0;
};

}  // namespace lode::subgraph::dual
