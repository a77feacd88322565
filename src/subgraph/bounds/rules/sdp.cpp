#include "subgraph/bounds/rules/sdp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "core/linalg/portable_math.hpp"
#include "subgraph/bounds/ledger.hpp"
#include "subgraph/bounds/rules/chain.hpp"
#include "subgraph/bounds/rules/multipliers.hpp"
#include "subgraph/bounds/rules/sdp_sparse.hpp"
#include "subgraph/bounds/rules/search.hpp"
#include "subgraph/bounds/sdp/sdp_proof.hpp"

namespace lode::subgraph {
namespace {

/// A part of this many vertices makes good use of this many seconds of sdp; the time of a run grows with
/// about the second power of its vertices.
constexpr double sdp_reference_size = 1000.0;
constexpr double sdp_reference_seconds = 5.0;
constexpr double sdp_smallest = 60.0;
constexpr double sdp_largest = 5000.0;
/// What is outside of the part has to be worth less than the growth of the answer: core values up to these
/// fractions of its average degree are left out, the former where that takes little of the time.
constexpr double sdp_outside = 0.35;
constexpr double sdp_most_outside = 0.5;
constexpr double sdp_little = 0.6;
/// Where that does not suffice, the next call goes further out.
constexpr double sdp_outside_factor = 0.6;
/// Where no answer is known, it is taken to weigh this part of the bound.
constexpr double sdp_guessed_weight = 0.7;
/// Of the time left: where the part fits, and where a search may do more.
constexpr double sdp_share = 0.8;
constexpr double sdp_cut_share = 0.4;
/// Seconds per size on its own.
constexpr double sdp_seconds_alone = 10.0;
/// Price of an iteration, per entry of the matrix: 45 to 80 measured for 300 to 800 vertices.
constexpr double sdp_entry_price = 60.0;
/// Within limited work a part is so large that this many iterations are left: after those the bound is above
/// where it ends by some percent, less than a smaller part costs.
constexpr double limited_iterations = 30.0;

struct SdpProgress {
  int round = 0;       ///< how far out the part goes
  bool ended = false;  ///< the multipliers on a part that suffices do not get better
};
using SdpProgressBySize = std::map<Vertex, SdpProgress>;

/// The vertices that sdp can serve for a part of a request with so many seconds left.
Vertex sdp_vertices(const BoundRequest& request, double share, double seconds) {
  const double by_time = sdp_reference_size * std::sqrt(std::max(0.0, seconds) / sdp_reference_seconds);
  const double by_work = std::sqrt(share * request.work / (sdp_entry_price * limited_iterations));
  const double size = std::min(by_time, by_work);
  return static_cast<Vertex>(std::clamp(size, sdp_smallest, sdp_largest));
}

struct SdpCoreCut {
  CoreParts::Cut cut;
  bool too_small = false;  ///< the time does not suffice for a part as large as it should be
};

/// The core for sdp on at most `affordable` vertices.
SdpCoreCut sdp_cut(BoundLedger& ledger, const BoundRequest& request, Vertex affordable) {
  const Vertex s = request.s;
  const Weight incumbent = request.incumbent;
  const CoreParts& parts = core_parts(ledger);
  const double weight = incumbent > 0.0 ? incumbent : sdp_guessed_weight * ledger.value(s);
  const int round = ledger.memory<SdpProgressBySize>()[s].round;
  const double degree = lode::detail::portable_pow(sdp_outside_factor, round) * average_degree(weight, s);
  const Vertex little = static_cast<Vertex>(sdp_little * affordable);
  CoreParts::Cut cut = parts.above(sdp_outside * degree);
  if (cut.size > little) cut = parts.of_size(little);
  if (cut.outside <= sdp_most_outside * degree) return {cut, false};
  cut = parts.above(sdp_most_outside * degree);
  if (cut.size <= affordable) return {cut, false};
  return {parts.of_size(affordable), true};
}

/// What the multipliers on a whole part prove of all sizes up to s.
void take_first_stage(BoundLedger& ledger, const CorePart& part, Vertex s, const SdpStage& stage,
                      const RunContext& run) {
  std::vector<double> inside;
  run.parallel([&] {
    const std::vector<double> weights = detail::dense_weights(part.graph, part.values);
    inside = detail::proven_sdp_bounds({part.graph.num_vertices(), weights, stage.multipliers}, s,
                                       stage.eigenvalue);
  });
  if (ledger.graph().integral()) {
    for (double& value : inside) value = std::floor(value);
  }
  for (Vertex t = s; t > 1; --t) inside[t - 1] = std::min(inside[t - 1], inside[t]);
  SdpCertificate first{.s = s, .incumbent = 0.0, .stages = {stage}};
  take_multipliers(ledger, std::make_shared<PartMultipliers>(part, std::move(first)), "sdp", inside);
}

/// Keeps what a search may go on with.
void remember_rest(BoundLedger& ledger, const CorePart& part, const BoundRequest& request,
                   const SdpResult& result) {
  SdpRemainder rest{part, {}, result.survivors, request.incumbent};
  if (ledger.keeps_multipliers()) {
    rest.stages.assign(result.certificate.stages.begin(), result.certificate.stages.end() - 1);
  }
  ledger.memory<SdpRemainders>()[request.s] = std::move(rest);
}

/// Doubly non-negative bounds of a core that fits the time limit of the run, of a larger one at the next call
/// where that is not enough. Vertices go that no set heavier than the incumbent needs; the multipliers before
/// that serve smaller sizes too. In a core that should be larger none go: the bounds of smaller sizes decide.
void propose_sdp(BoundLedger& ledger, const BoundRequest& request, const RunContext& run) {
  const Vertex s = request.s;
  const double start = run.elapsed();
  const Vertex affordable = sdp_vertices(request, 1.0, run.time_limit() - start);
  const auto [cut, too_small] = sdp_cut(ledger, request, affordable);
  SdpProgress& progress = ledger.memory<SdpProgressBySize>()[s];
  if (progress.ended || cut.size < s) return;
  CorePart part = core_parts(ledger).part(cut);
  if (!squares_fit(part.graph, part.values)) return;
  const auto n = static_cast<double>(part.graph.num_vertices());
  SdpResult result = sdp_bound(part.graph, s,
                               {.incumbent = too_small ? 0.0 : request.incumbent,
                                .max_iterations = steps_within(request, sdp_entry_price * n * n),
                                .values = part.values,
                                .max_vertices = part.graph.num_vertices(),
                                .certificate = true},
                               run);
  ledger.spend(static_cast<double>(result.iterations) * sdp_entry_price * n * n);
  if (run.interrupted()) return;  // who asks for an end does not wait for proofs
  const double proven = result.upper_bound;
  if (!too_small) remember_rest(ledger, part, request, result);
  take_first_stage(ledger, part, s, result.certificate.stages.front(), run);
  if (result.certificate.stages.size() > 1) {
    std::vector<double> inside(s + std::size_t{1}, std::numeric_limits<double>::infinity());
    inside[s] = proven;
    take_multipliers(ledger,
                     std::make_shared<PartMultipliers>(std::move(part), std::move(result.certificate)), "sdp",
                     inside);
  }
  // Once the vertices outside decide, only a larger part helps; once the multipliers do, no more of this.
  if (!too_small && proven < ledger.value(s)) ++progress.round;
  progress.ended = !too_small && proven >= ledger.value(s) && result.stop_reason == StopReason::converged;
  ledger.record(s, "sdp", std::max(proven, ledger.value(s)), run.elapsed() - start);
  close_chain(ledger, run);
}

double share_for_sdp(BoundLedger& ledger, const BoundRequest& request, double seconds) {
  if (search_takes_graph(ledger)) return 0.0;
  if (sdp_fits(ledger, request, seconds)) return sdp_share;
  return sdp_sparse_wanted(ledger, request, seconds) ? 0.0 : sdp_cut_share;
}

std::vector<Bound> sdp_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  return bounds_by_ledger("sdp", graph, sizes, run, sdp_seconds_alone);
}

}  // namespace

bool squares_fit(const Graph& graph, std::span<const Weight> values) {
  const Weight weight = std::accumulate(values.begin(), values.end(), graph.total_weight());
  return std::isfinite(weight * weight * graph.num_vertices());
}

bool sdp_fits(BoundLedger& ledger, const BoundRequest& request, double seconds) {
  return !sdp_cut(ledger, request, sdp_vertices(request, sdp_share, sdp_share * seconds)).too_small;
}

constexpr BoundRule sdp_rule = {
    .name = "sdp",
    .statement =
        "doubly non-negative relaxation: X semidefinite, 0 <= X_ij <= X_ii, row sums s X_ii, trace s",
    .cost =
        "O(n^2 r) per iteration, r of some tens, hundreds of iterations per size; on cores of up to "
        "5000 vertices",
    .source = "alternating directions: Oliveira, Wolkowicz, Xu 2018; safe: Jansson, Chaykin, Keil 2007",
    .tier = BoundTier::strong,
    .repeatable = false,
    .compute = sdp_bounds,
    .propose = propose_sdp,
    .share = share_for_sdp,
    .counts_work = true,
    .takes_values = true,
    .proofs = {&multipliers_proof}};

}  // namespace lode::subgraph
