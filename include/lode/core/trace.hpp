#pragma once

#include <cstdint>
#include <vector>

namespace lode {

/// One improvement of a run.
struct TracePoint {
  double seconds = 0.0;         ///< since the start of the run
  double weight = 0.0;          ///< best known then: a set's weight, or F in least_squares
  std::uint64_t iteration = 0;  ///< the method's own step count
};

/// Improvements in the order they happened: times and iterations never fall, nor do weights; F never rises.
using Trace = std::vector<TracePoint>;

}  // namespace lode
