#include "core/linalg/leading_eigenspace.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <lode/core/rng.hpp>

namespace lode::detail {
namespace {

constexpr int least_degree = 3;
constexpr int largest_degree = 12;
constexpr double easily = 0.1;  ///< of the accuracy asked for: a lower degree may do
constexpr int most_rounds = 4;
constexpr int most_first_rounds = 12;
constexpr std::size_t first_columns = 24;
constexpr std::size_t lanczos_steps = 6;
/// LAPACK is as fast for smaller matrices.
constexpr std::size_t smallest_order = 100;

/// Columns kept beside the wanted ones: where the spectrum is dense they separate it from the rest.
std::size_t spare(std::size_t wanted) { return std::max<std::size_t>(16, wanted / 2); }

double norm(std::span<const double> v) {
  double squares = 0.0;
  for (const double value : v) squares += value * value;
  return std::sqrt(squares);
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// A lower bound of the eigenvalues that holds in practice: a few Lanczos steps, less the last residual.
double spectrum_low(std::span<const double> a, std::size_t n) {
  const Rng rng(1);
  std::vector<double> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = rng.normal_at(i);
  const double length = norm(v);
  for (double& value : v) value /= length;
  std::vector<double> before(n, 0.0);
  std::vector<double> next(n);
  const std::size_t steps = std::min(lanczos_steps, n);
  std::vector<double> tridiagonal(steps * steps, 0.0);
  double beta = 0.0;
  for (std::size_t k = 0; k < steps; ++k) {
    multiply_symmetric(1.0, a, n, v, 0.0, next);
    const double alpha = dot(next, v);
    for (std::size_t i = 0; i < n; ++i) next[i] -= alpha * v[i] + beta * before[i];
    tridiagonal[k * steps + k] = alpha;
    beta = norm(next);
    if (beta == 0.0) break;
    if (k + 1 < steps) tridiagonal[k * steps + k + 1] = tridiagonal[(k + 1) * steps + k] = beta;
    before = v;
    for (std::size_t i = 0; i < n; ++i) v[i] = next[i] / beta;
  }
  return symmetric_eigen(tridiagonal, steps).values.front() - beta;
}

}  // namespace

SymmetricEigen LeadingEigenspace::decompose(std::span<const double> a, std::size_t n, const HowMany& how_many,
                                            double accuracy, const StopCheck& stop) {
  if (n < smallest_order || 4 * values_.size() >= n) return reduce(a, n, how_many);
  switch (improve(a, n, how_many, accuracy, stop)) {
    case Outcome::accurate:
      return wanted(n);
    case Outcome::stopped:
      return {};
    case Outcome::inaccurate:
      break;
  }
  return reduce(a, n, how_many);
}

/// By LAPACK.
SymmetricEigen LeadingEigenspace::reduce(std::span<const double> a, std::size_t n, const HowMany& how_many) {
  SymmetricEigen all = largest_eigenpairs(a, n, [&](std::span<const double> values) {
    wanted_ = std::min(how_many(values), n);
    return wanted_ == 0 ? 0 : std::min(n, wanted_ + spare(wanted_));
  });
  basis_ = std::move(all.vectors);
  values_ = std::move(all.values);
  const std::size_t columns = n == 0 ? 0 : basis_.size() / n;
  values_.erase(values_.begin(), values_.end() - static_cast<std::ptrdiff_t>(columns));
  return wanted(n);
}

LeadingEigenspace::Outcome LeadingEigenspace::improve(std::span<const double> a, std::size_t n,
                                                      const HowMany& how_many, double accuracy,
                                                      const StopCheck& stop) {
  const bool first = values_.empty();
  if (first) {
    basis_.clear();
    add_columns(n, first_columns);
    rotate(a, n);
  }
  const double low = spectrum_low(a, n);
  for (int round = 0; round < (first ? most_first_rounds : most_rounds); ++round) {
    if (!(values_.front() > low)) return Outcome::inaccurate;
    if (!filter(a, n, low, stop)) return Outcome::stopped;
    std::vector<double> image = rotate(a, n);
    const std::size_t columns = values_.size();
    wanted_ = how_many(values_);
    if (wanted_ == 0) return Outcome::inaccurate;
    const double rest = residual(image, n);
    const bool accurate = rest <= accuracy && wanted_ < columns;
    const std::size_t good = wanted_ + spare(wanted_);
    keep(n, std::min(columns, good));
    if (columns < wanted_ + spare(wanted_) / 4) {
      if (4 * good >= n) return Outcome::inaccurate;  // LAPACK is as fast for so many
      add_columns(n, good - columns);
    }
    if (accurate) {
      if (rest < easily * accuracy) degree_ = std::max(degree_ - 1, least_degree);
      return Outcome::accurate;
    }
    degree_ = std::min(degree_ + 1, largest_degree);
  }
  return Outcome::inaccurate;
}

/// Turns the columns into approximate eigenvectors of a; returns a times them.
std::vector<double> LeadingEigenspace::rotate(std::span<const double> a, std::size_t n) {
  const std::size_t columns = basis_.size() / n;
  orthonormalise(basis_, n, columns);
  std::vector<double> image(basis_.size());
  multiply_symmetric(1.0, a, n, basis_, 0.0, image);
  SymmetricEigen ritz = symmetric_eigen(inner_products(basis_, image, n), columns);
  values_ = std::move(ritz.values);
  basis_ = product(basis_, n, ritz.vectors, columns);
  return product(image, n, ritz.vectors, columns);
}

/// Multiplies the basis by a Chebyshev polynomial of a that is small from `low` to the least value kept;
/// false when stopped.
bool LeadingEigenspace::filter(std::span<const double> a, std::size_t n, double low, const StopCheck& stop) {
  const double half_width = 0.5 * (values_.front() - low);
  const double centre = 0.5 * (values_.front() + low);
  // Scaled so that the largest eigenvector keeps its length.
  double sigma = half_width / std::max(values_.back() - centre, half_width);
  const double tau = 2.0 / sigma;
  std::vector<double> next = basis_;
  multiply_symmetric(sigma / half_width, a, n, basis_, -centre * sigma / half_width, next);
  for (int degree = 2; degree <= degree_; ++degree) {
    if (stop()) return false;
    const double sigma_next = 1.0 / (tau - sigma);
    for (std::size_t e = 0; e < basis_.size(); ++e) {
      basis_[e] = -sigma * sigma_next * basis_[e] - 2.0 * sigma_next / half_width * centre * next[e];
    }
    multiply_symmetric(2.0 * sigma_next / half_width, a, n, next, 1.0, basis_);
    std::swap(basis_, next);
    sigma = sigma_next;
  }
  basis_ = std::move(next);
  for (std::size_t c = 0; c < basis_.size() / n; ++c) {
    const std::span<double> column = std::span<double>(basis_).subspan(c * n, n);
    const double length = norm(column);
    if (length > 0.0) std::for_each(column.begin(), column.end(), [&](double& value) { value /= length; });
  }
  return true;
}

/// The largest |a v - value v| of the wanted columns.
double LeadingEigenspace::residual(std::span<const double> image, std::size_t n) const {
  double worst = 0.0;
  for (std::size_t c = values_.size() - wanted_; c < values_.size(); ++c) {
    double squares = 0.0;
    for (std::size_t i = c * n; i < (c + 1) * n; ++i) {
      const double difference = image[i] - values_[c] * basis_[i];
      squares += difference * difference;
    }
    worst = std::max(worst, squares);
  }
  return std::sqrt(worst);
}

/// The last `columns` columns only.
void LeadingEigenspace::keep(std::size_t n, std::size_t columns) {
  const auto gone = static_cast<std::ptrdiff_t>(values_.size() - columns);
  values_.erase(values_.begin(), values_.begin() + gone);
  basis_.erase(basis_.begin(), basis_.begin() + gone * static_cast<std::ptrdiff_t>(n));
}

/// Columns in front that the next filter turns towards eigenvectors not kept yet.
void LeadingEigenspace::add_columns(std::size_t n, std::size_t columns) {
  const Rng rng(basis_.size());
  std::vector<double> added(n * columns);
  for (std::size_t e = 0; e < added.size(); ++e) added[e] = rng.normal_at(e);
  basis_.insert(basis_.begin(), added.begin(), added.end());
}

SymmetricEigen LeadingEigenspace::wanted(std::size_t n) const {
  return {values_, {basis_.end() - static_cast<std::ptrdiff_t>(wanted_ * n), basis_.end()}};
}

void LeadingEigenspace::restrict_to(std::size_t n, std::span<const std::size_t> kept) {
  if (values_.empty()) return;
  if (kept.empty()) return forget();
  std::vector<double> part;
  part.reserve(basis_.size() / n * kept.size());
  for (std::size_t c = 0; c < basis_.size() / n; ++c) {
    for (const std::size_t i : kept) part.push_back(basis_[c * n + i]);
  }
  basis_ = std::move(part);
}

void LeadingEigenspace::forget() {
  basis_.clear();
  values_.clear();
}

void LeadingEigenspace::spread_out(std::size_t n, std::span<const std::uint32_t> places) {
  if (values_.empty()) return;
  if (places.empty()) return forget();
  const std::size_t columns = basis_.size() / places.size();
  std::vector<double> all(columns * n, 0.0);
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t i = 0; i < places.size(); ++i) all[c * n + places[i]] = basis_[c * places.size() + i];
  }
  basis_ = std::move(all);
}

}  // namespace lode::detail
