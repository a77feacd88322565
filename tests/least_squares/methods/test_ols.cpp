#include <limits>

#include <lode/least_squares/generators.hpp>

#include "least_squares/dense_oracle.hpp"
#include "least_squares/least_squares_support.hpp"
#include "least_squares/methods/ols.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

Solution run_ols(const Problem& problem) {
  RunContext run({.threads = 1});
  return ols(problem, run);
}

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
