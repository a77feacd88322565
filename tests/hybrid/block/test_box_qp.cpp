#include <cmath>
#include <vector>

#include <lode/core/error.hpp>

#include "hybrid/block/box_qp.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;

TEST_CASE("a box program asks for its sizes and for a box") {
  const std::vector<double> h = {1.0, 0.0, 0.0, 1.0};
  const std::vector<double> p = {-3.0, 0.5};
  CHECK(minimise_in_box(h, p, 1.0, {0.0, 0.0}) == std::vector<double>{1.0, -0.5});
  CHECK_THROWS_AS(minimise_in_box(std::vector<double>{1.0}, p, 1.0, {0.0, 0.0}), InvalidArgument);
  CHECK_THROWS_AS(minimise_in_box(h, p, 1.0, {0.0}), InvalidArgument);
  CHECK_THROWS_AS(minimise_in_box(h, {}, 1.0, {}), InvalidArgument);
  CHECK_THROWS_AS(minimise_in_box(h, p, -1.0, {0.0, 0.0}), InvalidArgument);
  CHECK_THROWS_AS(minimise_in_box(h, p, NAN, {0.0, 0.0}), InvalidArgument);
  CHECK_THROWS_AS(minimise_in_box(h, p, 1.0, {0.0, 0.0}, {}), InvalidArgument);
}
