#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares::detail {

/// The best feasible point a method has seen, its trace, and whether the run is to end.
class BestPoint {
 public:
  BestPoint(const Problem& problem, const RunContext& run, std::string_view phase)
      : problem_(problem), run_(run), phase_(phase) {}

  /// Takes x, a feasible point with the objective F, unless a better one is known.
  void consider(const std::vector<double>& x, double objective, std::uint64_t iteration) {
    iteration_ = iteration;
    if (!trace_.empty() && objective >= trace_.back().weight) return;
    x_ = x;
    trace_.push_back({run_.elapsed(), objective, iteration});
    run_.report(phase_, objective, iteration);
  }

  /// Why the run is to end now, if it is: its target, deadline or cancel.
  std::optional<StopReason> should_end() const {
    if (!trace_.empty() && trace_.back().weight <= problem_.target) return StopReason::target;
    if (run_.should_stop()) return run_.stop_reason();
    return std::nullopt;
  }

  double objective() const { return trace_.back().weight; }

  /// The answer; `consider` has been called.
  Solution finish(StopReason reason) {
    return finish_solution(problem_, std::move(x_), std::move(trace_), reason, iteration_, run_);
  }

 private:
  const Problem& problem_;
  const RunContext& run_;
  std::string_view phase_;
  std::vector<double> x_;
  Trace trace_;
  std::uint64_t iteration_ = 0;
};

}  // namespace lode::least_squares::detail
