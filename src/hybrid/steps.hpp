#pragma once

#include <cstdint>
#include <limits>

#include <lode/core/run_context.hpp>

namespace lode::hybrid {

/// The effect of one step on the point.
enum class Step {
  moved,      ///< the point is another one
  settled,    ///< it is another one, and the last: the method has converged
  exhausted,  ///< it is another one, and the last: a limit of the method's own is met
  none,       ///< it is where it was and stays there: the method has converged
  stopped     ///< it is where it was: the run should stop
};

/// How the steps ended, and how many there were.
struct StepsEnd {
  StopReason reason = StopReason::converged;
  std::uint64_t steps = 0;
};

inline constexpr std::uint64_t no_step_limit = std::numeric_limits<std::uint64_t>::max();

/// The loop of a method that moves one point: calls `step()` until that ends by itself, `should_end()` gives
/// a reason, or `max_steps` are made. `offer(steps)` is called with every new point.
template <class ShouldEnd, class MakeStep, class Offer>
StepsEnd make_steps(std::uint64_t max_steps, const RunContext& run, ShouldEnd&& should_end, MakeStep&& step,
                    Offer&& offer) {
  for (std::uint64_t steps = 0;; ++steps) {
    if (const auto reason = should_end()) return {*reason, steps};
    if (steps == max_steps) return {StopReason::iterations, steps};
    const Step made = step();
    if (made == Step::none) return {StopReason::converged, steps};
    if (made == Step::stopped) return {run.stop_reason(), steps};
    offer(steps + 1);
    if (made == Step::settled) return {StopReason::converged, steps + 1};
    if (made == Step::exhausted) return {StopReason::iterations, steps + 1};
  }
}

}  // namespace lode::hybrid
