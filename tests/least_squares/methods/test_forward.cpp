#include <cmath>
#include <limits>
#include <string>

#include <lode/least_squares/generators.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/dense_oracle.hpp"
#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

Solution run_omp(const Problem& problem, const std::string& columns = "unit") {
  return solve("omp", problem, {{"columns", columns}}, RunContext({.threads = 1}));
}

/// Orthogonal matching pursuit with a new Householder fit in every round.
std::vector<Eigen::Index> textbook_omp(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, std::size_t s,
                                       const std::string& columns) {
  std::vector<Eigen::Index> support;
  while (support.size() < s) {
    const Eigen::VectorXd residual = test::fit_residual(a, b, support);
    Eigen::Index best = -1;
    double largest = 0.0;
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      if (std::find(support.begin(), support.end(), j) != support.end()) continue;
      double score = std::abs(a.col(j).dot(residual));
      if (columns == "unit") score /= a.col(j).norm();
      if (score > largest) {
        largest = score;
        best = j;
      }
    }
    support.push_back(best);
  }
  std::sort(support.begin(), support.end());
  return support;
}

}  // namespace

TEST_CASE("omp agrees with a textbook implementation") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const auto instance = test::normal_instance(20, 40, seed);
    const Eigen::MatrixXd a = test::dense_matrix(*instance);
    const Eigen::VectorXd b = test::right_side(*instance);
    for (const char* const columns : {"unit", "raw"}) {
      Problem problem = test::make_problem(instance, {ConstraintKind::sparse_c, 8});
      problem.refit = seed % 2 == 0;  // its own values are the fit, too
      const Solution solution = run_omp(problem, columns);
      const std::vector<Eigen::Index> expected = textbook_omp(a, b, 8, columns);
      CHECK(std::vector<Eigen::Index>(solution.support.begin(), solution.support.end()) == expected);
      CHECK(solution.objective == Approx(test::fit_value(a, b, expected)).epsilon(1e-12));
      CHECK(solution.iterations == 8);
    }
  }
}

TEST_CASE("omp gives the values other programs were measured to give") {
  struct Cell {
    Design design;
    Noise noise;
    Index s;
    double unit;
    double raw;
  };
  for (const Cell& cell : {Cell{Design::ai, Noise::bi, 20, 27950.7255, 28175.8264},
                           Cell{Design::ai, Noise::bi, 50, 16748.1759, 17084.6375},
                           Cell{Design::aii, Noise::bii, 20, 3310021.850, 3777469.252},
                           Cell{Design::aii, Noise::bii, 50, 1313436.959, 1708564.061}}) {
    GeneratedData data = regression_data({.design = cell.design, .noise = cell.noise});
    const Problem problem = test::make_problem(
        std::make_shared<Instance>(std::move(data.a), std::move(data.b)), {ConstraintKind::sparse_c, cell.s});
    CHECK(run_omp(problem).objective == Approx(cell.unit).epsilon(5e-9));
    CHECK(run_omp(problem, "raw").objective == Approx(cell.raw).epsilon(5e-9));
  }
}

TEST_CASE("omp passes over columns that add nothing") {
  // Columns: e1, e1 again, a zero column, e1 / 2, e2.
  const auto instance = std::make_shared<Instance>(
      Matrix::dense(3, 5, {1, 0, 0, 1, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 1, 0}), std::vector<double>{3, 2, 1});
  const Solution solution = run_omp(test::make_problem(instance, {ConstraintKind::sparse_c, 4}));
  CHECK(solution.support == std::vector<Index>{0, 4});
  CHECK(solution.objective == Approx(0.5));
  CHECK(run_omp(test::make_problem(instance, {ConstraintKind::sparse_c, 0})).objective == 7.0);
  // More columns than rows: as many as fit b exactly.
  const auto wide = test::normal_instance(5, 30, 1);
  const Solution all = run_omp(test::make_problem(wide, {ConstraintKind::sparse_c, 30}));
  CHECK(all.support.size() == 5);
  CHECK(all.objective < 1e-20);
}

namespace {

Solution run_ols(const Problem& problem) { return solve("ols", problem, {}, RunContext({.threads = 1})); }

/// Forward stepwise selection that fits every candidate anew.
std::vector<Eigen::Index> textbook_ols(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, std::size_t s) {
  std::vector<Eigen::Index> support;
  while (support.size() < s) {
    Eigen::Index best = -1;
    double least = std::numeric_limits<double>::infinity();
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      if (std::find(support.begin(), support.end(), j) != support.end()) continue;
      std::vector<Eigen::Index> with = support;
      with.push_back(j);
      const double value = test::fit_value(a, b, with);
      if (value < least) {
        least = value;
        best = j;
      }
    }
    support.push_back(best);
  }
  std::sort(support.begin(), support.end());
  return support;
}

}  // namespace

TEST_CASE("ols agrees with a textbook implementation") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const auto instance = test::normal_instance(20, 40, seed);
    const Eigen::MatrixXd a = test::dense_matrix(*instance);
    const Eigen::VectorXd b = test::right_side(*instance);
    const Solution solution = run_ols(test::make_problem(instance, {ConstraintKind::sparse_c, 8}));
    const std::vector<Eigen::Index> expected = textbook_ols(a, b, 8);
    CHECK(std::vector<Eigen::Index>(solution.support.begin(), solution.support.end()) == expected);
    CHECK(solution.objective == Approx(test::fit_value(a, b, expected)).epsilon(1e-12));
  }
}

TEST_CASE("ols gives the values other programs were measured to give") {
  for (const auto& [noisy, s, value] : {std::tuple{false, 20u, 27950.7255},
                                        {false, 50u, 16722.8049},
                                        {true, 20u, 3310021.850},
                                        {true, 50u, 1316192.246}}) {
    GeneratedData data = regression_data(
        {.design = noisy ? Design::aii : Design::ai, .noise = noisy ? Noise::bii : Noise::bi});
    const auto instance = std::make_shared<Instance>(std::move(data.a), std::move(data.b));
    const Solution solution = run_ols(test::make_problem(instance, {ConstraintKind::sparse_c, s}));
    CHECK(solution.objective == Approx(value).epsilon(5e-9));
    CHECK(solution.support.size() == s);
  }
}

TEST_CASE("ols passes over columns that add nothing, and stops when b is fitted") {
  const auto instance = std::make_shared<Instance>(
      Matrix::sparse(3, 4, {{0, 0, 1.0}, {0, 1, 2.0}, {1, 3, 1.0}}), std::vector<double>{3, 2, 0});
  const Solution solution = run_ols(test::make_problem(instance, {ConstraintKind::sparse_c, 4}));
  CHECK(solution.support == std::vector<Index>{0, 3});
  CHECK(solution.objective == Approx(0.0).margin(1e-20));
}
