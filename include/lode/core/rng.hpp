#pragma once

#include <cstdint>

#pragma GCC visibility push(default)
namespace lode {

namespace detail {
__extension__ using uint128 = unsigned __int128;
}

/// A random stream that is computed from a counter. Value i depends on (seed, tag, i) alone. So work can be
/// split over threads, or resumed, and every draw stays the same.
///
/// u_i = mix(sigma + i*gamma) for i = 1, 2, ..., with sigma = mix(1000*seed + tag + gamma). mix is the
/// finaliser of SplitMix64, and gamma is the golden-ratio increment.
///
/// Cost:    O(1) per draw; 16 bytes of state.
/// Source:  G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
class Rng {
 public:
  /// The step between two counters: 2^64 divided by the golden ratio.
  static constexpr std::uint64_t gamma = 0x9E3779B97F4A7C15u;

  /// The stream of a seed. Different tags give independent streams of the same seed.
  explicit constexpr Rng(std::uint64_t seed, std::uint64_t tag = 0)
      : sigma_(mix(1000u * seed + tag + gamma)) {}

  /// The finaliser of SplitMix64: a bijection of 64-bit numbers that mixes all bits.
  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  /// The i-th 64-bit value, i >= 1. The position of the stream does not change.
  constexpr std::uint64_t at(std::uint64_t i) const { return mix(sigma_ + i * gamma); }
  /// The i-th value as a double in [0, 1).
  constexpr double uniform_at(std::uint64_t i) const { return to_unit(at(i)); }
  /// The i-th standard normal value, i >= 0, by the method of Box and Muller on the uniforms 2i+1 and 2i+2.
  double normal_at(std::uint64_t i) const;

  /// The next 64-bit value.
  constexpr std::uint64_t next() { return at(++counter_); }
  /// The next value as a double in [0, 1).
  constexpr double uniform() { return to_unit(next()); }
  /// The next value as an integer below n, n >= 1. It takes one draw, and its bias is below n / 2^64.
  constexpr std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>((static_cast<detail::uint128>(next()) * n) >> 64);
  }

  /// Number of draws.
  constexpr std::uint64_t count() const { return counter_; }

 private:
  static constexpr double to_unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1.0p-53; }

  std::uint64_t sigma_;
  std::uint64_t counter_ = 0;
};

}  // namespace lode
#pragma GCC visibility pop
