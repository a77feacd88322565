#include <stdexcept>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "core/linalg/eigen.hpp"
#include "core/linalg/lanczos.hpp"
#include "core/linalg/stoppable_solvers.hpp"
#include "support/catch.hpp"

// clang-format off
#include <Eigen/SVD>  // after core/linalg/eigen.hpp, whose settings it follows
// clang-format on

using namespace lode;
using namespace lode::detail;

namespace {

Eigen::MatrixXd normal_matrix(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  const Rng rng(seed, 1);
  Eigen::MatrixXd a(rows, columns);
  for (Eigen::Index i = 0; i < a.size(); ++i) a.data()[i] = rng.normal_at(static_cast<std::uint64_t>(i));
  return a;
}

const StopAsked no_stop = [] { return false; };

}  // namespace

TEST_CASE("the stoppable Cholesky factorisation solves, and estimates the condition") {
  for (const Eigen::Index n : {1, 2, 63, 64, 65, 200}) {
    const Eigen::MatrixXd a = normal_matrix(n + 7, n, 3);
    const auto gram = lower_gram(a, no_stop);
    REQUIRE(gram);
    const Eigen::MatrixXd whole = gram->selfadjointView<Eigen::Lower>();
    CHECK((whole - a.transpose() * a).cwiseAbs().maxCoeff() < 1e-10 * static_cast<double>(n + 7));
    StoppableCholesky cholesky;
    REQUIRE(cholesky.compute(*gram, no_stop) == StoppableCholesky::Outcome::done);
    const Eigen::VectorXd x = normal_matrix(n, 1, 5);
    CHECK((cholesky.solve(whole * x) - x).norm() < 1e-6 * x.norm());
    const Eigen::MatrixXd inverse = whole.llt().solve(Eigen::MatrixXd::Identity(n, n));
    const double rcond =
        1.0 / (whole.cwiseAbs().colwise().sum().maxCoeff() * inverse.cwiseAbs().colwise().sum().maxCoeff());
    CHECK(cholesky.rcond() >= rcond * (1.0 - 1e-6));
    CHECK(cholesky.rcond() <= 10.0 * rcond);
  }
  StoppableCholesky cholesky;
  Eigen::MatrixXd negative = Eigen::MatrixXd::Identity(100, 100);
  negative(90, 90) = -1.0;
  CHECK(cholesky.compute(negative, no_stop) == StoppableCholesky::Outcome::not_definite);
}

TEST_CASE("least-norm solutions are those of Eigen, of full, deficient and no rank") {
  for (const auto& [m, n] : {std::pair{30, 12}, {12, 30}, {20, 20}, {1, 5}, {5, 1}}) {
    for (const Eigen::Index rank : {0, 1, 5, 20}) {
      const Eigen::Index r = std::min<Eigen::Index>({rank, m, n});
      Eigen::MatrixXd a = normal_matrix(m, r, 2) * normal_matrix(r, n, 7);
      if (r == 0) a.setZero(m, n);
      const Eigen::VectorXd b = normal_matrix(m, 1, 9);
      const auto x = least_norm_solution(a, b, no_stop);
      REQUIRE(x);
      const Eigen::VectorXd expected =
          a.jacobiSvd(Eigen::ComputeThinU | Eigen::ComputeThinV).setThreshold(1e-10).solve(b);
      INFO(m << " x " << n << ", rank " << r);
      CHECK((*x - expected).norm() < 1e-9 * (1.0 + expected.norm()));
    }
  }
}

TEST_CASE("factorisations ask often whether to stop, and do") {
  const Eigen::MatrixXd a = normal_matrix(300, 260, 4);
  int asked = 0;
  const auto after = [&asked](int limit) -> StopAsked {
    asked = 0;
    return [&asked, limit] { return ++asked > limit; };
  };
  CHECK_FALSE(lower_gram(a, after(0)));
  CHECK_FALSE(lower_gram(a, after(3)));
  const auto gram = lower_gram(a, no_stop);
  StoppableCholesky cholesky;
  CHECK(cholesky.compute(*gram, after(3)) == StoppableCholesky::Outcome::stopped);
  const Eigen::VectorXd b = normal_matrix(300, 1, 6);
  for (const int limit : {0, 1, 100, 259}) CHECK_FALSE(least_norm_solution(a, b, after(limit)));
  CHECK(least_norm_solution(a, b, after(260)));
  CHECK(asked == 260);
}

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
