#include "bounds/search/node_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bounds/search/dual_descent.hpp"
#include "bounds/search/lifted_dual.hpp"
#include "bounds/search/node_proof.hpp"
#include "bounds/search/sdp_cuts.hpp"

namespace lode::subgraph::detail {
namespace {

/// Iterations of dual descent between new centres and cuts. Where a third of the vertices or fewer are
/// chosen, few cuts bind and centres matter more.
constexpr int short_round = 8;
constexpr int long_round = 18;
constexpr int proof_interval = 3;        ///< iterations between attempts at a proof within a round
constexpr int anytime_interval = 10;     ///< iterations between proofs of whatever there is
constexpr double promising_falls = 2.0;  ///< of the bound, so large as the last one, that may be missing then
constexpr double first_node_raise =
    1e-9;  ///< of an eigenvalue before it is proven, relative; tenfold every time
constexpr int most_raises = 12;
constexpr double round_gradient = 1e-3;     ///< violations below this end a round
constexpr double round_decrease = 8e-4;     ///< units in eight iterations; less ends a round
constexpr std::size_t new_cuts = 1000;      ///< a round
constexpr double least_violation = 0.01;    ///< of a new cut
constexpr double least_multiplier = 1e-9;   ///< units; cuts below go
constexpr double proximal_factor = 3.0;     ///< alpha = this sigma / kappa
constexpr double typical_deviation = 0.45;  ///< of the weights of a random graph: the unit's measure
constexpr std::size_t rounding_exchanges = 50;
constexpr double no_bound = std::numeric_limits<double>::infinity();

std::size_t packed_place(std::size_t n, std::size_t i, std::size_t j) {  // i < j
  return i * (2 * n - i - 1) / 2 + (j - i - 1);
}

/// One node while it is worked on.
class NodeRun {
 public:
  NodeRun(const SdpNodeTask& task, const lode::detail::StopAsked& stop)
      : task_(task),
        stop_(stop),
        n_(task.problem.n),
        dual_(task.problem, task.scale.alpha),
        iterations_(3 * std::size_t{task.problem.s} <= n_ ? short_round : long_round),
        cuts_(task.warm.cuts),
        descent_(first_point(), n_, 0.5 * std::min(task.scale.alpha, task.scale.unit)) {
    if (!task.warm.empty()) centre_at_inherited();
  }

  SdpNodeOutcome run() {
    const SdpPatience& patience = task_.patience;
    for (int round = 0; round < patience.most_rounds; ++round) {
      if (!descend(round == 0 ? patience.first_iterations : iterations_)) return std::move(outcome_);
      round_to_set();
      if (!look_at_bound()) return std::move(outcome_);
      if (bound_ < task_.goal && prove_limit()) return std::move(outcome_);
      if (task_.anytime) settle();
      dual_.centre_at_last();
      if (given_up(round)) break;
      if (!change_cuts()) return std::move(outcome_);
    }
    leave_open();
    return std::move(outcome_);
  }

 private:
  std::vector<double> first_point() const {
    std::vector<double> point(n_ + dual_.pairs(), 0.0);
    const SdpWarmStart& warm = task_.warm;
    for (std::size_t i = 0; i < warm.rows.size(); ++i) point[i] = warm.rows[i] / dual_.row_scale();
    std::copy(warm.pairs.begin(), warm.pairs.end(), point.begin() + static_cast<std::ptrdiff_t>(n_));
    for (const SdpCut& cut : warm.cuts) point.push_back(cut.multiplier);
    return point;
  }

  void centre_at_inherited() {
    std::vector<double> x(n_ * n_);
    const float* value = task_.warm.primal.data();
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = i; j < n_; ++j) x[i * n_ + j] = x[j * n_ + i] = static_cast<double>(*value++);
    }
    dual_.centre_at(x);
  }

  bool descend(int iterations) {
    int done = 0;
    const DualDescent::Limits limits{iterations, round_gradient, round_decrease * task_.scale.unit, [&] {
                                       ++done;
                                       if (task_.anytime && best_ == no_bound && done % anytime_interval == 1)
                                         settle_early();
                                       return done % proof_interval == 0 && promising() && prove_limit();
                                     }};
    const std::uint64_t most =
        task_.most_evaluations > 0 ? task_.most_evaluations : std::numeric_limits<std::uint64_t>::max();
    switch (descent_.minimise(dual_, cuts_, limits, stop_, outcome_.evaluations, most)) {
      case DualDescent::Outcome::good_enough:
        return false;
      case DualDescent::Outcome::stopped:
        outcome_.state = SdpNodeOutcome::State::stopped;
        return false;
      case DualDescent::Outcome::out_of_evaluations:
        if (look_at_bound()) settle();
        outcome_.state = SdpNodeOutcome::State::out_of_evaluations;
        return false;
      case DualDescent::Outcome::done:
        break;
    }
    return true;
  }

  SdpNodeProof proof_here() const {
    SdpNodeProof proof;
    proof.shift = dual_.shift();
    const double* value = descent_.point().data();
    for (std::size_t i = 0; i < n_; ++i) proof.rows.push_back(dual_.row_scale() * *value++);
    for (std::uint32_t i = 0; i < n_; ++i) {
      for (std::uint32_t j = i + 1; j < n_; ++j, ++value) {
        if (*value > 0.0) proof.pairs.push_back({i, j, *value});
      }
    }
    for (SdpCut cut : cuts_) {
      cut.multiplier = *value++;
      if (cut.multiplier > 0.0) proof.cuts.push_back(cut);
    }
    return proof;
  }

  /// Whether a proof may succeed before the round ends: the value is below what the multipliers prove.
  bool promising() const {
    return dual_.value() < task_.goal && best_ - task_.goal < promising_falls * (best_before_ - best_);
  }

  /// What the multipliers show, not safe; false when stopped.
  bool look_at_bound() {
    if (!dual_.largest_eigenvalue(stop_, eigenvalue_)) {
      outcome_.state = SdpNodeOutcome::State::stopped;
      return false;
    }
    bound_ = dual_.bound_with(eigenvalue_);
    best_before_ = best_;
    best_ = std::min(best_, bound_);
    value_before_ = value_;
    value_ = dual_.value();
    return true;
  }

  /// True if the multipliers prove that the node can be left.
  bool prove_limit() {
    SdpNodeProof proof = proof_here();
    proof.eigenvalue = eigenvalue_for(task_.problem, proof, task_.goal);
    const std::optional<double> bound = proven_bound(task_.problem, proof, task_.path_room, stop_);
    if (!bound || *bound > task_.limit) return false;
    outcome_.state = SdpNodeOutcome::State::pruned;
    outcome_.bound = *bound;
    outcome_.proof = std::move(proof);
    return true;
  }

  /// A proof within a round, for when it is stopped.
  void settle_early() {
    if (!dual_.largest_eigenvalue(stop_, eigenvalue_)) return;
    bound_ = dual_.bound_with(eigenvalue_);
    settle();
  }

  /// Proves what the multipliers show, as far as it goes; keeps it if it is the best.
  void settle() {
    if (outcome_.proof && outcome_.bound <= bound_) return;
    SdpNodeProof proof = proof_here();
    double raise = first_node_raise * (std::abs(eigenvalue_) + task_.scale.unit / dual_.kappa());
    for (int attempt = 0; attempt < most_raises; ++attempt, raise *= 10.0) {
      proof.eigenvalue = eigenvalue_ + raise;
      const std::optional<double> bound = proven_bound(task_.problem, proof, task_.path_room, stop_);
      if (!bound) continue;
      if (outcome_.proof && outcome_.bound <= *bound) return;
      outcome_.bound = *bound;
      outcome_.proof = std::move(proof);
      return;
    }
  }

  void round_to_set() {
    std::vector<double> scores(n_);
    for (std::size_t i = 0; i < n_; ++i) scores[i] = dual_.primal()[i * n_ + i];
    ValuedSet set = improved_set(task_.problem, scores, rounding_exchanges);
    if (outcome_.best.vertices.empty() || set.value > outcome_.best.value) outcome_.best = std::move(set);
  }

  /// Whether so many more rounds like the last would be needed, two rounds running.
  bool given_up(int round) {
    const auto rounds = [](double distance, double fall) {
      return distance <= 0.0 ? 0.0 : fall > 0.0 ? distance / fall : no_bound;
    };
    double needed = 0.0;
    if (round > 0) {
      needed = std::max(rounds(best_ - task_.goal, best_before_ - best_),
                        rounds(value_ - task_.goal, value_before_ - value_));
    }
    hopeless_ = needed > task_.patience.rounds_expected ? hopeless_ + 1 : 0;
    return round >= task_.patience.least_rounds && hopeless_ >= 2;
  }

  /// False when stopped.
  bool change_cuts() {
    const std::size_t first = n_ + dual_.pairs();
    std::vector<std::size_t> kept;
    std::vector<SdpCut> left;
    for (std::size_t c = 0; c < cuts_.size(); ++c) {
      if (descent_.point()[first + c] < least_multiplier * task_.scale.unit) continue;
      kept.push_back(c);
      left.push_back(cuts_[c]);
    }
    const auto added = violated_cuts(dual_.primal(), n_, left, new_cuts, least_violation, stop_);
    if (!added) {
      outcome_.state = SdpNodeOutcome::State::stopped;
      return false;
    }
    descent_.change_tail(first, kept, added->size());
    cuts_ = std::move(left);
    cuts_.insert(cuts_.end(), added->begin(), added->end());
    return true;
  }

  void leave_open() {
    outcome_.state = SdpNodeOutcome::State::open;
    settle();
    if (outcome_.proof && outcome_.bound <= task_.limit) {
      outcome_.state = SdpNodeOutcome::State::pruned;
      return;
    }
    SdpWarmStart& warm = outcome_.warm;
    const std::span<const double> point = descent_.point();
    const auto pairs_end = static_cast<std::ptrdiff_t>(n_ + dual_.pairs());
    for (std::size_t i = 0; i < n_; ++i) warm.rows.push_back(dual_.row_scale() * point[i]);
    warm.pairs.assign(point.begin() + static_cast<std::ptrdiff_t>(n_), point.begin() + pairs_end);
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = i; j < n_; ++j)
        warm.primal.push_back(static_cast<float>(dual_.primal()[i * n_ + j]));
      outcome_.share.push_back(dual_.primal()[i * n_ + i]);
    }
    for (std::size_t c = 0; c < cuts_.size(); ++c) {
      SdpCut cut = cuts_[c];
      cut.multiplier = point[static_cast<std::size_t>(pairs_end) + c];
      if (cut.multiplier >= least_multiplier * task_.scale.unit) warm.cuts.push_back(cut);
    }
  }

  const SdpNodeTask& task_;
  const lode::detail::StopAsked& stop_;
  std::size_t n_;
  LiftedDual dual_;
  int iterations_;  ///< of dual descent in a round
  std::vector<SdpCut> cuts_;
  DualDescent descent_;
  SdpNodeOutcome outcome_;
  double eigenvalue_ = 0.0;  ///< of the last multipliers
  double bound_ = no_bound;  ///< that they show, not proven
  double best_ = no_bound;   ///< of these
  double best_before_ = no_bound;
  double value_ = no_bound;  ///< of the dual function after the last round
  double value_before_ = no_bound;
  int hopeless_ = 0;  ///< rounds running
};

}  // namespace

std::size_t SdpWarmStart::bytes() const {
  return rows.size() * sizeof(double) + (pairs.size() + primal.size()) * sizeof(float) +
         cuts.size() * sizeof(SdpCut);
}

SdpWarmStart restricted(const SdpWarmStart& warm, std::span<const std::size_t> kept) {
  const std::size_t n = warm.rows.size();
  SdpWarmStart rest;
  std::vector<std::uint32_t> place(n, no_place);
  for (std::size_t a = 0; a < kept.size(); ++a) {
    const std::size_t i = kept[a];
    place[i] = static_cast<std::uint32_t>(a);
    rest.rows.push_back(warm.rows[i]);
    for (std::size_t b = a; b < kept.size(); ++b) {
      const std::size_t j = kept[b];
      rest.primal.push_back(warm.primal[a == b ? i * (2 * n - i + 1) / 2 : packed_place(n, i, j) + i + 1]);
      if (a != b) rest.pairs.push_back(warm.pairs[packed_place(n, i, j)]);
    }
  }
  for (const SdpCut& cut : warm.cuts) {
    if (const auto moved = moved_cut(cut, place)) rest.cuts.push_back(*moved);
  }
  return rest;
}

SdpNodeOutcome bound_node(const SdpNodeTask& task, const lode::detail::StopAsked& stop) {
  return NodeRun(task, stop).run();
}

SdpScale scale_of(const DenseProblem& root) {
  const auto n = static_cast<double>(root.n);
  double sum = 0.0;
  double largest = 0.0;
  for (const double w : root.weights) {
    sum += w;
    largest = std::max(largest, std::abs(w));
  }
  for (const double c : root.linear) largest = std::max(largest, std::abs(c));
  const double mean = root.n > 1 ? sum / (n * (n - 1.0)) : 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < root.n; ++i) {
    for (std::size_t j = 0; j < root.n; ++j) {
      const double deviation = root.weight(i, j) - mean;
      if (i != j) squares += deviation * deviation;
    }
  }
  constexpr double least_share = 1e-3;  // of the largest weight, where all weights are equal
  const double least = largest > 0.0 ? least_share * largest : 1.0;
  const double deviation = std::max(std::sqrt(squares / (n * (n - 1.0))), least);
  const double sigma = 0.5 * deviation * std::sqrt(n - 1.0);
  return {proximal_factor * sigma / lift_of(root.n, root.s).kappa, deviation / typical_deviation};
}

}  // namespace lode::subgraph::detail
