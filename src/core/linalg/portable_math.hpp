#pragma once

// Elementary functions with the same bits on every processor. The functions of the C library choose among
// variants, with and without fused multiply-adds, whose last bits differ. Only IEEE additions,
// multiplications and divisions of doubles in a fixed order, which need no more than rounding to nearest.
//
// The polynomials are interpolations in Chebyshev points, with errors below 2^-56 of the result.

#include <bit>
#include <cstdint>
#include <limits>

namespace lode::detail {

namespace elementary {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Leading parts have few enough bits that their products with the integers met are exact.
inline constexpr double ln2_high = 0x1.62e42fefa38p-1;
inline constexpr double ln2_low = 0x1.ef35793c7673p-45;
inline constexpr double half_pi_high = 0x1.921fb54442p+0;
inline constexpr double half_pi_middle = 0x1.a308d31318p-41;
inline constexpr double half_pi_low = 0x1.8a2e03707344ap-81;

/// The nearest integer to x, |x| < 2^51.
inline double nearest(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

/// 2^k for -1022 <= k <= 1023.
inline double power_of_two(int k) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

/// x = 2^exponent (1 + fraction), 1 + fraction from sqrt(1/2) to sqrt(2); x > 0 and normal.
struct Mantissa {
  double fraction;
  double exponent;
};
inline Mantissa split(double x) {
  constexpr std::uint64_t sqrt_half = 0x3FE6A09E667F3BCDu;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto exponent = static_cast<std::int64_t>(bits - sqrt_half) >> 52;
  const double mantissa = std::bit_cast<double>(bits - (static_cast<std::uint64_t>(exponent) << 52));
  return {mantissa - 1.0, static_cast<double>(exponent)};
}

/// 2 (atanh(s) / s - 1), z = s^2.
inline double atanh_tail(double z) {
  const double z2 = z * z;
  const double z4 = z2 * z2;
  const double first = (0x1.5555555555555p-2 + z * 0x1.9999999999a38p-3) +
                       z2 * (0x1.2492492476cccp-3 + z * 0x1.c71c720159177p-4);
  const double last = (0x1.745cf9048dd95p-4 + z * 0x1.3b1c355a8f7a2p-4) +
                      z2 * (0x1.0fbe95d716020p-4 + z * 0x1.0c039c49989c6p-4);
  return 2.0 * z * (first + z4 * last);
}

/// log x for normal x > 0.
inline double log_of_normal(double x) {
  const auto [f, k] = split(x);
  const double s = f / (2.0 + f);
  const double half_square = 0.5 * f * f;
  const double rest = s * (half_square + atanh_tail(s * s)) + k * ln2_low;
  return k * ln2_high + (f - (half_square - rest));
}

}  // namespace elementary

/// The natural logarithm, within 1 unit in the last place; as std::log for 0, negative numbers and infinity.
inline double portable_log(double x) {
  if (x >= std::numeric_limits<double>::min() && x < elementary::infinity) {
    return elementary::log_of_normal(x);
  }
  if (x > 0.0 && x < elementary::infinity) {
    return elementary::log_of_normal(x * 0x1p54) - 54.0 * elementary::ln2_high - 54.0 * elementary::ln2_low;
  }
  if (x == 0.0) return -elementary::infinity;
  return x > 0.0 ? x : elementary::not_a_number;
}

/// log(1 + x), within 2 units in the last place.
inline double portable_log1p(double x) {
  const double u = 1.0 + x;
  if (u == 1.0) return x;
  if (!(u > 0.0) || u == elementary::infinity) return portable_log(u);
  const double lost = x < 1.0 ? x - (u - 1.0) : 1.0 - (u - x);
  return portable_log(u) + lost / u;
}

/// e^x, within 1 unit in the last place (2 below the normal numbers).
inline double portable_exp(double x) {
  using namespace elementary;
  constexpr double inverse_ln2 = 0x1.71547652b82fep+0;
  if (!(x > -746.0)) return x != x ? x : 0.0;
  if (x > 710.0) return infinity;
  const double k = nearest(x * inverse_ln2);
  const double high = x - k * ln2_high;
  const double taken = k * ln2_low;
  const double r = high - taken;
  const double error = (high - r) - taken;
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double tail = ((0x1.5555555555556p-3 + r * 0x1.5555555555555p-5) +
                       r2 * (0x1.11111111109b3p-7 + r * 0x1.6c16c16c167e1p-10)) +
                      r4 * (((0x1.a01a01a7c41d5p-13 + r * 0x1.a01a01a47b054p-16) +
                             r2 * (0x1.71de0dae63bb3p-19 + r * 0x1.27e4e1f48534fp-22)) +
                            r4 * (0x1.af38a9b0ec855p-26 + r * 0x1.1f66df7fca49fp-29));
  const double value = 1.0 + (r + (error + (0.5 * r2 + r2 * r * tail)));
  const int exponent = static_cast<int>(k);
  const int half = exponent / 2;
  return value * power_of_two(half) * power_of_two(exponent - half);
}

/// x^y for x > 0, as e^(y log x): within 2 + |y log x| units in the last place; x^0 and x^1 are exact.
inline double portable_pow(double x, double y) {
  return y == 0.0 ? 1.0 : y == 1.0 ? x : portable_exp(y * portable_log(x));
}

/// cos x for |x| <= 1000, within 1 unit in the last place.
inline double portable_cos(double x) {
  constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
  const double k = elementary::nearest(x * two_over_pi);
  // r + low, at most pi / 4 from the nearest multiple of pi / 2
  const double first = x - k * elementary::half_pi_high;
  const double second = k * elementary::half_pi_middle;
  const double near = first - second;
  const double third = k * elementary::half_pi_low - ((first - near) - second);
  const double r = near - third;
  const double low = (near - r) - third;
  const double z = r * r;
  const double z2 = z * z;
  const double half = 0.5 * z;
  const double whole = 1.0 - half;
  const double cos_tail = ((0x1.5555555555555p-5 - z * 0x1.6c16c16c16963p-10) +
                           z2 * (0x1.a01a019f4ddfdp-16 - z * 0x1.27e4fa16cc2d1p-22)) +
                          z2 * z2 * (0x1.1eeb67d026ec6p-29 - z * 0x1.907cd8ff5ede7p-37);
  const double cosine = whole + (((1.0 - whole) - half) + (z2 * cos_tail - r * low));
  const double sin_tail = ((-0x1.5555555555555p-3 + z * 0x1.1111111110babp-7) +
                           z2 * (-0x1.a01a019e820aep-13 + z * 0x1.71de37946ed6dp-19)) +
                          z2 * z2 * (-0x1.ae6008d114485p-26 + z * 0x1.5e0a4fc16be59p-33);
  const double sine = r + (r * z * sin_tail + low * whole);
  const auto quarter = static_cast<unsigned>(static_cast<int>(k)) & 3u;
  const double magnitude = (quarter & 1u) != 0 ? sine : cosine;
  return quarter == 1 || quarter == 2 ? -magnitude : magnitude;
}

}  // namespace lode::detail
