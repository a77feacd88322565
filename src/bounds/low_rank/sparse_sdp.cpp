#include "bounds/low_rank/sparse_sdp.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "bounds/low_rank/eigenvalue_proof.hpp"
#include "bounds/low_rank/low_rank.hpp"
#include "core/linalg/lanczos.hpp"
#include "core/stream_tags.hpp"

namespace lode::subgraph {
namespace {

using detail::ClusteredMatrix;
using detail::low_rank;
using detail::SolverMultipliers;

/// The first sigma for sets of this many vertices; more for smaller ones, whose X has smaller entries.
constexpr double first_sigma = 10.0;
constexpr double sigma_size = 50.0;
constexpr double most_sigma_rise = 3.0;
constexpr double sigma_rise = 1.1;
constexpr double sigma_fall = 0.7;
/// Below this a run that does not gain has stalled.
constexpr double least_sigma = 0.1;
constexpr int stalled_steps = 10;
constexpr double serious_part = 0.3;
constexpr int nulls_to_fall = 3;
/// Of the descent between two moves of the multipliers.
constexpr std::size_t inner_steps = 30;
/// It ends at a relative decrease that falls with sigma: a rough V costs less at first, and ends in null
/// steps.
constexpr double first_decrease = 1e-5;
constexpr double decrease_fall = 0.5;
constexpr double least_decrease = 1e-7;
constexpr int always_serious = 3;
constexpr float average_part = 0.05F;
constexpr int average_every = 5;
constexpr int split_at = 2;
/// Clusters at once, for sets of sigma_size vertices or more; up to 2.5 times as many for smaller ones.
constexpr double first_clusters = 200.0;
constexpr std::size_t most_clusters = 700;
/// Where a run would have stalled it goes on with more clusters, from this sigma.
constexpr double regrowth = 2.0;
constexpr double regrowth_sigma = 3.0;
constexpr double start_noise = 0.3;
/// Steps of Lanczos' method for a rating, to confirm the best, and before a proof; noise in their start.
constexpr Eigen::Index rating_steps = 32;
constexpr Eigen::Index confirming_steps = 64;
constexpr Eigen::Index last_steps = 120;
constexpr double ritz_noise = 0.1;
constexpr double confirming_noise = 1.0;
constexpr float ritz_memory = 0.8F;

/// By how much an eigenvalue is raised above its estimate, relative. Where weights are integral more costs
/// nothing, as long as the floor of the bound stays: a part of the distance to the next integer is used.
constexpr double least_raise = 4e-5;
constexpr double most_raise = 1e-3;
constexpr double raise_growth = 6.0;
constexpr int most_proofs = 4;
constexpr double floor_room = 0.5;
/// Room in a certificate, relative, for whoever repeats the proof in another order of operations.
constexpr double repeat_room = 1e-5;
/// Rows that the dense part of a proof may have, with those for clusters: 8 bytes times their square.
constexpr std::size_t most_dense_rows = 5300;
constexpr std::size_t expected_clusters = 300;
/// Multiply-adds a second that can be counted on, what is left for a proof in terms of what it takes, the
/// part of the time left that this may be, and the part after which a first one is made.
constexpr double dense_speed = 8e9;
constexpr double proof_room = 1.5;
constexpr double proof_share = 0.8;
constexpr double first_proof = 0.4;

class LowRankSolver {
 public:
  LowRankSolver(const Graph& graph, Vertex s, const SparseSdpOptions& options, const RunContext& run)
      : graph_(graph),
        s_(s),
        options_(options),
        run_(run),
        scale_(scale_of(graph)),
        reverse_(detail::reverse_arcs(graph)),
        lagrangian_(graph, reverse_, s, scale_) {}

  SparseSdpResult solve();

 private:
  /// Multipliers and what they are expected to prove.
  struct Rated {
    ClusterMultipliers multipliers;
    double eigenvalue = 0.0;  ///< an estimate, from below
    double bound = HUGE_VAL;
    Eigen::VectorXf vector;
  };

  /// A power of two that brings the largest weight near 1.
  static double scale_of(const Graph& graph) {
    double largest = 0.0;
    for (ArcIndex arc = 0; arc < graph.num_arcs(); ++arc) largest = std::max(largest, graph.arc_weight(arc));
    return largest > 0.0 ? std::exp2(-std::ilogb(largest)) : 1.0;
  }

  /// Whether what time is left is needed for the proof.
  bool ended() const {
    return run_.should_stop() || (!std::isinf(run_.time_limit()) && run_.time_left() < proof_seconds_);
  }
  bool fits_proof();
  void begin();
  double whole_bound(const ClusterMultipliers& multipliers, double eigenvalue) const;
  lode::detail::RitzPair top_of(const ClusteredMatrix& matrix, const Eigen::VectorXf& start, double noise,
                                Eigen::Index steps) const;
  double rate(const SolverMultipliers& multipliers);
  double cap() const;
  void split(double count);
  void prove();
  void descend(SolverMultipliers& next);

  const Graph& graph_;
  Vertex s_;
  const SparseSdpOptions& options_;
  const RunContext& run_;
  double scale_;
  std::vector<ArcIndex> reverse_;
  detail::LowRankLagrangian lagrangian_;
  detail::Clustering clustering_;
  std::size_t most_clusters_ = 1;
  std::vector<float> v_;
  SolverMultipliers centre_;
  SolverMultipliers average_;
  double sigma_ = first_sigma;
  double decrease_ = first_decrease;  ///< of the descent
  double weight_ = 0.0;               ///< <A/2, X>
  Eigen::VectorXf ritz_;              ///< a mix of the last Ritz vectors
  Rated best_;
  double proof_seconds_ = 0.0;  ///< left for a proof
  double proven_ = HUGE_VAL;
  SparseSdpResult result_;
};

bool LowRankSolver::fits_proof() {
  const std::size_t rows = detail::rows_left_dense(graph_, run_);
  const std::size_t order = rows + expected_clusters;
  proof_seconds_ = proof_room * std::pow(static_cast<double>(order), 3.0) / 6.0 / dense_speed;
  if (order > most_dense_rows || proof_seconds_ > proof_share * run_.time_left()) return false;
  most_clusters_ =
      std::clamp<std::size_t>(graph_.num_vertices() / 2, 1, std::min(most_clusters, most_dense_rows - rows));
  return true;
}

void LowRankSolver::begin() {
  const std::size_t n = graph_.num_vertices();
  const Rng rng(run_.seed(), lode::detail::low_rank_stream);
  v_.resize(n * low_rank);
  for (std::size_t i = 0; i < n; ++i) {
    const double length = std::sqrt(static_cast<double>(graph_.degree(static_cast<Vertex>(i))));
    for (std::size_t k = 0; k < low_rank; ++k) {
      const double noise = start_noise * rng.normal_at(i * low_rank + k);
      v_[i * low_rank + k] = static_cast<float>(length * (noise + (k == 0 ? 1.0 : 0.0)));
    }
  }
  Eigen::Map<Eigen::VectorXf> all(v_.data(), static_cast<Eigen::Index>(v_.size()));
  all *= static_cast<float>(std::sqrt(static_cast<double>(s_))) / all.norm();
  sigma_ = first_sigma * std::clamp(sigma_size / s_, 1.0, most_sigma_rise);
  clustering_.cluster.assign(n, 0);
  centre_.vertex.assign(n, 0.0F);
  centre_.arc.assign(graph_.num_arcs(), 0.0F);
  centre_.between.assign(1, 0.0F);
  ritz_ = Eigen::VectorXf::Zero(static_cast<Eigen::Index>(n));
}

/// What multipliers prove of sets of s vertices, which may hold some outside, once no eigenvalue is larger.
double LowRankSolver::whole_bound(const ClusterMultipliers& multipliers, double eigenvalue) const {
  if (options_.all) return s_ * eigenvalue;
  double bound = 0.0;
  const std::vector<double> inside = detail::bounds_inside(multipliers, eigenvalue, s_);
  for (Vertex t = 1; t <= s_; ++t) {
    bound = std::max(bound + options_.outside, inside[t]);
    if (t < s_ && t < options_.known.size()) bound = std::min(bound, options_.known[t]);
  }
  return bound;
}

/// The largest Ritz value of M, from some vector with noise.
lode::detail::RitzPair LowRankSolver::top_of(const ClusteredMatrix& matrix, const Eigen::VectorXf& start,
                                             double noise, Eigen::Index steps) const {
  Eigen::VectorXf from = start;
  const Rng rng(run_.seed(), lode::detail::low_rank_ritz_stream);
  const double part = noise / std::sqrt(static_cast<double>(from.size()));
  for (Eigen::Index i = 0; i < from.size(); ++i) {
    from[i] += static_cast<float>(part * rng.normal_at(static_cast<std::uint64_t>(i)));
  }
  std::vector<double> x(matrix.size());
  std::vector<double> y(matrix.size());
  lode::detail::RitzPair top = lode::detail::largest_ritz_pair(
      [&](const Eigen::VectorXf& in, Eigen::VectorXf& out) {
        std::copy(in.begin(), in.end(), x.begin());
        matrix.multiply(x, y);
        out = (scale_ * Eigen::Map<const Eigen::VectorXd>(y.data(), in.size())).cast<float>();
      },
      from, steps);
  top.value /= scale_;
  return top;
}

/// What multipliers are expected to prove; they are kept if that is the best.
double LowRankSolver::rate(const SolverMultipliers& multipliers) {
  Rated rated;
  ClusterMultipliers& all = rated.multipliers;
  all.s = s_;
  all.cluster = clustering_.cluster;
  all.clusters = clustering_.count;
  const auto unscale = [&](const std::vector<float>& from, std::vector<double>& to) {
    for (const float x : from) to.push_back(static_cast<double>(x) / scale_);
  };
  unscale(multipliers.vertex, all.vertex);
  unscale(multipliers.arc, all.arc);
  unscale(multipliers.between, all.between);
  const ClusteredMatrix matrix(graph_, reverse_, all);
  lode::detail::RitzPair top = top_of(matrix, ritz_, ritz_noise, rating_steps);
  // A low value may be one that has not been found in time.
  if (whole_bound(all, top.value) < best_.bound) {
    lode::detail::RitzPair more = top_of(matrix, top.vector, confirming_noise, confirming_steps);
    if (more.value > top.value) top = std::move(more);
  }
  ritz_ = ritz_memory * ritz_ + top.vector;
  rated.eigenvalue = top.value;
  rated.bound = whole_bound(all, top.value);
  rated.vector = std::move(top.vector);
  const double bound = rated.bound;
  if (bound >= best_.bound) return bound;
  best_ = std::move(rated);
  run_.report("sparse sdp", bound, result_.evaluations, ProgressValue::bound);
  return bound;
}

double LowRankSolver::cap() const {
  if (options_.all || std::isinf(best_.bound)) return HUGE_VAL;
  const double s = s_;
  return scale_ * std::max(0.0, (best_.eigenvalue - options_.outside) * s / std::max(1.0, s - 1.0));
}

/// Theta of the split clusters is what their parents had, 0 between parts of one.
void LowRankSolver::split(double count) {
  const std::size_t parents = clustering_.count;
  const auto most = std::min(most_clusters_, static_cast<std::size_t>(count));
  const auto parent = detail::split_clusters(v_, clustering_, most);
  const std::size_t k = clustering_.count;
  for (SolverMultipliers* one : {&centre_, &average_}) {
    if (one->between.empty()) continue;
    const std::vector<float> before = std::exchange(one->between, std::vector<float>(k * k, 0.0F));
    for (std::size_t at = 0; at < k * k; ++at) {
      one->between[at] = before[parent[at / k] * parents + parent[at % k]];  // 0 on the diagonal
    }
  }
  lagrangian_.set_clusters(clustering_.cluster, k);
}

/// Proves what the best multipliers are expected to, unless that is proven.
void LowRankSolver::prove() {
  if (!(best_.bound < proven_)) return;
  const double start = run_.elapsed();
  const ClusteredMatrix matrix(graph_, reverse_, best_.multipliers);
  const double estimate =
      std::max(best_.eigenvalue, top_of(matrix, best_.vector, ritz_noise, last_steps).value);
  const double size = std::abs(estimate);
  double raise = least_raise * size;
  if (graph_.integral()) {
    const double bound = s_ * estimate;
    const double room = floor_room * (std::floor(bound) + 1.0 - bound) / s_;
    raise = std::clamp(room, raise, most_raise * size);
  }
  for (int attempt = 0; attempt < most_proofs; ++attempt, raise *= raise_growth) {
    const auto proof = detail::prove_eigenvalue(matrix, estimate + raise, run_);
    if (proof.outcome == detail::ProofOutcome::stopped) return;
    if (proof.outcome == detail::ProofOutcome::refused) continue;
    const double eigenvalue = proof.eigenvalue + repeat_room * std::abs(proof.eigenvalue);
    const double bound = whole_bound(best_.multipliers, eigenvalue);
    if (bound < proven_) result_.certificate = {best_.multipliers, eigenvalue};
    proven_ = std::min(proven_, bound);
    break;
  }
  best_.bound = proven_;  // no others are worth a proof that are not expected to be below
  proof_seconds_ = proof_room * (run_.elapsed() - start);
}

/// V descends; `next` are the multipliers that follow.
void LowRankSolver::descend(SolverMultipliers& next) {
  const double limit = cap();
  const auto function = [&](std::span<const float> v, std::span<float> gradient) {
    ++result_.evaluations;
    const auto value = lagrangian_.evaluate(v, centre_, sigma_, limit, next, gradient);
    weight_ = value.weight / scale_;
    return value.lagrangian;
  };
  detail::minimise_on_sphere(v_, std::sqrt(static_cast<double>(s_)), function, inner_steps, decrease_,
                             [&] { return ended(); });
  std::vector<float> gradient(v_.size());
  function(v_, gradient);
  if (average_.vertex.empty()) {
    average_ = next;
    return;
  }
  for (auto part : {&SolverMultipliers::vertex, &SolverMultipliers::arc, &SolverMultipliers::between}) {
    std::vector<float>& mean = average_.*part;
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += average_part * ((next.*part)[i] - mean[i]);
  }
}

SparseSdpResult LowRankSolver::solve() {
  if (!fits_proof()) {
    result_.stalled = !run_.should_stop();
    return std::move(result_);
  }
  begin();
  // A set of more than the incumbent weighs the next integer at least.
  const double target = graph_.integral() ? std::floor(options_.incumbent) + 1.0 : options_.incumbent;
  const double proof_time = run_.elapsed() + first_proof * run_.time_left();
  SolverMultipliers next;
  double centre_bound = HUGE_VAL;
  double best = HUGE_VAL;  // since clusters were split for the last time
  int nulls_in_row = 0;
  int idle = 0;
  int serious_until = always_serious;
  for (int step = 0; !ended(); ++step) {
    if (step == split_at) split(first_clusters * std::clamp(sigma_size / s_ * sigma_size / s_, 1.0, 2.5));
    descend(next);
    const double before = best_.bound;
    const double bound = rate(next);
    if (run_.should_stop()) break;
    best = std::min(best, bound);
    if (step % average_every == average_every - 1) best = std::min(best, rate(average_));
    const bool serious = step < serious_until ||
                         bound < std::min(centre_bound, best) + serious_part * std::abs(best - weight_);
    if (serious) {
      std::swap(centre_, next);
      centre_bound = bound;
      if (nulls_in_row <= 1) sigma_ *= sigma_rise;
      nulls_in_row = 0;
    } else if (++nulls_in_row % nulls_to_fall == 0) {
      sigma_ *= sigma_fall;
      decrease_ = std::max(least_decrease, decrease_fall * decrease_);
    }
    idle = best_.bound < before ? 0 : idle + 1;
    if (best_.bound < target || (!result_.certificate && run_.elapsed() > proof_time)) prove();
    if (proven_ < target) break;
    if (sigma_ < least_sigma && idle >= stalled_steps) {
      const std::size_t before_split = clustering_.count;
      split(regrowth * static_cast<double>(before_split));
      result_.stalled = clustering_.count == before_split;
      if (result_.stalled) break;
      sigma_ = regrowth_sigma;
      decrease_ = first_decrease;
      idle = nulls_in_row = 0;
      // Multipliers of the new clusters are worse at first: they count as if there had been no others.
      serious_until = step + 1 + always_serious;
      best = centre_bound = HUGE_VAL;
      average_ = {};
    }
  }
  prove();
  return std::move(result_);
}

}  // namespace

SparseSdpResult sparse_sdp_bound(const Graph& graph, Vertex s, const SparseSdpOptions& options,
                                 const RunContext& run) {
  if (s < 1 || s > graph.num_vertices()) {
    throw InvalidArgument("s", std::to_string(s), "must be between 1 and the number of vertices");
  }
  SparseSdpResult result;
  run.parallel([&] { result = LowRankSolver(graph, s, options, run).solve(); });
  return result;
}

}  // namespace lode::subgraph
