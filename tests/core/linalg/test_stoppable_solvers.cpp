#include <Eigen/SVD>
#include <limits>
#include <utility>

#include <lode/core/rng.hpp>

#include "core/linalg/eigen.hpp"
#include "core/linalg/stoppable_solvers.hpp"
#include "support/catch.hpp"

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
    REQUIRE(cholesky.compute(*gram, no_stop) == CholeskyOutcome::done);
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
  CHECK(cholesky.compute(negative, no_stop) == CholeskyOutcome::not_definite);
}

TEST_CASE("Cholesky factors reproduce the matrix and refuse an indefinite one") {
  for (const Eigen::Index n : {1, 5, 127, 128, 129, 384, 385, 700}) {
    CAPTURE(n);
    const Eigen::MatrixXd root = normal_matrix(n + 5, n, 7);
    const Eigen::MatrixXd a = root.transpose() * root;
    Eigen::MatrixXd factor = a;
    REQUIRE(factorise_cholesky(factor, no_stop) == CholeskyOutcome::done);
    const Eigen::MatrixXd l = factor.triangularView<Eigen::Lower>();
    // What the header says of rounding.
    const double most = 2.0 * static_cast<double>(n + 2) * 0x1p-53 * a.trace();
    CHECK((l * l.transpose() - a).norm() < 2.0 * most);
    Eigen::MatrixXd read = a;  // the lower triangle alone
    read.triangularView<Eigen::StrictlyUpper>().setConstant(std::numeric_limits<double>::quiet_NaN());
    REQUIRE(factorise_cholesky(read, no_stop) == CholeskyOutcome::done);
    CHECK((Eigen::MatrixXd(read.triangularView<Eigen::Lower>()) - l).norm() == 0.0);
    for (const double wrong : {-1.0, 0.0, std::numeric_limits<double>::quiet_NaN()}) {
      for (const Eigen::Index place : {n - 1, n / 2}) {
        Eigen::MatrixXd indefinite = a;
        indefinite(place, place) = wrong;
        CHECK(factorise_cholesky(indefinite, no_stop) == CholeskyOutcome::not_definite);
      }
    }
  }
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
      // In units U: y = U x is the least-norm solution of A U^-1 y = b.
      const Eigen::VectorXd units = normal_matrix(n, 1, 11).array().exp();
      const auto in_units = least_norm_solution(a, b, no_stop, units);
      REQUIRE(in_units);
      const Eigen::MatrixXd divided = a * units.cwiseInverse().asDiagonal();
      const Eigen::VectorXd y =
          divided.jacobiSvd(Eigen::ComputeThinU | Eigen::ComputeThinV).setThreshold(1e-10).solve(b);
      CHECK((units.cwiseProduct(*in_units) - y).norm() < 1e-9 * (1.0 + y.norm()));
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
  for (const int limit : {0, 1, 2}) CHECK(cholesky.compute(*gram, after(limit)) == CholeskyOutcome::stopped);
  const Eigen::VectorXd b = normal_matrix(300, 1, 6);
  for (const int limit : {0, 1, 100, 259}) CHECK_FALSE(least_norm_solution(a, b, after(limit)));
  CHECK(least_norm_solution(a, b, after(260)));
  CHECK(asked == 260);
}
