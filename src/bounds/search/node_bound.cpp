#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <deque>
#include <functional>
#include <optional>
#include <utility>

#include "bounds/search/lifted_dual.hpp"

namespace lode::subgraph::detail {
namespace {

/// How long a node is worked on.
struct Patience {
  int first_iterations;  ///< of the first round
  int most_rounds;
  int least_rounds;        ///< before giving up
  double rounds_expected;  ///< stop if more would be needed, two rounds in succession
};
constexpr Patience child_patience{12, 40, 2, 15.0};
constexpr Patience root_patience{40, 60, 8, 20.0};

/// Iterations of dual descent between new centres and cuts. Where a third of the vertices or fewer are
/// chosen, few cuts bind and centres matter more.
constexpr int short_round = 8;
constexpr int long_round = 18;
constexpr int proof_interval = 3;        ///< iterations between attempts at a proof within a round
constexpr int anytime_interval = 10;     ///< iterations between proofs of the current bound
constexpr double promising_falls = 2.0;  ///< of the bound, so large as the last one, that may be missing then
constexpr double first_raise = 1e-9;     ///< of a bound before it is proven, relative; tenfold every time
constexpr int most_raises = 12;
constexpr double round_gradient = 1e-3;     ///< violations below this end a round
constexpr double round_decrease = 8e-4;     ///< units in eight iterations; less ends a round
constexpr std::size_t new_cuts = 1000;      ///< a round
constexpr double least_violation = 0.01;    ///< of a new cut
constexpr double least_multiplier = 1e-9;   ///< units; cuts below go
constexpr double proximal_factor = 3.0;     ///< alpha = this sigma / kappa
constexpr double typical_deviation = 0.45;  ///< of the weights of a random graph: the unit's measure
constexpr std::size_t rounding_exchanges = 50;

constexpr std::size_t most_pairs = 10;  ///< of L-BFGS
constexpr double armijo_share = 1e-4;   ///< of the decrease that the gradient promises
constexpr int most_cuts_of_step = 8;    ///< of one line search
constexpr double least_cut = 0.1;       ///< of a step, by interpolation
constexpr double most_cut = 0.6;
constexpr double least_curvature = 1e-12;     ///< of a pair, relative
constexpr std::size_t decrease_interval = 8;  ///< iterations over which the decrease is looked at

/// Minimises a LiftedDual by projected L-BFGS. The first multipliers are free, all further multipliers >= 0.
///
/// Entries at 0 that the gradient pushes down stay there. All other entries move along the quasi-Newton
/// direction. The step is cut back until the projected point satisfies Armijo's rule. The pairs of steps and
/// gradient changes are kept when the centre or the cuts change, because the curvature hardly changes then.
/// Source: J. Nocedal, Math. Comp. 35 (1980) 773-782; D. P. Bertsekas, SIAM J. Control Optim. 20 (1982)
/// 221-246, for the two metrics.
class DualDescent {
 public:
  /// `first_step` scales the first gradient step.
  DualDescent(LiftedDual& dual, const std::vector<double>& point, double first_step)
      : dual_(dual),
        first_step_(first_step),
        point_(Eigen::Map<const Eigen::VectorXd>(point.data(), static_cast<Eigen::Index>(point.size()))) {}

  std::span<const double> point() const { return {point_.data(), static_cast<std::size_t>(point_.size())}; }

  /// Until violations are small, or eight iterations lower the value by less than `least_decrease`; the last
  /// evaluation is then that of the point. False when stopped, after `evaluations` in all, or once
  /// `good_enough`, which is asked after every iteration but the last.
  bool minimise(int iterations, double least_decrease, std::uint64_t evaluations,
                const std::function<bool()>& good_enough) {
    if (!evaluate(point_)) return false;
    take();
    std::vector<double> values = {value_};
    for (int iteration = 0; iteration < iterations; ++iteration) {
      if (dual_.evaluations() >= evaluations) return false;
      if (moves_.cwiseProduct(gradient_).lpNorm<Eigen::Infinity>() < round_gradient) break;
      bool moved = search_line();
      if (!moved && !pairs_.empty()) {
        pairs_.clear();
        moved = search_line();
      }
      if (!moved) return evaluate(point_);
      Pair pair{trial_ - point_, dual_.gradient() - gradient_};
      pair.product = pair.step.dot(pair.change);
      if (pair.product > least_curvature * pair.step.norm() * pair.change.norm()) {
        if (pairs_.size() == most_pairs) pairs_.pop_front();
        pairs_.push_back(std::move(pair));
      }
      point_.swap(trial_);
      take();
      if (iteration + 1 < iterations && good_enough()) return false;
      values.push_back(value_);
      if (values.size() > decrease_interval &&
          values[values.size() - 1 - decrease_interval] - value_ < least_decrease) {
        break;
      }
    }
    return true;
  }

  /// Leaves the entries of cuts out whose number is not in `kept`, then appends `added` zeros.
  void change_cuts(std::span<const std::size_t> kept, std::size_t added) {
    const auto first = static_cast<Eigen::Index>(dual_.first_cut());
    const auto change = [&](Eigen::VectorXd& values) {
      Eigen::VectorXd next = Eigen::VectorXd::Zero(first + static_cast<Eigen::Index>(kept.size() + added));
      next.head(first) = values.head(first);
      Eigen::Index to = first;
      for (const std::size_t cut : kept) next[to++] = values[first + static_cast<Eigen::Index>(cut)];
      values.swap(next);
    };
    change(point_);
    for (Pair& pair : pairs_) {
      change(pair.step);
      change(pair.change);
      pair.product = pair.step.dot(pair.change);
    }
    std::erase_if(pairs_, [](const Pair& pair) { return !(pair.product > 0.0); });
  }

 private:
  struct Pair {
    Eigen::VectorXd step;
    Eigen::VectorXd change;  ///< of the gradient
    double product = 0.0;    ///< of the two, above 0
  };

  bool evaluate(const Eigen::VectorXd& point) {
    return dual_.evaluate({point.data(), static_cast<std::size_t>(point.size())});
  }

  /// Takes value and gradient of the last evaluation, which was at the point.
  void take() {
    value_ = dual_.value();
    gradient_ = dual_.gradient();
    moves_ = (point_.array() > 0.0 || gradient_.array() <= 0.0).cast<double>();
    moves_.head(static_cast<Eigen::Index>(dual_.free())).setOnes();
  }

  /// The quasi-Newton direction by the two loops over the pairs, among the entries that move.
  Eigen::VectorXd direction() const {
    Eigen::VectorXd direction = -moves_.cwiseProduct(gradient_);
    std::array<double, most_pairs> factors{};
    for (std::size_t p = pairs_.size(); p-- > 0;) {
      factors[p] = pairs_[p].step.dot(direction) / pairs_[p].product;
      direction -= factors[p] * pairs_[p].change;
    }
    direction *= pairs_.empty() ? first_step_ : pairs_.back().product / pairs_.back().change.squaredNorm();
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      direction += (factors[p] - pairs_[p].change.dot(direction) / pairs_[p].product) * pairs_[p].step;
    }
    return direction.cwiseProduct(moves_);
  }

  /// True if the trial is a better point, where the function was evaluated last. False, too, when stopped.
  bool search_line() {
    const Eigen::VectorXd along = direction();
    const Eigen::Index held = point_.size() - static_cast<Eigen::Index>(dual_.free());
    double step = 1.0;
    for (int attempt = 0; attempt <= most_cuts_of_step; ++attempt) {
      trial_ = point_ + step * along;
      trial_.tail(held) = trial_.tail(held).cwiseMax(0.0);
      const double promised = gradient_.dot(trial_ - point_);
      if (!(promised < 0.0) || !evaluate(trial_)) return false;
      const double rise = dual_.value() - value_;
      if (rise <= armijo_share * promised) return true;
      step *= std::clamp(-0.5 * promised / (rise - promised), least_cut, most_cut);
    }
    return false;
  }

  LiftedDual& dual_;
  double first_step_;
  double value_ = 0.0;
  Eigen::VectorXd point_;
  Eigen::VectorXd gradient_;
  Eigen::VectorXd moves_;  ///< 0 for entries at 0 that the gradient pushes down, else 1
  Eigen::VectorXd trial_;
  std::deque<Pair> pairs_;  ///< oldest first
};

/// One node while it is worked on.
class NodeRun {
 public:
  NodeRun(const NodeTask& task, const RunContext& run)
      : task_(task),
        run_(run),
        n_(task.problem.n),
        patience_(task.at_root ? root_patience : child_patience),
        dual_(task.problem, task.scale.alpha, run),
        descent_(dual_, dual_.point_of(task.start), 0.5 * std::min(task.scale.alpha, task.scale.unit)) {
    if (!task.primal.empty()) dual_.centre_at(std::vector<double>(task.primal.begin(), task.primal.end()));
  }

  NodeOutcome outcome() {
    work();
    outcome_.evaluations = dual_.evaluations();
    return std::move(outcome_);
  }

 private:
  void work() {
    for (int round = 0; round < patience_.most_rounds; ++round) {
      if (!descend(round)) return;
      round_to_set();
      if (!look_at_bound()) return;
      if (bound_ < task_.goal && prove_limit()) return;
      if (task_.at_root) settle();
      dual_.centre_at_last();
      if (given_up(round)) break;
      if (!change_cuts()) return;
    }
    settle();
    if (outcome_.bound <= task_.limit) return;
    if (outcome_.bound == HUGE_VAL) outcome_.multipliers = dual_.multipliers_at(descent_.point());
    outcome_.primal.assign(dual_.primal().begin(), dual_.primal().end());
  }

  /// False when that ends the node.
  bool descend(int round) {
    const int usual = 3 * std::size_t{task_.problem.s} <= n_ ? short_round : long_round;
    int done = 0;
    const auto good_enough = [&] {
      ++done;
      if (task_.at_root && round == 0 && done % anytime_interval == 1 && look_at_bound()) settle();
      return done % proof_interval == 0 && promising() && prove_limit();
    };
    const bool done_round =
        descent_.minimise(round == 0 ? patience_.first_iterations : usual, round_decrease * task_.scale.unit,
                          task_.most_evaluations, good_enough);
    if (!done_round && dual_.evaluations() >= task_.most_evaluations && look_at_bound()) settle();
    return done_round;
  }

  /// True if a proof may succeed before the round ends: the value is below the bound of the multipliers.
  bool promising() const {
    return dual_.value() < task_.goal && best_ - task_.goal < promising_falls * (best_before_ - best_);
  }

  /// Computes the unsafe bound of the multipliers; false when stopped.
  bool look_at_bound() {
    const std::optional<double> bound = dual_.estimated_bound();
    if (!bound) return false;
    bound_ = *bound;
    best_before_ = std::exchange(best_, std::min(best_, bound_));
    value_before_ = std::exchange(value_, dual_.value());
    return true;
  }

  /// True if the multipliers prove about this bound; the best proof is kept.
  bool prove(double wanted) {
    const std::optional<double> bound = dual_.prove(descent_.point(), wanted, task_.scale.path_room);
    if (!bound) return false;
    if (*bound < outcome_.bound) {
      outcome_.bound = *bound;
      outcome_.multipliers = dual_.multipliers_at(descent_.point());
    }
    return true;
  }
  bool prove_limit() { return prove(task_.goal) && outcome_.bound <= task_.limit; }

  /// Proves the bound of the multipliers, with some room, if it is the best.
  void settle() {
    if (outcome_.bound <= bound_) return;
    double raise = first_raise * (std::abs(bound_) + task_.scale.unit);
    for (int attempt = 0; attempt < most_raises && !prove(bound_ + raise); ++attempt) raise *= 10.0;
  }

  void round_to_set() {
    std::vector<double> scores(n_);
    for (std::size_t i = 0; i < n_; ++i) scores[i] = dual_.primal()[i * n_ + i];
    ValuedSet set = improved_set(task_.problem, scores, rounding_exchanges);
    if (outcome_.best.vertices.empty() || set.value > outcome_.best.value) outcome_.best = std::move(set);
  }

  /// True if two rounds in succession promise that too many more rounds would be needed.
  bool given_up(int round) {
    const auto rounds = [](double distance, double fall) {
      return distance <= 0.0 ? 0.0 : fall > 0.0 ? distance / fall : HUGE_VAL;
    };
    double needed = 0.0;
    if (round > 0) {
      needed = std::max(rounds(best_ - task_.goal, best_before_ - best_),
                        rounds(value_ - task_.goal, value_before_ - value_));
    }
    hopeless_ = needed > patience_.rounds_expected ? hopeless_ + 1 : 0;
    return round >= patience_.least_rounds && hopeless_ >= 2;
  }

  /// Removes useless cuts, and adds the most violated cuts; false when stopped.
  bool change_cuts() {
    std::vector<std::size_t> kept;
    std::vector<SdpCut> cuts;
    for (std::size_t c = 0; c < dual_.cuts.size(); ++c) {
      if (descent_.point()[dual_.first_cut() + c] < least_multiplier * task_.scale.unit) continue;
      kept.push_back(c);
      cuts.push_back(dual_.cuts[c]);
    }
    const auto added = violated_cuts(dual_.primal(), n_, cuts, new_cuts, least_violation, run_);
    if (!added) return false;
    descent_.change_cuts(kept, added->size());
    cuts.insert(cuts.end(), added->begin(), added->end());
    dual_.cuts = std::move(cuts);
    return true;
  }

  const NodeTask& task_;
  const RunContext& run_;
  std::size_t n_;
  const Patience& patience_;
  LiftedDual dual_;
  DualDescent descent_;
  NodeOutcome outcome_;
  double bound_ = HUGE_VAL;  ///< that the last multipliers show, not proven
  double best_ = HUGE_VAL;   ///< of these
  double best_before_ = HUGE_VAL;
  double value_ = HUGE_VAL;  ///< of the dual function after the last round
  double value_before_ = HUGE_VAL;
  int hopeless_ = 0;  ///< rounds running
};

}  // namespace

NodeOutcome bound_node(const NodeTask& task, const RunContext& run) { return NodeRun(task, run).outcome(); }

SdpNodeProof restricted(const SdpNodeProof& multipliers, std::span<const std::size_t> kept) {
  constexpr std::uint32_t gone = UINT32_MAX;
  SdpNodeProof part;
  std::vector<std::uint32_t> place(multipliers.rows.size(), gone);
  for (const std::size_t i : kept) {
    place[i] = static_cast<std::uint32_t>(part.rows.size());
    part.rows.push_back(multipliers.rows[i]);
  }
  for (const SdpPair& pair : multipliers.pairs) {
    if (place[pair.i] == gone || place[pair.j] == gone) continue;
    part.pairs.push_back({place[pair.i], place[pair.j], pair.multiplier});
  }
  for (SdpCut cut : multipliers.cuts) {
    cut.i = place[cut.i];
    cut.j = place[cut.j];
    cut.l = has_third(cut.kind) ? place[cut.l] : 0;
    if (cut.i != gone && cut.j != gone && cut.l != gone) part.cuts.push_back(cut);
  }
  return part;
}

SdpScale scale_of(const DenseProblem& root) {
  const auto n = static_cast<double>(root.n);
  // Copies are aligned, so sums have one order.
  const auto as_vector = [](const std::vector<double>& values) -> Eigen::VectorXd {
    return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  };
  const Eigen::VectorXd weights = as_vector(root.weights), linear = as_vector(root.linear);
  const double pairs = std::max(1.0, n * (n - 1.0));
  const double variance = weights.squaredNorm() / pairs - std::pow(weights.sum() / pairs, 2.0);
  constexpr double least_share = 1e-3;  // of the largest weight, where all weights are equal
  const double largest = std::max(weights.lpNorm<Eigen::Infinity>(), linear.lpNorm<Eigen::Infinity>());
  const double least = largest > 0.0 ? least_share * largest : 1.0;
  const double deviation = std::max(std::sqrt(std::max(0.0, variance)), least);
  const double sigma = 0.5 * deviation * std::sqrt(std::max(1.0, n - 1.0));
  const double kappa = lift_of(root.n, root.s).kappa;  // 0 where one set is left, which takes no relaxation
  const double magnitude = std::abs(root.base) + weights.lpNorm<1>() + linear.lpNorm<1>();
  return {kappa > 0.0 ? proximal_factor * sigma / kappa : 1.0, deviation / typical_deviation,
          root.integral ? 0.0 : 4.0 * n * DBL_EPSILON * magnitude};
}

}  // namespace lode::subgraph::detail
