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

/// The undecided columns of a set: their triangular factor outside the span of the fixed columns, and b in
/// the same coordinates.
struct Triangle {
  static constexpr int most = 33;  // on the stack
  template <class Value>
  using Column = Eigen::Matrix<Value, Eigen::Dynamic, 1, 0, most, 1>;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most, most> r;
  Column<double> z;
  double rest = 0.0;  ///< squared residual of the whole set
  Column<Index> columns;
};

class SubsetSearch {
 public:
  SubsetSearch(const Matrix& a, double length_of_b, const SubsetLimits& limits, const RunContext& run)
      : a_(a), length_of_b_(length_of_b), limits_(limits), run_(run) {}

  BestSubset run(const Triangle& all) {
    best_.value = 0.5 * length_of_b_ * length_of_b_;
    least_of_best_ = least_of_others_ = best_.value;
    visit(all, 1.0);
    const double others = best_.value * (1.0 - 1e-9) - limits_.least;
    const double own = best_.value * (1.0 - 1e-6) - limits_.least;
    if (least_of_others_ < others || least_of_best_ < own) best_.exact = false;
    return best_;
  }

 private:
  /// Half of a squared residual, less its rounding error.
  double rounded_down(double square, double pivot) const {
    const double length = std::sqrt(square) - fit_rounding * length_of_b_ / pivot;
    return length > 0.0 ? 0.5 * length * length : 0.0;
  }

  /// `pivot` is the least part of a fixed column outside the span of those before it.
  void visit(const Triangle& set, double pivot) {
    constexpr std::uint64_t poll_interval = 1024;
    if (++nodes_ % poll_interval == 0 && run_.should_stop()) stopped_ = true;
    if (stopped_) best_.exact = false;
    const Position size = set.columns.size();
    const std::size_t fixed = fixed_.size();
    // Squared residuals of the leading columns, small terms first.
    Triangle::Column<double> left = set.z.cwiseAbs2();
    for (Position i = size; i-- > 0;) left[i] += i + 1 < size ? left[i + 1] : set.rest;
    double least_pivot = pivot;
    Position independent = 0;  // leading columns
    for (; independent < size && fixed + independent < limits_.budget; ++independent) {
      const double part = std::abs(set.r(independent, independent));
      if (part <= dependent_length) {
        note_dependence(set, independent);
        break;
      }
      least_pivot = std::min(least_pivot, part);
      offer(set, independent + 1, independent + 1 < size ? left[independent + 1] : set.rest, least_pivot);
    }
    for (Position i = independent; i < size; ++i) {
      const double part = std::abs(set.r(i, i));
      if (part > dependent_length) least_pivot = std::min(least_pivot, part);
    }
    double fixed_pivot = pivot;
    for (Position i = 0; i + 1 < size && i <= independent && !stopped_; ++i) {
      const std::size_t members = fixed + i + 1;
      if (members > limits_.budget) break;
      const double least =
          rounded_down(set.rest, least_pivot) + limits_.lambda * static_cast<double>(members);
      if (least >= best_.value - 1e-28 * length_of_b_ * length_of_b_) break;
      visit(without(set, i), fixed_pivot);
      fixed_pivot = std::min(fixed_pivot, std::abs(set.r(i, i)));
      fixed_.push_back(set.columns[i]);
    }
    fixed_.resize(fixed);
  }

  void offer(const Triangle& set, Position count, double square, double pivot) {
    const double price = limits_.lambda * static_cast<double>(fixed_.size() + count);
    const double least = rounded_down(square, pivot) + price;
    const double value = 0.5 * square + price;
    const bool better = value < best_.value;
    least_of_others_ = std::min(least_of_others_, better ? least_of_best_ : least);
    if (!better) return;
    least_of_best_ = least;
    best_.value = value;
    best_.columns = fixed_;
    best_.columns.insert(best_.columns.end(), set.columns.data(), set.columns.data() + count);
  }

  /// Drops column i; the columns before it are fixed and leave the triangle.
  static Triangle without(const Triangle& set, Position i) {
    const Position size = set.r.cols() - i - 1;
    Triangle left{set.r.bottomRightCorner(size + 1, size), set.z.tail(size + 1), set.rest,
                  set.columns.tail(size)};
    for (Position j = 0; j < size; ++j) {
      Eigen::JacobiRotation<double> rotation;
      rotation.makeGivens(left.r(j, j), left.r(j + 1, j));
      left.r.rightCols(size - j).applyOnTheLeft(j, j + 1, rotation.adjoint());
      left.z.applyOnTheLeft(j, j + 1, rotation.adjoint());
    }
    left.rest += left.z[size] * left.z[size];
    left.r.conservativeResize(size, size);
    left.z.conservativeResize(size);
    return left;
  }

  /// Column `at` depends on the fixed ones and those before it. A better subset may be hidden unless the
  /// dependence is exact.
  void note_dependence(const Triangle& set, Position at) {
    std::vector<Index> others = fixed_;
    others.insert(others.end(), set.columns.data(), set.columns.data() + at);
    if (others.size() >= a_.rows() || !best_.exact) return;
    const Index column = set.columns[at];
    std::sort(others.begin(), others.end());
    for (const auto& [known, terms] : proven_) {
      if (known == column && std::ranges::includes(others, terms)) return;
    }
    constexpr std::size_t most_dependences = 1000;
    auto terms = combination_of(a_, column, others);
    best_.exact = terms && proven_.size() < most_dependences;
    if (best_.exact) proven_.emplace_back(column, std::move(*terms));
  }

  const Matrix& a_;
  double length_of_b_;
  const SubsetLimits& limits_;
  const RunContext& run_;
  BestSubset best_;
  double least_of_best_ = 0.0;    ///< least value of the best subset, rounding allowed for
  double least_of_others_ = 0.0;  ///< of all others
  std::vector<Index> fixed_;
  std::vector<std::pair<Index, std::vector<Index>>> proven_;  ///< a column and the columns it combines
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

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

BestSubset best_subset(const Matrix& a, std::span<const Index> columns, const VectorXd& b,
                       const SubsetLimits& limits, const RunContext& run) {
  Triangle all;
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
  const auto size = static_cast<Position>(kept.size());
  all.columns.resize(size);
  for (Position i = 0; i < size; ++i) all.columns[i] = columns[kept[i]];
  const Factored factored = factor(part(Eigen::all, kept), b);
  all.r = factored.r;
  all.z = factored.z;
  all.rest = factored.rest;
  return SubsetSearch(a, b.norm(), limits, run).run(all);
}

std::optional<std::vector<Index>> best_flips(const Problem& problem, const std::vector<double>& x,
                                             std::span<const Index> set, double least,
                                             const RunContext& run) {
  constexpr std::uint64_t poll_interval = 1024;
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
  double best = present.squaredNorm() - 2.0 * least;
  std::vector<Position> taken;
  std::vector<Position> best_set;
  std::uint64_t nodes = 0;
  bool stopped = false;
  // The first `open` coordinates are undecided. The rows of decided coordinates have their final square, and
  // `z` is the residual in the open rows.
  const auto visit = [&](const auto& self, Position open, int surplus, double square,
                         const Triangle::Column<double>& z) -> void {
    stopped = stopped || ++nodes > most_nodes || (nodes % poll_interval == 0 && run.should_stop());
    const double reach = std::max(0.0, std::sqrt(square) - rounding);
    if (stopped || !(reach * reach < best)) return;
    if (open == 0) {
      VectorXd left = present;
      for (const Position i : taken) left -= columns.col(i);
      if (surplus != 0 || !(left.squaredNorm() < best)) return;
      best = left.squaredNorm();
      best_set = taken;
      return;
    }
    const Position i = open - 1;
    const double stays = z[i];
    const double flipped = z[i] - factored.r(i, i);
    const auto flip = [&] {
      taken.push_back(i);
      self(self, i, surplus + rise[static_cast<std::size_t>(i)], square + flipped * flipped,
           z.head(i) - factored.r.col(i).head(i));
      taken.pop_back();
    };
    if (std::abs(flipped) < std::abs(stays)) flip();
    self(self, i, surplus, square + stays * stays, z.head(i));
    if (!(std::abs(flipped) < std::abs(stays))) flip();
  };
  visit(visit, factored.z.size(), 0, factored.rest, factored.z);
  if (stopped) return std::nullopt;
  std::vector<Index> flips;
  for (const Position i : best_set) flips.push_back(set[static_cast<std::size_t>(i)]);
  return flips;
}

}  // namespace lode::least_squares
