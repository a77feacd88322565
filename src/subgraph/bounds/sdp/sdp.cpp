#include "subgraph/bounds/sdp/sdp.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
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

/// The best multipliers so far and the proof they give, stage by stage.
class SdpRun {
 public:
  SdpRun(const Graph& graph, Vertex s, const SdpOptions& options, const RunContext& run)
      : graph_(graph),
        s_(s),
        options_(options),
        run_(run),
        left_(graph.num_vertices()),
        ascent_(detail::dense_weights(graph, options.values), graph.num_vertices(), static_cast<double>(s)) {
    std::iota(left_.begin(), left_.end(), Vertex{0});
    best_ = ascent_.multipliers();  // zeros prove half the sum of the s largest capped degrees
    proof_ = detail::prove_sdp_bound(ascent_.matrices(best_), s_, 0.0).value();
    bound_ = proof_.bound;
  }

  SdpResult solve() {
    note_bound();
    if (s_ > 1) iterate();
    settle_proof();
    const double bound = nothing_left() ? options_.incumbent : rounded(proof_.bound);
    result_.upper_bound = std::max(bound, options_.incumbent);
    result_.proven = proves_optimal(graph_, result_.upper_bound, options_.incumbent);
    if (result_.proven) result_.stop_reason = StopReason::optimal;
    add_stage(0.0);
    result_.survivors = left_;
    return std::move(result_);
  }

 private:
  double rounded(double bound) const { return graph_.integral() ? std::floor(bound) : bound; }
  bool meets(double bound) const {
    return rounded(bound) <= options_.incumbent || proves_optimal(graph_, rounded(bound), options_.incumbent);
  }
  bool nothing_left() const { return left_.size() < s_; }
  bool proven() const { return nothing_left() || meets(proof_.bound); }
  bool ended() {
    if (run_.should_stop()) {
      result_.stop_reason = run_.stop_reason();
      return true;
    }
    if (run_.time_limit() - run_.elapsed() < proof_seconds()) {
      result_.stop_reason = StopReason::deadline;
      return true;
    }
    if (options_.max_iterations > 0 && result_.iterations == options_.max_iterations) {
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
    result_.trace.push_back({result_.iterations, run_.elapsed(), bound_, static_cast<Vertex>(left_.size())});
    run_.report("sdp", bound_, result_.iterations, ProgressValue::bound);
  }

  void iterate() {
    double before = bound_;
    while (!ended()) {
      if (!ascent_.iterate(run_)) {
        result_.stop_reason = run_.stop_reason();
        return;
      }
      ++result_.iterations;
      if (result_.iterations % bound_interval == 0) {
        take_bound();
        remove_vertices();
      }
      if (result_.iterations % balance_interval == 0) ascent_.balance();
      if (result_.iterations % stall_interval == 0) {
        if (bound_ > before * (1.0 - stall_decrease)) return;
        before = bound_;
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
                                             [&] { return run_.interrupted(); })) {
      proof_ = *std::move(proof);
      return;
    }
    std::fill(best_.begin(), best_.end(), 0.0);  // there is no time for a proof of better ones
    proof_ = detail::prove_sdp_bound(ascent_.matrices(best_), s_, 0.0).value();
  }

  void add_stage(double reserve_shift) {
    if (!options_.certificate) return;
    SdpStage stage;
    stage.vertices = left_;
    stage.reserve_shift = reserve_shift;
    if (!nothing_left()) {
      stage.multipliers = best_;
      stage.eigenvalue = proof_.eigenvalue;
    }
    result_.certificate.stages.push_back(std::move(stage));
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
           run_.time_limit() - run_.elapsed() > 2.0 * proof_seconds();
  }

  /// What is left by the proven multipliers with their reserves; all where those were stopped.
  std::vector<std::size_t> survivors_by_reserves(double& shift) const {
    const double gap = std::max(0.0, proof_.bound - limit());
    shift = reserve_rise * std::sqrt(gap * average_degree(options_.incumbent, s_)) / static_cast<double>(s_);
    const auto reserves = detail::prove_sdp_reserves(ascent_.matrices(best_), s_, proof_.eigenvalue, shift,
                                                     [&] { return run_.should_stop(); });
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
    add_stage(shift);
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

  const Graph& graph_;
  Vertex s_;
  const SdpOptions& options_;
  const RunContext& run_;
  VertexSet left_;
  detail::DualAscent ascent_;
  std::vector<double> best_;
  double best_eigenvalue_ = 0.0;
  double bound_ = 0.0;       ///< of the best multipliers, before rounding is covered
  bool fresh_ = false;       ///< the best multipliers are newer than the proof
  detail::SdpProof rating_;  ///< of the best multipliers, nothing proven
  detail::SdpProof proof_;
  SdpResult result_;
};

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

SdpResult sdp_bound(const Graph& graph, Vertex s, const SdpOptions& options, const RunContext& run) {
  check_options(graph, s, options);
  SdpResult result;
  run.parallel([&] { result = SdpRun(graph, s, options, run).solve(); });
  result.certificate.s = s;
  result.certificate.incumbent = options.incumbent;
  return result;
}

}  // namespace lode::subgraph
