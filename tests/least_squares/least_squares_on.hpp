#pragma once

#include <limits>
#include <span>
#include <vector>

#include "least_squares/problem/refit.hpp"

namespace lode::least_squares {

/// The fit of a run that never stops.
inline std::vector<double> least_squares_on(const Instance& instance, std::span<const Index> support,
                                            double box = std::numeric_limits<double>::infinity()) {
  return least_squares_within(instance, support, box, RunContext()).value();
}

}  // namespace lode::least_squares
