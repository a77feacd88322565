#pragma once

#include <cstdint>
#include <vector>

namespace lode {

/// One improvement of a run.
struct TracePoint {
  double seconds = 0.0;         ///< since the start of the run
  double weight = 0.0;          ///< best objective known then
  std::uint64_t iteration = 0;  ///< the method's own step count
};

/// Improvements in the order they happened: seconds and iterations never fall, weights never fall.
using Trace = std::vector<TracePoint>;

}  // namespace lode
