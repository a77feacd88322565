#include "hybrid/block/triangle.hpp"

#include <algorithm>
#include <cmath>

namespace lode::hybrid {
namespace {

using Position = Eigen::Index;

class SubsetSearch {
 public:
  SubsetSearch(const SubsetLimits& limits, const GainsNothing& gains_nothing, const RunContext& run)
      : limits_(limits), gains_nothing_(gains_nothing), run_(run) {}

  BestSubset search(const Triangle& all) {
    best_.value = least_of_best_ = least_of_others_ = limits_.value;
    visit(all, 1.0);
    const double others = best_.value * (1.0 - 1e-9) - limits_.least;
    const double own = best_.value * (1.0 - 1e-6) - limits_.least;
    const bool unsure = least_of_others_ < others || least_of_best_ < own;
    if (limits_.rounding > 0.0 && unsure) best_.exact = false;
    return best_;
  }

 private:
  /// Half of a squared residual, less its rounding error.
  double rounded_down(double square, double pivot) const {
    const double length = std::sqrt(square) - limits_.rounding / pivot;
    return length > 0.0 ? 0.5 * length * length : 0.0;
  }

  /// `pivot` is the least part of a fixed column outside the span of those before it.
  void visit(const Triangle& set, double pivot) {
    constexpr std::uint64_t poll_interval = 256;
    if (++best_.nodes % poll_interval == 0 && run_.should_stop()) stopped_ = true;
    if (stopped_) best_.exact = false;
    const Position size = set.columns.size();
    const std::size_t fixed = fixed_.size();
    // Squared residuals of the leading columns, small terms first.
    Triangle::Column<double> left = set.z.cwiseAbs2();
    for (Position i = size; i-- > 0;) left[i] += i + 1 < size ? left[i + 1] : set.rest;
    double least_pivot = pivot;
    Position independent = 0;  // leading columns
    for (; independent < size && fixed + static_cast<std::size_t>(independent) < limits_.budget;
         ++independent) {
      const double part = std::abs(set.r(independent, independent));
      if (part <= limits_.dependent) {
        note_dependence(set, independent);
        break;
      }
      least_pivot = std::min(least_pivot, part);
      offer(set, independent + 1, independent + 1 < size ? left[independent + 1] : set.rest, least_pivot);
    }
    for (Position i = independent; i < size; ++i) {
      const double part = std::abs(set.r(i, i));
      if (part > limits_.dependent) least_pivot = std::min(least_pivot, part);
    }
    double fixed_pivot = pivot;
    for (Position i = 0; i + 1 < size && i <= independent && !stopped_; ++i) {
      const std::size_t members = fixed + static_cast<std::size_t>(i) + 1;
      if (members > limits_.budget) break;
      const double least =
          rounded_down(set.rest, least_pivot) + limits_.lambda * static_cast<double>(members);
      if (least >= best_.value - limits_.rounding * limits_.rounding) break;
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

  /// Column `at` depends on the fixed ones and those before it: a better subset may be hidden.
  void note_dependence(const Triangle& set, Position at) {
    std::vector<Coordinate> others = fixed_;
    others.insert(others.end(), set.columns.data(), set.columns.data() + at);
    const double pull = std::abs(set.r(at, at) * set.z[at]);
    best_.exact = best_.exact && gains_nothing_(set.columns[at], pull, std::move(others));
  }

  const SubsetLimits& limits_;
  const GainsNothing& gains_nothing_;
  const RunContext& run_;
  BestSubset best_;
  double least_of_best_ = 0.0;    ///< least value of the best subset, rounding allowed for
  double least_of_others_ = 0.0;  ///< of all others
  std::vector<Coordinate> fixed_;
  bool stopped_ = false;
};

}  // namespace

BestSubset best_subset(const Triangle& all, const SubsetLimits& limits, const GainsNothing& gains_nothing,
                       const RunContext& run) {
  return SubsetSearch(limits, gains_nothing, run).search(all);
}

BestFlips best_flips(const Eigen::MatrixXd& r, const Eigen::VectorXd& z, double rest,
                     std::span<const int> rise, const FlipLimits& limits,
                     const std::function<double(const std::vector<int>&)>& square_of, const RunContext& run) {
  constexpr std::uint64_t poll_interval = 1024;
  BestFlips best;
  double least = limits.square;
  std::vector<int> taken;
  // The first `open` columns are undecided. The rows of decided columns have their final square, and `left`
  // is the residual in the open rows.
  const auto visit = [&](const auto& self, Position open, int surplus, double square,
                         const Triangle::Column<double>& left) -> void {
    if (++best.nodes > limits.nodes || (best.nodes % poll_interval == 0 && run.should_stop())) {
      best.exact = false;
    }
    const double reach = std::max(0.0, std::sqrt(square) - limits.rounding);
    if (!best.exact || !(reach * reach < least)) return;
    if (open == 0) {
      const double own = square_of ? square_of(taken) : square;
      if (surplus != 0 || !(own < least)) return;
      least = own;
      best.flips = taken;
      return;
    }
    const Position i = open - 1;
    const double stays = left[i];
    const double flipped = left[i] - r(i, i);
    const auto flip = [&] {
      taken.push_back(static_cast<int>(i));
      const int risen = rise.empty() ? 0 : surplus + rise[static_cast<std::size_t>(i)];
      self(self, i, risen, square + flipped * flipped, left.head(i) - r.col(i).head(i));
      taken.pop_back();
    };
    const bool nearer = std::abs(flipped) < std::abs(stays);
    if (nearer) flip();
    self(self, i, surplus, square + stays * stays, left.head(i));
    if (!nearer) flip();
  };
  visit(visit, z.size(), 0, rest, z);
  return best;
}

}  // namespace lode::hybrid
