#include "least_squares/dense_oracle.hpp"
#include "least_squares/methods/ssp.hpp"
#include "least_squares/recovery.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

std::vector<Eigen::Index> top(const Eigen::VectorXd& values, std::size_t count) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Eigen::Index>(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index i, Eigen::Index j) { return std::abs(values[i]) > std::abs(values[j]); });
  order.resize(count);
  return order;
}

/// Subspace pursuit written down from the paper, with a Householder fit each time.
double textbook_ssp(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, std::size_t s) {
  std::vector<Eigen::Index> support = top(a.transpose() * b, s);
  double value = test::fit_value(a, b, support);
  while (true) {
    std::vector<Eigen::Index> merged = support;
    for (const Eigen::Index j : top(a.transpose() * test::fit_residual(a, b, support), s)) {
      if (std::find(merged.begin(), merged.end(), j) == merged.end()) merged.push_back(j);
    }
    std::sort(merged.begin(), merged.end());
    const Eigen::VectorXd x = Eigen::MatrixXd(a(Eigen::all, merged)).householderQr().solve(b);
    std::vector<Eigen::Index> next;
    for (const Eigen::Index place : top(x, s)) next.push_back(merged[static_cast<std::size_t>(place)]);
    const double next_value = test::fit_value(a, b, next);
    if (next_value >= value) return value;
    support = next;
    value = next_value;
  }
}

}  // namespace

TEST_CASE("ssp agrees with a textbook implementation") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto instance = test::normal_instance(30, 60, seed);
    RunContext run({.threads = 1});
    const Solution solution = ssp(test::make_problem(instance, {ConstraintKind::sparse_c, 7}), run);
    CHECK(solution.objective ==
          Approx(textbook_ssp(test::dense_matrix(*instance), test::right_side(*instance), 7)).epsilon(1e-12));
  }
}

TEST_CASE("ssp recovers an exactly sparse x, and copes with more columns than rows") {
  const test::Recoverable data = test::recoverable_instance(60, 100, 5, 2);
  RunContext run({.threads = 1});
  CHECK(test::recovers(ssp(test::make_problem(data.instance, {ConstraintKind::sparse_c, 5}), run), data.x));
  const auto wide = test::normal_instance(6, 30, 2);
  const Solution all = ssp(test::make_problem(wide, {ConstraintKind::sparse_c, 20}), run);
  CHECK(all.objective < 1e-18);
}
