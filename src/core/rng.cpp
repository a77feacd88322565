#include <cmath>
#include <numbers>

#include <lode/core/rng.hpp>

#include "core/linalg/portable_math.hpp"

namespace lode {

double Rng::normal_at(std::uint64_t i) const {
  return std::sqrt(-2.0 * detail::portable_log(1.0 - uniform_at(2 * i + 1))) *
         detail::portable_cos(2.0 * std::numbers::pi * uniform_at(2 * i + 2));
}

}  // namespace lode
