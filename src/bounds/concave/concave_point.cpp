#include "bounds/concave/concave_point.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace lode::subgraph::detail {
namespace {

/// A step that gains less than this part of the value is none.
constexpr double least_step_gain = 1e-15;

/// Makes the sum of the y_i equal s, about, within the box, the largest and smallest staying where they are.
void fit_sum(std::vector<double>& y, double s) {
  double sum = 0.0;
  for (const double value : y) sum += value;
  const double room = s > sum ? static_cast<double>(y.size()) - sum : sum;
  if (room <= 0.0) return;
  const double part = (s - sum) / room;
  for (double& value : y) {
    value = std::clamp(value + part * (s > sum ? 1.0 - value : value), 0.0, 1.0);
  }
}

}  // namespace

ConcavePoint::ConcavePoint(const ConcaveProgram& program, std::vector<double> y)
    : program_(program), y_(std::move(y)), h_(program.n) {
  const auto s = static_cast<double>(program.s);
  if (y_.empty()) y_.assign(program.n, s / static_cast<double>(program.n));
  fit_sum(y_, s);
  touch();
}

void ConcavePoint::touch() {
  const std::size_t n = program_.n;
  const double diagonal = program_.shift.diagonal;
  double quadratic = 0.0;  // y'Ay
  double magnitude = std::abs(program_.chosen) + 0.5 * static_cast<double>(program_.s) * std::abs(diagonal);
  double sum = 0.0;
  value_ = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double* row = program_.weights.data() + i * n;
    double product = 0.0;
    for (std::size_t j = 0; j < n; ++j) product += row[j] * y_[j];
    const double own = diagonal * y_[i];
    h_[i] = product + own + program_.linear[i];
    quadratic += (product + own) * y_[i];
    magnitude += (product + std::abs(own)) * y_[i];
    value_ += program_.linear[i] * y_[i];
    sum += y_[i];
  }
  work_ += n * n;
  std::vector<double> sorted = h_;
  const auto s = static_cast<std::ptrdiff_t>(program_.s);
  std::partial_sort(sorted.begin(), sorted.begin() + std::min<std::ptrdiff_t>(s + 1, std::ssize(sorted)),
                    sorted.end(), std::greater<>());
  double top = 0.0;
  for (std::ptrdiff_t i = 0; i < s; ++i) {
    top += sorted[static_cast<std::size_t>(i)];
    magnitude += std::abs(sorted[static_cast<std::size_t>(i)]) + std::abs(diagonal);
  }
  last_in_ = s > 0 ? sorted[program_.s - 1] : std::numeric_limits<double>::infinity();
  first_out_ = program_.s < n ? sorted[program_.s] : -std::numeric_limits<double>::infinity();
  const double missing = static_cast<double>(program_.s) - sum;
  const double fixed = program_.chosen - 0.5 * static_cast<double>(program_.s) * diagonal;
  // Sums of n terms and of s sums, each rounded once, and the linear terms, sums of at most as many weights.
  const double terms = 4.0 * static_cast<double>(n + program_.s + program_.members) + 64.0;
  const double margin = terms * std::numeric_limits<double>::epsilon() * magnitude;
  // The sum of y is known to within n u times itself.
  const double loose = std::abs(missing) + static_cast<double>(n) * 1e-15 * (sum + 1.0);
  bound_ = fixed + top - 0.5 * quadratic + 0.5 * program_.shift.spread * loose * loose + margin;
  value_ += fixed + 0.5 * quadratic;
}

double ConcavePoint::i_bound(std::size_t i, bool held) const {
  const bool in = h_[i] >= last_in_;
  if (in == held) return bound_;
  // What the other one of the pair is worth more, and what rounding of the difference may lose.
  const double loss = held ? last_in_ - h_[i] : h_[i] - first_out_;
  return bound_ - std::max(0.0, loss) * (1.0 - 1e-12);
}

void ConcavePoint::ascend(std::uint64_t steps) {
  const std::size_t n = program_.n;
  const double diagonal = program_.shift.diagonal;
  const double least = least_step_gain * std::max(1.0, std::abs(value_));
  settled_ = false;
  for (std::uint64_t step = 0; step < steps; ++step) {
    std::size_t up = n;
    for (std::size_t i = 0; i < n; ++i) {
      if (y_[i] < 1.0 && (up == n || h_[i] > h_[up])) up = i;
    }
    if (up == n) break;
    // The partner of largest gain: along e_up - e_j the curvature is 2 (w - diagonal).
    const double* row = program_.weights.data() + up * n;
    std::size_t down = n;
    double best = least;
    double length = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
      const double slope = h_[up] - h_[j];
      if (j == up || y_[j] <= 0.0 || slope <= 0.0) continue;
      const double most = std::min(1.0 - y_[up], y_[j]);
      const double curvature = 2.0 * (row[j] - diagonal);
      const double t = curvature > 0.0 ? std::min(most, slope / curvature) : most;
      const double gain = t * (slope - 0.5 * t * curvature);
      if (gain > best) {
        best = gain;
        down = j;
        length = t;
      }
    }
    work_ += 4 * n;
    if (down == n) {
      settled_ = true;
      break;
    }
    y_[up] = std::min(1.0, y_[up] + length);
    y_[down] = std::max(0.0, y_[down] - length);
    const double* other = program_.weights.data() + down * n;
    for (std::size_t i = 0; i < n; ++i) h_[i] += length * (row[i] - other[i]);
    h_[up] += length * diagonal;
    h_[down] -= length * diagonal;
  }
}

}  // namespace lode::subgraph::detail
