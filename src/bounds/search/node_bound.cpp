#include "bounds/search/node_bound.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <optional>
#include <utility>

#include "bounds/search/cuts.hpp"
#include "bounds/search/dual_descent.hpp"
#include "bounds/search/lifted_dual.hpp"

namespace lode::subgraph::detail {
namespace {

/// How long a node is worked on.
struct Patience {
  int first_iterations;  ///< of the first round
  int most_rounds;
  int least_rounds;        ///< before it may be given up
  double rounds_expected;  ///< it is given up when so many more would be needed, two rounds running
};
constexpr Patience child_patience{12, 40, 2, 15.0};
constexpr Patience root_patience{40, 60, 8, 20.0};

/// Iterations of dual descent between new centres and cuts. Where a third of the vertices or fewer are
/// chosen, few cuts bind and centres matter more.
constexpr int short_round = 8;
constexpr int long_round = 18;
constexpr int proof_interval = 3;        ///< iterations between attempts at a proof within a round
constexpr int anytime_interval = 10;     ///< iterations between proofs of whatever there is
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
    const DualDescent::Outcome ended =
        descent_.minimise({round == 0 ? patience_.first_iterations : usual, round_gradient,
                           round_decrease * task_.scale.unit, task_.most_evaluations, good_enough});
    if (ended == DualDescent::Outcome::out_of_evaluations && look_at_bound()) settle();
    return ended == DualDescent::Outcome::done;
  }

  /// Whether a proof may succeed before the round ends: the value is below what the multipliers prove.
  bool promising() const {
    return dual_.value() < task_.goal && best_ - task_.goal < promising_falls * (best_before_ - best_);
  }

  /// What the multipliers show, not safe; false when stopped.
  bool look_at_bound() {
    const std::optional<double> bound = dual_.estimated_bound();
    if (!bound) return false;
    bound_ = *bound;
    best_before_ = std::exchange(best_, std::min(best_, bound_));
    value_before_ = std::exchange(value_, dual_.value());
    return true;
  }

  /// True if the multipliers prove about so much; the best proof is kept.
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

  /// Proves what the multipliers show, as far as it goes, where it is the best.
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

  /// Whether so many more rounds like the last would be needed, two rounds running.
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

  /// Leaves cuts out that are of no use, and adds those violated most; false when stopped.
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

NodeOutcome bound_at_once(const NodeTask& task, const RunContext& run) {
  LiftedDual dual(task.problem, task.scale.alpha, run);
  const std::vector<double> point = dual.point_of(task.start);
  NodeOutcome outcome;
  outcome.bound = dual.prove(point, task.goal, task.scale.path_room).value_or(HUGE_VAL);
  outcome.multipliers = dual.multipliers_at(point);
  return outcome;
}

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
  double sum = 0.0;
  double squares = 0.0;
  double largest = 0.0;
  double magnitude = std::abs(root.base);
  for (const double w : root.weights) {
    sum += w;
    squares += w * w;
    largest = std::max(largest, std::abs(w));
    magnitude += std::abs(w);
  }
  for (const double c : root.linear) {
    largest = std::max(largest, std::abs(c));
    magnitude += std::abs(c);
  }
  const double pairs = std::max(1.0, n * (n - 1.0));
  const double variance = squares / pairs - (sum / pairs) * (sum / pairs);
  constexpr double least_share = 1e-3;  // of the largest weight, where all weights are equal
  const double least = largest > 0.0 ? least_share * largest : 1.0;
  const double deviation = std::max(std::sqrt(std::max(0.0, variance)), least);
  const double sigma = 0.5 * deviation * std::sqrt(std::max(1.0, n - 1.0));
  const double kappa = lift_of(root.n, root.s).kappa;  // 0 where one set is left, which takes no relaxation
  return {kappa > 0.0 ? proximal_factor * sigma / kappa : 1.0, deviation / typical_deviation,
          root.integral ? 0.0 : 4.0 * n * DBL_EPSILON * magnitude};
}

}  // namespace lode::subgraph::detail
