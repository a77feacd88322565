#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <lode/least_squares/problem.hpp>

#include "hybrid/steps.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {

/// How a search ended, and its own count of steps.
using Ending = hybrid::StepsEnd;

/// The best feasible point of a method, its trace and progress reports, and the test for the end of the run.
class BestPoint {
 public:
  /// Values of F that are not less by more than `share` of 1 + |F| are no better.
  BestPoint(const Problem& problem, const RunContext& run, std::string_view phase, double share = 0.0)
      : problem_(&problem), run_(&run), phase_(phase), share_(share) {}

  /// Takes make_point(), a feasible point of this objective, if better than the best point.
  template <class MakePoint>
  bool offer(double objective, std::uint64_t iteration, MakePoint&& make_point) {
    iteration_ = iteration;
    const double share = trace_.empty() ? 0.0 : share_ * (1.0 + std::abs(this->objective()));
    if (!trace_.empty() && !(objective < this->objective() - share)) return false;
    trace_.push_back({run_->elapsed(), objective, iteration});
    x_ = make_point();
    run_->report(phase_, objective, iteration);
    return true;
  }
  void consider(const std::vector<double>& x, double objective, std::uint64_t iteration) {
    offer(objective, iteration, [&]() -> const std::vector<double>& { return x; });
  }
  /// Takes x for the best point, whose running sums were wrong. F is computed from A, b and x.
  void replace(std::vector<double> x) {
    const double objective = objective_at(*problem_, x);
    std::erase_if(trace_, [&](const TracePoint& point) { return point.weight <= objective; });
    trace_.push_back({run_->elapsed(), objective, iteration_});
    x_ = std::move(x);
  }
  void tick(std::uint64_t iteration) const { run_->report(phase_, objective(), iteration); }

  /// Both require an offered point.
  double objective() const { return trace_.back().weight; }
  const std::vector<double>& point() const { return x_; }

  double target() const { return problem_->target; }
  bool target_met() const { return !trace_.empty() && objective() <= target(); }
  /// Reason to end the run now, if any: target, deadline or cancel.
  std::optional<StopReason> should_end() const {
    if (target_met()) return StopReason::target;
    if (run_->should_stop()) return run_->stop_reason();
    return std::nullopt;
  }

  /// Runs a method that moves a point by steps: `offer(steps)` offers the current one.
  template <class Offer, class MakeStep>
  Solution solve_by_steps(std::uint64_t max_steps, Offer&& offer, MakeStep&& step) {
    offer(std::uint64_t{0});
    return finish(hybrid::make_steps(
                      max_steps, *run_, [this] { return should_end(); }, step, offer)
                      .reason);
  }

  /// The answer, after an offer; its steps are the count of the last offer.
  Solution finish(StopReason reason) { return finish(Ending{reason, iteration_}); }
  Solution finish(const Ending& ending) {
    return finish_solution(*problem_, std::move(x_), std::move(trace_), ending.reason, ending.steps, *run_);
  }

 private:
  const Problem* problem_;
  const RunContext* run_;
  std::string_view phase_;
  double share_;
  std::vector<double> x_;
  Trace trace_;
  std::uint64_t iteration_ = 0;
};

}  // namespace lode::least_squares
