#include "least_squares/hybrid/flip_search.hpp"

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

/// All subsets of the set, depth first, each with the change of F that G tells.
FlipSearch::Result FlipSearch::best(std::span<const Index> set, double least, double most_work,
                                    const RunContext& run) {
  constexpr std::uint64_t poll_interval = 4096;
  const Matrix& a = instance_->a();
  std::vector<double> steps;
  std::vector<double> slopes;
  for (const Index i : set) {
    steps.push_back(step(i));
    slopes.push_back(objective_->gradient(i));
  }
  const std::vector<double> couplings = objective_->block(set).quadratic;
  const lode::detail::SquareView q{couplings.data(), static_cast<int>(set.size())};
  std::vector<std::size_t> taken;
  std::uint64_t visited = 0;
  Result result;

  const auto sharp_decrease = [&] {
    if (present_.empty()) {
      present_.emplace_back(instance_->b());
      for (const Index j : objective_->support()) {
        present_[0].add_column(a, j, -objective_->coordinate(j));
      }
    }
    most_work -= static_cast<double>((taken.size() + 1) * a.rows());
    if (most_work < 0.0) {
      result.exact = false;
      return 0.0;
    }
    SharpResidual moved = present_[0];
    for (const std::size_t j : taken) moved.add_column(a, set[j], -steps[j]);
    return present_[0].half_square() - moved.half_square();
  };
  const auto consider = [&](double change, double rounding_of_change) {
    if (!result.exact || -change + rounding_of_change <= result.decrease + least) return;
    const double decrease = sharp_decrease();
    if (!(decrease > result.decrease + least)) return;
    result.decrease = decrease;
    result.flips.clear();
    for (const std::size_t j : taken) result.flips.push_back(set[j]);
  };
  // `surplus` is the number by which the flips that are taken raise the number of ones.
  const auto descend = [&](const auto& self, std::size_t first, int surplus, double change,
                           double reached) -> void {
    for (std::size_t i = first; i < set.size(); ++i) {
      if (++visited % poll_interval == 0 && run.should_stop()) result.exact = false;
      if (!result.exact) return;
      const double* const row = q.row(static_cast<int>(i));
      double slope = slopes[i] + 0.5 * steps[i] * row[i];
      for (const std::size_t j : taken) slope += steps[j] * row[j];
      const double with = change + steps[i] * slope;
      const double reached_with = reached + reach(set[i]);
      const int ones = signs_ ? 0 : surplus + (steps[i] > 0.0 ? 1 : -1);
      taken.push_back(i);
      if (ones == 0) consider(with, rounding(reached_with));
      if (static_cast<std::size_t>(std::abs(ones)) < set.size() - i) {
        self(self, i + 1, ones, with, reached_with);
      }
      taken.pop_back();
    }
  };
  descend(descend, 0, 0, 0.0, 0.0);
  return result;
}

}  // namespace lode::least_squares::detail
