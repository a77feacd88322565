#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/minimise.hpp>

#include "hybrid/block/block.hpp"

namespace lode::hybrid {

/// The number of exchanges of 1 to floor(k/2) pairs at a point with s ones among n coordinates, the sum of
/// C(s,p) C(n-s,p) over p. A double, because it may overflow integers.
double exchange_count(std::uint64_t n, std::uint64_t s, int k);

/// Solves up to `blocks` working sets that `rule` draws, fewer if it draws none. The test is complete if all
/// of them were solved exactly.
template <Objective Obj, Constraint<typename Obj::Block> Con, WorkingSetRule<Obj> Rule>
StationarityCheck sample_stationarity(Obj& objective, const Con& constraint, Rule rule, std::uint64_t blocks,
                                      Rng& rng, const RunContext& run) {
  StationarityCheck check;
  while (check.blocks < blocks) {
    if (run.should_stop()) check.complete = false;
    if (run.should_stop() || rule.select(objective, rng, check.set) == WorkingSetKind::none) break;
    const BlockMove move = constraint.solve(objective.block(check.set), 0.0, run);
    ++check.blocks;
    check.complete = check.complete && move.exact;
    if (move.changes.empty() || move.decrease <= least_decrease(objective)) continue;
    check.holds = false;
    check.changes = move.changes;
    return check;
  }
  check.set.clear();
  return check;
}

/// Visits every exchange of at most floor(k/2) ones for the same number of zeros. A 0/1 point with a fixed
/// number of ones is block-k stationary exactly if no such exchange lowers F. For k = 1 there is no exchange.
/// F is quadratic; its objective has `coupling(i, j)`, which is Q_ij.
/// Cost:    exchange_count(n, s, k) exchanges, O(k) couplings each.
template <Objective Obj>
StationarityCheck exhaust_stationarity(const Obj& objective, int k, const RunContext& run) {
  StationarityCheck check;
  check.mode = StationarityMode::exhaustive;
  using Side = std::vector<Coordinate>;
  Side ones(objective.support().begin(), objective.support().end());
  Side zeros(objective.rest().begin(), objective.rest().end());
  std::sort(ones.begin(), ones.end());
  std::sort(zeros.begin(), zeros.end());
  Side taken;
  const auto step = [&](Coordinate i) { return objective.coordinate(i) != 0.0 ? -1.0 : 1.0; };
  // Returns whether to continue after an exchange that changes F by `change`.
  const auto compare = [&](double change) {
    if (++check.blocks % 1024 == 0 && run.should_stop()) check.complete = false;
    if (!check.complete || -change <= least_decrease(objective)) return check.complete;
    check.holds = false;
    check.set = taken;
    std::sort(check.set.begin(), check.set.end());
    for (const Coordinate i : check.set) {
      check.changes.push_back({static_cast<int>(check.changes.size()), step(i) > 0.0 ? 1.0 : 0.0});
    }
    return false;
  };
  // Takes `left` more coordinates of a side from position `first` on; an equal number of zeros follows the
  // ones.
  const std::function<bool(const Side&, std::size_t, int, double)> choose =
      [&](const Side& side, std::size_t first, int left, double change) {
        if (left == 0)
          return &side == &ones ? choose(zeros, 0, static_cast<int>(taken.size()), change) : compare(change);
        for (std::size_t i = first; i + static_cast<std::size_t>(left) <= side.size(); ++i) {
          double slope = objective.gradient(side[i]) + 0.5 * step(side[i]) * objective.curvature(side[i]);
          for (const Coordinate j : taken) slope += step(j) * objective.coupling(side[i], j);
          taken.push_back(side[i]);
          const bool continues = choose(side, i + 1, left - 1, change + step(side[i]) * slope);
          taken.pop_back();
          if (!continues) return false;
        }
        return true;
      };
  const auto most = std::min({static_cast<std::size_t>(k / 2), ones.size(), zeros.size()});
  for (int pairs = 1; pairs <= static_cast<int>(most) && choose(ones, 0, pairs, 0.0); ++pairs) {
  }
  return check;
}

}  // namespace lode::hybrid
