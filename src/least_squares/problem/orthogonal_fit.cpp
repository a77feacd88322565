#include "least_squares/problem/orthogonal_fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "least_squares/problem/point.hpp"

namespace lode::least_squares {

OrthogonalFit::OrthogonalFit(const Instance& instance, std::size_t capacity)
    : instance_(instance), residual_(as_vector(instance.b())) {
  const auto most = static_cast<Position>(std::min(capacity, instance.rows()));
  q_.resize(residual_.size(), most);
  r_.setZero(most, most);
  lengths_.resize(most);
}

bool OrthogonalFit::add(Index column) {
  const Position k = count();
  if (k == q_.cols()) return false;
  Eigen::VectorXd inside;
  const Eigen::VectorXd part = split(column, inside);
  const double length = part.norm();
  if (!(length > 0.0)) return false;
  q_.col(k) = part / length;
  r_.col(k).head(k) = inside;
  r_(k, k) = length;
  lengths_[k] = q_.col(k).dot(residual_);
  residual_ -= lengths_[k] * q_.col(k);
  columns_.push_back(column);
  return true;
}

Eigen::VectorXd OrthogonalFit::split(Index column, Eigen::VectorXd& inside) const {
  Eigen::VectorXd part = columns_of(instance_.a(), std::span(&column, 1));
  const double length = part.norm();
  const auto known = q_.leftCols(count());
  inside.setZero(count());
  for (int pass = 0; pass < 2; ++pass) {
    const Eigen::VectorXd along = known.transpose() * part;
    part -= known * along;
    inside += along;
  }
  if (!(part.norm() > dependent_length * length)) part.setZero();
  return part;
}

Eigen::VectorXd OrthogonalFit::outside(Index column) const {
  Eigen::VectorXd inside;
  return split(column, inside);
}

std::vector<double> OrthogonalFit::point() const {
  const Position k = count();
  const Eigen::VectorXd values =
      r_.topLeftCorner(k, k).triangularView<Eigen::Upper>().solve(lengths_.head(k));
  return point_on(columns_, as_span(values), instance_.columns());
}

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A triangular factor of columns, b in the same coordinates, and the square of the part of b outside.
struct Factored {
  MatrixXd r;
  VectorXd z;
  double rest;
};

/// Rows of zeros are added where there are more columns than rows.
Factored factor(const MatrixXd& columns, const VectorXd& b) {
  const Position size = columns.cols();
  MatrixXd padded = MatrixXd::Zero(std::max(columns.rows(), size), size);
  padded.topRows(columns.rows()) = columns;
  VectorXd z = VectorXd::Zero(padded.rows());
  z.head(b.size()) = b;
  const Eigen::HouseholderQR<MatrixXd> qr(padded);
  z.applyOnTheLeft(qr.householderQ().adjoint());
  return {qr.matrixQR().topRows(size).triangularView<Eigen::Upper>(), z.head(size),
          z.tail(z.size() - size).squaredNorm()};
}

}  // namespace

std::optional<std::vector<Index>> combination_of(const Matrix& a, Index j, std::span<const Index> others) {
  constexpr double steps = 1024.0;
  const MatrixXd part = columns_of(a, others);
  VectorXd rest = columns_of(a, std::span(&j, 1));
  const VectorXd lengths = part.colwise().norm();
  const VectorXd z = (part * lengths.cwiseInverse().asDiagonal()).colPivHouseholderQr().solve(rest);
  std::vector<Index> terms;
  for (Position i = 0; i < z.size(); ++i) {
    const double scale = std::nearbyint(steps * z[i] / lengths[i]) / steps;
    if (scale == 0.0) continue;
    terms.push_back(others[i]);
    rest -= scale * part.col(i);
  }
  if ((rest.array() != 0.0).any()) return std::nullopt;
  return terms;
}

hybrid::BestSubset best_subset(const Matrix& a, std::span<const Index> columns, const VectorXd& b,
                               hybrid::SubsetLimits limits, const RunContext& run) {
  MatrixXd part = columns_of(a, columns);
  std::vector<Position> kept;
  for (Position i = 0; i < part.cols(); ++i) {
    const double length = part.col(i).norm();
    if (!(length > 0.0)) continue;
    part.col(i) *= std::ldexp(1.0, -std::ilogb(length));  // to a length of 1 to 2, without rounding
    kept.push_back(i);
  }
  // Best columns first, so that early leading subsets are good.
  const VectorXd gains = (part.transpose() * b).cwiseAbs();
  std::stable_sort(kept.begin(), kept.end(), [&](Position i, Position j) { return gains[i] > gains[j]; });
  hybrid::Triangle all;
  all.columns.resize(static_cast<Position>(kept.size()));
  for (Position i = 0; i < all.columns.size(); ++i) all.columns[i] = columns[kept[i]];
  const Factored factored = factor(part(Eigen::all, kept), b);
  all.r = factored.r;
  all.z = factored.z;
  all.rest = factored.rest;
  limits.value = 0.5 * b.squaredNorm();
  limits.dependent = dependent_length;
  limits.rounding = fit_rounding * b.norm();
  // A dependent column gains nothing if the dependence is exact.
  std::vector<std::pair<Index, std::vector<Index>>> proven;  // a column and the columns it combines
  const auto gains_nothing = [&](Index column, double, std::vector<Index> others) {
    if (others.size() >= a.rows()) return true;
    std::sort(others.begin(), others.end());
    for (const auto& [known, terms] : proven) {
      if (known == column && std::ranges::includes(others, terms)) return true;
    }
    constexpr std::size_t most_dependences = 1000;
    auto terms = combination_of(a, column, others);
    if (!terms || proven.size() >= most_dependences) return false;
    proven.emplace_back(column, std::move(*terms));
    return true;
  };
  return hybrid::best_subset(all, limits, gains_nothing, run);
}

std::optional<std::vector<Index>> best_flips(const Problem& problem, const std::vector<double>& x,
                                             std::span<const Index> set, double least,
                                             const RunContext& run) {
  constexpr std::uint64_t most_nodes = 1u << 22;  // every set of 20 coordinates fits
  const bool signs = problem.constraint.kind == ConstraintKind::binary;
  const Instance& instance = *problem.instance;
  MatrixXd columns = columns_of(instance.a(), set);
  std::vector<int> rise(set.size(), 0);  // of the number of ones
  for (std::size_t i = 0; i < set.size(); ++i) {
    const double step = signs ? -2.0 * x[set[i]] : 1.0 - 2.0 * x[set[i]];
    columns.col(static_cast<Position>(i)) *= step;
    if (!signs) rise[i] = static_cast<int>(step);
  }
  const VectorXd present = as_vector(instance.b()) - as_vector(instance.a().multiply(x));
  const Factored factored = factor(columns, present);
  const double rounding = fit_rounding * (present.norm() + columns.colwise().norm().sum());
  const auto square_of = [&](const std::vector<int>& taken) {
    VectorXd left = present;
    for (const int i : taken) left -= columns.col(i);
    return left.squaredNorm();
  };
  const hybrid::BestFlips best =
      hybrid::best_flips(factored.r, factored.z, factored.rest, rise,
                         {present.squaredNorm() - 2.0 * least, rounding, most_nodes}, square_of, run);
  if (!best.exact) return std::nullopt;
  std::vector<Index> flips;
  for (const int i : best.flips) flips.push_back(set[static_cast<std::size_t>(i)]);
  return flips;
}

}  // namespace lode::least_squares
