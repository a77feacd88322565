#include "subgraph/bounds/sdp/sdp.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/bounds/bounds.hpp>

#include "subgraph/bounds/sdp/dual_ascent.hpp"
#include "subgraph/bounds/sdp/sdp_proof.hpp"

namespace lode::subgraph {
namespace {

constexpr std::uint64_t balance_interval = 20;  ///< iterations between changes of the penalty
constexpr std::uint64_t stall_interval = 200;   ///< iterations in which the bound has to fall
constexpr double stall_decrease = 1e-5;         ///< by at least this fraction
constexpr std::uint64_t bound_interval = 5;     ///< iterations between looks at the bound
constexpr double removal_fraction = 0.04;       ///< of the vertices, at least, that one stage takes out
constexpr std::uint64_t reserve_interval = 20;  ///< iterations between looks at reserves
constexpr double reserve_gap = 0.25;            ///< of the average degree, from which those let vertices go
/// Reserves are best at a shift by which the bound rises by this part of the geometric mean of its gap and
/// the average degree: chosen on cores of email-Enron and CollegeMsg.
constexpr double reserve_rise = 0.3;

/// Before a deadline, time for this many factorisations is left, at this many operations per second.
constexpr double proof_attempts = 3.0;
constexpr double factorisation_rate = 2e10;

void check_options(const Graph& graph, Vertex s, const SdpOptions& options) {
  const Vertex n = graph.num_vertices();
  if (s < 1 || s > n) {
    throw InvalidArgument("s", std::to_string(s),
                          "must be between 1 and the number of vertices, " + std::to_string(n));
  }
  if (!(options.incumbent >= 0.0) || std::isinf(options.incumbent)) {
    throw InvalidArgument("incumbent", fmt::format("{}", options.incumbent), "must be a finite number >= 0");
  }
  if (n > options.max_vertices) {
    throw InvalidArgument("graph", std::to_string(n) + " vertices",
                          "exceeds the limit of " + std::to_string(options.max_vertices),
                          "restrict it to a core, or raise the limit");
  }
}

}  // namespace

/// The best multipliers so far and the proof they give, stage by stage.
class SdpSession::State {
 public:
  State(Graph graph, Vertex s, const SdpOptions& options, const SdpStart& start)
      : graph_(std::move(graph)),
        s_(s),
        options_(options),
        left_(graph_.num_vertices()),
        ascent_(detail::dense_weights(graph_, options_.values), graph_.num_vertices(),
                static_cast<double>(s)) {
    std::iota(left_.begin(), left_.end(), Vertex{0});
    best_ = ascent_.multipliers();  // zeros prove half the sum of the s largest capped degrees
    proof_ = detail::prove_sdp_bound(ascent_.matrices(best_), s_, 0.0).value();
    bound_ = proof_.bound;
    before_ = bound_;
    if (!start.empty()) {
      lode::detail::LeadingEigenspace eigenspace = start.eigenspace;
      eigenspace.spread_out(graph_.num_vertices(), start.vertices);
      ascent_.start_at(spread_out(start.multipliers, start.vertices),
                       spread_out(start.primal, start.vertices), std::move(eigenspace), start.penalty);
    }
  }

  StopReason go_on(double incumbent, std::uint64_t max_iterations, const RunContext& run) {
    run_ = &run;
    options_.incumbent = std::max(options_.incumbent, incumbent);
    last_iteration_ = max_iterations == 0 ? 0 : result_.iterations + max_iterations;
    result_.stop_reason = StopReason::converged;
    if (result_.trace.empty()) note_bound();
    if (s_ > 1) iterate();
    return result_.stop_reason;
  }

  SdpResult result(const RunContext& run) {
    run_ = &run;
    settle_proof();
    SdpResult result = result_;
    const double bound = nothing_left() ? options_.incumbent : rounded(proof_.bound);
    result.upper_bound = std::max(bound, options_.incumbent);
    result.proven = proves_optimal(graph_, result.upper_bound, options_.incumbent);
    if (result.proven) result.stop_reason = StopReason::optimal;
    add_stage(0.0, result);
    result.survivors = left_;
    result.certificate.s = s_;
    result.certificate.incumbent = options_.incumbent;
    return result;
  }

  std::vector<double> rated_bounds() const {
    if (left_.size() == graph_.num_vertices()) {
      return detail::proven_sdp_bounds(ascent_.matrices(best_), s_, best_eigenvalue_);
    }
    std::vector<double> bounds(s_ + std::size_t{1}, std::numeric_limits<double>::infinity());
    bounds[s_] = std::max(nothing_left() ? 0.0 : bound_, options_.incumbent);
    return bounds;
  }

  double incumbent() const { return options_.incumbent; }
  std::uint64_t iterations() const { return result_.iterations; }
  Vertex vertices_left() const { return static_cast<Vertex>(left_.size()); }

  SdpStart standing() const {
    SdpStart start;
    const std::size_t n = graph_.num_vertices();
    start.penalty = ascent_.penalty();
    start.eigenspace = ascent_.eigenspace();
    start.eigenspace.spread_out(n, left_);
    start.vertices.resize(n);
    std::iota(start.vertices.begin(), start.vertices.end(), Vertex{0});
    start.primal = spread_out(ascent_.semidefinite(), left_);
    start.multipliers = spread_out(ascent_.multipliers(), left_);
    const std::vector<SdpStage>& stages = result_.certificate.stages;
    if (stages.empty() || left_.size() == n) return start;
    const std::vector<double> kept = std::exchange(start.multipliers, stages.front().multipliers);
    for (const Vertex i : left_) {
      for (const Vertex j : left_) start.multipliers[i * n + j] = kept[i * n + j];
    }
    return start;
  }

 private:
  double rounded(double bound) const { return graph_.integral() ? std::floor(bound) : bound; }
  bool meets(double bound) const {
    return rounded(bound) <= options_.incumbent || proves_optimal(graph_, rounded(bound), options_.incumbent);
  }
  bool nothing_left() const { return left_.size() < s_; }
  bool proven() const { return nothing_left() || meets(proof_.bound); }
  /// A matrix among some vertices as one among all, zero elsewhere.
  std::vector<double> spread_out(std::span<const double> matrix, std::span<const Vertex> vertices) const {
    const std::size_t n = graph_.num_vertices();
    std::vector<double> all(n * n, 0.0);
    auto value = matrix.begin();
    for (const Vertex i : vertices) {
      for (const Vertex j : vertices) all[i * n + j] = *value++;
    }
    return all;
  }

  bool ended() {
    if (run_->should_stop()) {
      result_.stop_reason = run_->stop_reason();
      return true;
    }
    if (run_->time_limit() - run_->elapsed() < proof_seconds()) {
      result_.stop_reason = StopReason::deadline;
      return true;
    }
    if (last_iteration_ > 0 && result_.iterations >= last_iteration_) {
      result_.stop_reason = StopReason::iterations;
      return true;
    }
    return proven();
  }

  /// What the proof at the end may take.
  double proof_seconds() const {
    const auto n = static_cast<double>(left_.size());
    return fresh_ ? proof_attempts * n * n * n / 3.0 / factorisation_rate : 0.0;
  }

  void note_bound() {
    result_.trace.push_back({result_.iterations, run_->elapsed(), bound_, static_cast<Vertex>(left_.size())});
    if (!run_->wants_progress()) return;
    run_->report(fmt::format("sdp at {} vertices", left_.size()), bound_, result_.iterations,
                 ProgressValue::bound);
  }

  void iterate() {
    while (!stalled_ && !ended()) {
      if (!ascent_.iterate(*run_)) {
        result_.stop_reason = run_->stop_reason();
        return;
      }
      ++result_.iterations;
      if (result_.iterations % bound_interval == 0) {
        take_bound();
        remove_vertices();
      }
      if (result_.iterations % balance_interval == 0) ascent_.balance();
      if (result_.iterations % stall_interval == 0) {
        stalled_ = bound_ > before_ * (1.0 - stall_decrease);
        before_ = bound_;
      }
    }
  }

  void take_bound() {
    detail::SdpProof rating =
        detail::rate_sdp_multipliers(ascent_.matrices(ascent_.multipliers()), s_, ascent_.eigenvalue());
    if (rating.bound >= bound_) return;
    bound_ = rating.bound;
    rating_ = std::move(rating);
    best_ = ascent_.multipliers();
    best_eigenvalue_ = ascent_.eigenvalue();
    fresh_ = true;
    note_bound();
    if (meets(bound_)) settle_proof();
  }

  /// Turns the best multipliers into a proof.
  void settle_proof() {
    if (!fresh_) return;
    fresh_ = false;
    if (auto proof = detail::prove_sdp_bound(ascent_.matrices(best_), s_, best_eigenvalue_,
                                             [&] { return run_->interrupted(); })) {
      proof_ = *std::move(proof);
      return;
    }
    std::fill(best_.begin(), best_.end(), 0.0);  // there is no time for a proof of better ones
    proof_ = detail::prove_sdp_bound(ascent_.matrices(best_), s_, 0.0).value();
  }

  void add_stage(double reserve_shift, SdpResult& result) const {
    if (!options_.certificate) return;
    SdpStage stage;
    stage.vertices = left_;
    stage.reserve_shift = reserve_shift;
    if (!nothing_left()) {
      stage.multipliers = best_;
      stage.eigenvalue = proof_.eigenvalue;
    }
    result.certificate.stages.push_back(std::move(stage));
  }

  /// Just below the next integer above the incumbent: a set of less weight is no heavier than that.
  double limit() const {
    return graph_.integral() ? std::nextafter(std::floor(options_.incumbent) + 1.0, 0.0) : options_.incumbent;
  }
  /// The vertices that a set heavier than the incumbent may hold.
  std::vector<std::size_t> survivors(const detail::SdpProof& proof,
                                     const detail::SdpReserves* reserves = nullptr) const {
    return detail::surviving_vertices(ascent_.weights(), proof, limit(), reserves);
  }
  bool enough_gone(std::size_t kept) const {
    const auto all = static_cast<double>(left_.size());
    return all - static_cast<double>(kept) >= removal_fraction * all;
  }

  /// Whether the bound is so near that reserves may let vertices go, and there is time for them.
  bool reserves_help() const {
    const double gap = bound_ - limit();
    return result_.iterations % reserve_interval == 0 && options_.incumbent > 0.0 &&
           gap < reserve_gap * average_degree(options_.incumbent, s_) &&
           run_->time_limit() - run_->elapsed() > 2.0 * proof_seconds();
  }

  /// What is left by the proven multipliers with their reserves; all where those were stopped.
  std::vector<std::size_t> survivors_by_reserves(double& shift) const {
    const double gap = std::max(0.0, proof_.bound - limit());
    shift = reserve_rise * std::sqrt(gap * average_degree(options_.incumbent, s_)) / static_cast<double>(s_);
    const auto reserves = detail::prove_sdp_reserves(ascent_.matrices(best_), s_, proof_.eigenvalue, shift,
                                                     [&] { return run_->should_stop(); });
    return survivors(proof_, reserves ? &*reserves : nullptr);
  }

  /// Takes vertices out that no set heavier than the incumbent holds.
  void remove_vertices() {
    if (!fresh_) return;
    const bool by_rows = enough_gone(survivors(rating_).size());
    if (!by_rows && !reserves_help()) return;
    settle_proof();
    if (proven()) return;
    double shift = 0.0;
    std::vector<std::size_t> kept = survivors(proof_);
    if (!enough_gone(kept.size()) && reserves_help()) kept = survivors_by_reserves(shift);
    if (!enough_gone(kept.size())) return;
    add_stage(shift, result_);
    // The best multipliers prove no larger bound for what is left.
    std::vector<double> best;
    VertexSet left;
    for (const std::size_t i : kept) {
      for (const std::size_t j : kept) best.push_back(best_[i * left_.size() + j]);
      left.push_back(left_[i]);
    }
    best_ = std::move(best);
    left_ = std::move(left);
    if (nothing_left()) return;
    ascent_.restrict_to(kept);
    best_eigenvalue_ = proof_.eigenvalue;
    fresh_ = true;
    settle_proof();
    bound_ = std::min(bound_, proof_.bound);
  }

  Graph graph_;
  Vertex s_;
  SdpOptions options_;
  const RunContext* run_ = nullptr;   ///< of the call that goes on
  std::uint64_t last_iteration_ = 0;  ///< of that call; 0: no limit
  VertexSet left_;
  detail::DualAscent ascent_;
  std::vector<double> best_;
  double best_eigenvalue_ = 0.0;
  double bound_ = 0.0;   ///< of the best multipliers, before rounding is covered
  double before_ = 0.0;  ///< that bound when it was last looked at for a stall
  bool stalled_ = false;
  bool fresh_ = false;       ///< the best multipliers are newer than the proof
  detail::SdpProof rating_;  ///< of the best multipliers, nothing proven
  detail::SdpProof proof_;
  SdpResult result_;
};

SdpSession::SdpSession(Graph graph, Vertex s, const SdpOptions& options, const SdpStart& start) {
  check_options(graph, s, options);
  state_ = std::make_unique<State>(std::move(graph), s, options, start);
}

SdpSession::~SdpSession() = default;

StopReason SdpSession::go_on(double incumbent, std::uint64_t max_iterations, const RunContext& run) {
  StopReason reason = StopReason::converged;
  run.parallel([&] { reason = state_->go_on(incumbent, max_iterations, run); });
  return reason;
}

SdpResult SdpSession::result(const RunContext& run) {
  SdpResult result;
  run.parallel([&] { result = state_->result(run); });
  return result;
}

std::vector<double> SdpSession::rated_bounds(const RunContext& run) const {
  std::vector<double> bounds;
  run.parallel([&] { bounds = state_->rated_bounds(); });
  return bounds;
}

double SdpSession::incumbent() const { return state_->incumbent(); }

std::uint64_t SdpSession::iterations() const { return state_->iterations(); }

Vertex SdpSession::vertices_left() const { return state_->vertices_left(); }

SdpStart SdpSession::state() const { return state_->standing(); }

SdpResult sdp_bound(const Graph& graph, Vertex s, const SdpOptions& options, const RunContext& run) {
  check_options(graph, s, options);
  std::unique_ptr<SdpSession> session;
  run.parallel([&] { session = std::make_unique<SdpSession>(graph, s, options); });
  session->go_on(options.incumbent, options.max_iterations, run);
  return session->result(run);
}

}  // namespace lode::subgraph
