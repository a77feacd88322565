#include "bounds/dual/eigenspace.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/linalg/lanczos.hpp"

namespace lode::subgraph::dual {
namespace {

constexpr Index product_rows = 256;
constexpr Index gram_depth = 1024;
/// Directions of less than this part of the longest one are dropped: single precision knows no more.
constexpr double least_direction = 3e-6;
/// Columns below the wanted ones: so many, or this part of the wanted ones if that is more.
constexpr Index spare_columns = 36;
constexpr double spare_part = 0.8;
constexpr Index first_columns = 24;
/// Rounds of filtering at most: of the first matrix, of an extended one, of the others.
constexpr int first_rounds = 12;
constexpr int extended_rounds = 2;
constexpr int usual_rounds = 3;
constexpr int least_degree = 2;
constexpr int largest_degree = 8;
constexpr double largest_amplification = 1000.0;
/// Calls between looks at the lower end of the spectrum, and the Lanczos steps of one.
constexpr int low_end_age = 8;
constexpr Index low_end_steps = 8;
/// Random columns beside those of a smaller core, as a part of those: where the larger one is three times as
/// large, and fewer where it is less.
constexpr double extended_columns = 0.7;
constexpr Index least_extended_columns = 8;
constexpr Index mixed_vectors = 30;

/// x'y in double, summed over pieces of rows in their order.
Eigen::MatrixXd gram(const FloatMatrix& x, const FloatMatrix& y) {
  const Index pieces = (x.rows() + gram_depth - 1) / gram_depth;
  std::vector<FloatMatrix> parts(static_cast<std::size_t>(pieces));
  for_chunks(x.rows(), gram_depth, [&](Index first, Index count) {
    parts[static_cast<std::size_t>(first / gram_depth)].noalias() =
        x.middleRows(first, count).transpose() * y.middleRows(first, count);
  });
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(x.cols(), y.cols());
  for (const FloatMatrix& part : parts) sum += part.cast<double>();
  return 0.5 * (sum + sum.transpose());
}

/// x <- x r.
void turn(FloatMatrix& x, const FloatMatrix& r) {
  FloatMatrix turned(x.rows(), r.cols());
  for_chunks(x.rows(), product_rows, [&](Index first, Index count) {
    turned.middleRows(first, count).noalias() = x.middleRows(first, count) * r;
  });
  x.swap(turned);
}

}  // namespace

template <class Matrix>
void multiply_symmetric(const FloatMatrix& a, const Matrix& x, Matrix& y) {
  y.resize(x.rows(), x.cols());
  for_chunks(x.rows(), product_rows, [&](Index first, Index count) {
    y.middleRows(first, count).noalias() = a.middleCols(first, count).transpose() * x;
  });
}
template void multiply_symmetric(const FloatMatrix&, const FloatMatrix&, FloatMatrix&);
template void multiply_symmetric(const FloatMatrix&, const Eigen::VectorXf&, Eigen::VectorXf&);

FloatMatrix Eigenspace::random_columns(Index rows, Index count) {
  FloatMatrix columns(rows, count);
  for (Index j = 0; j < count; ++j) {
    for (Index i = 0; i < rows; ++i) columns(i, j) = static_cast<float>(random_.uniform_at(++drawn_) - 0.5);
    columns.col(j).normalize();
  }
  return columns;
}

void Eigenspace::put_before(const FloatMatrix& columns) {
  FloatMatrix all(columns.rows(), columns.cols() + basis_.cols());
  all.leftCols(columns.cols()) = columns;
  if (basis_.cols() > 0) all.rightCols(basis_.cols()) = basis_;
  basis_.swap(all);
  Eigen::VectorXd values(basis_.cols());
  values.head(columns.cols()).setConstant(values_.size() > 0 ? values_[0] : 0.0);
  if (values_.size() > 0) values.tail(values_.size()) = values_;
  values_ = values;
}

void Eigenspace::add_column(const Eigen::VectorXf& column) { put_before(column); }

void Eigenspace::add_random_columns(Index count) { put_before(random_columns(basis_.rows(), count)); }

void Eigenspace::extend(Index n) {
  const Index before = basis_.rows();
  FloatMatrix longer = FloatMatrix::Zero(n, basis_.cols());
  longer.topRows(before) = basis_;
  basis_.swap(longer);
  const double growth = std::min(1.0, 0.5 * (static_cast<double>(n) / static_cast<double>(before) - 1.0));
  const auto more = static_cast<Index>(extended_columns * growth * static_cast<double>(basis_.cols()));
  put_before(random_columns(n, std::min(n - basis_.cols(), more + least_extended_columns)));
  begin_anew();
}

void Eigenspace::restrict_to(const std::vector<std::size_t>& rows, double factor) {
  const auto n = static_cast<Index>(rows.size());
  const Index kept = std::min(n, basis_.cols());
  FloatMatrix fewer(n, kept);
  for (Index i = 0; i < n; ++i) {
    fewer.row(i) = basis_.row(static_cast<Index>(rows[static_cast<std::size_t>(i)])).rightCols(kept);
  }
  basis_.swap(fewer);
  values_ = factor * values_.tail(kept).eval();
  begin_anew();
}

void Eigenspace::begin_anew() {
  age_ = 1000;
  extended_ = true;
  operations_ = 0.0;
}

Eigen::VectorXf Eigenspace::mixed_start() {
  Eigen::VectorXf start = random_columns(basis_.rows(), 1);
  for (Index c = 0; c < std::min(mixed_vectors, basis_.cols()); ++c) {
    start += 0.5f * basis_.col(basis_.cols() - 1 - c);
  }
  return start;
}

/// Twice: columns of length one, then B <- B G^-1/2 of their Gram matrix G.
void Eigenspace::orthonormalise() {
  for (int pass = 0; pass < 2; ++pass) {
    for (Index j = 0; j < basis_.cols(); ++j) {
      const float length = basis_.col(j).norm();
      if (length > 0.0f) basis_.col(j) /= length;
    }
    const Eigen::MatrixXd products = gram(basis_, basis_);
    operations_ += static_cast<double>(basis_.rows() * basis_.cols() * basis_.cols());
    const Index k = basis_.cols();
    if (pass == 1) {
      const Eigen::LLT<Eigen::MatrixXd> factor(products);
      if (factor.info() == Eigen::Success) {
        const Eigen::MatrixXd inverse = factor.matrixL().transpose().solve(Eigen::MatrixXd::Identity(k, k));
        turn(basis_, inverse.cast<float>());
        return;
      }
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> parts(products);
    Index dropped = 0;
    while (dropped < k && parts.eigenvalues()[dropped] < least_direction * parts.eigenvalues()[k - 1]) {
      ++dropped;
    }
    const Eigen::VectorXd lengths = parts.eigenvalues().tail(k - dropped).cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd turned = parts.eigenvectors().rightCols(k - dropped) * lengths.asDiagonal();
    turn(basis_, turned.cast<float>());
  }
}

void Eigenspace::rotate(const FloatMatrix& a) {
  orthonormalise();
  multiply_symmetric(a, basis_, image_);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> ritz(gram(basis_, image_));
  values_ = ritz.eigenvalues();
  const FloatMatrix turned = ritz.eigenvectors().cast<float>();
  turn(basis_, turned);
  turn(image_, turned);
  const auto n = static_cast<double>(a.rows());
  const auto k = static_cast<double>(basis_.cols());
  operations_ += n * n * k + 5.0 * n * k * k + 40.0 * k * k * k;
}

void Eigenspace::find_lower_end(const FloatMatrix& a) {
  const Index steps = std::min(low_end_steps, a.rows());
  const auto negative = [&](const Eigen::VectorXf& x, Eigen::VectorXf& y) {
    multiply_symmetric(a, x, y);
    y = -y;
  };
  const auto least = lode::detail::largest_ritz_pair(negative, random_columns(a.rows(), 1), steps);
  low_ = -least.value - 0.7 * std::max(least.residual, 0.0);
  operations_ += 4.0 * static_cast<double>(a.rows() * a.rows() * steps);
  age_ = 0;
}

int Eigenspace::filter_degree() const {
  const double half = 0.5 * (values_[0] - low_);
  const double top = std::max(1.0 + 1e-9, (values_[values_.size() - 1] - 0.5 * (values_[0] + low_)) / half);
  const double most = std::acosh(largest_amplification) / std::acosh(top);
  return std::max(1, std::min(degree_, static_cast<int>(std::min(most, 100.0))));
}

/// The Chebyshev polynomial that is at most one on [low, least value kept].
bool Eigenspace::filter(const FloatMatrix& a, int degree, const StopCheck& stop) {
  const double half = 0.5 * (values_[0] - low_);
  const double centre = 0.5 * (values_[0] + low_);
  const double top = std::max(1.0 + 1e-9, (values_[values_.size() - 1] - centre) / half);
  double sigma = 1.0 / top;
  const double tau = 2.0 / sigma;
  FloatMatrix next;
  multiply_symmetric(a, basis_, next);
  next = static_cast<float>(sigma / half) * next - static_cast<float>(centre * sigma / half) * basis_;
  FloatMatrix product;
  for (int d = 2; d <= degree; ++d) {
    if (stop()) return false;
    const double following = 1.0 / (tau - sigma);
    multiply_symmetric(a, next, product);
    basis_ = static_cast<float>(-sigma * following) * basis_ +
             static_cast<float>(2.0 * following / half) * product -
             static_cast<float>(2.0 * following * centre / half) * next;
    basis_.swap(next);
    sigma = following;
  }
  basis_.swap(next);
  operations_ += static_cast<double>(degree) * static_cast<double>(a.rows() * a.rows() * basis_.cols());
  return true;
}

double Eigenspace::residual() const {
  double worst = 0.0;
  for (Index c = basis_.cols() - wanted_; c < basis_.cols(); ++c) {
    worst = std::max(
        worst, static_cast<double>((image_.col(c) - static_cast<float>(values_[c]) * basis_.col(c)).norm()));
  }
  return worst;
}

/// Enough spare columns, and not more.
void Eigenspace::keep_columns() {
  const Index n = basis_.rows();
  const Index spare = std::max(spare_columns, static_cast<Index>(spare_part * static_cast<double>(wanted_)));
  const Index enough = std::min(n, wanted_ + spare);
  const Index k = basis_.cols();
  if (k > enough) {
    basis_ = basis_.rightCols(enough).eval();
    values_ = values_.tail(enough).eval();
  } else if (k < enough) {
    add_random_columns(enough - k);
  }
}

bool Eigenspace::decompose(const FloatMatrix& a, const HowMany& how_many, double accuracy,
                           const StopCheck& stop) {
  int rounds = extended_ ? extended_rounds : usual_rounds;
  extended_ = false;
  if (values_.size() == 0) {
    basis_ = random_columns(a.rows(), std::min(first_columns, a.rows()));
    rotate(a);
    rounds = first_rounds;
  }
  if (left_filtering_) rotate(a);
  left_filtering_ = false;
  if (age_++ >= low_end_age) find_lower_end(a);
  for (int round = 0; round < rounds; ++round) {
    if (values_[0] <= low_) find_lower_end(a);
    if (values_[0] <= low_) low_ = values_[0] - 1e-6 * (1.0 + std::abs(values_[0]));
    const int degree = filter_degree();
    left_filtering_ = !filter(a, degree, stop) || stop();
    if (left_filtering_) return false;
    rotate(a);
    wanted_ = how_many(values_);
    const double worst = residual();
    const bool accurate = worst <= accuracy && (wanted_ < values_.size() || wanted_ == a.rows());
    keep_columns();
    if (accurate) {
      if (worst < 0.2 * accuracy) degree_ = std::max(degree_ - 1, least_degree);
      break;
    }
    if (degree == degree_) degree_ = std::min(degree_ + 1, largest_degree);
  }
  return true;
}

}  // namespace lode::subgraph::dual
