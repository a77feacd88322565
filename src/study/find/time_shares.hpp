#pragma once

namespace lode::detail {

/// The largest part of the time that goes into the bounds beside every answer.
inline constexpr double cheap_bounds_share = 0.3;

}  // namespace lode::detail
