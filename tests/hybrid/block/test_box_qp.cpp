#include <cmath>
#include <vector>

#include "hybrid/block/box_qp.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;

TEST_CASE("a box program ends at the bounds that its minimiser exceeds") {
  const std::vector<double> h = {1.0, 0.0, 0.0, 1.0};
  const std::vector<double> p = {-3.0, 0.5};
  CHECK(minimise_in_box(h, p, 1.0, {0.0, 0.0}) == std::vector<double>{1.0, -0.5});
}

TEST_CASE("a box program of variables in different units is solved as one of equal units") {
  const std::vector<double> h = {1.0, 0.5, 0.5, 1.0};
  const std::vector<double> p = {-0.5, -0.75};
  const std::vector<double> equal = minimise_in_box(h, p, 1e12, {0.0, 0.0});
  CHECK(equal[0] == Approx(1.0 / 6.0));
  for (const double unit : {1e-5, 1e-8, 1e7}) {
    const std::vector<double> other =
        minimise_in_box(std::vector<double>{1.0, 0.5 * unit, 0.5 * unit, unit * unit},
                        std::vector<double>{p[0], p[1] * unit}, 1e12, {0.0, 0.0});
    CHECK(other[0] == Approx(equal[0]));
    CHECK(other[1] * unit == Approx(equal[1]));
  }
}
