#pragma once

// The HYBRID driver and the interfaces of its parts: objective, constraint, working sets, stop rule.

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/hybrid/constraints.hpp>

#pragma GCC visibility push(default)
namespace lode::hybrid {

/// A point x with everything that a search needs to move it: F(x), its gradient, and the block of any working
/// set.
///
/// `block(B)` is the restriction of F to B. `apply` moves the point and updates the state, at a cost that
/// does not depend on n. `curvature(i)` is Q_ii of a quadratic F.
template <class T>
concept Objective = requires(T& objective, const T& point, Coordinate i, std::span<const Coordinate> set,
                             std::span<const Change> changes) {
  typename T::Block;
  { point.size() } -> std::convertible_to<Coordinate>;
  { point.value() } -> std::convertible_to<double>;
  { point.coordinate(i) } -> std::convertible_to<double>;
  { point.gradient(i) } -> std::convertible_to<double>;
  { point.curvature(i) } -> std::convertible_to<double>;
  { point.support() } -> std::convertible_to<std::span<const Coordinate>>;
  { point.rest() } -> std::convertible_to<std::span<const Coordinate>>;
  { objective.block(set) } -> std::convertible_to<const typename T::Block&>;
  {objective.apply(set, changes)};
};

/// A feasible set, or a penalty, with an exact solver for its blocks. The solver minimises F + (proximal/2)|z
/// - x|^2 over the block. It keeps x when nothing is better. `proximal` is theta * sigma.
template <class C, class Block>
concept Constraint = requires(const C& constraint, const Block& block, double proximal,
                              const RunContext& run) {
  { constraint.solve(block, proximal, run) } -> std::same_as<BlockMove>;
};

/// How a working set was chosen. The idle rule counts greedy and random sets separately.
enum class WorkingSetKind { none, greedy, random };

/// A rule that fills a working set with distinct coordinates in increasing order. `none` means that no block
/// exists: the point is the answer.
template <class R, class Obj>
concept WorkingSetRule = requires(R& rule, const Obj& objective, Rng& rng, std::vector<Coordinate>& set) {
  { rule.select(objective, rng, set) } -> std::same_as<WorkingSetKind>;
};

/// A rule that records every block. When `record` returns true, the descent ends as converged.
template <class S>
concept StopRule = requires(S& stop, double before, double after, WorkingSetKind kind,
                            std::size_t block_size) {
  { stop.record(before, after, kind, block_size) } -> std::same_as<bool>;
};

/// The stop rule of the paper. Let r_t = (F(x^t) - F(x^{t+1})) / max(|F(x^t)|, 1e-12). The descent stops
/// after iteration t >= window once the mean of the last `window` values of r is at most epsilon.
class RelativeDecreaseRule {
 public:
  /// The rule with this epsilon and window.
  RelativeDecreaseRule(double epsilon, std::uint64_t window);
  /// Counts one block. True: the descent should stop.
  bool record(double before, double after, WorkingSetKind kind, std::size_t block_size);

 private:
  double epsilon_;
  std::vector<double> recent_;  ///< ring of the last `window` values
  std::uint64_t iterations_ = 0;
};

/// The number of idle blocks that ends a descent when the options name none: max(50, 5n / |B|). After that
/// many blocks, most coordinates have been in one.
std::uint64_t automatic_idle_blocks(std::uint64_t num_coordinates, std::uint64_t block_size);

/// Stops after `limit` blocks in a row that have a random part and do not decrease F, or after one purely
/// greedy block that does not. A limit of 0 means automatic_idle_blocks.
class IdleRule {
 public:
  /// The rule for this number of coordinates.
  IdleRule(std::uint64_t num_coordinates, std::uint64_t limit) : n_(num_coordinates), limit_(limit) {}
  /// Counts one block. True: the descent should stop.
  bool record(double before, double after, WorkingSetKind kind, std::size_t block_size) {
    idle_ = after < before ? 0 : idle_ + 1;
    if (idle_ > 0 && kind == WorkingSetKind::greedy) return true;
    return idle_ > 0 && idle_ >= (limit_ > 0 ? limit_ : automatic_idle_blocks(n_, block_size));
  }

 private:
  std::uint64_t n_;
  std::uint64_t limit_;
  std::uint64_t idle_ = 0;
};

/// Options of `descend`.
struct DescentOptions {
  double theta = 0.0;  ///< proximal parameter; 0: the point moves only on a true decrease
  double sigma = 1.0;  ///< scale of the proximal term
  std::uint64_t max_iterations = std::numeric_limits<std::uint64_t>::max();  ///< largest number of blocks
  double stop_value =
      -std::numeric_limits<double>::infinity();  ///< the descent stops as `target` once F <= stop_value
};

/// How a descent ended.
struct DescentResult {
  StopReason reason = StopReason::converged;  ///< why it ended
  std::uint64_t iterations = 0;               ///< number of blocks solved
};

/// An observer of the descent. `improved` is called after every move that lowers F, and `tick` after every
/// `tick_interval` blocks.
template <class O>
concept DescentObserver = requires(O&& observer, std::uint64_t iteration) {
  {observer.improved(iteration)};
  {observer.tick(iteration)};
};
/// Number of blocks between two calls of `tick`.
inline constexpr std::uint64_t tick_interval = 1024;

/// The smallest decrease that counts at a point of value F.
inline double least_decrease(double value) { return least_gain(value, Sums::rounded, 1.0); }
/// The smallest decrease that counts at the present point. An objective with exact sums has `sums()` and
/// `scale()`, the size of their terms.
template <Objective Obj>
double least_decrease(const Obj& objective) {
  if constexpr (requires { objective.sums(); }) {
    return least_gain(objective.value(), objective.sums(), objective.scale());
  } else {
    return least_decrease(objective.value());
  }
}

/// The HYBRID method: choose a working set, solve its block to global optimality, move, repeat. One driver
/// serves every objective and constraint.
///
/// F never rises. With theta = 0 the point moves only if F decreases by more than 1e-12 max(1, |F|), or by
/// more than 0 when values are exact. So the method cannot cycle. With theta > 0 the point moves to the
/// minimiser of the regularised block.
///
/// Cost:    per iteration, that of the working-set rule, of the block solver and of `apply`.
/// Stops:   on cancel and deadline, at its present point.
/// Deterministic for a given point and stream `rng`.
/// Source:  G. Yuan, L. Shen, W.-S. Zheng, A Hybrid Method of Combinatorial Search and Coordinate Descent for
///          Discrete Optimization, arXiv 1706.06493.
template <Objective Obj, Constraint<typename Obj::Block> Con, WorkingSetRule<Obj> Rule, StopRule Stop,
          DescentObserver Observer>
DescentResult descend(Obj& objective, const Con& constraint, Rule& rule, Stop& stop,
                      const DescentOptions& options, Rng& rng, const RunContext& run, Observer&& observer) {
  std::vector<Coordinate> set;
  const double proximal = options.theta * options.sigma;
  for (std::uint64_t blocks = 0;;) {
    if (objective.value() <= options.stop_value) return {StopReason::target, blocks};
    if (run.should_stop()) return {run.stop_reason(), blocks};
    if (blocks >= options.max_iterations) return {StopReason::iterations, blocks};
    const WorkingSetKind kind = rule.select(objective, rng, set);
    if (kind == WorkingSetKind::none) return {StopReason::converged, blocks};

    const double before = objective.value();
    const double least = least_decrease(objective);
    const auto move = constraint.solve(objective.block(set), proximal, run);
    const bool accept = !move.changes.empty() && (proximal > 0.0 || move.decrease > least);
    if (accept) objective.apply(set, move.changes);
    ++blocks;
    if (accept && objective.value() < before) observer.improved(blocks);
    if (blocks % tick_interval == 0) observer.tick(blocks);
    if (stop.record(before, objective.value(), kind, set.size())) return {StopReason::converged, blocks};
  }
}

}  // namespace lode::hybrid
#pragma GCC visibility pop
