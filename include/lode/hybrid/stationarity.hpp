#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <lode/hybrid/concepts.hpp>
#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/working_set.hpp>

#pragma GCC visibility push(default)
namespace lode::hybrid {

/// Whether all exchanges were visited, or random blocks were solved.
enum class StationarityMode { exhaustive, sampled };

/// The result of a test for block-k stationarity with theta = 0: no change of k coordinates lowers F.
struct StationarityCheck {
  StationarityMode mode = StationarityMode::sampled;  ///< how the test was made
  bool holds = true;                                  ///< no exchange or block that was tested lowers F
  std::uint64_t blocks = 0;     ///< exchanges visited (exhaustive) or blocks solved (sampled)
  bool complete = true;         ///< false: the test ended early, or a block may have a better point (`exact`)
  std::vector<Coordinate> set;  ///< a working set that improves, when `holds` is false
  std::vector<Change> changes;  ///< the changes in that working set
};

/// The number of exchanges of at most floor(k/2) pairs at a point with s ones among n coordinates. It is the
/// sum over p of C(s,p) C(n-s,p). The result is a double, because the number may overflow integers.
double exchange_count(std::uint64_t n, std::uint64_t s, int k);

/// Solves up to `blocks` working sets that `rule` draws, each to optimality. The test ends early when `rule`
/// draws none. It is not complete if a block was not solved exactly.
///
/// Cost:    `blocks` block solves.
template <Objective Obj, Constraint<typename Obj::Block> Con, WorkingSetRule<Obj> Rule>
StationarityCheck sample_stationarity(Obj& objective, const Con& constraint, Rule rule, std::uint64_t blocks,
                                      Rng& rng, const RunContext& run) {
  StationarityCheck check;
  for (; check.blocks < blocks; ++check.blocks) {
    if (run.should_stop()) {
      check.complete = false;
      return check;
    }
    if (rule.select(objective, rng, check.set) == WorkingSetKind::none) break;
    BlockMove move = constraint.solve(objective.block(check.set), 0.0, run);
    if (!move.exact) check.complete = false;
    if (!move.changes.empty() && move.decrease > least_decrease(objective)) {
      check.holds = false;
      check.changes = std::move(move.changes);
      ++check.blocks;
      return check;
    }
  }
  check.set.clear();
  return check;
}

/// The same with random working sets R_k-G_0, for 0/1 points with a fixed number of ones.
template <Objective Obj, Constraint<typename Obj::Block> Con>
StationarityCheck sample_stationarity(Obj& objective, const Con& constraint, int k, std::uint64_t blocks,
                                      Rng& rng, const RunContext& run) {
  return sample_stationarity(objective, constraint, BalancedWorkingSet({k, 0}), blocks, rng, run);
}

namespace detail {

/// Visits every exchange of exactly `pairs` ones for as many zeros of a 0/1 point. The visit is depth first
/// and carries the change of F.
template <CoupledObjective Obj>
class ExchangeVisitor {
 public:
  ExchangeVisitor(const Obj& objective, const RunContext& run, StationarityCheck& check)
      : objective_(objective),
        run_(run),
        check_(check),
        ones_(objective.support().begin(), objective.support().end()),
        zeros_(objective.rest().begin(), objective.rest().end()) {
    std::sort(ones_.begin(), ones_.end());
    std::sort(zeros_.begin(), zeros_.end());
  }

  /// False once an improving exchange is found or the run must stop.
  bool visit(int pairs) {
    const auto needed = static_cast<std::size_t>(pairs);
    return needed > ones_.size() || needed > zeros_.size() || choose(ones_, 0, pairs, pairs, 0.0);
  }

 private:
  /// Takes `left` more coordinates of `side` from position `first` on. After the ones it takes the zeros;
  /// then it compares.
  bool choose(const std::vector<Coordinate>& side, std::size_t first, int left, int pairs, double change) {
    if (left == 0) return &side == &ones_ ? choose(zeros_, 0, pairs, pairs, change) : compare(change);
    for (std::size_t i = first; i + static_cast<std::size_t>(left) <= side.size(); ++i) {
      const double added = change_with(side[i]);
      taken_.push_back(side[i]);
      const bool go_on = choose(side, i + 1, left - 1, pairs, change + added);
      taken_.pop_back();
      if (!go_on) return false;
    }
    return true;
  }

  double step(Coordinate i) const { return objective_.coordinate(i) != 0.0 ? -1.0 : 1.0; }

  double change_with(Coordinate i) const {
    double slope = objective_.gradient(i) + 0.5 * step(i) * objective_.curvature(i);
    for (const Coordinate j : taken_) slope += step(j) * objective_.coupling(i, j);
    return step(i) * slope;
  }

  bool compare(double change) {
    if (++check_.blocks % 1024 == 0 && run_.should_stop()) {
      check_.complete = false;
      return false;
    }
    if (-change <= least_decrease(objective_)) return true;
    check_.holds = false;
    check_.set = taken_;
    std::sort(check_.set.begin(), check_.set.end());
    for (std::size_t p = 0; p < check_.set.size(); ++p) {
      check_.changes.push_back(
          {static_cast<int>(p), objective_.coordinate(check_.set[p]) != 0.0 ? 0.0 : 1.0});
    }
    return false;
  }

  const Obj& objective_;
  const RunContext& run_;
  StationarityCheck& check_;
  std::vector<Coordinate> ones_;
  std::vector<Coordinate> zeros_;
  std::vector<Coordinate> taken_;
};

}  // namespace detail

/// Visits every exchange of at most floor(k/2) ones for as many zeros. A 0/1 point with a fixed number of
/// ones is block-k stationary exactly if no such exchange lowers F. For k = 1 there is no exchange.
///
/// Cost:    exchange_count(n, s, k) exchanges, O(k) couplings each.
template <CoupledObjective Obj>
StationarityCheck exhaust_stationarity(const Obj& objective, int k, const RunContext& run) {
  StationarityCheck check;
  check.mode = StationarityMode::exhaustive;
  detail::ExchangeVisitor<Obj> visitor(objective, run, check);
  for (int pairs = 1; pairs <= k / 2; ++pairs) {
    if (!visitor.visit(pairs)) break;
  }
  return check;
}

}  // namespace lode::hybrid
#pragma GCC visibility pop
