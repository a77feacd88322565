#include "bounds/search/lifted_dual.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "bounds/dual/proof.hpp"
#include "bounds/search/cuts.hpp"
#include "core/linalg/dense_kernels.hpp"
#include "core/linalg/multiply.hpp"
#include "core/linalg/vector_kernels.hpp"

namespace lode::subgraph::detail {
namespace {

/// t as a share of k / n, or of what is missing from 1 when more than half of the vertices are chosen: values
/// between 0.2 and 0.6 serve equally well.
constexpr double shift_share = 0.4;
/// Times what search/tree.hpp asks for, so that a check in another order succeeds.
constexpr double proof_room = 2.0;

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

LiftedDual::LiftedDual(const DenseProblem& problem, double alpha, const RunContext& run)
    : problem_(problem), run_(run), n_(problem.n), k_(static_cast<double>(problem.s)), alpha_(alpha) {
  const SdpLift lift = lift_of(n_, problem.s);
  t_ = lift.shift;
  kappa_ = lift.kappa;
  q_ = 2.0 * t_ / (1.0 - 2.0 * t_);
  const double half = 0.5 * static_cast<double>(n_);
  const double diagonal = -k_ + q_ * (half - k_);
  scale_ = 1.0 / std::sqrt(half + diagonal * diagonal);
  for (auto* matrix : {&centre_, &lifted_, &matrix_, &optimum_, &primal_}) matrix->assign(n_ * n_, 0.0);
}

std::vector<double> LiftedDual::point_of(const SdpNodeProof& multipliers) {
  cuts = multipliers.cuts;
  std::vector<double> point(first_cut(), 0.0);
  for (std::size_t i = 0; i < multipliers.rows.size(); ++i) point[i] = multipliers.rows[i] / scale_;
  for (const SdpPair& pair : multipliers.pairs) {
    const std::size_t i = pair.i;
    point[n_ + i * (2 * n_ - i - 1) / 2 + (pair.j - i - 1)] = pair.multiplier;
  }
  for (const SdpCut& cut : cuts) point.push_back(cut.multiplier);
  return point;
}

SdpNodeProof LiftedDual::multipliers_at(std::span<const double> point) const {
  SdpNodeProof all;
  all.shift = t_;
  all.eigenvalue = eigenvalue_;
  const double* value = point.data();
  for (std::size_t i = 0; i < n_; ++i) all.rows.push_back(scale_ * *value++);
  for (std::uint32_t i = 0; i < n_; ++i) {
    for (std::uint32_t j = i + 1; j < n_; ++j, ++value) {
      if (*value > 0.0) all.pairs.push_back({i, j, *value});
    }
  }
  for (SdpCut cut : cuts) {
    cut.multiplier = *value++;
    if (cut.multiplier > 0.0) all.cuts.push_back(cut);
  }
  return all;
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
void LiftedDual::assemble(std::span<const double> y) {
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
  const double* gamma = y.data() + first_cut();
  for (const SdpCut& cut : cuts) {
    const double g = *gamma++;
    constant_ += g * terms_of(cut.kind).right_side;
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
  const double threshold = (sum - wanted) / static_cast<double>(count);
  weights_.resize(count);
  value_ = constant_ - 0.5 * alpha_ * centre_square_;
  for (std::size_t c = 0; c < count; ++c) {
    const double mu = values[values.size() - count + c];
    weights_[c] = std::max(0.0, (mu - threshold) / alpha_);
    value_ += weights_[c] * (mu - 0.5 * alpha_ * weights_[c]);
  }
  return count;
}

/// The eigenpairs of matrix_; false when stopped.
bool LiftedDual::decompose(const lode::detail::TopEigenpairs::Count& count) {
  return eigen_.decompose(matrix_, n_, count, [this] { return run_.should_stop(); });
}

bool LiftedDual::evaluate(std::span<const double> point) {
  assemble(point);
  std::copy(lifted_.begin(), lifted_.end(), matrix_.begin());
  lode::detail::vector_kernels().add_scaled(matrix_.size(), alpha_, centre_.data(), matrix_.data());
  if (!decompose([&](std::span<const double> values) { return spread(values); })) return false;
  form_primal();
  form_gradient();
  ++evaluations_;
  return true;
}

/// Z* and X*.
void LiftedDual::form_primal() {
  const std::size_t columns = eigen_.columns();
  scaled_.assign(eigen_.vectors().begin(), eigen_.vectors().end());
  for (std::size_t c = 0; c < columns; ++c) {
    const double root = std::sqrt(weights_[c]);
    for (std::size_t i = 0; i < n_; ++i) scaled_[c * n_ + i] *= root;
  }
  const lode::detail::MatrixOperand factor = lode::detail::column_major(scaled_.data(), n_);
  std::fill(optimum_.begin(), optimum_.end(), 0.0);
  lode::detail::add_product(n_, n_, columns, 1.0, factor, factor.transposed(), optimum_.data(), n_,
                            lode::detail::MatrixPart::upper);
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
}

void LiftedDual::form_gradient() {
  gradient_.resize(first_cut() + cuts.size());
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
    *pair++ = terms_of(cut.kind).right_side - left;
  }
}

std::optional<double> LiftedDual::estimated_bound() {
  std::copy(lifted_.begin(), lifted_.end(), matrix_.begin());
  if (!decompose([](std::span<const double>) { return std::size_t{0}; })) return std::nullopt;
  return constant_ + kappa_ * eigen_.values().back();
}

std::optional<double> LiftedDual::prove(std::span<const double> point, double wanted, double path_room) {
  assemble(point);
  eigenvalue_ = (wanted - constant_) / kappa_;
  const double order = static_cast<double>(n_) + 2.0;
  double magnitude = 0.0;  // A
  double largest = 0.0;    // entry
  double trace = 0.0;
  for (std::size_t i = 0; i < n_; ++i) {
    magnitude += std::abs(problem_.linear[i]) + (order + k_) * scale_ * std::abs(point[i]);
    for (std::size_t j = i; j < n_; ++j) {
      magnitude += std::abs(problem_.weight(i, j));
      const double entry = (i == j ? eigenvalue_ : 0.0) - lifted_[i * n_ + j];
      matrix_[i * n_ + j] = entry;
      largest = std::max(largest, std::abs(entry));
    }
    trace += matrix_[i * n_ + i];
  }
  for (std::size_t i = n_; i < first_cut(); ++i) magnitude += 2.0 * point[i];
  double sums = std::abs(problem_.base) + kappa_ * std::abs(eigenvalue_);  // G
  std::vector<std::uint32_t> cuts_at(n_ * n_, 0);
  std::uint32_t most_cuts = 0;
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    const double g = point[first_cut() + c];
    sums += g;
    over_terms(cuts[c], [&](std::size_t i, std::size_t j, double coefficient) {
      magnitude += g * std::abs(coefficient);
      most_cuts = std::max(most_cuts, ++cuts_at[i * n_ + j]);
    });
  }
  if (!(trace >= 0.0) || !std::isfinite(largest)) return std::nullopt;
  double shown = eigenvalue_;
  if (largest > 0.0) {
    // Whoever repeats it in another order, with half of this, succeeds too; Eigen rounds a term three times.
    for (std::size_t i = 0; i < n_; ++i) matrix_[i * n_ + i] -= 4.0 * order * DBL_EPSILON * trace;
    if (!dual::has_cholesky_factor(matrix_, n_, run_).value_or(false)) return std::nullopt;
    shown += order * DBL_EPSILON * (largest + std::abs(eigenvalue_));
  }
  const double terms = 4.0 + most_cuts + 2.0 * static_cast<double>(n_) + 16.0;
  const double rounding =
      terms * (1.0 + 3.0 * std::abs(q_)) * magnitude + (static_cast<double>(cuts.size()) + 8.0) * sums;
  return constant_ + kappa_ * shown + proof_room * DBL_EPSILON * rounding + path_room;
}

}  // namespace lode::subgraph::detail
