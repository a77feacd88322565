#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "core/linalg/eigen.hpp"
#include "core/linalg/top_eigenpairs.hpp"

namespace lode::subgraph::detail {

/// max x'Wx/2 + c'x + base over 0/1 vectors x with s ones: the heaviest s-subgraph with weights of vertices,
/// also after some vertices have been fixed in or out of the set.
struct DenseProblem {
  std::size_t n = 0;
  std::vector<double> weights;  ///< W, n x n row by row: symmetric, zero diagonal, any finite values
  std::vector<double> linear;   ///< c, n values, any finite ones
  Vertex s = 0;                 ///< 0 ... n
  double base = 0.0;
  bool integral = false;  ///< weights, linear and base are integers, and so small that their sums are exact

  double weight(std::size_t i, std::size_t j) const { return weights[i * n + j]; }
};

/// A set of s vertices, increasing, and its value.
struct ValuedSet {
  std::vector<std::size_t> vertices;
  double value = 0.0;
};

/// The heaviest s-subgraph of a graph, s <= n, without linear terms. Cost: O(n^2) time and memory.
DenseProblem dense_problem(const Graph& graph, Vertex s);

/// The problem with the vertices `chosen` in the set and the vertices `left` free: the weights of the chosen
/// become linear terms, and their value the base. Exact when integral; else a linear term is a sum of size +
/// 1 rounded terms, and the base one of size such sums. Needs: s >= size of `chosen`. Cost: O(left size (left
/// size + chosen size)).
DenseProblem part_of(const DenseProblem& problem, std::span<const std::size_t> left,
                     std::span<const std::size_t> chosen);

/// The value of a set, base included, summed in the order of its vertices.
/// Needs: distinct vertices below n; their number is not compared with s. Cost: O(size^2).
double value_of(const DenseProblem& problem, std::span<const std::size_t> set);

/// The s vertices with the largest scores (ties to the smaller vertex), then exchanges of one vertex for
/// another, the best one first, until none gains. Cost: O(n log n + n s), and O(n s) per exchange, of which
/// there are at most `most_exchanges`.
ValuedSet improved_set(const DenseProblem& problem, std::span<const double> scores,
                       std::size_t most_exchanges);

/// The best set; s is 0, 1, n - 1 or n. Ties to the smaller vertices. Cost: O(n^2).
ValuedSet best_of_few(const DenseProblem& problem);

/// The coefficients of X_ii, X_jj, X_ll, X_ij, X_il and X_jl in <T, X>, and b of <T, X> <= b, by kind.
struct CutTerms {
  double coefficients[6];
  double right_side;
};
inline constexpr CutTerms cut_terms[] = {{{-1, 0, 0, 1, 0, 0}, 0},
                                         {{1, 1, 0, -1, 0, 0}, 1},
                                         {{0, 0, -1, -1, 1, 1}, 0},
                                         {{1, 1, 1, -1, -1, -1}, 1}};
constexpr const CutTerms& terms_of(SdpCutKind kind) { return cut_terms[static_cast<std::size_t>(kind)]; }
/// True if the cut is about three vertices.
constexpr bool has_third(SdpCutKind kind) { return terms_of(kind).coefficients[4] != 0.0; }

/// Calls visit(i, j, coefficient of X_ij), i <= j, for the terms of a cut.
template <class Visit>
void over_terms(const SdpCut& cut, Visit&& visit) {
  const std::size_t places[6][2] = {{cut.i, cut.i}, {cut.j, cut.j}, {cut.l, cut.l},
                                    {cut.i, cut.j}, {cut.i, cut.l}, {cut.j, cut.l}};
  for (std::size_t term = 0; term < 6; ++term) {
    const double coefficient = terms_of(cut.kind).coefficients[term];
    const auto [i, j] = places[term];
    if (coefficient != 0.0) visit(std::min(i, j), std::max(i, j), coefficient);
  }
}

/// How problems with n vertices, k of them chosen, are lifted: t and the trace of Z.
struct SdpLift {
  double shift = 0.0;
  double kappa = 0.0;
};
SdpLift lift_of(std::size_t n, Vertex k);

/// The regularised dual of one problem with 2 <= k <= n - 2, in the notation of certificate/proof_data.hpp.
///
/// For a centre Z0 and alpha > 0,
///   f(y) = base - t^2 e'Me/(1 - 2t) + sum_t gamma_t b_t
///          + max { <P, Z> - alpha/2 |Z - Z0|^2 : Z psd, trace Z = kappa }
/// is convex and differentiable in the multipliers y = (lambda / scale, nu, gamma). The maximiser Z* holds an
/// X* with X_ij = Z_ij + t (x_i + x_j) - t^2, x_i = (Z_ii - t^2)/(1 - 2t), whose violations are the gradient.
/// With Z0 <- Z* after some steps of minimisation (the proximal point method), f rises towards the value of
/// the relaxation.
///
/// A point y holds n scaled row multipliers, the pairs (i, j), i < j, row by row, and one entry per cut.
/// One thread; everything is deterministic.
class LiftedDual {
 public:
  LiftedDual(const DenseProblem& problem, double alpha, const RunContext& run);

  /// Number of free multipliers of a point; the other multipliers are >= 0. Multipliers of cuts follow the
  /// multipliers of pairs.
  std::size_t free() const { return n_; }
  std::size_t first_cut() const { return n_ + n_ * (n_ - 1) / 2; }
  double kappa() const { return kappa_; }

  /// The cuts that a point has multipliers for; their own do not count.
  std::vector<SdpCut> cuts;
  /// Multipliers of a certificate as a point, whose cuts this function takes; without rows: zeros.
  std::vector<double> point_of(const SdpNodeProof& multipliers);
  /// A point as multipliers of a certificate, without zeros, and with the last eigenvalue tried.
  SdpNodeProof multipliers_at(std::span<const double> point) const;

  /// Centres at the lift of a symmetric X (n x n, full), or at Z* of the last evaluation.
  void centre_at(std::span<const double> x);
  void centre_at_last() { centre_ = optimum_; }

  /// f and its gradient; false once the run stops. Cost: some 5 n^3 operations.
  bool evaluate(std::span<const double> point);
  double value() const { return value_; }
  const Eigen::VectorXd& gradient() const { return gradient_; }
  std::uint64_t evaluations() const { return evaluations_; }  ///< so far
  /// X* of the last evaluation, n x n.
  std::span<const double> primal() const { return {primal_.data(), n_ * n_}; }

  /// The bound that the largest eigenvalue of P shows at the last evaluation, not safe; nothing once the run
  /// stops. Cost: 4/3 n^3 operations.
  std::optional<double> estimated_bound();
  /// The bound B of certificate/proof_data.hpp at a point, with twice the rounding margin, by the eigenvalue
  /// that makes it `wanted` without margins; nullopt if that is not proven or the run stops. `path_room` is
  /// the rounding of the problem since the root (0 when integral). Cost: O(n^2 + cuts), and a Cholesky
  /// factorisation of n^3 / 3 operations.
  std::optional<double> prove(std::span<const double> point, double wanted, double path_room);

 private:
  void assemble(std::span<const double> point);
  std::size_t spread(std::span<const double> values);
  void form_primal();
  void form_gradient();
  bool decompose(const lode::detail::TopEigenpairs::Count& count);

  const DenseProblem& problem_;
  const RunContext& run_;
  std::size_t n_;
  double k_;
  double t_;
  double kappa_;
  double q_;      ///< 2t / (1 - 2t)
  double scale_;  ///< lambda_i = scale y_i: evens out how far a step of each multiplier moves
  double alpha_;
  std::uint64_t evaluations_ = 0;
  double constant_ = 0.0;    ///< base - t^2 e'Me / (1 - 2t) + sum_t gamma_t b_t
  double eigenvalue_ = 0.0;  ///< the last that was tried
  double value_ = 0.0;
  Eigen::MatrixXd centre_;   ///< Z0
  Eigen::MatrixXd lifted_;   ///< P, on and below the diagonal
  Eigen::MatrixXd matrix_;   ///< matrix to factorise or decompose, likewise
  Eigen::MatrixXd optimum_;  ///< Z*
  Eigen::MatrixXd primal_;   ///< X*
  Eigen::VectorXd gradient_;
  Eigen::VectorXd weights_;  ///< of the eigenvectors in Z*
  lode::detail::TopEigenpairs eigen_;
};

/// The at most `limit` cuts that a symmetric n x n matrix X violates most, by more than `least`, without the
/// cuts in `known`; their multipliers are 0. Ties go to the first found, in a fixed order. Nullopt once
/// the run stops, which is checked every n^2 / 2 triples.
///
/// Cost: n^3 / 6 triples, and O(found log found).
std::optional<std::vector<SdpCut>> violated_cuts(std::span<const double> x, std::size_t n,
                                                 std::span<const SdpCut> known, std::size_t limit,
                                                 double least, const RunContext& run);

/// Scales by the weights of the root, the same for all nodes of a search.
struct SdpScale {
  double alpha = 1.0;  ///< of the proximal term
  double unit = 1.0;   ///< weight of one edge
  /// Rounding error of the sums in the problems of a tree: 4 n e times the magnitudes of the root; 0
  /// when integral.
  double path_room = 0.0;
};
SdpScale scale_of(const DenseProblem& root);

struct NodeTask {
  DenseProblem problem;       ///< 2 <= s <= n - 2
  SdpNodeProof start;         ///< multipliers to begin with; none without rows
  std::vector<float> primal;  ///< X to begin with, n x n; may be empty
  SdpScale scale;
  double goal = 0.0;     ///< the bound that is worked for
  double limit = 0.0;    ///< the bound that is enough: a little above the goal
  bool at_root = false;  ///< with patience, and a proof every round, so that there is one when stopped
  std::uint64_t most_evaluations = UINT64_MAX;
};

struct NodeOutcome {
  double bound = HUGE_VAL;    ///< proven by the multipliers; infinity: none
  SdpNodeProof multipliers;   ///< of the bound, or else the last
  std::vector<float> primal;  ///< the last X, n x n; empty when stopped, or when the bound is enough
  ValuedSet best;             ///< best set met; no vertices: none
  std::uint64_t evaluations = 0;
};

/// Bounds one node: rounds of dual descent, each followed by a new centre and the cuts violated most, until
/// the limit is proven or too many more rounds would be needed.
///
/// Cost: some 5 n^3 operations per evaluation, 12 evaluations and n^3 / 6 triples per round.
NodeOutcome bound_node(const NodeTask& task, const RunContext& run);

/// The multipliers of the vertices `kept`, which increase. Neither
/// shift nor eigenvalue is kept.
SdpNodeProof restricted(const SdpNodeProof& multipliers, std::span<const std::size_t> kept);

}  // namespace lode::subgraph::detail
