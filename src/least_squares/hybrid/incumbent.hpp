#pragma once

// The best point of a search: its trace, the progress reports, the target.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/working_set.hpp>
#include <lode/least_squares/problem.hpp>

namespace lode::least_squares::detail {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

class Incumbent {
 public:
  Incumbent(const Problem& problem, std::string_view phase, const RunContext& run)
      : target_(problem.target), phase_(phase), run_(&run) {}

  bool improves(double value) const {
    return trace_.empty() || value < trace_.back().weight - 1e-12 * (1.0 + std::abs(trace_.back().weight));
  }
  /// Keeps `make_point()` if `value` is less than the best so far.
  template <class MakePoint>
  bool offer(double value, std::uint64_t iteration, MakePoint&& make_point) {
    if (!improves(value)) return false;
    trace_.push_back({run_->elapsed(), value, iteration});
    point_ = make_point();
    run_->report(phase_, value, iteration);
    return true;
  }
  void tick(std::uint64_t iteration) const { run_->report(phase_, value(), iteration); }

  double value() const { return trace_.back().weight; }
  const std::vector<double>& point() const { return point_; }
  double target() const { return target_; }
  bool target_met() const { return !trace_.empty() && value() <= target_; }
  Trace take_trace() { return std::move(trace_); }

 private:
  double target_;
  std::string_view phase_;
  const RunContext* run_;
  Trace trace_;
  std::vector<double> point_;
};

/// How a search ended, and its own count of steps.
struct Ending {
  StopReason reason = StopReason::converged;
  std::uint64_t iterations = 0;
};

/// What one step costs besides the matrix entries it touches, in entries.
inline constexpr double step_overhead = 20000.0;

/// Limits of a search and of its escapes.
struct EscapeLimits {
  double work = 0.0;  ///< matrix entries touched, and step_overhead per step (a fiftieth of it per flip)
  hybrid::WorkingSetSize working_set;  ///< of the blocks that polish local optima
  std::uint64_t idle = 0;              ///< blocks without a move that end a full descent; 0: as IdleRule
  std::uint64_t iterations = std::numeric_limits<std::uint64_t>::max();  ///< steps of the whole search

  /// What is left after some steps, for one descent.
  hybrid::DescentOptions descent(std::uint64_t done, double target) const {
    hybrid::DescentOptions options;
    options.max_iterations = iterations - std::min(iterations, done);
    options.stop_value = target;
    return options;
  }
};

}  // namespace lode::least_squares::detail
