#include <cmath>
#include <vector>

#include "graph/directed/ratio_cover.hpp"
#include "support/catch.hpp"

using namespace lode;
using detail::LoadBound;
using detail::PairCount;

TEST_CASE("the simplest rational number of an interval has the least denominator") {
  for (int i = 1; i < 60; ++i) {
    for (const long double width : {0.3L, 0.01L, 0.0003L}) {
      const long double low = 0.0371L * i + 0.0000123457L;
      const detail::Ratio found = detail::simplest_between(low, low + width);
      std::uint64_t denominator = 1;
      while (std::ceil(low * static_cast<long double>(denominator)) >
             (low + width) * static_cast<long double>(denominator)) {
        ++denominator;
      }
      CHECK(found.denominator == denominator);
      CHECK(static_cast<long double>(found.numerator) >= low * static_cast<long double>(denominator));
      CHECK(static_cast<long double>(found.numerator) <=
            (low + width) * static_cast<long double>(denominator));
    }
  }
}

TEST_CASE("bounds at the ends alone imply the root of the product of the largest degrees") {
  const std::vector<LoadBound> ends = {{9, 0, 1, 9, 0, {}}, {0, 4, 1, 0, 4, {}}};
  CHECK(detail::implied_bound(ends) == Approx(6.0).epsilon(1e-9));
  CHECK(detail::open_ranges(ends, {6.001L}).empty());
  const auto open = detail::open_ranges(ends, {5.0L});
  REQUIRE(open.size() == 1);
  CHECK(static_cast<double>(open[0].low) == Approx(2 * std::log(5.0 / 9)));
  CHECK(static_cast<double>(open[0].high) == Approx(2 * std::log(4.0 / 5)));
  CHECK(detail::exact_cover(ends, {6.001L}).has_value());
  CHECK_FALSE(detail::exact_cover(ends, {5.999L}).has_value());
}

TEST_CASE("two bounds that a pair meets cover all ratios for its rho, and only touch at its ratio") {
  // A pair 2 x 3 with 6 arcs: x 2 + y 3 = 6.
  const PairCount pair{6, 2, 3};
  const std::vector<PairCount> pairs = {pair};
  const std::vector<LoadBound> bounds = {
      {3, 0, 1, 3, 0, {}}, {0, 2, 1, 0, 2, {}}, {18, 8, 10, 0, 0, {}}, {12, 12, 10, 0, 0, {}}};
  const auto cover = detail::exact_cover(bounds, {pair.rho(), pairs});
  REQUIRE(cover.has_value());
  bool touches = false;
  for (const auto& each : *cover) touches = touches || (each.to.numerator == 2 && each.to.denominator == 3);
  CHECK(touches);
  CHECK(detail::open_ranges(bounds, {pair.rho(), pairs}).empty());
  const std::vector<PairCount> less = {{5, 2, 3}};
  CHECK_FALSE(detail::exact_cover(bounds, {less[0].rho(), less}).has_value());
}
