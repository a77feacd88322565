#include "least_squares/hybrid/flip_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/linalg/matrix_view.hpp"

namespace lode::least_squares::detail {

void SharpResidual::add(std::size_t row, double scale, double factor) {
  const double value = scale * factor;
  // Knuth's sum of two doubles: rounded sum and error are exact together.
  const double before = high_[row];
  const double sum = before + value;
  const double part = sum - before;
  high_[row] = sum;
  low_[row] += (before - (sum - part)) + (value - part);
  if (scale != 1.0 && scale != -1.0 && scale != 2.0 && scale != -2.0) {
    low_[row] += std::fma(scale, factor, -value);
  }
}

void SharpResidual::add_column(const Matrix& a, Index j, double scale) {
  if (a.is_dense()) {
    const std::span<const double> column = a.dense_column(j);
    for (std::size_t row = 0; row < column.size(); ++row) add(row, scale, column[row]);
    return;
  }
  const std::span<const std::uint32_t> rows = a.entry_rows(j);
  const std::span<const double> values = a.entry_values(j);
  for (std::size_t k = 0; k < rows.size(); ++k) add(rows[k], scale, values[k]);
}

double SharpResidual::half_square() const {
  double sum = 0.0;
  for (std::size_t row = 0; row < high_.size(); ++row) {
    const double value = high_[row] + low_[row];
    sum += 0.5 * value * value;
  }
  return sum;
}

FlipSearch::FlipSearch(const Problem& problem, SquaredObjective& objective)
    : instance_(problem.instance.get()),
      signs_(problem.constraint.kind == ConstraintKind::binary),
      objective_(&objective),
      whole_(std::sqrt(2.0 * instance_->half_norm_b())) {
  for (const double square : instance_->column_squares()) norms_.push_back(std::sqrt(square));
  for (const Index i : objective.support()) whole_ += norms_[i];
}

double FlipSearch::step(Index i) const {
  const double x = objective_->coordinate(i);
  return signs_ ? -2.0 * x : 1.0 - 2.0 * x;
}

double FlipSearch::rounding(double reach) const {
  constexpr double units = 1e-13;  // sums of many products
  return units * reach * (reach + whole_);
}

double FlipSearch::rounding(std::span<const Index> set) const {
  double sum = 0.0;
  for (const Index i : set) sum += reach(i);
  return rounding(sum);
}

double FlipSearch::rounding_of_value() const {
  constexpr double units = 1e-14;
  return 0.5 * units * whole_ * units * whole_;
}

/// All subsets of a set, depth first, each with the change of F that G tells.
class FlipSearch::Enumeration {
 public:
  Enumeration(FlipSearch& owner, std::span<const Index> set, double least, double most_work,
              const RunContext& run)
      : owner_(owner), set_(set), least_(least), work_left_(most_work), run_(run) {
    for (const Index i : set) {
      steps_.push_back(owner.step(i));
      slopes_.push_back(owner.objective_->gradient(i));
    }
    couplings_ = owner.objective_->block(set).quadratic;
  }

  Result run() {
    descend(0, 0, 0.0, 0.0);
    return std::move(result_);
  }

 private:
  static constexpr std::uint64_t poll_interval = 4096;

  bool go_on() {
    if (++visited_ % poll_interval == 0 && run_.should_stop()) result_.exact = false;
    return result_.exact;
  }

  /// `surplus` is by how many ones the flips that are taken raise their number.
  void descend(std::size_t first, int surplus, double change, double reach) {
    const lode::detail::SquareView q{couplings_.data(), static_cast<int>(set_.size())};
    for (std::size_t i = first; i < set_.size() && go_on(); ++i) {
      const double* const row = q.row(static_cast<int>(i));
      double slope = slopes_[i] + 0.5 * steps_[i] * row[i];
      for (const std::size_t j : taken_) slope += steps_[j] * row[j];
      const double with = change + steps_[i] * slope;
      const double reached = reach + owner_.reach(set_[i]);
      const int ones = owner_.signs_ ? 0 : surplus + (steps_[i] > 0.0 ? 1 : -1);
      taken_.push_back(i);
      if (ones == 0) consider(with, owner_.rounding(reached));
      if (static_cast<std::size_t>(std::abs(ones)) < set_.size() - i) descend(i + 1, ones, with, reached);
      taken_.pop_back();
    }
  }

  void consider(double change, double rounding) {
    if (!result_.exact || -change + rounding <= result_.decrease + least_) return;
    const double decrease = sharp_decrease();
    if (!(decrease > result_.decrease + least_)) return;
    result_.decrease = decrease;
    result_.flips.clear();
    for (const std::size_t j : taken_) result_.flips.push_back(set_[j]);
  }

  double sharp_decrease() {
    const Matrix& a = owner_.instance_->a();
    const auto& support = owner_.objective_->support();
    std::vector<SharpResidual>& present = owner_.present_;
    if (present.empty()) {
      present.emplace_back(owner_.instance_->b());
      for (const Index j : support) present[0].add_column(a, j, -owner_.objective_->coordinate(j));
    }
    work_left_ -= static_cast<double>((taken_.size() + 1) * a.rows());
    if (work_left_ < 0.0) {
      result_.exact = false;
      return 0.0;
    }
    SharpResidual moved = present[0];
    for (const std::size_t j : taken_) moved.add_column(a, set_[j], -steps_[j]);
    return present[0].half_square() - moved.half_square();
  }

  FlipSearch& owner_;
  std::span<const Index> set_;
  double least_;
  double work_left_;
  const RunContext& run_;
  std::vector<double> steps_;
  std::vector<double> slopes_;
  std::vector<double> couplings_;
  std::vector<std::size_t> taken_;
  std::uint64_t visited_ = 0;
  Result result_;
};

FlipSearch::Result FlipSearch::best(std::span<const Index> set, double least, double most_work,
                                    const RunContext& run) {
  return Enumeration(*this, set, least, most_work, run).run();
}

}  // namespace lode::least_squares::detail
