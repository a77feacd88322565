#include "least_squares/problem/best_point.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;
using lode::least_squares::BestPoint;

TEST_CASE("the best point takes what its rule calls better, and makes no other points") {
  Problem problem;
  problem.target = 1.0;
  const RunContext run;
  const double hair = 2.0 - 1e-13;
  for (const double share : {0.0, rounding_tolerance}) {
    BestPoint best(problem, run, "test", share);
    CHECK_FALSE(best.target_met());
    CHECK_FALSE(best.should_end());
    best.consider({1.0}, 2.0, 0);
    CHECK(best.objective() == 2.0);
    int made = 0;
    const auto make = [&] {
      ++made;
      return std::vector<double>{3.0};
    };
    CHECK_FALSE(best.offer(2.0, 1, make));
    CHECK(made == 0);
    CHECK(best.offer(hair, 2, make) == (share == 0.0));
    CHECK(best.point() == std::vector<double>{share == 0.0 ? 3.0 : 1.0});
    CHECK(best.offer(1.0, 3, make));
    CHECK(best.target_met());
    CHECK(best.should_end() == StopReason::target);
  }
}
