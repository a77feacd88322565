#pragma once

#include <functional>
#include <span>

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// What one size of several gets of the work of all.
struct Turns {
  double each = 0.0;    ///< at most, of one call
  double of_all = 0.0;  ///< of all calls
  double least = 0.0;   ///< nothing comes of less
  /// Asks rule outside, and returns the work that it took.
  std::function<double(const BoundRequest&)> ask = {};
  /// The gap of a size, as a part of its bound.
  std::function<double(const BoundRequest&)> gap = {};
};

/// Shares out work among sizes, increasing, whose bounds leave a gap; `open` says what is known of each. One
/// size gets what it may get. Of several, the largest comes first: its core is the smallest, its bounds serve
/// some sizes below, and what is found on it is the start of the next. Each ends at a gap that is about what
/// the work lets all of them reach. What is left then goes to the largest gaps, one after the other.
void take_turns(std::span<const BoundRequest> open, const Turns& turns);

}  // namespace lode::subgraph
