#include <algorithm>
#include <numeric>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "subgraph/methods/rounding.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("top_s is a stable sort by falling value, cut at s") {
  Rng rng(7, 950);
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = 1 + rng.below(40);
    std::vector<double> values(n);
    // Few distinct values, zeros of both signs and infinities among them: most rounds cut inside a tie.
    const double choices[] = {0.0, -0.0, 1.0, 1e-300, -2.5, std::numeric_limits<double>::infinity()};
    for (double& value : values) value = choices[rng.below(6)];
    std::vector<Vertex> order(n);
    std::iota(order.begin(), order.end(), Vertex{0});
    std::stable_sort(order.begin(), order.end(), [&](Vertex a, Vertex b) { return values[a] > values[b]; });
    for (Vertex s = 1; s <= n; ++s) {
      VertexSet expected(order.begin(), order.begin() + s);
      std::sort(expected.begin(), expected.end());
      CHECK(top_s(values, s) == expected);
    }
  }
}

TEST_CASE("top_s refuses sizes and values it has no answer for") {
  const std::vector<double> values = {1.0, 2.0, std::numeric_limits<double>::quiet_NaN()};
  CHECK_THROWS_AS(top_s(values, 2), InvalidArgument);
  CHECK_THROWS_AS(top_s(std::span(values).first(2), 3), InvalidArgument);
  CHECK_THROWS_AS(top_s(std::span(values).first(2), 0), InvalidArgument);
}
