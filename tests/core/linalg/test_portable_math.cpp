#include <cmath>
#include <limits>

#include <lode/core/rng.hpp>

#include "core/linalg/portable_math.hpp"
#include "support/catch.hpp"

namespace {

using namespace lode::detail;

/// Distance from the exact value in units in the last place of its rounding.
double units_off(double value, long double exact) {
  const double rounded = std::abs(static_cast<double>(exact));
  const double unit = std::nextafter(rounded, std::numeric_limits<double>::infinity()) - rounded;
  return static_cast<double>(std::abs(value - exact) / unit);
}

constexpr int points = 200000;

TEST_CASE("portable logarithms are within their errors", "[portable]") {
  lode::Rng rng(1);
  double worst = 0.0;
  double worst_of_sums = 0.0;
  for (int i = 0; i < points; ++i) {
    const double wide = std::ldexp(0.5 + rng.uniform(), static_cast<int>(rng.below(2000)) - 1000);
    const double near = 0.5 + rng.uniform();
    const double small = std::ldexp(rng.uniform() - 0.5, -static_cast<int>(rng.below(60)));
    worst = std::max(worst, units_off(portable_log(wide), std::log(static_cast<long double>(wide))));
    worst = std::max(worst, units_off(portable_log(near), std::log(static_cast<long double>(near))));
    worst_of_sums = std::max(worst_of_sums,
                             units_off(portable_log1p(small), std::log1p(static_cast<long double>(small))));
  }
  CHECK(worst <= 1.0);
  CHECK(worst_of_sums <= 2.0);
  CHECK(portable_log(1.0) == 0.0);
  CHECK(units_off(portable_log(0x1p-1070), std::log(0x1p-1070L)) <= 2.0);
  CHECK(portable_log(0.0) == -INFINITY);
  CHECK(portable_log(INFINITY) == INFINITY);
  CHECK(std::isnan(portable_log(-1.0)));
  CHECK(std::isnan(portable_log(NAN)));
  CHECK(portable_log1p(-1.0) == -INFINITY);
  CHECK(portable_log1p(1e-300) == 1e-300);
  CHECK(portable_log1p(INFINITY) == INFINITY);
  CHECK(std::isnan(portable_log1p(-2.0)));
}

TEST_CASE("portable exponentials and powers are within their errors", "[portable]") {
  lode::Rng rng(2);
  double worst = 0.0;
  double worst_power = 0.0;
  for (int i = 0; i < points; ++i) {
    const double wide = 1400.0 * (rng.uniform() - 0.5);
    const double near = 2.0 * (rng.uniform() - 0.5);
    const double base = std::exp(16.0 * (rng.uniform() - 0.5));
    const double exponent = 12.0 * (rng.uniform() - 0.5);
    worst = std::max(worst, units_off(portable_exp(wide), std::exp(static_cast<long double>(wide))));
    worst = std::max(worst, units_off(portable_exp(near), std::exp(static_cast<long double>(near))));
    worst_power = std::max(worst_power, units_off(portable_pow(base, exponent),
                                                  std::pow(static_cast<long double>(base), exponent)));
  }
  CHECK(worst <= 1.0);
  CHECK(worst_power <= 2.0 + 48.0);  // |y log x| <= 48
  CHECK(portable_exp(0.0) == 1.0);
  CHECK(units_off(portable_exp(-740.0), std::exp(-740.0L)) <= 2.0);
  CHECK(portable_exp(-INFINITY) == 0.0);
  CHECK(portable_exp(1000.0) == INFINITY);
  CHECK(std::isnan(portable_exp(NAN)));
  CHECK((portable_pow(10.0, 400.0) == INFINITY && portable_pow(10.0, -400.0) == 0.0));
  CHECK((portable_pow(0.0, 0.0) == 1.0 && portable_pow(10.1, 1.0) == 10.1));
  CHECK(std::isnan(portable_pow(-1.0, 0.5)));
}

TEST_CASE("portable cosine is within its error", "[portable]") {
  lode::Rng rng(3);
  double worst = 0.0;
  for (int i = 0; i < points; ++i) {
    const double turn = 7.0 * rng.uniform();
    const double wide = 2000.0 * (rng.uniform() - 0.5);
    worst = std::max(worst, units_off(portable_cos(turn), std::cos(static_cast<long double>(turn))));
    worst = std::max(worst, units_off(portable_cos(wide), std::cos(static_cast<long double>(wide))));
  }
  CHECK(worst <= 1.0);
  CHECK(portable_cos(0.0) == 1.0);
}

TEST_CASE("portable functions have known bits", "[portable]") {
  // Sums over many points: another order of operations, or a fused multiply-add, changes some of them.
  lode::Rng rng(4);
  double logarithms = 0.0;
  double exponentials = 0.0;
  double cosines = 0.0;
  double powers = 0.0;
  for (int i = 0; i < 10000; ++i) {
    const double u = rng.uniform();
    logarithms += portable_log(u);
    exponentials += portable_exp(u);
    cosines += portable_cos(6.0 * u);
    powers += portable_pow(1.0 + u, 2.5);
  }
  CHECK(logarithms == -0x1.3903ae1018c05p+13);
  CHECK(exponentials == 0x1.0cd78c9cf0e6ep+14);
  CHECK(cosines == -0x1.65bd0e84a15a4p+8);
  CHECK(powers == 0x1.cd6801c9c7063p+14);
}

}  // namespace
