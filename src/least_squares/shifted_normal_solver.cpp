#include "least_squares/shifted_normal_solver.hpp"

#include <algorithm>
#include <string>

#include <lode/core/error.hpp>

namespace lode::least_squares::detail {
namespace {

constexpr std::size_t largest_matrix = std::size_t{1} << 30;  // values

using ConstVector = Eigen::Map<const Eigen::VectorXd>;

ConstVector view(const std::vector<double>& values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

/// AA', column of A by column, a few of them at a time.
Eigen::MatrixXd row_products(const Instance& instance) {
  constexpr Index width = 64;
  const auto m = static_cast<Eigen::Index>(instance.rows());
  Eigen::MatrixXd product = Eigen::MatrixXd::Zero(m, m);
  for (Index first = 0; first < instance.columns(); first += width) {
    const Index last = std::min(instance.columns(), first + width);
    Eigen::MatrixXd panel = Eigen::MatrixXd::Zero(m, static_cast<Eigen::Index>(last - first));
    for (Index j = first; j < last; ++j) {
      double* const column = panel.data() + (j - first) * instance.rows();
      instance.a().add_column(j, 1.0, {column, instance.rows()});
    }
    product.selfadjointView<Eigen::Lower>().rankUpdate(panel);
  }
  return product;
}

}  // namespace

ShiftedNormalSolver::ShiftedNormalSolver(const Instance& instance)
    : instance_(instance), small_rows_(instance.rows() < instance.columns()) {
  const std::size_t size = std::min<std::size_t>(instance.rows(), instance.columns());
  if (size > largest_matrix / std::max<std::size_t>(size, 1)) {
    throw InvalidArgument("size of A", std::to_string(size) + " rows or columns",
                          "needs a factorisation of more than 8 GiB");
  }
  if (small_rows_) {
    product_ = row_products(instance);
  } else {
    product_.resize(static_cast<Eigen::Index>(size), static_cast<Eigen::Index>(size));
    for (Index j = 0; j < instance.columns(); ++j) {
      for (Index i = j; i < instance.columns(); ++i) product_(i, j) = instance.a().dot_columns(i, j);
    }
  }
}

void ShiftedNormalSolver::factor(double rho) {
  rho_ = rho;
  Eigen::MatrixXd shifted = product_;
  shifted.diagonal().array() += rho;
  factor_.compute(shifted);
  if (factor_.info() != Eigen::Success) {
    throw InternalError("A'A + rho I is not positive definite to working precision");
  }
}

std::vector<double> ShiftedNormalSolver::solve(const std::vector<double>& v) const {
  if (!small_rows_) {
    const Eigen::VectorXd x = factor_.solve(view(v));
    return {x.data(), x.data() + x.size()};
  }
  const Eigen::VectorXd inner = factor_.solve(view(instance_.a().multiply(v)));
  std::vector<double> x =
      instance_.a().multiply_transposed({inner.data(), static_cast<std::size_t>(inner.size())});
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = (v[i] - x[i]) / rho_;
  return x;
}

}  // namespace lode::least_squares::detail
