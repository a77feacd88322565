#pragma once

// When a descent of the logistic loss ends: its infimum need not be attained, and then every block lowers F
// by a little for ever.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <lode/hybrid/descent.hpp>
#include <lode/least_squares/problem.hpp>

#include "least_squares/problem/checks.hpp"

namespace lode::least_squares::detail {

template <class Obj>
concept HasMargins = requires(const Obj& objective) {
  objective.least_margin();
};

/// `stop`; with margins (the logistic loss) also where an unbounded point separates the labels, and where the
/// mean relative decrease over some rounds of blocks is at most 1e-9.
template <class Obj, class Stop>
class DescentStop {
 public:
  DescentStop(const Obj& objective, const Constraint& constraint, int block, Stop stop)
      : objective_(&objective),
        unbounded_(is_unbounded(constraint)),
        stop_(std::move(stop)),
        creeping_(1e-9, std::max<std::uint64_t>(50, 5 * std::uint64_t{objective.size()} /
                                                        static_cast<std::uint64_t>(std::max(1, block)))) {}

  bool record(double before, double after, hybrid::WorkingSetKind kind, std::size_t block_size) {
    if constexpr (HasMargins<Obj>) {
      if (unbounded_ && objective_->least_margin() > 0.0) return true;
      if (creeping_.record(before, after, kind, block_size)) return true;
    }
    return stop_.record(before, after, kind, block_size);
  }

 private:
  const Obj* objective_;
  bool unbounded_;
  Stop stop_;
  hybrid::RelativeDecreaseRule creeping_;
};

/// Scales an unbounded point that separates the labels up until its loss is next to nothing; true if it was
/// one.
template <class Obj>
bool scale_up_separated(Obj& objective, const Constraint& constraint) {
  if constexpr (HasMargins<Obj>) {
    constexpr double enough = 40.0;  // log(1 + exp(-40)) is 4e-18
    const double margin = objective.least_margin();
    if (!is_unbounded(constraint) || !(margin > 0.0) || std::isinf(margin)) return false;
    if (margin >= enough) return true;
    std::vector<double> x = objective.point();
    for (double& value : x) value *= enough / margin;
    if (std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); })) {
      objective.assign(std::move(x));
    }
    return true;
  } else {
    return false;
  }
}

}  // namespace lode::least_squares::detail
