#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bounds/search/dense_problem.hpp"
#include "bounds/search/sdp_search_tree.hpp"
#include "core/linalg/stoppable_solvers.hpp"
#include "core/linalg/top_eigenpairs.hpp"

namespace lode::subgraph::detail {

/// How problems with n vertices, k of them chosen, are lifted: t and the trace of Z.
struct SdpLift {
  double shift = 0.0;
  double kappa = 0.0;
};
SdpLift lift_of(std::size_t n, Vertex k);

/// The regularised dual of one problem with 2 <= k <= n - 2, in the notation of sdp_search_tree.hpp.
///
/// For a centre Z0 and alpha > 0,
///   f(y) = base - t^2 e'Me/(1 - 2t) + sum_t gamma_t b_t + max { <P, Z> - alpha/2 |Z - Z0|^2 : Z psd, trace Z
///   =
///          kappa },
/// is convex and differentiable in the multipliers y = (lambda / scale, nu, gamma). The maximiser Z* holds an
/// X* with X_ij = Z_ij + t (x_i + x_j) - t^2, x_i = (Z_ii - t^2)/(1 - 2t), whose violations are the gradient.
/// With Z0 <- Z* after some steps of minimisation (the proximal point method), f rises towards the value of
/// the relaxation.
///
/// One thread; everything is deterministic.
class LiftedDual {
 public:
  LiftedDual(const DenseProblem& problem, double alpha);

  std::size_t n() const { return n_; }
  std::size_t pairs() const { return n_ * (n_ - 1) / 2; }
  double shift() const { return t_; }
  double kappa() const { return kappa_; }
  /// lambda_i = row_scale() * y_i: evens out how far a step of each multiplier moves.
  double row_scale() const { return scale_; }

  /// Centre: what a symmetric X (n x n, full) is lifted to, or Z* of the last evaluation.
  void centre_at(std::span<const double> x);
  void centre_at_last();

  /// f and its gradient at y: n scaled row multipliers, the pairs (i, j), i < j, row by row, and one entry
  /// per cut. False once `stop` says yes. Cost: some 5 n^3 operations.
  bool evaluate(std::span<const double> y, std::span<const SdpCut> cuts, const lode::detail::StopAsked& stop);
  double value() const { return value_; }
  std::span<const double> gradient() const { return gradient_; }

  /// X* of the last evaluation, n x n.
  std::span<const double> primal() const { return primal_; }

  /// What the last multipliers prove if lambda_max(P) is `eigenvalue`; rounding is not covered.
  double bound_with(double eigenvalue) const { return constant_ + kappa_ * eigenvalue; }

  /// lambda_max(P) of the last evaluation, not safe; false once `stop` says yes. Cost: 4/3 n^3 operations.
  bool largest_eigenvalue(const lode::detail::StopAsked& stop, double& value);

 private:
  void assemble(std::span<const double> y, std::span<const SdpCut> cuts);
  std::size_t spread(std::span<const double> values);
  bool form_primal(const lode::detail::StopAsked& stop);
  void form_gradient(std::span<const SdpCut> cuts);

  const DenseProblem& problem_;
  std::size_t n_;
  double k_;
  double t_;
  double kappa_;
  double q_;  ///< 2t / (1 - 2t)
  double scale_;
  double alpha_;
  double centre_square_ = 0.0;  ///< |Z0|^2
  double constant_ = 0.0;       ///< base - t^2 e'Me / (1 - 2t) + sum_t gamma_t b_t
  double threshold_ = 0.0;      ///< lambda_max(U)
  double value_ = 0.0;
  std::vector<double> centre_;   ///< Z0
  std::vector<double> lifted_;   ///< P
  std::vector<double> matrix_;   ///< P + alpha Z0, then what the eigenvalue routine leaves of it
  std::vector<double> optimum_;  ///< Z*
  std::vector<double> primal_;   ///< X*
  std::vector<double> gradient_;
  std::vector<double> weights_;  ///< of the eigenvectors in Z*
  std::vector<double> scaled_;
  lode::detail::TopEigenpairs eigen_;
};

}  // namespace lode::subgraph::detail
