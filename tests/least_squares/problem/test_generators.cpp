#include <cmath>
#include <set>

#include <lode/core/error.hpp>
#include <lode/least_squares/generators.hpp>

#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

double half_square(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value * value;
  return 0.5 * sum;
}

double objective(const GeneratedData& data, const std::vector<double>& x) {
  std::vector<double> residual = data.b;
  for (Index j = 0; j < x.size(); ++j) {
    for (std::size_t i = 0; i < residual.size(); ++i) residual[i] -= data.a.value(i, j) * x[j];
  }
  return half_square(residual);
}

bool agrees(double value, double expected) {
  return std::abs(value - expected) <= 1e-12 * std::abs(expected);
}

}  // namespace

TEST_CASE("the portable instances have their check values") {
  const GeneratedData plain = regression_data({});
  CHECK(agrees(plain.a.value(0, 0), 1.3752936092809813));
  CHECK(agrees(plain.a.value(1, 0), 0.461977919743604));
  CHECK(agrees(half_square(plain.b), 50276.85239532814));
  CHECK(agrees(plain.b[0], -11.615422998506151));
  CHECK(agrees(objective(plain, plain.truth), 25293.009917500964));

  const GeneratedData corrupted = regression_data({.design = Design::aii, .noise = Noise::bii});
  CHECK(agrees(corrupted.a.value(0, 0), 1.3752936092809813));
  CHECK(agrees(corrupted.a.value(1, 0), 0.461977919743604));
  CHECK(agrees(half_square(corrupted.b), 9394871.338101586));
  CHECK(agrees(corrupted.b[0], -28.4621350194703));
  CHECK(agrees(objective(corrupted, corrupted.truth), 3333229.859540566));

  const GeneratedData uniform = uniform_data({});
  CHECK(agrees(half_square(uniform.b), 33.90730145927094));
  CHECK(agrees(uniform.a.value(0, 0), 0.3500145674488071));
  CHECK(agrees(uniform.a.value(1, 0), 0.8115314270814354));
  CHECK(agrees(uniform.b[0], 0.5771218701049446));
}

TEST_CASE("instances follow the seed, the shape and the kind") {
  const RegressionOptions small{.rows = 50, .columns = 40, .design = Design::aii};
  const GeneratedData data = regression_data(small);
  CHECK(data.a.rows() == 50);
  CHECK(data.a.columns() == 40);
  CHECK(data.b.size() == 50);
  // Fewer columns than the 100 places of x: every place has a value.
  CHECK(std::count(data.truth.begin(), data.truth.end(), 0.0) == 0);
  CHECK(regression_data({.rows = 50, .columns = 40, .seed = 2}).a.value(0, 0) != data.a.value(0, 0));

  const GeneratedData plain = regression_data({.rows = 50, .columns = 40});
  int corrupted = 0;
  for (Index j = 0; j < 40; ++j) {
    for (std::size_t i = 0; i < 50; ++i) {
      const double before = plain.a.value(i, j);
      const bool larger = data.a.value(i, j) == 100.0 * before;
      CHECK((larger || data.a.value(i, j) == before));
      corrupted += larger;
    }
  }
  CHECK(corrupted == 40);  // 2 % of 2000
}

TEST_CASE("the corrupted noise differs from the plain one at 2 % of the rows") {
  const RegressionOptions options{.rows = 200, .columns = 150};
  RegressionOptions corrupted = options;
  corrupted.noise = Noise::bii;
  const std::vector<double> plain = regression_data(options).b;
  const std::vector<double> noisy = regression_data(corrupted).b;
  int different = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) different += plain[i] != noisy[i];
  CHECK(different == 4);
}

TEST_CASE("an instance has rows and columns") {
  CHECK_THROWS_AS(regression_data({.rows = 0}), InvalidArgument);
  CHECK_THROWS_AS(regression_data({.columns = 0}), InvalidArgument);
  CHECK_THROWS_AS(uniform_data({.rows = 0}), InvalidArgument);
}
