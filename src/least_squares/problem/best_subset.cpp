#include "least_squares/problem/best_subset.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "least_squares/hybrid/flip_search.hpp"
#include "least_squares/problem/matrix_view.hpp"

namespace lode::least_squares::detail {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Position = Eigen::Index;

/// The part of a set that may still be dropped: the triangular factor of its columns beside the fixed ones,
/// and b in the same coordinates.
struct Triangle {
  static constexpr int most = 33;  // on the stack
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most, most> r;
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most, 1> z;
  double rest = 0.0;  ///< square of what the whole set leaves of b
  Eigen::Matrix<Index, Eigen::Dynamic, 1, 0, most, 1> columns;
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
  /// 1/2 of a square of a residual, less what it may be rounded by.
  double rounded_down(double square, double pivot) const {
    const double length = std::sqrt(square) - fit_rounding * length_of_b_ / pivot;
    return length > 0.0 ? 0.5 * length * length : 0.0;
  }

  double rounding_of_zero_fit() const { return 1e-28 * length_of_b_ * length_of_b_; }

  /// `pivot` is the least part of a fixed column outside the span of those before it.
  void visit(const Triangle& set, double pivot) {
    constexpr std::uint64_t poll_interval = 1024;
    if (++nodes_ % poll_interval == 0 && run_.should_stop()) stopped_ = true;
    if (stopped_) best_.exact = false;
    const Position size = set.columns.size();
    const std::size_t fixed = fixed_.size();
    // What the leading columns leave of b, summed up from the small end.
    Eigen::Matrix<double, Eigen::Dynamic, 1, 0, Triangle::most, 1> left = set.z.cwiseAbs2();
    for (Position i = size; i-- > 0;) left[i] += i + 1 < size ? left[i + 1] : set.rest;
    double least_pivot = pivot;
    Position independent = 0;  // leading columns
    for (; independent < size && fixed + static_cast<std::size_t>(independent) < limits_.budget;
         ++independent) {
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
      const std::size_t members = fixed + static_cast<std::size_t>(i) + 1;
      if (members > limits_.budget) break;
      const double price = limits_.lambda * static_cast<double>(members);
      if (rounded_down(set.rest, least_pivot) + price >= best_.value - rounding_of_zero_fit()) break;
      visit(without(set, i), fixed_pivot);
      fixed_pivot = std::min(fixed_pivot, std::abs(set.r(i, i)));
      fixed_.push_back(set.columns[i]);
    }
    fixed_.resize(fixed);
  }

  void offer(const Triangle& set, Position count, double square, double pivot) {
    const double price =
        limits_.lambda * static_cast<double>(fixed_.size() + static_cast<std::size_t>(count));
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

  /// Column `at` depends on the fixed ones and those before it. A better subset may be hidden unless that is
  /// so without any rounding.
  void note_dependence(const Triangle& set, Position at) {
    std::vector<Index> others = fixed_;
    others.insert(others.end(), set.columns.data(), set.columns.data() + at);
    if (others.size() >= a_.rows() || !best_.exact) return;
    const Index column = set.columns[at];
    std::sort(others.begin(), others.end());
    const bool known = std::any_of(proven_.begin(), proven_.end(), [&](const Dependence& dependence) {
      return dependence.column == column &&
             std::includes(others.begin(), others.end(), dependence.others.begin(), dependence.others.end());
    });
    if (known) return;
    constexpr std::size_t most_dependences = 1000;
    auto terms = combination_of(a_, column, others);
    if (!terms || proven_.size() == most_dependences) {
      best_.exact = false;
    } else {
      proven_.push_back({column, std::move(*terms)});
    }
  }

  struct Dependence {
    Index column;
    std::vector<Index> others;
  };

  const Matrix& a_;
  double length_of_b_;
  const SubsetLimits& limits_;
  const RunContext& run_;
  BestSubset best_;
  double least_of_best_ = 0.0;    ///< least value of the best subset, rounding allowed for
  double least_of_others_ = 0.0;  ///< of all others
  std::vector<Index> fixed_;
  std::vector<Dependence> proven_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::optional<std::vector<Index>> combination_of(const Matrix& a, Index j, std::span<const Index> others) {
  constexpr double steps = 1024.0;
  const MatrixXd part = columns_of(a, others);
  const VectorXd target = columns_of(a, std::span(&j, 1));
  const VectorXd lengths = part.colwise().norm();
  VectorXd z = (part * lengths.cwiseInverse().asDiagonal()).colPivHouseholderQr().solve(target);
  SharpResidual rest(as_span(target));
  std::vector<Index> terms;
  for (Position i = 0; i < z.size(); ++i) {
    const double scale = std::nearbyint(steps * z[i] / lengths[i]) / steps;
    if (scale == 0.0) continue;
    terms.push_back(others[static_cast<std::size_t>(i)]);
    rest.add_column(a, terms.back(), -scale);
  }
  if (rest.half_square() != 0.0) return std::nullopt;
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
  // The best columns first: leading subsets are good ones soon.
  const VectorXd gains = (part.transpose() * b).cwiseAbs();
  std::stable_sort(kept.begin(), kept.end(), [&](Position i, Position j) { return gains[i] > gains[j]; });
  const auto size = static_cast<Position>(kept.size());
  all.columns.resize(size);
  for (Position i = 0; i < size; ++i) {
    all.columns[i] = columns[static_cast<std::size_t>(kept[static_cast<std::size_t>(i)])];
  }
  // Rows of zeros, so that there are as many rows as columns.
  MatrixXd whole = MatrixXd::Zero(std::max(part.rows(), size), size + 1);
  whole.topLeftCorner(part.rows(), size) = part(Eigen::all, kept);
  whole.col(size).head(b.size()) = b;
  Eigen::HouseholderQR<MatrixXd> qr(whole.leftCols(size));
  all.r = qr.matrixQR().topRows(size).triangularView<Eigen::Upper>();
  VectorXd z = whole.col(size);
  z.applyOnTheLeft(qr.householderQ().adjoint());
  all.z = z.head(size);
  all.rest = z.tail(z.size() - size).squaredNorm();
  return SubsetSearch(a, b.norm(), limits, run).run(all);
}

}  // namespace lode::least_squares::detail
