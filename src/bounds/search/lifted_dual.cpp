#include "bounds/search/lifted_dual.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/search/sdp_cuts.hpp"
#include "core/linalg/dense_kernels.hpp"
#include "core/linalg/multiply.hpp"
#include "core/linalg/vector_kernels.hpp"

namespace lode::subgraph::detail {
namespace {

/// t as a share of k / n, or of what is missing from 1 when more than half of the vertices are chosen: values
/// between 0.2 and 0.6 serve equally well.
constexpr double shift_share = 0.4;

/// In four lanes.
double sum_of(std::span<const double> values) {
  double parts[4] = {0.0, 0.0, 0.0, 0.0};
  std::size_t i = 0;
  for (; i + 4 <= values.size(); i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) parts[lane] += values[i + lane];
  }
  for (; i < values.size(); ++i) parts[0] += values[i];
  return (parts[0] + parts[2]) + (parts[1] + parts[3]);
}

}  // namespace

SdpLift lift_of(std::size_t vertices, Vertex size) {
  const auto n = static_cast<double>(vertices);
  const auto k = static_cast<double>(size);
  const double t = 2.0 * k <= n ? shift_share * k / n : 1.0 - shift_share * (1.0 - k / n);
  return {t, k * (1.0 - 2.0 * t) + t * t * n};
}

LiftedDual::LiftedDual(const DenseProblem& problem, double alpha)
    : problem_(problem), n_(problem.n), k_(static_cast<double>(problem.s)), alpha_(alpha) {
  const auto n = static_cast<double>(n_);
  const SdpLift lift = lift_of(n_, problem.s);
  t_ = lift.shift;
  kappa_ = lift.kappa;
  q_ = 2.0 * t_ / (1.0 - 2.0 * t_);
  const double diagonal = -k_ + q_ * (0.5 * n - k_);
  scale_ = 1.0 / std::sqrt(0.5 * n + diagonal * diagonal);
  centre_.assign(n_ * n_, 0.0);
  lifted_.resize(n_ * n_);
  matrix_.resize(n_ * n_);
  optimum_.resize(n_ * n_);
  primal_.resize(n_ * n_);
}

void LiftedDual::centre_at(std::span<const double> x) {
  for (std::size_t i = 0; i < n_; ++i) {
    const double own = t_ * t_ - t_ * x[i * n_ + i];
    for (std::size_t j = 0; j < n_; ++j) {
      centre_[i * n_ + j] = x[i * n_ + j] - t_ * x[j * n_ + j] + own;
    }
  }
  centre_square_ = lode::detail::vector_kernels().dot(centre_.size(), centre_.data(), centre_.data());
}

void LiftedDual::centre_at_last() {
  centre_ = optimum_;
  centre_square_ = lode::detail::vector_kernels().dot(centre_.size(), centre_.data(), centre_.data());
}

/// P and the constant.
void LiftedDual::assemble(std::span<const double> y, std::span<const SdpCut> cuts) {
  const std::vector<double>& w = problem_.weights;
  const double* pair = y.data() + n_;
  for (std::size_t i = 0; i < n_; ++i) {
    const double lambda = scale_ * y[i];
    double* const row = lifted_.data() + i * n_;
    const double* const weights = w.data() + i * n_;
    row[i] = problem_.linear[i] + lambda * (1.0 - k_);
    const double half = 0.5 * lambda;
    const double half_scale = 0.5 * scale_;
    for (std::size_t j = i + 1; j < n_; ++j) {
      row[j] = (0.5 * weights[j] + *pair++) + (half + half_scale * y[j]);
    }
  }
  constant_ = problem_.base;
  const double* gamma = y.data() + n_ + pairs();
  for (const SdpCut& cut : cuts) {
    const double g = *gamma++;
    constant_ += g * right_side(cut.kind);
    over_terms(cut, [&](std::size_t i, std::size_t j, double coefficient) {
      lifted_[i * n_ + j] -= g * (i == j ? coefficient : 0.5 * coefficient);
    });
  }
  // Only the entries on and above the diagonal are of use.
  scaled_.assign(n_, 0.0);
  for (std::size_t i = 0; i < n_; ++i) {
    const double* const row = lifted_.data() + i * n_;
    scaled_[i] += row[i] + sum_of({row + i + 1, n_ - i - 1});
    lode::detail::vector_kernels().add_scaled(n_ - i - 1, 1.0, row + i + 1, scaled_.data() + i + 1);
  }
  const double total = sum_of(scaled_);
  for (std::size_t i = 0; i < n_; ++i) lifted_[i * n_ + i] += q_ * scaled_[i];
  constant_ -= t_ * t_ * total / (1.0 - 2.0 * t_);
}

/// How many eigenvalues belong to Z*: p_j = max(0, (mu_j - threshold) / alpha), summing to kappa.
std::size_t LiftedDual::spread(std::span<const double> values) {
  const double wanted = alpha_ * kappa_;
  double sum = 0.0;
  std::size_t count = 0;
  while (count < values.size()) {
    const double next = values[values.size() - 1 - count];
    if (count > 0 && sum - static_cast<double>(count) * next >= wanted) break;
    sum += next;
    ++count;
  }
  threshold_ = (sum - wanted) / static_cast<double>(count);
  weights_.resize(count);
  value_ = constant_ - 0.5 * alpha_ * centre_square_;
  for (std::size_t c = 0; c < count; ++c) {
    const double mu = values[values.size() - count + c];
    weights_[c] = std::max(0.0, (mu - threshold_) / alpha_);
    value_ += weights_[c] * (mu - 0.5 * alpha_ * weights_[c]);
  }
  return count;
}

bool LiftedDual::evaluate(std::span<const double> y, std::span<const SdpCut> cuts,
                          const lode::detail::StopAsked& stop) {
  assemble(y, cuts);
  std::copy(lifted_.begin(), lifted_.end(), matrix_.begin());
  lode::detail::vector_kernels().add_scaled(matrix_.size(), alpha_, centre_.data(), matrix_.data());
  const auto count = [&](std::span<const double> values) { return spread(values); };
  if (!eigen_.decompose(matrix_, n_, count, stop)) return false;
  if (!form_primal(stop)) return false;
  form_gradient(cuts);
  return true;
}

/// Z* and X*; false when stopped.
bool LiftedDual::form_primal(const lode::detail::StopAsked& stop) {
  const std::size_t columns = eigen_.columns();
  scaled_.assign(eigen_.vectors().begin(), eigen_.vectors().end());
  for (std::size_t c = 0; c < columns; ++c) {
    const double root = std::sqrt(weights_[c]);
    for (std::size_t i = 0; i < n_; ++i) scaled_[c * n_ + i] *= root;
  }
  constexpr std::size_t panel = 192;  // columns between two polls
  const lode::detail::MatrixOperand factor = lode::detail::column_major(scaled_.data(), n_);
  for (std::size_t first = 0; first < n_; first += panel) {
    if (stop()) return false;
    const std::size_t width = std::min(panel, n_ - first);
    const lode::detail::MatrixOperand right =
        lode::detail::column_major(scaled_.data() + first, n_).transposed();
    double* const target = optimum_.data() + first * n_;
    lode::detail::scale_matrix(first + width, width, 0.0, target, n_);
    lode::detail::add_product(first, width, columns, 1.0, factor, right, target, n_);
    lode::detail::add_product(width, width, columns, 1.0, right.transposed(), right, target + first, n_,
                              lode::detail::MatrixPart::upper);
  }
  lode::detail::mirror_upper_triangle(optimum_, n_);
  scaled_.resize(n_);
  for (std::size_t i = 0; i < n_; ++i) {
    scaled_[i] = t_ * ((optimum_[i * n_ + i] - t_ * t_) / (1.0 - 2.0 * t_) - 0.5 * t_);
  }
  for (std::size_t i = 0; i < n_; ++i) {
    const double* const z = optimum_.data() + i * n_;
    double* const x = primal_.data() + i * n_;
    const double own = scaled_[i];
    for (std::size_t j = 0; j < n_; ++j) x[j] = z[j] + (own + scaled_[j]);
  }
  return true;
}

void LiftedDual::form_gradient(std::span<const SdpCut> cuts) {
  gradient_.resize(n_ + pairs() + cuts.size());
  double* pair = gradient_.data() + n_;
  for (std::size_t i = 0; i < n_; ++i) {
    const double* const x = primal_.data() + i * n_;
    gradient_[i] = scale_ * (sum_of({x, n_}) - k_ * x[i]);
    for (std::size_t j = i + 1; j < n_; ++j) *pair++ = 2.0 * x[j];
  }
  for (const SdpCut& cut : cuts) {
    double left = 0.0;
    over_terms(cut, [&](std::size_t i, std::size_t j, double coefficient) {
      left += coefficient * primal_[i * n_ + j];
    });
    *pair++ = right_side(cut.kind) - left;
  }
}

bool LiftedDual::largest_eigenvalue(const lode::detail::StopAsked& stop, double& value) {
  std::copy(lifted_.begin(), lifted_.end(), matrix_.begin());
  if (!eigen_.decompose(
          matrix_, n_, [](std::span<const double>) { return std::size_t{0}; }, stop))
    return false;
  value = eigen_.values().back();
  return true;
}

}  // namespace lode::subgraph::detail
