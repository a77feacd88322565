#include "bounds/low_rank/low_rank.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include <lode/core/rng.hpp>

#include "bounds/low_rank/descent.hpp"
#include "bounds/low_rank/ritz.hpp"
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
/// Below this a run that does not gain has stalled; one that goes on from another begins above.
constexpr double least_sigma = 0.1;
constexpr double least_restart_sigma = 1.0;
constexpr int stalled_steps = 10;
/// Graphs below this size are the business of outside: steps without a gain end a run there whatever sigma
/// is.
constexpr std::size_t small_graph = 500;
constexpr int small_stalled_steps = 6;
constexpr double least_gain = 1e-4;  ///< relative
constexpr double serious_part = 0.3;
constexpr int nulls_to_fall = 3;
/// Of the descent between two moves of the multipliers.
constexpr std::size_t inner_steps = 30;
/// It ends at a relative decrease that falls with sigma: a rough V costs less at first, but ends in null
/// steps until sigma is gone (Gnutella04, s=100: 518.6 instead of 515.1).
constexpr double first_decrease = 1e-5;
constexpr double decrease_fall = 0.5;
constexpr double least_decrease = 1e-7;
constexpr int always_serious = 3;
constexpr float average_part = 0.1F;
constexpr int average_every = 5;
constexpr int split_at = 2;
/// Clusters at once, for sets of sigma_size vertices or more; up to twice as many for smaller ones.
constexpr std::size_t least_first_clusters = 200;
constexpr std::size_t members_per_cluster = 2;
constexpr double cluster_growth = 1.5;
/// Where a run would have stalled: with more clusters it goes on from this sigma (Gnutella04, s=100: 513.9
/// instead of 514.9).
constexpr double regrowth = 2.0;
constexpr double regrowth_sigma = 3.0;
constexpr int growth_window = 8;
constexpr double growth_progress = 0.08;
constexpr double start_noise = 0.3;
constexpr std::size_t kept_ritz_vectors = 5;
constexpr double ritz_noise = 0.1;
constexpr double confirm_noise = 1.0;

/// Passes over V that a step of the descent makes, and by how much faster a dense factorisation runs than
/// evaluations do, with some room.
constexpr double descent_passes = 40.0;
constexpr double factor_speedup = 4.0;
/// A first result is kept after this part of the time, or when no more than some times the expected time of a
/// factorisation is left; another later, where that took little of the time. The last one is left so many
/// times what it took: shared machines are not always as fast.
constexpr double first_keep = 0.3;
constexpr double second_keep = 0.7;
constexpr double little_to_keep = 0.05;
constexpr double keep_room = 4.0;
constexpr double kept_room = 2.5;

/// What multipliers are expected to prove.
struct Rating {
  double eigenvalue = 0.0;
  double bound = std::numeric_limits<double>::infinity();
};

class LowRankSolver {
 public:
  LowRankSolver(const Graph& graph, Vertex s, const LowRankOptions& options, const RunContext& run)
      : graph_(graph),
        s_(s),
        options_(options),
        run_(run),
        scale_(scale_of(graph)),
        reverse_(detail::reverse_arcs(graph)),
        lagrangian_(graph, reverse_, s, scale_),
        descent_(std::sqrt(static_cast<double>(s)), 8) {
    start_ = run.elapsed();
  }

  LowRankResult solve();

 private:
  /// A power of two that brings the largest weight near 1.
  static double scale_of(const Graph& graph) {
    double largest = 0.0;
    for (ArcIndex arc = 0; arc < graph.num_arcs(); ++arc) largest = std::max(largest, graph.arc_weight(arc));
    return largest > 0.0 ? std::exp2(-std::ilogb(largest)) : 1.0;
  }

  bool ended() const;
  double expected_factorisation() const;
  void keep_if_due();
  void begin();
  ClusterMultipliers unscaled(const SolverMultipliers& multipliers) const;
  Rating rate(const SolverMultipliers& multipliers, bool average);
  double cap() const;
  void split(std::size_t count);
  void grow_if_slow();

  const Graph& graph_;
  Vertex s_;
  const LowRankOptions& options_;
  const RunContext& run_;
  double scale_;
  double start_ = 0.0;
  double kept_ = 0.0;  ///< seconds that keeping a result took
  double next_keep_ = first_keep;
  double work_ = 0.0;  ///< multiply-adds of evaluations so far
  std::vector<ArcIndex> reverse_;
  detail::LowRankLagrangian lagrangian_;
  detail::SphereDescent descent_;
  detail::Clustering clustering_;
  std::vector<float> v_;
  SolverMultipliers centre_;
  SolverMultipliers average_;
  double sigma_ = first_sigma;
  double decrease_ = first_decrease;  ///< of the descent
  double weight_ = 0.0;               ///< <A/2, X>, of scaled weights no more
  std::vector<std::vector<double>> ritz_[2];
  LowRankResult result_;
};

/// Seconds, at the speed of this run so far.
double LowRankSolver::expected_factorisation() const {
  return options_.final_work * (run_.elapsed() - start_) / (factor_speedup * work_);
}

/// Whether what time is left is needed for the factorisation.
bool LowRankSolver::ended() const {
  if (run_.should_stop()) return true;
  if (work_ == 0.0 || options_.final_work == 0.0 || std::isinf(run_.time_limit())) return false;
  return run_.time_left() < (kept_ > 0.0 ? kept_room * kept_ : expected_factorisation());
}

void LowRankSolver::keep_if_due() {
  if (!options_.keep || std::isinf(run_.time_limit()) || !std::isfinite(result_.bound)) return;
  const double now = run_.elapsed();
  const double whole = run_.time_limit() - start_;
  const bool urgent = kept_ == 0.0 && run_.time_left() < keep_room * expected_factorisation();
  if (!urgent && now - start_ < next_keep_ * whole) return;
  options_.keep(result_);
  kept_ = std::max(run_.elapsed() - now, std::numeric_limits<double>::min());
  next_keep_ = next_keep_ < second_keep && kept_ < little_to_keep * whole ? second_keep : HUGE_VAL;
}

void LowRankSolver::begin() {
  const std::size_t n = graph_.num_vertices();
  if (options_.start) {
    v_ = options_.start->v;
    centre_ = options_.start->centre;
    clustering_ = options_.start->clustering;
    sigma_ = std::max(options_.start->sigma, least_restart_sigma);
    const auto factor = static_cast<float>(scale_ / options_.start->scale);
    for (auto* part : {&centre_.vertex, &centre_.arc, &centre_.between}) {
      for (float& x : *part) x *= factor;
    }
    lagrangian_.set_clusters(clustering_.cluster, clustering_.count);
  } else {
    const Rng rng(run_.seed(), lode::detail::low_rank_stream);
    v_.resize(n * low_rank);
    for (std::size_t i = 0; i < n; ++i) {
      const double length = std::sqrt(static_cast<double>(graph_.degree(static_cast<Vertex>(i))));
      for (std::size_t k = 0; k < low_rank; ++k) {
        v_[i * low_rank + k] = static_cast<float>(
            length * (start_noise * rng.normal_at(i * low_rank + k) + (k == 0 ? 1.0 : 0.0)));
      }
    }
    sigma_ = first_sigma * std::clamp(sigma_size / s_, 1.0, most_sigma_rise);
    clustering_.cluster.assign(n, 0);
    clustering_.count = 1;
    centre_.vertex.assign(n, 0.0F);
    centre_.arc.assign(graph_.num_arcs(), 0.0F);
    centre_.between.assign(1, 0.0F);
  }
  double square = 0.0;
  for (const float x : v_) square += static_cast<double>(x) * static_cast<double>(x);
  const float factor = static_cast<float>(std::sqrt(static_cast<double>(s_) / square));
  for (float& x : v_) x *= factor;
}

ClusterMultipliers LowRankSolver::unscaled(const SolverMultipliers& multipliers) const {
  const double back = 1.0 / scale_;
  ClusterMultipliers all;
  all.s = s_;
  all.cluster = clustering_.cluster;
  all.clusters = clustering_.count;
  for (const float x : multipliers.vertex) all.vertex.push_back(back * static_cast<double>(x));
  for (const float x : multipliers.arc) all.arc.push_back(back * static_cast<double>(x));
  for (const float x : multipliers.between) all.between.push_back(back * static_cast<double>(x));
  return all;
}

Rating LowRankSolver::rate(const SolverMultipliers& multipliers, bool average) {
  const ClusteredMatrix matrix(graph_, reverse_, unscaled(multipliers));
  const std::size_t n = graph_.num_vertices();
  auto& known = ritz_[average];
  std::vector<double> start(n);
  const Rng rng(run_.seed(), lode::detail::low_rank_ritz_stream);
  const double noise = known.empty() ? 1.0 : ritz_noise / std::sqrt(static_cast<double>(n));
  for (std::size_t i = 0; i < n; ++i) start[i] = noise * rng.normal_at(i);
  for (const auto& vector : known) {
    for (std::size_t i = 0; i < n; ++i) start[i] += vector[i];
  }
  detail::RitzPair pair = detail::largest_ritz_pair(
      [&](std::span<const double> x, std::span<double> y) { matrix.multiply(x, y); }, std::move(start),
      {.steps = 80, .least_steps = 32, .tolerance = 1e-5 / scale_}, [&] { return run_.should_stop(); });
  Rating rating{pair.value, whole_bound(matrix.multipliers(), pair.value, options_)};
  if (rating.bound < result_.bound) {
    // A low value may be one that has not been found in time.
    std::vector<double> again = pair.vector;
    for (std::size_t i = 0; i < n; ++i)
      again[i] += confirm_noise / std::sqrt(static_cast<double>(n)) * rng.normal_at(n + i);
    detail::RitzPair more = detail::largest_ritz_pair(
        [&](std::span<const double> x, std::span<double> y) { matrix.multiply(x, y); }, std::move(again),
        {.steps = 200, .least_steps = 96, .tolerance = 1e-6 / scale_}, [&] { return run_.should_stop(); });
    if (more.value > pair.value) pair = std::move(more);
    rating = {pair.value, whole_bound(matrix.multipliers(), pair.value, options_)};
  }
  // An iteration that was cut short says nothing.
  if (rating.bound < result_.bound && !run_.should_stop()) {
    result_.bound = rating.bound;
    result_.eigenvalue = rating.eigenvalue;
    result_.multipliers = matrix.multipliers();
    result_.ritz_vector = pair.vector;
    result_.trace.push_back(
        {result_.evaluations, run_.elapsed(), rating.bound, weight_ / scale_, clustering_.count});
    run_.report("sparse sdp", rating.bound, result_.evaluations, ProgressValue::bound);
  }
  known.push_back(std::move(pair.vector));
  if (known.size() > kept_ritz_vectors) known.erase(known.begin());
  return rating;
}

double LowRankSolver::cap() const {
  if (options_.all || std::isinf(result_.bound)) return std::numeric_limits<double>::infinity();
  const double s = s_;
  return scale_ * std::max(0.0, (result_.eigenvalue - options_.outside) * s / std::max(1.0, s - 1.0));
}

void LowRankSolver::split(std::size_t count) {
  const std::size_t parents = clustering_.count;
  const auto parent = detail::split_clusters(v_, clustering_, count);
  centre_.between = detail::inherited_between(centre_.between, parents, parent);
  if (!average_.between.empty()) {
    average_.between = detail::inherited_between(average_.between, parents, parent);
  }
  lagrangian_.set_clusters(clustering_.cluster, clustering_.count);
}

LowRankResult LowRankSolver::solve() {
  const std::size_t n = graph_.num_vertices();
  result_.bound = std::numeric_limits<double>::infinity();
  begin();
  SolverMultipliers next;
  Rating centre_rating;
  int nulls_in_row = 0;
  int idle = 0;
  double window_bound = std::numeric_limits<double>::infinity();
  int window = 0;
  const double small = std::max(1.0, sigma_size / s_);
  const auto first_clusters = static_cast<std::size_t>(std::min(2.0, small) * least_first_clusters);
  const auto most =
      std::min<std::size_t>(options_.max_clusters, std::max<std::size_t>(1, n / members_per_cluster));
  double best = std::numeric_limits<double>::infinity();  // since clusters were split for the last time
  int serious_until = always_serious;
  for (int step = 0; !ended(); ++step) {
    if (step == split_at && clustering_.count == 1) split(std::min(first_clusters, most));
    const double limit_u = cap();
    const auto function = [&](std::span<const float> v, std::span<float> gradient) {
      ++result_.evaluations;
      work_ += low_rank * (6.0 * static_cast<double>(graph_.num_edges()) +
                           static_cast<double>(clustering_.count * clustering_.count) +
                           descent_passes * static_cast<double>(n));
      const auto value = lagrangian_.evaluate(v, centre_, sigma_, limit_u, next, gradient);
      weight_ = value.weight;
      return value.lagrangian;
    };
    descent_.minimise(v_, function, {.steps = inner_steps, .decrease = decrease_}, [&] { return ended(); });
    std::vector<float> gradient(v_.size());
    function(v_, gradient);
    const double before = result_.bound;
    const Rating rating = rate(next, false);
    best = std::min(best, rating.bound);
    if (average_.vertex.empty()) {
      average_ = next;
    } else {
      const auto mix = [](std::vector<float>& mean, const std::vector<float>& one) {
        for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += average_part * (one[i] - mean[i]);
      };
      mix(average_.vertex, next.vertex);
      mix(average_.arc, next.arc);
      mix(average_.between, next.between);
      if (step % average_every == average_every - 1) best = std::min(best, rate(average_, true).bound);
    }
    const double room = serious_part * std::abs(best - weight_ / scale_);
    const bool serious = step < serious_until || rating.bound < std::min(centre_rating.bound, best) + room;
    if (serious) {
      std::swap(centre_, next);
      centre_rating = rating;
      if (nulls_in_row <= 1) sigma_ *= sigma_rise;
      nulls_in_row = 0;
    } else {
      if (++nulls_in_row % nulls_to_fall == 0) {
        sigma_ *= sigma_fall;
        if (n >= small_graph) decrease_ = std::max(least_decrease, decrease_fall * decrease_);
      }
    }
    const double gain = n < small_graph ? least_gain * std::abs(before) : 0.0;
    idle = before - result_.bound > gain ? 0 : idle + 1;
    if (result_.bound < options_.target) break;
    keep_if_due();
    if (options_.max_evaluations > 0 && result_.evaluations >= options_.max_evaluations) break;
    result_.stalled = n < small_graph && step > always_serious
                          ? idle >= small_stalled_steps
                          : sigma_ < least_sigma && idle >= stalled_steps;
    if (result_.stalled) {
      const std::size_t before_split = clustering_.count;
      if (n < small_graph || before_split >= most) break;
      const double more = regrowth * static_cast<double>(before_split);
      split(std::min(most, static_cast<std::size_t>(more)));
      if (clustering_.count == before_split) break;
      sigma_ = std::max(sigma_, regrowth_sigma);
      decrease_ = first_decrease;
      idle = nulls_in_row = window = 0;
      // Multipliers of the new clusters are worse at first: they count as if there had been no others.
      serious_until = step + 1 + always_serious;
      window_bound = best = std::numeric_limits<double>::infinity();
      centre_rating = {};
      average_ = {};
      result_.stalled = false;
    }
    // More clusters once the bound falls slowly.
    if (++window == growth_window) {
      window = 0;
      const double left = result_.bound - weight_ / scale_;
      const bool slow = window_bound - result_.bound < growth_progress * left;
      window_bound = result_.bound;
      if (slow && clustering_.count > 1 && clustering_.count < most) {
        split(std::min(most,
                       static_cast<std::size_t>(cluster_growth * static_cast<double>(clustering_.count))));
      }
    }
  }
  result_.state = {std::move(v_), std::move(centre_), std::move(clustering_), sigma_, scale_};
  return std::move(result_);
}

}  // namespace

double whole_bound(const ClusterMultipliers& multipliers, double eigenvalue, const LowRankOptions& options) {
  if (options.all) return multipliers.s * eigenvalue;
  double bound = 0.0;
  const std::vector<double> inside = detail::bounds_inside(multipliers, eigenvalue, multipliers.s);
  for (Vertex t = 1; t <= multipliers.s; ++t) {
    bound = std::max(bound + options.outside, inside[t]);
    if (t < multipliers.s && t < options.known.size()) bound = std::min(bound, options.known[t]);
  }
  return bound;
}

LowRankResult low_rank_multipliers(const Graph& graph, Vertex s, const LowRankOptions& options,
                                   const RunContext& run) {
  LowRankResult result;
  run.parallel([&] { result = LowRankSolver(graph, s, options, run).solve(); });
  return result;
}

}  // namespace lode::subgraph
