#include "least_squares/methods/shifted_normal_solver.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <lode/core/error.hpp>

#include "least_squares/problem/gram_rows.hpp"
#include "least_squares/problem/matrix_view.hpp"

namespace lode::least_squares::detail {
namespace {

/// Values of the matrix to factorise: 8 GiB. More would let through problems that most machines have no
/// memory for, fewer would refuse some that they have.
constexpr std::size_t largest_matrix = std::size_t{1} << 30;

/// Columns multiplied together: few enough to ask the run about every 10 ms.
Index panel_columns(std::size_t work_per_column) {
  constexpr std::size_t panel_work = std::size_t{1} << 26;
  return static_cast<Index>(
      std::clamp<std::size_t>(panel_work / std::max<std::size_t>(1, work_per_column), 4, 64));
}

}  // namespace

ShiftedNormalSolver::ShiftedNormalSolver(const Instance& instance)
    : instance_(instance), small_rows_(instance.rows() < instance.columns()) {
  const std::size_t size = std::min<std::size_t>(instance.rows(), instance.columns());
  if (size > largest_matrix / std::max<std::size_t>(size, 1)) {
    throw InvalidArgument("size of A", std::to_string(size) + " rows or columns",
                          "needs a factorisation of more than 8 GiB");
  }
}

bool ShiftedNormalSolver::prepare(const RunContext& run) {
  const std::size_t m = instance_.rows();
  const Index n = instance_.columns();
  const auto size = static_cast<Eigen::Index>(std::min<std::size_t>(m, n));
  GramRows rows(instance_, 0);
  product_.setZero(size, size);
  const Index width = panel_columns(small_rows_ ? m * m / 2 : m * n);
  for (Index first = 0; first < n; first += width) {
    if (run.should_stop()) return false;
    const Index last = std::min(n, first + width);
    if (small_rows_) {
      std::vector<Index> columns(last - first);
      std::iota(columns.begin(), columns.end(), first);
      product_.selfadjointView<Eigen::Lower>().rankUpdate(columns_of(instance_.a(), columns));
      continue;
    }
    for (Index j = first; j < last; ++j) product_.col(j) = as_vector(rows.row(j));
  }
  return true;
}

bool ShiftedNormalSolver::factor(double rho, const RunContext& run) {
  using Outcome = lode::detail::CholeskyOutcome;
  rho_ = rho;
  Eigen::MatrixXd shifted = product_;
  shifted.diagonal().array() += rho;
  const Outcome outcome = factor_.compute(std::move(shifted), [&run] { return run.should_stop(); });
  if (outcome == Outcome::not_definite) {
    throw InternalError("A'A + rho I is not positive definite to working precision");
  }
  return outcome == Outcome::done;
}

std::vector<double> ShiftedNormalSolver::solve(const std::vector<double>& v) const {
  if (!small_rows_) return to_std(factor_.solve(as_vector(v)));
  const Eigen::VectorXd inner = factor_.solve(as_vector(instance_.a().multiply(v)));
  std::vector<double> x = instance_.a().multiply_transposed(as_span(inner));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = (v[i] - x[i]) / rho_;
  return x;
}

}  // namespace lode::least_squares::detail
