#pragma once

// The loop by which a search leaves a local optimum.

#include <cstdint>

namespace lode::hybrid {

/// Moves on step by step, improving or not, until `stall` steps in a row have brought nothing new.
///
/// `step()` makes the best move that is allowed, and says whether the point is now better than all others
/// since the walk began. `go_on()` is asked before every step; once it says no, the walk ends. `idle` counts
/// the steps since the last improvement: 0 for a new walk, and what it was left at for one that goes on.
template <class GoOn, class Step>
void walk(std::uint64_t& idle, std::uint64_t stall, GoOn&& go_on, Step&& step) {
  while (idle < stall && go_on()) idle = step() ? 0 : idle + 1;
}

}  // namespace lode::hybrid
