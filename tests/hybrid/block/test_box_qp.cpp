#include <Eigen/Core>
#include <cmath>

#include "hybrid/block/box_qp.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

TEST_CASE("a box program ends at the bounds that its minimiser exceeds") {
  CHECK(minimise_in_box(MatrixXd::Identity(2, 2), Vector2d(-3.0, 0.5), 1.0, Vector2d(0.0, 0.0)) ==
        Vector2d(1.0, -0.5));
}

TEST_CASE("a box program of variables in different units is solved as one of equal units") {
  const Vector2d p(-0.5, -0.75);
  for (const double unit : {1.0, 1e-5, 1e-8, 1e7}) {
    MatrixXd h(2, 2);
    h << 1.0, 0.5 * unit, 0.5 * unit, unit * unit;
    const VectorXd z = minimise_in_box(h, Vector2d(p[0], p[1] * unit), 1e12, Vector2d(0.0, 0.0));
    CHECK(z[0] == Approx(1.0 / 6.0));
    CHECK(z[1] * unit == Approx(2.0 / 3.0));
  }
}
