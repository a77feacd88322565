#include <optional>
#include <vector>

#include "hybrid/steps.hpp"
#include "support/catch.hpp"

using namespace lode;
using hybrid::Step;

namespace {

struct Stepped {
  hybrid::StepsEnd end;
  std::vector<std::uint64_t> offered;
};

/// Makes these steps, one after the other; `ends_after`: points after which the caller has enough.
Stepped stepped(const std::vector<Step>& steps, std::uint64_t max_steps = hybrid::no_step_limit,
                std::uint64_t ends_after = hybrid::no_step_limit) {
  const RunContext run({.threads = 1, .time_limit = 0.0});
  Stepped result;
  std::size_t next = 0;
  result.end = hybrid::make_steps(
      max_steps, run,
      [&] { return result.offered.size() >= ends_after ? std::optional(StopReason::target) : std::nullopt; },
      [&] { return steps.at(next++); }, [&](std::uint64_t made) { result.offered.push_back(made); });
  return result;
}

void check_end(const Stepped& result, StopReason reason, std::uint64_t steps) {
  CHECK(result.end.reason == reason);
  CHECK(result.end.steps == steps);
  REQUIRE(result.offered.size() == steps);
  for (std::uint64_t i = 0; i < steps; ++i) CHECK(result.offered[i] == i + 1);
}

}  // namespace

TEST_CASE("steps end as the last of them says, and every new point is offered") {
  check_end(stepped({Step::moved, Step::moved, Step::settled}), StopReason::converged, 3);
  check_end(stepped({Step::moved, Step::none}), StopReason::converged, 1);
  check_end(stepped({Step::moved, Step::exhausted}), StopReason::iterations, 2);
  check_end(stepped({Step::moved, Step::stopped}), StopReason::deadline, 1);
}

TEST_CASE("steps end at their limit, and before it where the caller has enough") {
  const std::vector<Step> moves(5, Step::moved);
  check_end(stepped(moves, 0), StopReason::iterations, 0);
  check_end(stepped(moves, 4), StopReason::iterations, 4);
  check_end(stepped(moves, 4, 2), StopReason::target, 2);
  check_end(stepped({Step::settled}, 1), StopReason::converged, 1);
}
