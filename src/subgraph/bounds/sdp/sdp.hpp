#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <lode/subgraph/problem.hpp>

#include "core/linalg/leading_eigenspace.hpp"

namespace lode::subgraph {

namespace detail {

struct SdpSearchTree;

}  // namespace detail

/// Multipliers that prove a bound, and the vertices that it lets go.
struct SdpStage {
  VertexSet vertices;  ///< what is left of the graph; the bound is one of the subgraph they induce
  /// U, row by row, one row per vertex above: any values prove a bound, good ones a small one.
  std::vector<double> multipliers;
  double eigenvalue = 0.0;     ///< lambda_max((U + U')/2) is below this, by enough to prove it in doubles
  double reserve_shift = 0.0;  ///< above that, where the reserve lets further vertices go; 0: none did
};

/// What is needed to check a bound without trusting the solver: see check_sdp_certificate.
struct SdpCertificate {
  Vertex s = 0;
  double incumbent = 0.0;        ///< weight of a known set; vertices that no heavier set needs are let go
  std::vector<SdpStage> stages;  ///< the first holds every vertex of the graph
  /// A search of what the last stage leaves, which has no multipliers then; null: those prove the bound.
  std::shared_ptr<const detail::SdpSearchTree> tree = {};
};

struct SdpOptions {
  /// Weight of a known s-vertex set: the run ends when the bound proves it optimal, and vertices that no
  /// heavier set can hold are taken out on the way.
  double incumbent = 0.0;
  std::uint64_t max_iterations = 0;  ///< 0: until the bound stalls
  /// One per vertex, >= 0: what a vertex adds to a set beside its edges; empty: nothing.
  std::vector<Weight> values = {};
  Vertex max_vertices = 1500;  ///< larger graphs are refused: 56 n^2 bytes and n^2 work
  bool certificate = false;    ///< keep the multipliers behind the bound
};

/// One improvement of the bound.
struct SdpTracePoint {
  std::uint64_t iteration = 0;
  double seconds = 0.0;
  double bound = 0.0;   ///< before it is floored
  Vertex vertices = 0;  ///< left at that time
};

struct SdpResult {
  double upper_bound = 0.0;  ///< no s-vertex set weighs more; floored when weights are integral; never below
                             ///< the incumbent
  bool proven = false;       ///< the bound meets the incumbent
  std::uint64_t iterations = 0;
  VertexSet survivors;  ///< every set heavier than the incumbent lies inside
  StopReason stop_reason = StopReason::converged;
  std::vector<SdpTracePoint> trace;
  SdpCertificate certificate;  ///< empty unless asked for
};

/// The doubly non-negative bound of the densest s-vertex subgraph, by the alternating direction method.
///
/// Relaxation, with X in the place of xx' for the 0/1 vector x of a set:
///   max 1/2 <W, X>  over X in K and in P,  K = { X positive semidefinite, trace X = s },
///   P = { 0 <= X_ij <= X_ii <= 1, sum over j of X_ij = s X_ii for every row i, trace X = s }.
/// Values of vertices c are 2 c_i on the diagonal of W, and part of what a vertex weighs.
/// It is never above the lp bound and the capped lp bound, whose relaxations lack K.
///
/// Statement: for any n x n matrix U, symmetric or not, with Z = (U + U')/2 and C = W/2 - U, no s-vertex set
/// weighs more than s lambda_max(Z) + the s largest r_i, where r_i = C_ii + the s - 1 largest C_ij, j != i:
/// the two terms are the maxima of <U, X> over K and of <C, X> over P. So every iterate proves a bound; the
/// smallest is kept. A set that holds vertex i weighs at most the same with r_i in the place of the s-th
/// largest, and at most what U proves for s - 1 vertices plus the weight at i; where one of these does not
/// exceed the incumbent, i is taken out of the graph, and so on with what is left (the certificate keeps the
/// stages). So a graph need not be cut down to a core beforehand.
///
/// Reserve: x'Ux is s t - x'(tI - Z)x for every t above lambda_max(Z), and x'(tI - Z)x is at least
/// 1/((tI - Z)^-1)_ii for a set that holds i. So such a set weighs at most what U proves with t in the place
/// of the eigenvalue, less that reserve: near the end this lets go many vertices that r_i does not.
///
/// Rounding: with u = 2^-53 and m the largest magnitude in tI - Z, lambda_max(Z) <= t + (n + 2) 2 u m once a
/// Cholesky factorisation in doubles of tI - Z - cI runs to its end, c = (n + 2) 2 u trace(tI - Z): it shows
/// that the rounded tI - Z is positive semidefinite (S. M. Rump, BIT Numer. Math. 46 (2006) 433-452: c is
/// above gamma_{n+1}/(1 - gamma_{n+1}) times the trace), which differs from the true one by less than u m in
/// every entry off the diagonal and 2 u m on it. Every r_i is a sum of s terms, rounded once each, of which
/// the largest in magnitude is m_i: it is enlarged by s (s + 2) 2 u m_i, and the sum of s of them and of
/// s t by (s + 2) 2 u times the magnitudes added. The factor L of that factorisation has |L'x|^2 at most
/// x'(tI - Z)x plus s times the margin of the eigenvalue; solving L q = e_i in doubles gives
/// q'L'x >= 1 - (n + 4) 2 u |q| sqrt(s trace) (N. J. Higham, Accuracy and Stability of Numerical Algorithms,
/// 2002, theorem 8.5, |L|_F^2 being the trace), so |L'x| >= 1/|q| - (n + 4) 2 u sqrt(s trace), and half of
/// that loss would cover all of it.
///
/// Cost:    per iteration the eigenpairs of the r largest eigenvalues of what is left of the graph, followed
///          from one iteration to the next: some 20 n^2 r operations, r of some tens; 56 n^2 bytes. Tens to
///          hundreds of iterations. Cancel and deadline are polled within an iteration; a
///          deadline leaves time for the proof at the end, up to three factorisations of n^3 / 3 operations
///          at some 2e10 a second, which a cancel cuts short: then zeros prove the bound. Not polled where
///          LAPACK has to reduce the matrix, which is rare (3 s at n = 2000).
/// Errors:  InvalidArgument if s < 1 or s > n, for a negative or NaN incumbent, or n > max_vertices.
/// Deterministic unless stopped by the clock, for any number of threads; all of the run's are used.
/// Source:  lift and its reduced form as in D. E. Oliveira, H. Wolkowicz, Y. Xu, Math. Prog. Comp. 10 (2018)
///          631-658; A. Billionnet's row constraints; safe bounds as in C. Jansson, D. Chaykin, C. Keil, SIAM
///          J. Numer. Anal. 46 (2007) 180-200.
SdpResult sdp_bound(const Graph& graph, Vertex s, const SdpOptions& options, const RunContext& run);

/// Where a run of sdp_bound stands: what another one, of a near size or graph, may begin with.
struct SdpStart {
  VertexSet vertices;               ///< increasing; of the graph of whoever is given it
  std::vector<double> multipliers;  ///< U among them, row by row
  std::vector<double> primal;       ///< X among them
  lode::detail::LeadingEigenspace eigenspace;
  double penalty = 0.0;

  bool empty() const { return vertices.empty(); }
};

/// The bound of sdp_bound, which can be left and gone on with.
///
/// Memory: 56 n^2 bytes between calls, and 8 n^2 per stage of the certificate.
class SdpSession {
 public:
  /// Begins with `start`, zeros beside its vertices; from nothing where it is empty. The limit of iterations
  /// is not used. Errors: as sdp_bound().
  SdpSession(Graph graph, Vertex s, const SdpOptions& options, const SdpStart& start = {});
  ~SdpSession();

  /// Goes on until the incumbent is met, the bound stalls, for so many iterations more (0: no limit) or as
  /// long as the run lets it, and says which it was (converged for the first two). The largest incumbent
  /// named so far counts. `result` costs a proof, for which a deadline leaves time.
  StopReason go_on(double incumbent, std::uint64_t max_iterations, const RunContext& run);
  /// What is proven by now. Iterations and trace are those of all calls.
  SdpResult result(const RunContext& run);
  /// What the best multipliers bound sizes 0 ... s by, nothing proven: all of them while no vertex is let go,
  /// then that of s alone.
  std::vector<double> rated_bounds(const RunContext& run) const;

  double incumbent() const;          ///< the largest so far
  std::uint64_t iterations() const;  ///< of all calls
  Vertex vertices_left() const;      ///< not let go
  /// On the vertices of the graph, those let go included. Cost: O(n^2).
  SdpStart state() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// The bound that a certificate proves of `graph`, computed afresh by code that shares nothing with the
/// solver: every stage is evaluated as in the statement above, the vertices missing in the next stage must be
/// ones that its bound lets go, and the last stage gives the value, or the incumbent if that is larger.
///
/// Cost:   O(n^3) per stage.
/// Errors: VerificationError naming the stage that proves nothing; SystemError if the run is stopped.
double check_sdp_certificate(const Graph& graph, Vertex s, const SdpCertificate& certificate,
                             const RunContext& run, std::span<const Weight> values = {});

}  // namespace lode::subgraph
