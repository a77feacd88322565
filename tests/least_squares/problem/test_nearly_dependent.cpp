// Nearly dependent columns, supports above the rank, and how much work searches and checks take. The oracle
// fits all supports by Householder reflections in extended precision. Values of fits are as large as 1 over
// the share by which columns differ, and so is what doubles round b - Ax by: that much the code may be wrong,
// where it does not say "exact" or "optimal".
#include <algorithm>
#include <bit>
#include <cmath>

#include <lode/least_squares/certificate.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/dense_oracle.hpp"
#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/least_squares_support.hpp"
#include "least_squares/problem/orthogonal_fit.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;
using lode::least_squares::best_exact_step;
using lode::least_squares::best_subset;
using lode::least_squares::combination_of;
using lode::least_squares::fit_rounding;
using lode::least_squares::StepKinds;

namespace {

/// An instance of columns, each a function of the row.
template <class... Columns>
std::shared_ptr<const Instance> instance_of(std::size_t m, const std::vector<double>& b, Columns... columns) {
  std::vector<double> values;
  const auto append = [&](auto column) {
    for (std::size_t i = 0; i < m; ++i) values.push_back(column(static_cast<double>(i)));
  };
  (append(columns), ...);
  return std::make_shared<Instance>(Matrix::dense(m, sizeof...(columns), values), b);
}

/// By which share the columns differ, 10^-1 to 10^-9.
double share_of(std::uint64_t seed) { return std::pow(10.0, -1.0 - static_cast<double>(seed % 9)); }

/// Normal columns, of which every third is another one but for a share; m x n.
std::shared_ptr<const Instance> doubled(std::size_t m, std::size_t n, std::uint64_t seed) {
  std::vector<double> values = test::normals(m * n, seed, 1);
  const double share = share_of(seed);
  for (std::size_t j = 2; j < n; j += 3) {
    for (std::size_t i = 0; i < m; ++i) {
      values[j * m + i] = values[(j - 1) * m + i] + share * values[j * m + i];
    }
  }
  std::vector<double> b = test::normals(m, seed, 2);
  for (std::size_t i = 0; i < m; ++i) {  // of the difference of two
    b[i] = 1e-3 * b[i] + (values[2 * m + i] - values[m + i]) / share;
  }
  return std::make_shared<Instance>(Matrix::dense(m, n, values), b);
}

double fit_of(const Instance& instance, const std::vector<Index>& support) {
  return test::fit_value(test::dense_matrix(instance), test::right_side(instance),
                         {support.begin(), support.end()});
}

double least_of_all(const Instance& instance, Index s, double lambda) {
  const Eigen::MatrixXd a = test::dense_matrix(instance);
  double least = 1e300;
  for (std::uint32_t set = 0; set < (1u << instance.columns()); ++set) {
    if (std::popcount(set) > static_cast<int>(s)) continue;
    std::vector<Eigen::Index> support;
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      if (set >> j & 1u) support.push_back(j);
    }
    const double price = lambda * static_cast<double>(support.size());
    least = std::min(least, test::fit_value(a, test::right_side(instance), support) + price);
  }
  return least;
}

Problem with_s(std::shared_ptr<const Instance> instance, Index s) {
  return test::make_problem(std::move(instance), {ConstraintKind::sparse_c, s});
}

}  // namespace

TEST_CASE("the best subset of nearly dependent columns is the best of all fits") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    const auto instance = doubled(8, 7, seed);
    std::vector<Index> all = {0, 1, 2, 3, 4, 5, 6};
    for (const Index s : {1u, 2u, 3u, 7u}) {
      const double lambda = s == 7 ? 0.01 : 0.0;
      const auto found =
          best_subset(instance->a(), all, test::right_side(*instance), {.lambda = lambda, .budget = s}, {});
      const double expected = least_of_all(*instance, s, lambda);
      const double whole = instance->half_norm_b();
      // What a residual of this length is rounded by, and what its half square is.
      const double of_length = fit_rounding * std::sqrt(2.0 * whole) / share_of(seed);
      const double rounding = of_length * (std::sqrt(2.0 * expected) + of_length);
      const double unsure = found.exact ? 0.0 : rounding;
      CHECK(found.value == Approx(expected).epsilon(1e-6).margin(1e-11 * whole + unsure));
      const double real =
          fit_of(*instance, found.columns) + lambda * static_cast<double>(found.columns.size());
      CHECK(real <= expected * (1.0 + 1e-6) + 1e-11 * whole + 2.0 * unsure);
      Problem problem = with_s(instance, s);
      if (lambda > 0.0) problem.constraint = {.kind = ConstraintKind::sparse, .lambda = lambda};
      const Solution solution = solve("hybrid", problem, {}, RunContext());
      const bool optimal = solution.stop_reason == StopReason::optimal;
      CHECK(solution.objective <= expected * (1.0 + 1e-6) + 1e-11 * whole + (optimal ? 0.0 : rounding));
      if (share_of(seed) < 0.9e-3) continue;
      CHECK(found.exact);
      CHECK(optimal);
    }
  }
}

TEST_CASE("years beside a constant, and seconds beside a constant, are told apart") {
  std::vector<double> squares;
  for (int i = 0; i <= 20; ++i) squares.push_back((i - 10.0) * (i - 10.0));
  const auto one = [](double) { return 1.0; };
  const auto year = [](double i) { return 2000.0 + i; };
  const auto years = instance_of(21, squares, one, year, [&](double i) { return year(i) * year(i); });
  const auto seconds =
      instance_of(12, {3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25}, one, [](double i) { return 1.7e9 + i; });
  const auto tiny = instance_of(2, {1.0, 3e-5}, one, [](double i) { return i == 0.0 ? 1.0 : 1e-7; });
  for (const std::string method : {"hybrid", "ols", "swap"}) {
    CAPTURE(method);
    CHECK(solve(method, with_s(years, 3), {}, RunContext()).objective < 1e-9);
    CHECK(solve(method, with_s(seconds, 2), {}, RunContext()).objective < 1e-9);
  }
  const Solution answer = solve("hybrid", with_s(tiny, 2), {}, RunContext());
  CHECK(answer.objective < 1e-15);
  // No certificate of the fit on one column.
  const Problem problem = with_s(tiny, 2);
  const Solution worse = finish_solution(problem, {0.0, 1.0}, {}, StopReason::converged, 0, RunContext());
  CHECK_FALSE(certify(problem, worse, {}, RunContext()).stationarity[1].holds);
}

TEST_CASE("a combination is one without any rounding") {
  const auto one = [](double) { return 1.0; };
  const auto third = [](double i) { return i / 3.0; };
  const auto sum = [](double i) { return 1.0 + i / 4.0; };
  const auto quarter = [](double i) { return i / 4.0; };
  const auto near = [](double i) { return 1.0 + i / 4.0 + (i == 2.0 ? 1e-15 : 0.0); };
  const auto a = instance_of(5, {1, 2, 3, 4, 5}, one, third, sum, quarter, near)->a();
  const std::vector<Index> others = {0, 3};
  CHECK(combination_of(a, 2, others) == others);
  CHECK_FALSE(combination_of(a, 4, others));
  CHECK_FALSE(combination_of(a, 1, others));
}

TEST_CASE("the best exact exchange is the best of all fits") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    const auto instance = doubled(12, 9, seed);
    const Eigen::MatrixXd a = test::dense_matrix(*instance);
    const Eigen::VectorXd b = test::right_side(*instance);
    const std::vector<Eigen::Index> support = {1, 4, 5};
    double least = 1e300;
    for (std::size_t out = 0; out < support.size(); ++out) {
      for (Eigen::Index in = 0; in < 9; ++in) {
        if (std::find(support.begin(), support.end(), in) != support.end()) continue;
        std::vector<Eigen::Index> exchanged = support;
        exchanged[out] = in;
        least = std::min(least, test::fit_value(a, b, exchanged));
      }
    }
    const std::vector<Index> columns = {1, 4, 5};
    const auto step =
        best_exact_step(with_s(instance, 3), columns, -1e300, StepKinds::exchanges, RunContext());
    // The members 4 and 5 nearly depend on each other where 5 is 4 but for the share.
    const double whole = instance->half_norm_b();
    const double rounding = 1e-12 * whole + 0x1p-52 * 2.0 * whole / share_of(seed);
    CHECK(test::fit_value(a, b, support) - step.move.decrease ==
          Approx(least).epsilon(1e-6).margin(rounding));
    std::vector<Index> exchanged = {step.move.in};
    for (const Index j : columns) {
      if (j != step.move.out) exchanged.push_back(j);
    }
    REQUIRE(exchanged.size() == 3);
    CHECK(fit_of(*instance, exchanged) <= least * (1.0 + 1e-6) + rounding);
  }
}

TEST_CASE("more columns than a block: no answer above those of ols and omp, where columns nearly depend") {
  for (std::uint64_t seed = 1; seed <= 18; ++seed) {
    CAPTURE(seed);
    const Problem problem = with_s(doubled(30, 27, seed), 3);
    const RunContext run({.threads = 1});
    const double least =
        std::min(solve("ols", problem, {}, run).objective, solve("omp", problem, {}, run).objective);
    const double rounding = 1e-13 * problem.instance->half_norm_b();
    CHECK(solve("hybrid", problem, {}, run).objective <= least * (1.0 + 1e-9) + rounding);
    CHECK(solve("swap", problem, {}, run).objective <= least * (1.0 + 1e-9) + rounding);
    CHECK(solve_path(problem, {}, run)[2].objective <= least * (1.0 + 1e-9) + rounding);
  }
}

TEST_CASE("answers on monomials up to degree 24 leave no exact step") {
  constexpr std::size_t m = 40;
  constexpr std::size_t n = 25;
  std::vector<double> values;
  std::vector<double> b;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < m; ++i) {
      values.push_back(std::pow(static_cast<double>(i) / (m - 1.0), static_cast<double>(k)));
    }
  }
  for (std::size_t i = 0; i < m; ++i) {
    const double t = static_cast<double>(i) / (m - 1.0);
    b.push_back(100.0 * std::sin(9.0 * t) / (1.0 + t));
  }
  const auto instance = std::make_shared<const Instance>(Matrix::dense(m, n, values), b);
  const RunContext run({.threads = 1});
  const auto check = [&](const Problem& problem, const Solution& solution) {
    const double least = 1e-6 * solution.objective + 1e-9;
    CHECK_FALSE(best_exact_step(problem, solution.support, least, StepKinds::all, run).move.exists());
  };
  const Problem penalised = test::make_problem(instance, {ConstraintKind::sparse, 0, 0.1});
  const Solution answer = solve("hybrid", penalised, {}, run);
  CHECK(answer.objective < 2.0);
  check(penalised, answer);
  const Problem limited = with_s(instance, 6);
  for (const std::string method : {"hybrid", "swap"}) check(limited, solve(method, limited, {}, run));
  check(limited, solve_path(limited, {}, run)[5]);
}

TEST_CASE("supports above the rank fit b") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    for (const auto& [m, n, s] :
         {std::tuple{5u, 40u, 10u}, std::tuple{2u, 21u, 3u}, std::tuple{10u, 50u, 20u}}) {
      const Problem problem = with_s(test::normal_instance(m, n, seed), s);
      for (const std::string method : {"hybrid", "swap"}) {
        const Solution solution = solve(method, problem, {}, RunContext({.threads = 1}));
        CHECK(solution.objective <= 1e-12 * problem.instance->half_norm_b());
      }
    }
  }
}

TEST_CASE("few supports of a logistic loss are each fitted") {
  const std::vector<double> a = {-3, 1, -1, 1, 3, -1, 3, -2, -1, 3, -2, -2, -3, -1, -1, -2, -1, 0, 3, 3, -1};
  Problem problem = with_s(
      std::make_shared<Instance>(Matrix::dense(7, 3, a), std::vector<double>{1, -1, -1, -1, 1, 1, 1}), 1);
  problem.loss = Loss::logistic;
  const Solution solution = solve("hybrid", problem, {}, RunContext());
  CHECK(solution.objective == Approx(3.75382).epsilon(1e-6));
  CHECK(solution.support == std::vector<Index>{2});
  // The least loss of one column, by search over its value, for random labels.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::vector<double> labels = test::normals(9, seed, 2);
    for (double& label : labels) label = label > 0.0 ? 1.0 : -1.0;
    problem.instance = std::make_shared<Instance>(Matrix::dense(9, 6, test::normals(54, seed, 1)), labels);
    double least = 1e300;
    for (std::size_t j = 0; j < 6; ++j) {
      double low = -60.0;
      double high = 60.0;
      std::vector<double> x(6, 0.0);
      const auto loss = [&](double value) {
        x[j] = value;
        return test::plain_objective(problem, x);
      };
      for (int round = 0; round < 200; ++round) {
        const double third = (high - low) / 3.0;
        (loss(low + third) < loss(high - third) ? high : low) +=
            loss(low + third) < loss(high - third) ? -third : third;
      }
      least = std::min(least, loss(low));
    }
    CHECK(solve("hybrid", problem, {}, RunContext()).objective <= least * (1.0 + 1e-7) + 1e-9);
  }
}

TEST_CASE("blocks of many columns, and checks, end by work") {
  // Too many columns for a Gram matrix, four entries in each.
  std::vector<Matrix::Entry> entries;
  constexpr Index n = 6000;
  for (Index j = 0; j < n; ++j) {
    for (std::uint32_t k = 0; k < 4; ++k) {
      entries.push_back({(j * 7 + k * 31) % 500, j, 1.0 + 0.001 * ((j + k) % 13)});
    }
  }
  const Problem problem =
      with_s(std::make_shared<Instance>(Matrix::sparse(500, n, entries), test::normals(500, 1, 2)), 4);
  const Solution solution = solve("hybrid", problem, {{"work", "1e6"}}, RunContext({.threads = 1}));
  CHECK(solution.iterations < 1000);  // 5 n / 12 = 2500 idle blocks without a limit
  CHECK(solution.objective <= solve("ols", problem, {}, RunContext()).objective * (1.0 + 1e-12));
  const Certificate whole = certify(problem, solution, {}, RunContext());
  CHECK_FALSE(whole.stopped);
  CHECK(whole.single_exchange);
  const Certificate part = certify(problem, solution, {.work = 1e4}, RunContext());
  CHECK(part.stopped == StopReason::iterations);
  CHECK_FALSE(part.single_exchange);
  CHECK(part.work <= 1e4);
}
