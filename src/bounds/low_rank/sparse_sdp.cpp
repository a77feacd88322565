#include "bounds/low_rank/sparse_sdp.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "bounds/low_rank/eigenvalue_proof.hpp"
#include "bounds/low_rank/ritz.hpp"

namespace lode::subgraph {
namespace {

using detail::ClusteredMatrix;
using detail::EigenvalueProof;

/// By how much an eigenvalue is raised above its estimate, relative: less is refused for the precision of the
/// factor. Where weights are integral more costs nothing, as long as the floor of the bound stays.
constexpr double least_raise = 4e-5;
constexpr double most_raise = 1e-3;
constexpr double raise_growth = 6.0;
constexpr int most_proofs = 4;
/// Room in a certificate, relative, for whoever repeats the proof in another order of operations.
constexpr double repeat_room = 1e-5;
/// The part of the distance to the next integer that is used.
constexpr double floor_room = 0.5;
/// The last look at the eigenvalue before it is proven: steps, and how exact, relative.
constexpr std::size_t last_steps = 120;
constexpr std::size_t last_least_steps = 64;
constexpr double last_tolerance = 1e-8;

/// Factorisations that time is kept for: one, perhaps another, and the rest of a proof.
constexpr std::size_t expected_clusters = 300;
constexpr double kept_factorisations = 2.5;

/// Rows that the dense part of a proof may have: 2 bytes times their square, 4 in a check.
constexpr std::size_t most_dense_rows = 15'000;
/// Of the time left, that one factorisation may take.
constexpr double factorisation_share = 0.8;

/// Multiply-adds a second that can be counted on.
constexpr double dense_speed = 8e9;

/// Multiply-adds of a proof, about.
double proof_work(const detail::EliminationPlan& plan, std::size_t clusters) {
  const double rows = static_cast<double>(plan.order.size() - plan.sparse + clusters);
  return kept_factorisations * rows * rows * rows / 6.0;
}

double first_raise(const Graph& graph, Vertex s, double eigenvalue) {
  const double least = least_raise * std::abs(eigenvalue);
  if (!graph.integral()) return least;
  const double bound = s * eigenvalue;
  const double room = floor_room * (std::floor(bound) + 1.0 - bound) / s;
  return std::clamp(room, least, most_raise * std::abs(eigenvalue));
}

/// What a bound of sets must stay below to say no more than the goal does.
double below_goal(const Graph& graph, double goal) {
  return graph.integral() ? std::floor(goal) + 1.0 : goal;
}

/// Proves what multipliers are expected to, and keeps the best of it.
class SparseProver {
 public:
  SparseProver(const Graph& graph, const EigenvalueProof& proof, const RunContext& run)
      : graph_(graph), proof_(proof), run_(run) {}

  void prove(const LowRankResult& found, const LowRankOptions& options);
  /// Keeps what is proven otherwise.
  void take(const ClusterMultipliers& multipliers, double eigenvalue, const LowRankOptions& options);

  std::optional<SparseSdpCertificate> best;
  double bound() const { return bound_; }  ///< of the best

 private:
  std::optional<double> proven_eigenvalue(const ClusteredMatrix& matrix, double estimate);

  const Graph& graph_;
  const EigenvalueProof& proof_;
  const RunContext& run_;
  double least_raise_ = 0.0;  ///< relative, that was accepted after others were not
  double bound_ = HUGE_VAL;
};

/// An eigenvalue that is proven, with room for a repetition; nothing when stopped.
std::optional<double> SparseProver::proven_eigenvalue(const ClusteredMatrix& matrix, double estimate) {
  double raise =
      std::max(first_raise(graph_, matrix.multipliers().s, estimate), least_raise_ * std::abs(estimate));
  for (int attempt = 0; attempt < most_proofs; ++attempt, raise *= raise_growth) {
    const auto result = proof_.prove(matrix, estimate + raise, [&] { return run_.should_stop(); });
    if (result.outcome == EigenvalueProof::Outcome::stopped) break;
    if (result.outcome == EigenvalueProof::Outcome::proven) {
      if (attempt > 0) least_raise_ = raise / std::abs(estimate);
      return result.eigenvalue + repeat_room * std::abs(result.eigenvalue);
    }
  }
  return std::nullopt;
}

void SparseProver::prove(const LowRankResult& found, const LowRankOptions& options) {
  const ClusteredMatrix matrix(graph_, detail::reverse_arcs(graph_), found.multipliers);
  const auto pair = detail::largest_ritz_pair(
      [&](std::span<const double> x, std::span<double> y) { matrix.multiply(x, y); }, found.ritz_vector,
      {.steps = last_steps,
       .least_steps = last_least_steps,
       .tolerance = last_tolerance * std::abs(found.eigenvalue)},
      [&] { return run_.should_stop(); });
  const auto eigenvalue = proven_eigenvalue(matrix, std::max(found.eigenvalue, pair.value));
  if (!eigenvalue) return;
  take(matrix.multipliers(), *eigenvalue, options);
}

void SparseProver::take(const ClusterMultipliers& multipliers, double eigenvalue,
                        const LowRankOptions& options) {
  const double bound = whole_bound(multipliers, eigenvalue, options);
  if (bound >= bound_) return;
  bound_ = bound;
  best = {multipliers, eigenvalue};
}

}  // namespace

SparseSdpResult sparse_sdp_bound(const Graph& graph, Vertex s, const SparseSdpOptions& options,
                                 const RunContext& run) {
  if (s < 1 || s > graph.num_vertices()) {
    throw InvalidArgument("s", std::to_string(s), "must be between 1 and the number of vertices");
  }
  SparseSdpResult result;
  const EigenvalueProof proof(graph, [&] { return run.should_stop(); });
  if (run.should_stop()) return result;
  const std::size_t rows = proof.plan().order.size() - proof.plan().sparse;
  const double seconds = proof_work(proof.plan(), 0) / kept_factorisations / dense_speed;
  if (rows > most_dense_rows || seconds > factorisation_share * run.time_left()) {
    result.stalled = true;
    return result;
  }
  SparseProver prover(graph, proof, run);
  LowRankOptions search = {.target = options.incumbent > 0.0 ? below_goal(graph, options.incumbent) : 0.0,
                           .outside = options.outside,
                           .all = options.all,
                           .known = options.known,
                           .max_evaluations = options.max_evaluations,
                           .final_work = proof_work(proof.plan(), expected_clusters)};
  search.start = options.start;
  search.keep = [&](const LowRankResult& so_far) { prover.prove(so_far, search); };
  LowRankResult found = low_rank_multipliers(graph, s, search, run);
  result.evaluations = found.evaluations;
  result.stalled = found.stalled;
  result.trace = std::move(found.trace);
  result.expected = found.bound;
  if (std::isfinite(found.bound)) run.parallel([&] { prover.prove(found, search); });
  result.certificate = std::move(prover.best);
  result.state = std::move(found.state);
  return result;
}

}  // namespace lode::subgraph
