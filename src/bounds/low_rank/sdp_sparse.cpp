#include "bounds/low_rank/sdp_sparse.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <utility>

#include "bounds/cheap/chain.hpp"
#include "bounds/dual/outside.hpp"
#include "bounds/dual/relaxation.hpp"
#include "bounds/ledger.hpp"
#include "bounds/low_rank/multipliers.hpp"
#include "bounds/low_rank/sparse_sdp.hpp"

namespace lode::subgraph {
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
/// Exhaustive search settles sizes up to this fast in sparse graphs.
constexpr Vertex small_size = 12;
/// Of the time left, and for small sizes, where exhaustive search mostly does more with it.
constexpr double sparse_share = 0.95;
constexpr double sparse_small_share = 0.3;
/// Units of work of an evaluation with its part of the proofs, per vertex and arc: 115 to 450 on random
/// graphs of 12 to 20,000 vertices.
constexpr double sparse_evaluation_price = 300.0;
/// Seconds per size on its own.
constexpr double sparse_seconds_alone = 10.0;

struct SparseProgress {
  std::map<Vertex, bool> stalled;  ///< sizes whose bound does not fall any more
  /// Where the last run ended.
  std::size_t begin = 0;
  LowRankState state;
};

/// The smallest core of some times s vertices around which all weighs little enough.
CoreParts::Cut sparse_cut(const BoundLedger& ledger, const CoreParts& parts, const BoundRequest& request) {
  const Vertex s = request.s;
  const Weight incumbent = request.incumbent;
  const double weight = incumbent > 0.0 ? incumbent : sparse_guessed_weight * ledger.value(s);
  double outside = sparse_outside * weight / s;
  CoreParts::Cut cut = parts.above(outside);
  while (cut.outside > 0.0 && cut.size < sparse_room * s) {
    outside = std::min(sparse_step * outside, cut.outside * sparse_step);
    cut = parts.above(outside);
  }
  return cut;
}

/// Bounds of the whole graph by what a certificate proves inside the part, by size.
void take_inside_part(BoundLedger& ledger, const CorePart& part, SparseSdpCertificate certificate,
                      std::vector<double> inside) {
  if (ledger.graph().integral()) {
    for (double& value : inside) value = std::floor(value);
  }
  if (!ledger.keeps_multipliers()) certificate = {};
  take_multipliers(ledger, std::make_shared<PartMultipliers>(PartMultipliers{part, std::move(certificate)}),
                   "sdp-sparse", inside);
}

void propose_sdp_sparse(BoundLedger& ledger, const BoundRequest& request, const RunContext& run) {
  const Vertex s = request.s;
  const Weight incumbent = request.incumbent;
  const double start = run.elapsed();
  const CoreParts* parts = core_parts(ledger, run);
  if (parts == nullptr) return;
  const CoreParts::Cut cut = sparse_cut(ledger, *parts, request);
  auto& progress = ledger.memory<SparseProgress>();
  if (s < 2 || cut.size < s || cut.size > sparse_largest || progress.stalled[s]) return;
  CorePart part = parts->part(cut);
  if (part.graph.num_edges() == 0 || !dual::squares_fit(part.graph)) return;
  const bool known = !progress.state.v.empty() && progress.begin == cut.begin;
  const double price = sparse_evaluation_price * (static_cast<double>(part.graph.num_vertices()) +
                                                  static_cast<double>(part.graph.num_arcs()));
  std::vector<double> values = ledger.values();
  values.resize(s + std::size_t{1});
  SparseSdpResult result = sparse_sdp_bound(part.graph, s,
                                            {.incumbent = incumbent,
                                             .outside = part.outside,
                                             .all = part.vertices.size() == ledger.graph().num_vertices(),
                                             .known = std::move(values),
                                             .max_evaluations = steps_within(request, price),
                                             .start = known ? &progress.state : nullptr},
                                            run);
  ledger.spend(price * static_cast<double>(result.evaluations));
  progress.stalled[s] = result.stalled;
  progress.begin = cut.begin;
  progress.state = std::move(result.state);
  if (!result.certificate) return;
  const std::vector<double> inside =
      detail::bounds_inside(result.certificate->multipliers, result.certificate->eigenvalue, s);
  double least = inside[s];
  take_inside_part(ledger, part, *std::move(result.certificate), inside);
  if (ledger.graph().integral()) least = std::floor(least);
  ledger.record(s, "sdp-sparse", std::max(least, ledger.value(s)), run.elapsed() - start);
  close_chain(ledger, run);
}

double share_for_sdp_sparse(BoundLedger& ledger, const BoundRequest& request, double seconds,
                            const RunContext& run) {
  if (!sdp_sparse_wanted(ledger, request, seconds, run)) return 0.0;
  return request.s <= small_size ? sparse_small_share : sparse_share;
}

std::vector<Bound> sdp_sparse_bounds(const Graph& graph, std::span<const Vertex> sizes,
                                     const RunContext& run) {
  return bounds_by_ledger("sdp-sparse", graph, sizes, run, sparse_seconds_alone);
}

}  // namespace

bool sdp_sparse_wanted(BoundLedger& ledger, const BoundRequest& request, double seconds,
                       const RunContext& run) {
  if (!ledger.vertex_values().empty()) return false;  // its multipliers know none
  if (std::isfinite(request.work)) return false;      // a proof of so large a core is dear
  if (request.s < 2 || outside_fits(ledger, request, seconds, run)) return false;
  const CoreParts* parts = core_parts(ledger, run);
  if (parts == nullptr) return false;
  const CoreParts::Cut cut = sparse_cut(ledger, *parts, request);
  if (cut.size < std::max<std::size_t>(sparse_smallest, request.s) || cut.size > sparse_largest) {
    return false;
  }
  if (ledger.memory<SparseProgress>().stalled[request.s]) return false;
  const double rows = sparse_dense_part * static_cast<double>(cut.size);
  if (rows * rows * rows / 6.0 > sparse_proof_share * seconds * sparse_proof_speed) return false;
  const double work = static_cast<double>(cut.size) + static_cast<double>(ledger.graph().num_edges());
  return seconds >= sparse_seconds_each * work;
}

constexpr BoundRule sdp_sparse_rule = {
    .name = "sdp-sparse",
    .statement = "sdp with X_ij <= X_ii for edges and X >= 0 summed over pairs between clusters of vertices",
    .cost =
        "O(32 (m + n)) per evaluation, hundreds to thousands per size, then a sparse factorisation; on "
        "large sparse cores",
    .source = "low-rank factors: Burer, Monteiro, Math. Program. 95 (2003)",
    .tier = BoundTier::strong,
    .repeatable = false,
    .compute = sdp_sparse_bounds,
    .propose = propose_sdp_sparse,
    .share = share_for_sdp_sparse,
    .proofs = {&multipliers_proof}};

}  // namespace lode::subgraph
