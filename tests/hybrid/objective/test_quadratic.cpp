#include <cmath>
#include <vector>

#include <lode/core/error.hpp>

#include "hybrid/quadratic_objective.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;

TEST_CASE("quadratic objectives refuse what they cannot be") {
  CHECK_THROWS_AS(QuadraticObjective({1, 2, 3}, {0, 0}, {0, 0}), InvalidArgument);
  CHECK_THROWS_AS(QuadraticObjective({1, 2, 3, 1}, {0, 0}, {0, 0}), InvalidArgument);
  CHECK_THROWS_AS(QuadraticObjective({1, NAN, NAN, 1}, {0, 0}, {0, 0}), InvalidArgument);
}
