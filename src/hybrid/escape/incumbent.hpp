#pragma once

// The best value of a search, its work, and whether the search may stop.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <lode/core/run_context.hpp>
#include <lode/core/tolerance.hpp>

namespace lode::hybrid {

/// The values at which a search for large ones may stop.
struct Goal {
  double optimal = std::numeric_limits<double>::infinity();  ///< meets a proven bound (`least_meeting`)
  double target = std::numeric_limits<double>::infinity();   ///< asked for by the caller

  /// Why a search that holds `value` may stop, or nothing.
  std::optional<StopReason> met(double value) const {
    if (value >= optimal) return StopReason::optimal;
    if (value >= target) return StopReason::target;
    return std::nullopt;
  }
  /// The least value at which it may.
  double nearest() const { return std::min(optimal, target); }
};

/// Which gains count: those beyond the rounding of sums whose terms are at most about `scale`.
struct Gains {
  Sums sums = Sums::exact;  ///< exact: every gain counts
  double scale = 0.0;

  bool improves(double a, double b) const { return lode::improves(a, b, sums, scale); }
  bool worsens(double a, double b) const { return lode::worsens(a, b, sums, scale); }
};

/// The best value of a search, its trace and its reason to stop. The point of that value is the caller's to
/// keep: `if (best.offer(value, step)) point = ...`.
///
/// Thread-safety: none. The run must outlive it.
class Incumbent {
 public:
  /// `phase` is shown with the progress of the run.
  Incumbent(const Goal& goal, Gains gains, std::string_view phase, const RunContext& run)
      : goal_(goal), gains_(gains), phase_(phase), run_(&run) {}

  /// Only once there is one.
  double value() const { return trace_.back().weight; }
  /// True for the first value, and for gains that count.
  bool improves(double value) const { return trace_.empty() || gains_.improves(value, this->value()); }
  /// Takes the value if it improves; true if so.
  bool offer(double value, std::uint64_t step) {
    if (!improves(value)) return false;
    record(value, step);
    return true;
  }
  /// Takes a value that improves.
  void record(double value, std::uint64_t step) {
    trace_.push_back({run_->elapsed(), value, step});
    if (!stop_) stop_ = goal_.met(value);
  }

  void set_phase(std::string_view phase) { phase_ = phase; }
  void report(std::uint64_t step) const { run_->report(phase_, value(), step); }

  /// True once the goal is met, the run should stop, or `stop` was called. The first reason stays.
  bool should_stop() {
    if (!stop_ && run_->should_stop()) stop_ = run_->stop_reason();
    return stopped();
  }
  /// True once a reason to stop is known; does not ask the run.
  bool stopped() const { return stop_.has_value(); }
  void stop(StopReason reason) {
    if (!stop_) stop_ = reason;
  }
  /// Why the search ended; converged when nothing stopped it.
  StopReason reason() const { return stop_.value_or(StopReason::converged); }

  Trace take_trace() { return std::move(trace_); }

 private:
  Goal goal_;
  Gains gains_;
  std::string phase_;
  const RunContext* run_;
  Trace trace_;
  std::optional<StopReason> stop_;
};

/// Counts work in units that do not depend on the machine, so that limits of work do not either.
template <class Units = std::uint64_t>
class WorkMeter {
 public:
  /// `limit` since the last improvement, of which there need not be any; `poll_every` is the work between two
  /// polls.
  explicit WorkMeter(Units limit, Units poll_every = {}) : limit_(limit), poll_every_(poll_every) {}

  void spend(Units units) { total_ += units; }
  /// The total, where others count it.
  void set_total(Units total) { total_ = total; }
  Units total() const { return total_; }

  /// From here on the limit counts anew.
  void improved() { improved_at_ = total_; }
  bool used_up() const { return total_ - improved_at_ >= limit_; }

  /// True at first, and once for every `poll_every` units.
  bool poll_due() {
    if (total_ < next_poll_) return false;
    next_poll_ = total_ + poll_every_;
    return true;
  }

 private:
  Units limit_;
  Units poll_every_;
  Units total_ = {};
  Units improved_at_ = {};
  Units next_poll_ = {};
};

}  // namespace lode::hybrid
