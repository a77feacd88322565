#include "bounds/low_rank/sdp_sparse.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "bounds/certificate/multipliers.hpp"
#include "bounds/dual/relaxation.hpp"
#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"
#include "bounds/low_rank/sparse_sdp.hpp"

namespace lode::subgraph {

struct SparseProgress {
  std::map<Vertex, bool> stalled;  ///< sizes whose bound does not fall any more
};

namespace {

/// Vertices outside the core may weigh this part of what a member of the answer adds on average (half of its
/// average degree): multipliers of the core are held down so that they can be ignored, which costs more the
/// nearer both are.
constexpr double sparse_outside = 0.99;
/// A core that small hardly holds the best sets: the next larger ones are tried.
constexpr std::size_t sparse_room = 2;
constexpr double sparse_step = 0.8;
/// Where no answer is known, it is taken to weigh this part of the bound.
constexpr double sparse_guessed_weight = 0.85;
/// Cores that the rule is asked for beside others.
constexpr std::size_t sparse_smallest = 1500;
constexpr std::size_t sparse_largest = 100'000;
/// Seconds per vertex and edge below which there is not enough time for multipliers that say anything.
constexpr double sparse_seconds_each = 2.5e-5;
/// The dense part of a proof has about this part of the vertices of a core without small separators, as those
/// of Gnutella graphs; a factorisation at so many multiply-adds a second may take this part of the time.
constexpr double sparse_dense_part = 0.45;
constexpr double sparse_proof_speed = 8e9;
constexpr double sparse_proof_share = 0.5;

/// The smallest core of some times s vertices around which all weighs little enough.
CoreParts::Cut sparse_cut(const BoundLedger& ledger, const CoreParts& parts, const BoundRequest& request) {
  const Vertex s = request.s;
  const Weight incumbent = request.incumbent;
  const double weight = incumbent > 0.0 ? incumbent : sparse_guessed_weight * ledger.value(s);
  double outside = sparse_outside * weight / s;
  CoreParts::Cut cut = parts.above(outside);
  while (cut.outside > 0.0 && cut.size < sparse_room * s) {
    const double lower = sparse_step * std::min(outside, cut.outside);
    outside = lower < outside ? lower : 0.0;  // a share of the least double is that double
    cut = parts.above(outside);
  }
  return cut;
}

void propose_sdp_sparse(BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                        const RunContext& run) {
  const Vertex s = request.s;
  const Weight incumbent = request.incumbent;
  const double start = run.elapsed();
  const CoreParts* parts = core_parts(ledger, findings, run);
  if (parts == nullptr) return;
  const CoreParts::Cut cut = sparse_cut(ledger, *parts, request);
  SparseProgress& progress = made(findings.sparse_progress);
  if (s < 2 || cut.size < s || cut.size > sparse_largest || progress.stalled[s]) return;
  Part part = parts->part(cut);
  if (part.graph.num_edges() == 0 || !dual::squares_fit(part.graph)) return;
  std::vector<double> values = ledger.values();
  values.resize(s + std::size_t{1});
  SparseSdpResult result = sparse_sdp_bound(
      part.graph, s,
      {.incumbent = incumbent, .outside = part.outside, .all = part.whole(), .known = std::move(values)},
      run);
  progress.stalled[s] = result.stalled;
  if (!result.certificate) return;
  std::vector<double> inside =
      detail::bounds_inside(result.certificate->multipliers, result.certificate->eigenvalue, s);
  if (ledger.graph().integral()) {
    for (double& value : inside) value = std::floor(value);
  }
  take_multipliers(
      ledger,
      std::make_shared<PartMultipliers>(PartMultipliers{std::move(part), *std::move(result.certificate)}),
      "sdp-sparse", inside);
  ledger.record(s, "sdp-sparse", std::max(inside[s], ledger.value(s)), run.elapsed() - start);
}

}  // namespace

std::size_t sdp_sparse_rows(const BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                            double seconds, const RunContext& run) {
  if (request.s < 2) return 0;
  const CoreParts* parts = core_parts(ledger, findings, run);
  if (parts == nullptr) return 0;
  const CoreParts::Cut cut = sparse_cut(ledger, *parts, request);
  if (cut.size < std::max<std::size_t>(sparse_smallest, request.s) || cut.size > sparse_largest) {
    return 0;
  }
  if (made(findings.sparse_progress).stalled[request.s]) return 0;
  const double rows = sparse_dense_part * static_cast<double>(cut.size);
  if (rows * rows * rows / 6.0 > sparse_proof_share * seconds * sparse_proof_speed) return 0;
  const double work = static_cast<double>(cut.size) + static_cast<double>(ledger.graph().num_edges());
  return seconds >= sparse_seconds_each * work ? cut.size : 0;
}

constexpr BoundRule sdp_sparse_rule = {
    .name = "sdp-sparse",
    .statement =
        "A semidefinite relaxation of a large sparse core, with X_ij <= X_ii for edges and X >= 0 for "
        "clusters",
    .cost =
        "O(32 (m + n)) for each of hundreds to thousands of evaluations for a size, then a sparse "
        "factorisation",
    .source = "low-rank factors: Burer, Monteiro, Math. Program. 95 (2003)",
    .repeatable = false,
    .propose = propose_sdp_sparse,
    .proofs = {&multipliers_proof}};

}  // namespace lode::subgraph
