#pragma once

#include <stdexcept>
#include <string>

#include <lode/core/run_context.hpp>

namespace lode::detail {

/// The reason that to_string writes as `text`. Errors: std::invalid_argument when there is none.
inline StopReason stop_reason_of(const std::string& text) {
  for (const StopReason reason : {StopReason::converged, StopReason::optimal, StopReason::target,
                                  StopReason::iterations, StopReason::deadline, StopReason::interrupted}) {
    if (to_string(reason) == text) return reason;
  }
  throw std::invalid_argument("unknown stop reason");
}

}  // namespace lode::detail
