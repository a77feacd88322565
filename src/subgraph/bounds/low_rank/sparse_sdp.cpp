#include "subgraph/bounds/low_rank/sparse_sdp.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "subgraph/bounds/low_rank/eigenvalue_proof.hpp"
#include "subgraph/bounds/low_rank/reduction.hpp"
#include "subgraph/bounds/low_rank/ritz.hpp"

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

/// Reserves are looked for in graphs up to this size: 5433 vertices take 3.4 s.
constexpr std::size_t reserve_largest = 6000;
/// Vertices go once the gap is near what a set gains from its last vertex, for which the average of all is
/// taken: attempts are made from this part of it on, or later when nothing else helps.
constexpr double attempt_gap = 0.8;
constexpr double attempt_last_gap = 1.0;
/// Between two of them so much more is spent on evaluations, in units of BoundRequest::work for each vertex
/// and arc, and the gap falls to this part.
constexpr double attempt_pause = 6.0;
constexpr double evaluation_price = 300.0;
constexpr double attempt_gap_fall = 0.95;
/// An attempt that lets less than this part go did not pay.
constexpr double reserve_least_gone = 0.05;
/// By how much the eigenvalue is raised for it, as a part of it over s (Gnutella04: at 0.02 and s=100 1231 of
/// 4857 go, at 0.1 518; with s=20 hardly any difference).
constexpr double reserve_raise = 0.02;
constexpr double reserve_least_raise = 4e-5;
/// Of the time or work left, for one attempt, and multiply-adds a second that can be counted on.
constexpr double reserve_share = 0.3;
constexpr double dense_speed = 8e9;
/// What is left is bounded by sdp when it has at most so many vertices; with this many seconds a part of
/// dense_reference.
constexpr double dense_largest = 1200.0;
constexpr double dense_unlimited = 800.0;
constexpr double dense_reference = 600.0;
constexpr double dense_reference_seconds = 5.0;
/// Iterations that there must be work for, and units of work of one, per entry of the matrix.
constexpr double dense_iterations = 60.0;
constexpr double dense_entry_price = 60.0;

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

/// The bound of the whole graph that bounds inside what is left make, by size: see LowRankOptions.
double chained(const std::vector<double>& inside, const SparseSdpOptions& options) {
  if (options.all) return inside.back();
  double bound = 0.0;
  for (std::size_t t = 1; t < inside.size(); ++t) {
    bound = std::max(bound + options.outside, inside[t]);
    if (t + 1 < inside.size() && t < options.known.size()) bound = std::min(bound, options.known[t]);
  }
  return bound;
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

/// A run: multipliers, vertices that they let go, multipliers of what is left, and so on.
class SparseSdpRun {
 public:
  SparseSdpRun(const Graph& graph, Vertex s, const SparseSdpOptions& options, const RunContext& run)
      : s_(s),
        options_(options),
        run_(run),
        target_(detail::below_goal(graph, options.incumbent)),
        slope_(options.incumbent / s) {
    if (options.rest) {
      level_ = *options.rest;
      return;
    }
    level_.graph = graph;
    level_.reduction.peel = options.all ? 0.0 : options.outside;
    level_.reduction.goals = detail::reduction_goals(s, options);
    level_.reduction.left.resize(graph.num_vertices());
    std::iota(level_.reduction.left.begin(), level_.reduction.left.end(), Vertex{0});
    if (options.start) level_.state = *options.start;
  }

  SparseSdpResult result() {
    while (advance()) {
    }
    if (reduced()) result_.rest = std::make_shared<SparseSdpRest>(std::move(level_));
    return std::move(result_);
  }

 private:
  bool reduced() const { return !level_.reduction.stages.empty(); }
  bool stop() const { return run_.should_stop(); }
  double work_left() const { return options_.work - result_.work; }

  bool advance();
  bool small_enough() const;
  void bound_densely();
  LowRankOptions search_options(const EigenvalueProof& proof);
  bool attempt_pays(const LowRankResult& found, double part_of_slope) const;
  bool attempt_due(const LowRankResult& found) const;
  bool reduce(const LowRankResult& found, SparseProver& prover, const LowRankOptions& search);
  void take_best(SparseProver& prover);
  void take_reduced(SparseSdpCertificate certificate, std::vector<double> inside);

  Vertex s_;
  const SparseSdpOptions& options_;
  const RunContext& run_;
  double target_;
  double slope_;
  double failed_gap_ = HUGE_VAL;       ///< where the last attempt to let vertices go did not pay
  std::uint64_t attempted_after_ = 0;  ///< evaluations
  SparseSdpRest level_;
  double reduced_bound_ = HUGE_VAL;
  SparseSdpResult result_;
};

/// Whether sdp takes what is left.
bool SparseSdpRun::small_enough() const {
  const double n = level_.graph.num_vertices();
  if (!reduced()) return false;
  if (n < s_) return true;
  const double by_work = std::sqrt(work_left() / (dense_entry_price * dense_iterations));
  const double by_time = std::isinf(run_.time_limit())
                             ? dense_unlimited
                             : dense_reference * std::sqrt(run_.time_left() / dense_reference_seconds);
  return n <= std::min({by_work, by_time, dense_largest});
}

void SparseSdpRun::bound_densely() {
  const detail::DenseRest rest =
      detail::bound_dense_rest(level_.graph, s_, level_.reduction.goals, work_left(), run_);
  result_.work += rest.work;
  result_.stalled = !stop();
  if (run_.interrupted()) return;
  take_reduced({.multipliers = {},
                .reduction = std::make_shared<SparseReduction>(level_.reduction),
                .rest = rest.proofs,
                .rest_of = rest.proof_of},
               rest.inside);
}

/// Keeps a certificate of what is left, and what it proves there, if it is the best.
void SparseSdpRun::take_reduced(SparseSdpCertificate certificate, std::vector<double> inside) {
  const std::vector<double>& goals = level_.reduction.goals;
  for (std::size_t t = 1; t < inside.size(); ++t) inside[t] = std::max(inside[t], goals[t]);
  const double bound = chained(inside, options_);
  if (!(bound < reduced_bound_)) return;
  reduced_bound_ = bound;
  result_.reduced = std::move(certificate);
  result_.inside = std::move(inside);
}

/// What has been proven with the multipliers of this level.
void SparseSdpRun::take_best(SparseProver& prover) {
  if (!prover.best) return;
  SparseSdpCertificate best = *std::move(prover.best);
  prover.best.reset();
  if (!reduced()) {
    result_.certificate = std::move(best);
    return;
  }
  best.reduction = std::make_shared<SparseReduction>(level_.reduction);
  std::vector<double> inside = detail::bounds_inside(best.multipliers, best.eigenvalue, s_);
  take_reduced(std::move(best), std::move(inside));
}

LowRankOptions SparseSdpRun::search_options(const EigenvalueProof& proof) {
  LowRankOptions search = {.target = options_.incumbent > 0.0 ? target_ : 0.0,
                           .outside = options_.outside,
                           .all = options_.all,
                           .known = options_.known,
                           .final_work = proof_work(proof.plan(), expected_clusters)};
  if (options_.max_evaluations > 0) {
    search.max_evaluations =
        options_.max_evaluations - std::min(options_.max_evaluations, result_.evaluations);
  }
  search.pause = [this](const LowRankResult& found) {
    return attempt_due(found) && attempt_pays(found, attempt_gap);
  };
  search.start = level_.state.v.empty() ? nullptr : &level_.state;
  return search;
}

/// Whether to look for reserves where the gap may be that part of the average degree.
bool SparseSdpRun::attempt_pays(const LowRankResult& found, double part_of_slope) const {
  const std::size_t n = level_.graph.num_vertices();
  const double gap = found.bound - target_;
  if (options_.incumbent <= 0.0 || n > reserve_largest || gap < 0.0) return false;
  if (!(gap <= std::min(part_of_slope * slope_, attempt_gap_fall * failed_gap_))) return false;
  const double size = static_cast<double>(n);
  return detail::reserve_work(n) <= reserve_share * work_left() &&
         size * size * size / 3.0 / dense_speed <= reserve_share * run_.time_left();
}

/// Whether enough has been spent since the last attempt; `found` is of a run that goes on.
bool SparseSdpRun::attempt_due(const LowRankResult& found) const {
  const Graph& graph = level_.graph;
  const double price = evaluation_price * static_cast<double>(graph.num_vertices() + graph.num_arcs());
  const auto since = static_cast<double>(result_.evaluations + found.evaluations - attempted_after_);
  return since * price >= attempt_pause * detail::reserve_work(graph.num_vertices());
}

/// Lets vertices go; false where that did not pay.
bool SparseSdpRun::reduce(const LowRankResult& found, SparseProver& prover, const LowRankOptions& search) {
  const std::size_t n = level_.graph.num_vertices();
  const ClusteredMatrix matrix(level_.graph, detail::reverse_arcs(level_.graph), found.multipliers);
  const double raise = std::max(reserve_raise / s_, reserve_least_raise);
  const double eigenvalue = found.eigenvalue + raise * std::abs(found.eigenvalue);
  auto next = detail::reduced_by(level_.graph, level_.reduction, matrix, eigenvalue, [&] { return stop(); });
  result_.work += detail::reserve_work(n);
  const double gap = found.bound - target_;
  failed_gap_ = gap;
  attempted_after_ = result_.evaluations;
  if (!next) return false;
  prover.take(found.multipliers, eigenvalue, search);
  const auto gone = static_cast<double>(n - next->left.size());
  if (gone < reserve_least_gone * static_cast<double>(n)) return false;
  take_best(prover);
  failed_gap_ = HUGE_VAL;
  VertexSet kept;  // by their place in this level
  for (std::size_t i = 0, k = 0; k < next->left.size(); ++i) {
    if (level_.reduction.left[i] != next->left[k]) continue;
    kept.push_back(static_cast<Vertex>(i));
    ++k;
  }
  level_.state = restricted_state(found.state, level_.graph, kept);
  level_.graph = induced_subgraph(level_.graph, kept);
  level_.reduction = *std::move(next);
  if (run_.wants_progress()) {
    run_.report(fmt::format("sparse sdp: {} vertices left", kept.size()), found.bound, result_.evaluations,
                ProgressValue::bound);
  }
  return true;
}

/// One level: true if another one comes next.
bool SparseSdpRun::advance() {
  if (small_enough()) {
    bound_densely();
    return false;
  }
  const EigenvalueProof proof(level_.graph, [&] { return stop(); });
  if (stop()) return false;
  const std::size_t rows = proof.plan().order.size() - proof.plan().sparse;
  const double seconds = proof_work(proof.plan(), 0) / kept_factorisations / dense_speed;
  if (rows > most_dense_rows || seconds > factorisation_share * run_.time_left()) {
    result_.stalled = true;
    return false;
  }
  SparseProver prover(level_.graph, proof, run_);
  for (;;) {
    LowRankOptions search = search_options(proof);
    search.keep = [&](const LowRankResult& so_far) { prover.prove(so_far, search); };
    LowRankResult found = low_rank_multipliers(level_.graph, s_, search, run_);
    const bool paused = search.pause(found) && !found.stalled;
    result_.evaluations += found.evaluations;
    result_.stalled = found.stalled;
    result_.trace.insert(result_.trace.end(), found.trace.begin(), found.trace.end());
    if (!reduced()) {
      result_.state = found.state;
      result_.expected = found.bound;
    } else {
      result_.expected = std::min(result_.expected, found.bound);
    }
    if (attempt_pays(found, paused ? attempt_gap : attempt_last_gap)) {
      bool smaller = false;
      run_.parallel([&] { smaller = reduce(found, prover, search); });
      if (smaller) return true;
    }
    const bool spent = options_.max_evaluations > 0 && result_.evaluations >= options_.max_evaluations;
    if (!paused || spent || stop()) {
      if (std::isfinite(found.bound)) run_.parallel([&] { prover.prove(found, search); });
      take_best(prover);
      level_.state = std::move(found.state);
      return false;
    }
    level_.state = std::move(found.state);
  }
}

}  // namespace

SparseSdpResult sparse_sdp_bound(const Graph& graph, Vertex s, const SparseSdpOptions& options,
                                 const RunContext& run) {
  if (s < 1 || s > graph.num_vertices()) {
    throw InvalidArgument("s", std::to_string(s), "must be between 1 and the number of vertices");
  }
  return SparseSdpRun(graph, s, options, run).result();
}

}  // namespace lode::subgraph
