#include "least_squares/problem/orthogonal_fit.hpp"

#include <algorithm>

#include "least_squares/problem/point.hpp"

namespace lode::least_squares::detail {
OrthogonalFit::OrthogonalFit(const Instance& instance, std::size_t capacity)
    : instance_(instance), residual_(as_vector(instance.b())) {
  const auto most = static_cast<Eigen::Index>(std::min(capacity, instance.rows()));
  q_.resize(residual_.size(), most);
  r_.setZero(most, most);
  lengths_.resize(most);
}

bool OrthogonalFit::add(Index column) {
  const Eigen::Index k = count();
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

std::span<const double> OrthogonalFit::direction() const {
  return {q_.col(count() - 1).data(), instance_.rows()};
}

std::vector<double> OrthogonalFit::point() const {
  const Eigen::Index k = count();
  const Eigen::VectorXd values =
      r_.topLeftCorner(k, k).triangularView<Eigen::Upper>().solve(lengths_.head(k));
  return point_on(columns_, as_span(values), instance_.columns());
}

}  // namespace lode::least_squares::detail
