// Certificates against the definitions: every block of size 1 and 2, every exchange, solved independently.
#include <algorithm>
#include <bit>
#include <cmath>

#include <lode/core/error.hpp>
#include <lode/least_squares/certificate.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/dense_oracle.hpp"
#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

/// The least F over all values of the coordinates in `set`, the others fixed; the box is infinite.
double best_in_block(const Problem& problem, const std::vector<double>& x, const std::vector<Index>& set) {
  const Constraint& constraint = problem.constraint;
  double best = 1e300;
  for (std::uint32_t code = 0; code < (1u << set.size()); ++code) {
    std::vector<double> z = x;
    std::vector<Index> free;
    for (std::size_t i = 0; i < set.size(); ++i) {
      const bool on = code >> i & 1u;
      z[set[i]] = constraint.kind == ConstraintKind::binary ? (on ? 1.0 : -1.0) : (on ? 1.0 : 0.0);
      if (on) free.push_back(set[i]);
    }
    const auto nonzeros =
        static_cast<Index>(std::count_if(z.begin(), z.end(), [](double v) { return v != 0.0; }));
    if (constraint.kind == ConstraintKind::binary_c && nonzeros != constraint.s) continue;
    if (constraint.kind == ConstraintKind::sparse_c && nonzeros > constraint.s) continue;
    if (constraint.kind == ConstraintKind::sparse || constraint.kind == ConstraintKind::sparse_c) {
      for (const Index i : set) z[i] = 0.0;
      std::vector<double> rest(problem.instance->b().begin(), problem.instance->b().end());
      for (Index j = 0; j < z.size(); ++j) problem.instance->a().add_column(j, -z[j], rest);
      const std::vector<double> values = least_squares_on(Instance(problem.instance->a(), rest), free);
      for (std::size_t i = 0; i < free.size(); ++i) z[free[i]] = values[i];
    }
    best = std::min(best, test::plain_objective(problem, z));
  }
  return best;
}

bool plain_stationary(const Problem& problem, const std::vector<double>& x, int k) {
  const double value = test::plain_objective(problem, x);
  const auto n = static_cast<Index>(x.size());
  for (Index i = 0; i < n; ++i) {
    if (k == 1) {
      if (best_in_block(problem, x, {i}) < value - 1e-9) return false;
      continue;
    }
    for (Index j = i + 1; j < n; ++j) {
      if (best_in_block(problem, x, {i, j}) < value - 1e-9) return false;
    }
  }
  return true;
}

bool plain_exchange_optimal(const Problem& problem, const Solution& solution) {
  for (const Index out : solution.support) {
    for (Index in = 0; in < problem.instance->columns(); ++in) {
      if (std::find(solution.support.begin(), solution.support.end(), in) != solution.support.end()) continue;
      std::vector<Index> support = solution.support;
      std::erase(support, out);
      support.push_back(in);
      const std::vector<double> values = least_squares_on(*problem.instance, support);
      std::vector<double> x(problem.instance->columns(), 0.0);
      for (std::size_t i = 0; i < support.size(); ++i) x[support[i]] = values[i];
      if (test::plain_objective(problem, x) < solution.objective - 1e-9) return false;
    }
  }
  return true;
}

Solution answer(const Problem& problem, const std::vector<double>& x) {
  RunContext run;
  return finish_solution(problem, x, {}, StopReason::converged, 0, run);
}

}  // namespace

TEST_CASE("certificates say what the definitions say, of good and of random answers") {
  int holding = 0;
  int failing = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto instance = test::normal_instance(9, 8, seed);
    for (const Constraint& constraint :
         {Constraint{ConstraintKind::binary}, Constraint{ConstraintKind::binary_c, 3},
          Constraint{ConstraintKind::sparse, 0, 0.3}, Constraint{ConstraintKind::sparse_c, 3}}) {
      Problem problem = test::make_problem(instance, constraint);
      problem.refit = seed % 3 != 0;
      std::vector<Solution> answers = {answer(problem, project(constraint, test::normals(8, seed, 9)))};
      RunContext run;
      answers.push_back(solve("hybrid", problem, {}, run));
      for (const Solution& solution : answers) {
        const std::vector<double> x = test::full(solution, 8);
        const Certificate certificate = certify(problem, solution, {.k = 4, .blocks = 300}, run);
        INFO(to_string(constraint.kind) << ", seed " << seed);
        REQUIRE(certificate.stationarity.size() == 3);
        for (const int k : {1, 2}) {
          const auto& report = certificate.stationarity[static_cast<std::size_t>(k - 1)];
          CHECK(report.k == k);
          CHECK(report.mode == Certificate::Mode::exhaustive);
          CHECK(report.complete);
          CHECK(report.holds == plain_stationary(problem, x, k));
          ++(report.holds ? holding : failing);
        }
        CHECK(certificate.stationarity[2].mode == Certificate::Mode::sampled);
        if (certificate.stationarity[2].holds) CHECK(certificate.stationarity[2].blocks == 300);
        const bool sparse =
            constraint.kind == ConstraintKind::sparse || constraint.kind == ConstraintKind::sparse_c;
        REQUIRE(certificate.single_exchange.has_value() == sparse);
        if (sparse) CHECK(*certificate.single_exchange == plain_exchange_optimal(problem, solution));
      }
      // The whole problem is one block for hybrid: its answer is optimal, so everything holds.
      const Certificate best = certify(problem, answers[1], {.k = 6, .blocks = 200}, run);
      if (problem.refit) {
        for (const auto& report : best.stationarity) CHECK(report.holds);
      }
    }
  }
  CHECK(holding > 40);
  CHECK(failing > 20);
}

TEST_CASE("certificates of what has no pairs and no exchanges") {
  const auto one = std::make_shared<Instance>(Matrix::dense(1, 1, {2.0}), std::vector<double>{1.0});
  const Problem single = test::make_problem(one, {.kind = ConstraintKind::sparse_c, .s = 1});
  Solution half;
  half.support = {0};
  half.x = {0.5};
  const Certificate of_one = certify(single, half, {}, RunContext());
  REQUIRE(of_one.stationarity.size() == 1);
  CHECK(of_one.stationarity[0].k == 1);
  CHECK(of_one.single_exchange == true);

  // All columns are in the support, one of them twice, and the values are not the best ones.
  const auto twice =
      std::make_shared<Instance>(Matrix::dense(2, 2, {1.0, 0.0, 1.0, 0.0}), std::vector<double>{1.0, 1.0});
  const Problem all = test::make_problem(twice, {.kind = ConstraintKind::sparse_c, .s = 2});
  Solution tenths;
  tenths.support = {0, 1};
  tenths.x = {0.1, 0.1};
  CHECK(certify(all, tenths, {}, RunContext()).single_exchange == true);
}

TEST_CASE("certificates inside a box, of the logistic loss, and under a deadline") {
  const auto instance = test::normal_instance(12, 30, 5);
  Problem problem = test::make_problem(instance, {ConstraintKind::sparse, 0, 0.2, 0.1});
  RunContext run;
  const Solution solution = solve("hybrid", problem, {{"work", "300000"}}, run);
  const Certificate boxed = certify(problem, solution, {}, run);
  CHECK(boxed.stationarity[0].holds);
  CHECK(boxed.stationarity[0].blocks == 30);
  CHECK(boxed.stationarity[1].blocks == 435);

  const Certificate sampled = certify(problem, solution, {.k = 2, .blocks = 50, .pair_limit = 10}, run);
  REQUIRE(sampled.stationarity.size() == 2);
  CHECK(sampled.stationarity[1].mode == Certificate::Mode::sampled);
  CHECK(sampled.stationarity[1].blocks == 50);

  const std::atomic<bool> cancel = true;
  const Certificate stopped = certify(problem, solution, {}, RunContext({.cancel = &cancel}));
  for (const auto& report : stopped.stationarity) CHECK_FALSE(report.complete);
  CHECK_FALSE(stopped.single_exchange);

  Problem wrong = problem;
  wrong.constraint = {ConstraintKind::sparse_c, 1};
  Solution many = solution;
  many.support = {0, 1};
  many.x = {1.0, 1.0};
  CHECK_THROWS_AS(certify(wrong, many, {}, run), InvalidArgument);
  many.support = {0, 99};
  CHECK_THROWS_AS(certify(problem, many, {}, run), InvalidArgument);
  CHECK_THROWS_AS(certify(problem, solution, {.k = 33}, run), InvalidArgument);
}

namespace {

Problem nearly_dependent(double e) {
  return test::make_problem(
      std::make_shared<Instance>(Matrix::dense(3, 3, {1.0, 0.0, 0.0, 1.0, e, 0.0, 0.0, 0.5, 1.0}),
                                 std::vector<double>{0.0, 1.0, 0.0}),
      {ConstraintKind::sparse_c, 2});
}

}  // namespace

TEST_CASE("certificates claim nothing of columns that are too nearly dependent to tell") {
  for (const double e : {1e-6, 1e-7}) {
    CAPTURE(e);
    const Problem problem = nearly_dependent(e);
    std::vector<double> x(3, 0.0);
    const std::vector<Index> support = {1, 2};
    const std::vector<double> values = least_squares_on(*problem.instance, support);
    x[1] = values[0];
    x[2] = values[1];
    const Certificate certificate = certify(problem, answer(problem, x), {.k = 3}, RunContext());
    CHECK_FALSE(certificate.single_exchange.value());  // column 0 for column 2 gives 0
    REQUIRE(certificate.stationarity.size() == 3);
    CHECK(certificate.stationarity[0].complete);
    CHECK(certificate.stationarity[1].holds);
    CHECK((!certificate.stationarity[2].holds || !certificate.stationarity[2].complete));
    CHECK_FALSE(certificate.stopped);
    // What no change can improve is told.
    x = {-1.0 / e, 1.0 / e, 0.0};
    const Certificate best = certify(problem, answer(problem, x), {.k = 3}, RunContext());
    CHECK(best.single_exchange == true);
    for (const auto& report : best.stationarity) {
      CHECK(report.holds);
      CHECK(report.complete);
    }
  }
}

TEST_CASE("certificates of answers that are optimal but for rounding find nothing better") {
  const Problem problem = nearly_dependent(1e-5);
  const Solution solution = solve("hybrid", problem, {}, RunContext());
  CHECK(solution.objective < 1e-12);
  CHECK(solution.stop_reason == StopReason::optimal);
  const Certificate certificate = certify(problem, solution, {}, RunContext());
  CHECK(certificate.single_exchange == true);
  for (const auto& report : certificate.stationarity) CHECK(report.holds);
}

TEST_CASE("exchanges of nearly dependent columns against fits of all supports") {
  int undecided = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    CAPTURE(seed);
    constexpr std::size_t m = 5;
    const std::size_t n = 4 + seed % 3;
    std::vector<double> columns = test::normals(m * n, seed, 1);
    const std::vector<double> noise = test::normals(m, seed, 3);
    const double e = std::pow(10.0, -1.0 - static_cast<double>(seed % 8));
    for (std::size_t i = 0; i < m; ++i) columns[m + i] = columns[i] + e * noise[i];
    const Problem problem = test::make_problem(
        std::make_shared<Instance>(Matrix::dense(m, n, columns), test::normals(m, seed, 2)),
        {ConstraintKind::sparse_c, static_cast<Index>(1 + seed % 3)});
    const Solution solution = solve("hybrid", problem, {}, RunContext());
    const Eigen::MatrixXd a = test::dense_matrix(*problem.instance);
    const Eigen::VectorXd b = test::right_side(*problem.instance);
    const double limit = solution.objective - 1e-6 * b.squaredNorm();
    bool improves = false;
    for (const Index out : solution.support) {
      for (Eigen::Index in = 0; in < a.cols(); ++in) {
        std::vector<Eigen::Index> support = {in};
        for (const Index j : solution.support) {
          if (j != out) support.push_back(j);
        }
        std::sort(support.begin(), support.end());
        if (std::adjacent_find(support.begin(), support.end()) != support.end()) continue;
        improves = improves || test::fit_value(a, b, support) < limit;
      }
    }
    const Certificate certificate = certify(problem, solution, {.k = 2}, RunContext());
    if (!certificate.single_exchange) {
      ++undecided;
    } else if (improves) {
      CHECK_FALSE(*certificate.single_exchange);
    } else if (solution.stop_reason == StopReason::optimal) {
      CHECK(*certificate.single_exchange);
    }
    if (solution.stop_reason == StopReason::optimal) CHECK_FALSE(improves);
  }
  CHECK(undecided < 20);
}
