#include <cmath>
#include <optional>
#include <stdexcept>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "core/linalg/lanczos.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::detail;

TEST_CASE("what an operator throws leaves the Lanczos method, whatever it is") {
  struct Stopped {};
  const auto ritz = [](const SymmetricOperator& multiply) {
    return extreme_ritz_value(30, multiply, SpectrumEnd::largest, {});
  };
  const auto diagonal = [](const double* x, double* y) {
    for (int i = 0; i < 30; ++i) y[i] = (i + 1) * x[i];
  };
  CHECK(*ritz(diagonal) == Approx(30.0).epsilon(1e-5));
  int products = 0;
  const auto later = [&](auto error) {
    products = 0;
    return [&products, diagonal, error](const double* x, double* y) {
      if (++products > 3) throw error;
      diagonal(x, y);
    };
  };
  CHECK_THROWS_AS(ritz(later(lode::SystemError("stopped"))), lode::SystemError);
  CHECK_THROWS_AS(ritz(later(lode::InvalidArgument("x"))), lode::InvalidArgument);
  CHECK_THROWS_AS(ritz(later(std::logic_error("x"))), std::logic_error);
  CHECK_THROWS_AS(ritz(later(Stopped{})), Stopped);
}

TEST_CASE("Ritz pairs come from below, with their residuals, and reach the eigenvalue") {
  constexpr Eigen::Index n = 90;
  const Rng rng(4);
  Eigen::MatrixXd a(n, n);
  for (Eigen::Index i = 0; i < a.size(); ++i) a.data()[i] = rng.normal_at(static_cast<std::uint64_t>(i));
  a = (0.5 * (a + a.transpose())).eval();
  const double largest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a).eigenvalues()[n - 1];
  const Eigen::MatrixXf single = a.cast<float>();
  const auto multiply = [&](const Eigen::VectorXf& x, Eigen::VectorXf& y) { y = single * x; };
  double before = -largest;
  for (const Eigen::Index steps : {1, 5, 20, 60, 200}) {  // no more than n are made
    const RitzPair top = largest_ritz_pair(multiply, Eigen::VectorXf::Ones(n), steps);
    CAPTURE(steps, top.value, top.residual);
    const Eigen::VectorXd v = top.vector.cast<double>();
    CHECK(v.norm() == Approx(1.0).epsilon(1e-5));
    CHECK(top.value <= largest + 1e-4);
    CHECK(top.value >= before - 1e-4);
    CHECK(v.dot(a * v) == Approx(top.value).margin(1e-3));
    CHECK((a * v - top.value * v).norm() == Approx(top.residual).margin(1e-3));
    before = top.value;
  }
  CHECK(before == Approx(largest).margin(1e-4));
  const auto zero = [](const Eigen::VectorXf& x, Eigen::VectorXf& y) { y = 0.0F * x; };
  CHECK(largest_ritz_pair(zero, Eigen::VectorXf::Ones(n), 5).value == 0.0);
  const auto tiny = [](const Eigen::VectorXf& x, Eigen::VectorXf& y) { y = 1e-30F * x; };  // squares vanish
  CHECK(largest_ritz_pair(tiny, Eigen::VectorXf::Ones(n), 5).value == 0.0);
}
