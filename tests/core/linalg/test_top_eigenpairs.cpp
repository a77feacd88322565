#include <algorithm>
#include <cmath>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "core/linalg/top_eigenpairs.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

/// The largest eigenpairs against the definition and against Eigen, one matrix after another.
void check_top_pairs(detail::TopEigenpairs& eigen, const Eigen::MatrixXd& a, Eigen::Index wanted) {
  const Eigen::Index n = a.rows();
  CAPTURE(n, wanted);
  Eigen::MatrixXd read = a;  // the lower triangle alone
  read.triangularView<Eigen::StrictlyUpper>().setConstant(std::nan(""));
  eigen.decompose(read, [&](std::span<const double>) { return static_cast<std::size_t>(wanted); });
  const Eigen::VectorXd all = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a).eigenvalues();
  const double norm = std::max(1.0, all.cwiseAbs().maxCoeff());
  REQUIRE(eigen.values().size() == n);
  REQUIRE(eigen.vectors().rows() == n);
  REQUIRE(eigen.vectors().cols() == wanted);
  CHECK((eigen.values() - all).lpNorm<Eigen::Infinity>() < 1e-12 * norm * static_cast<double>(n));
  if (wanted == 0) return;
  const Eigen::MatrixXd& v = eigen.vectors();
  CHECK((a * v - v * eigen.values().tail(wanted).asDiagonal()).cwiseAbs().maxCoeff() < 1e-9 * norm);
  CHECK((v.transpose() * v - Eigen::MatrixXd::Identity(wanted, wanted)).cwiseAbs().maxCoeff() < 1e-7);
}

Eigen::MatrixXd normal_symmetric(Eigen::Index n, std::uint64_t seed) {
  const Rng rng(seed);
  Eigen::MatrixXd a(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      a(i, j) = a(j, i) = rng.normal_at(static_cast<std::uint64_t>(i * n + j));
    }
  }
  return a;
}

}  // namespace

TEST_CASE("top eigenpairs of random matrices, one after another") {
  detail::TopEigenpairs eigen;
  for (const Eigen::Index n : {1, 2, 3, 7, 8, 31, 63, 64, 65, 100, 130, 20}) {
    for (const Eigen::Index wanted : {Eigen::Index{0}, Eigen::Index{1}, n / 3, n}) {
      check_top_pairs(eigen, normal_symmetric(n, static_cast<std::uint64_t>(n)), wanted);
    }
  }
}

TEST_CASE("top eigenpairs of matrices with repeated eigenvalues and of those that fall apart") {
  detail::TopEigenpairs eigen;
  constexpr Eigen::Index n = 40;
  check_top_pairs(eigen, Eigen::MatrixXd::Zero(n, n), 5);
  check_top_pairs(eigen, Eigen::MatrixXd::Identity(n, n), 7);
  check_top_pairs(eigen, Eigen::MatrixXd::Ones(n, n), 9);
  Eigen::MatrixXd blocks = Eigen::MatrixXd::Zero(n, n);  // four equal blocks: every eigenvalue four times
  Eigen::MatrixXd diagonal = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    diagonal(i, i) = static_cast<double>((i * 7) % n);
    for (Eigen::Index j = 0; j < n; ++j) {
      if (i / 10 == j / 10) blocks(i, j) = std::sin(static_cast<double>((i % 10 + 1) * (j % 10 + 1)));
    }
  }
  check_top_pairs(eigen, blocks, 12);
  check_top_pairs(eigen, diagonal, 10);
}

TEST_CASE("top eigenpairs of matrices with very large and very small entries") {
  for (const double scale : {1e200, 1e-200}) {
    detail::TopEigenpairs eigen;
    const Eigen::MatrixXd a = normal_symmetric(50, 2);
    eigen.decompose(scale * a, [](std::span<const double>) { return std::size_t{5}; });
    const Eigen::VectorXd values = eigen.values() / scale;
    CHECK((a * eigen.vectors() - eigen.vectors() * values.tail(5).asDiagonal()).norm() < 1e-8);
  }
}

TEST_CASE("a matrix that is not finite has no eigenpairs") {
  detail::TopEigenpairs eigen;
  Eigen::MatrixXd a = normal_symmetric(9, 1);
  a(5, 3) = std::nan("");
  CHECK_THROWS_AS(eigen.decompose(a, [](std::span<const double>) { return std::size_t{1}; }), InternalError);
}
