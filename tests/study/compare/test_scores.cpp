#include <cmath>

#include "study/compare/comparison.hpp"
#include "support/catch.hpp"

using namespace lode;

TEST_CASE("ranks begin at the best value and equal values share") {
  CHECK(ranks_of(std::vector<double>{3, 9, 5}, Better::larger) == std::vector<double>{3, 1, 2});
  CHECK(ranks_of(std::vector<double>{4, 7, 7, 1}, Better::larger) == std::vector<double>{3, 1.5, 1.5, 4});
  CHECK(ranks_of(std::vector<double>{2, 2, 2}, Better::larger) == std::vector<double>{2, 2, 2});
  CHECK(ranks_of({}, Better::larger).empty());
  CHECK(ranks_of(std::vector<double>{4, 7, 7, 1}, Better::smaller) == std::vector<double>{2, 3.5, 3.5, 1});
  // Rounding is no rank; what is beyond it is.
  CHECK(ranks_of(std::vector<double>{7.0, 7.0 * (1.0 + 4e-16), 7.0 * (1.0 - 4e-16)}, Better::larger) ==
        std::vector<double>{2, 2, 2});
  CHECK(ranks_of(std::vector<double>{-27950.7, -27950.7 * (1.0 + 1e-12), -27951.0}, Better::larger) ==
        std::vector<double>{1.5, 1.5, 3});
  CHECK(ranks_of(std::vector<double>{1.0, 1.0 + 1e-8}, Better::larger) == std::vector<double>{2, 1});
}

TEST_CASE("means by hand") {
  CHECK(mean(std::vector<double>{1, 2, 6}) == 3.0);
  CHECK(mean({}) == 0.0);
  for (const double value : {0.1, 1.0 / 3.0, 1e300, 7.3e-9}) {
    CHECK(mean(std::vector<double>{value, value, value}) == value);
  }
  CHECK(geometric_mean(std::vector<double>{2, 8}) == Approx(4.0));
  CHECK(geometric_mean(std::vector<double>{0.9, 1.0, 0.8}) == Approx(std::cbrt(0.72)));
  CHECK(geometric_mean(std::vector<double>{5, 0}) == 0.0);
  CHECK(geometric_mean({}) == 1.0);
}

TEST_CASE("a thinned trace keeps its ends and its order") {
  Trace trace;
  for (std::uint64_t i = 0; i < 1000; ++i)
    trace.push_back({0.1 * static_cast<double>(i), 2.0 * static_cast<double>(i), i});
  const Trace thin = thinned_trace(trace, 7);
  REQUIRE(thin.size() == 7);
  CHECK(thin.front().iteration == 0);
  CHECK(thin.back().iteration == 999);
  for (std::size_t i = 1; i < thin.size(); ++i) CHECK(thin[i].iteration > thin[i - 1].iteration);
  CHECK(thinned_trace(trace, 1000).size() == 1000);
  CHECK(thinned_trace({}, 2).empty());
}

TEST_CASE("the average trace begins with the last run's first answer and ends at the mean of the ends") {
  const Trace a = {{0.0, 10, 0}, {1.0, 20, 1}, {3.0, 40, 2}};
  const Trace b = {{0.5, 30, 0}, {1.0, 50, 1}};
  const std::vector<const Trace*> both = {&a, &b};
  const Trace average = average_trace(both, Better::larger);
  REQUIRE(average.size() == 3);
  CHECK((average[0].seconds == 0.5 && average[0].weight == 20.0));
  CHECK((average[1].seconds == 1.0 && average[1].weight == 35.0));
  CHECK((average[2].seconds == 3.0 && average[2].weight == 45.0));
  const std::vector<const Trace*> one = {&a};
  const Trace same = average_trace(one, Better::larger);
  REQUIRE(same.size() == 3);
  CHECK(same[2].weight == 40.0);
  const Trace none;
  const std::vector<const Trace*> with_none = {&a, &none};
  CHECK(average_trace(with_none, Better::larger).empty());

  // Of objectives that fall only what goes down is kept.
  const Trace falling = {{0.0, 9, 0}, {2.0, 5, 1}};
  const Trace late = {{1.0, 3, 0}};
  const std::vector<const Trace*> down = {&falling, &late};
  const Trace least = average_trace(down, Better::smaller);
  REQUIRE(least.size() == 2);
  CHECK((least[0].seconds == 1.0 && least[0].weight == 6.0));
  CHECK((least[1].seconds == 2.0 && least[1].weight == 4.0));
}
