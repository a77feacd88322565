#include <cmath>
#include <vector>

#include <lode/core/error.hpp>

#include "hybrid/quadratic_objective.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;

TEST_CASE("a quadratic objective has blocks of different coordinates that exist, at most 32") {
  QuadraticObjective objective({1.0, 0.0, 0.0, 1.0}, {1.0, 1.0}, {0.0, 1.0});
  CHECK(objective.block(std::vector<Coordinate>{1, 0}).current == std::vector<double>{1.0, 0.0});
  CHECK_THROWS_AS(objective.block(std::vector<Coordinate>{0, 2}), InvalidArgument);
  CHECK_THROWS_AS(objective.block(std::vector<Coordinate>{1, 1}), InvalidArgument);
  CHECK_THROWS_AS(objective.block(std::vector<Coordinate>{1, 0, 1}), InvalidArgument);
  CHECK_THROWS_AS(objective.block(std::vector<Coordinate>(33, 0)), InvalidArgument);
  const std::vector<Coordinate> both = {0, 1};
  for (const int position : {-1, 2}) {
    CHECK_THROWS_AS(objective.apply(both, std::vector<Change>{{position, 1.0}}), InvalidArgument);
  }
  CHECK_THROWS_AS(objective.apply(std::vector<Coordinate>{0, 2}, std::vector<Change>{{1, 1.0}}),
                  InvalidArgument);
}

TEST_CASE("quadratic objectives refuse what they cannot be") {
  CHECK_THROWS_AS(QuadraticObjective({1, 2, 3}, {0, 0}, {0, 0}), InvalidArgument);
  CHECK_THROWS_AS(QuadraticObjective({1, 2, 3, 1}, {0, 0}, {0, 0}), InvalidArgument);
  CHECK_THROWS_AS(QuadraticObjective({1, NAN, NAN, 1}, {0, 0}, {0, 0}), InvalidArgument);
}
