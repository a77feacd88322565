#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "subgraph/methods/capped_simplex.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// The projection by definition: the best among all ways to say which entries are 0, 1 or free. n <= 8.
std::vector<double> project_by_enumeration(const std::vector<double>& point, double s) {
  const std::size_t n = point.size();
  std::size_t codes = 1;
  for (std::size_t i = 0; i < n; ++i) codes *= 3;
  std::vector<double> best;
  double best_distance = std::numeric_limits<double>::infinity();
  for (std::size_t code = 0; code < codes; ++code) {
    std::vector<double> x(n, 0.0);
    std::vector<std::size_t> free;
    double left = s;
    for (std::size_t i = 0, rest = code; i < n; ++i, rest /= 3) {
      if (rest % 3 == 1) x[i] = 1.0;
      if (rest % 3 == 2) free.push_back(i);
      left -= x[i];
    }
    double sum = 0.0;
    for (const std::size_t i : free) sum += point[i];
    const double t = free.empty() ? 0.0 : (sum - left) / static_cast<double>(free.size());
    bool feasible = !free.empty() || std::abs(left) < 1e-12;
    for (const std::size_t i : free) {
      x[i] = point[i] - t;
      feasible = feasible && x[i] >= -1e-12 && x[i] <= 1.0 + 1e-12;
    }
    double distance = 0.0;
    for (std::size_t i = 0; i < n; ++i) distance += (x[i] - point[i]) * (x[i] - point[i]);
    if (feasible && distance < best_distance) {
      best_distance = distance;
      best = x;
    }
  }
  return best;
}

/// Checks the optimality conditions: inside the box, the right sum, and one shift for all free entries.
void check_projection(const std::vector<double>& point, double s) {
  std::vector<double> x(point.size());
  const double t = project_capped_simplex(point, s, x);
  const double size = std::abs(*std::max_element(
      point.begin(), point.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
  double sum = 0.0;
  for (std::size_t i = 0; i < point.size(); ++i) {
    REQUIRE(x[i] == std::min(std::max(point[i] - t, 0.0), 1.0));
    sum += x[i];
  }
  CHECK(std::abs(sum - s) <= static_cast<double>(point.size()) * (1e-13 + 1e-15 * size));
}

}  // namespace

TEST_CASE("the projection on the capped simplex is the nearest point, by enumeration") {
  Rng rng(3, 951);
  for (int round = 0; round < 400; ++round) {
    std::vector<double> point(1 + rng.below(7));
    // Multiples of 1/4 make ties and entries exactly on a limit.
    for (double& value : point) value = 0.25 * static_cast<double>(rng.below(13)) - 1.0;
    const double s = static_cast<double>(rng.below(point.size() + 1));
    std::vector<double> x(point.size());
    project_capped_simplex(point, s, x);
    const std::vector<double> expected = project_by_enumeration(point, s);
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(x[i] == Approx(expected[i]).margin(1e-12));
  }
}

TEST_CASE("the projection holds its sum for long, huge, tiny and constant vectors") {
  Rng rng(5, 952);
  for (const double scale : {1e-9, 1.0, 1e4, 1e9}) {
    for (const std::size_t n : {std::size_t{1}, std::size_t{9}, std::size_t{20'001}}) {
      std::vector<double> point(n);
      for (std::size_t i = 0; i < n; ++i) point[i] = scale * (rng.uniform() - 0.3);
      for (const double s : {0.0, 1.0, std::floor(0.4 * static_cast<double>(n)), static_cast<double>(n)}) {
        INFO("scale " << scale << ", n = " << n << ", s = " << s);
        check_projection(point, s);
      }
      point.assign(n, scale);
      check_projection(point, 1.0);
      point.back() = -1e3 * scale;
      check_projection(point, static_cast<double>((n + 1) / 2));
    }
  }
}

TEST_CASE("the projection on the capped simplex needs a sum between 0 and n, and room for its values") {
  std::vector<double> x = {0.5, 0.25, 0.0};
  std::vector<double> shorter(2);
  for (const double s : {-0.1, 3.1, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_AS(project_capped_simplex(x, s, x), InvalidArgument);
  }
  CHECK_THROWS_AS(project_capped_simplex(x, 1.0, shorter), InvalidArgument);
  CHECK_THROWS_AS(project_capped_simplex({}, 0.0, {}), InvalidArgument);
}

TEST_CASE("a feasible point is its own projection, in place") {
  std::vector<double> x = {1.0, 0.0, 0.25, 0.75, 0.0, 1.0};
  const std::vector<double> before = x;
  project_capped_simplex(x, 3.0, x);
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(x[i] == Approx(before[i]).margin(1e-15));
}
