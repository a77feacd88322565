#include "bounds/dual/eigenspace.hpp"

#include <cmath>

#include "core/linalg/lanczos.hpp"

namespace lode::subgraph::dual {
namespace {

using DoubleSolver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

constexpr Index turned_rows = 256;
/// Directions of less than this part of the longest one are dropped: single precision ends there.
constexpr double least_direction = 3e-6;
/// Columns below the wanted ones: this many, or this part of the wanted ones if that is more.
constexpr Index spare_columns = 36;
constexpr double spare_part = 0.8;
constexpr Index first_columns = 24;
/// Largest number of rounds of filtering a matrix.
constexpr int most_rounds = 3;
constexpr double largest_degree = 5.0;
constexpr double largest_amplification = 1000.0;
/// Calls between checks of the spectrum's lower end, and the Lanczos steps of one.
constexpr int low_end_age = 8;
constexpr Index low_end_steps = 8;
constexpr Index mixed_vectors = 30;

/// The symmetric part of x'y, in double.
Eigen::MatrixXd gram(const FloatMatrix& x, const FloatMatrix& y) {
  const Eigen::MatrixXd product = x.cast<double>().transpose() * y.cast<double>();
  return 0.5 * (product + product.transpose());
}

/// x <- x r.
void turn(FloatMatrix& x, const FloatMatrix& r) {
  FloatMatrix turned(x.rows(), r.cols());
  for_chunks(x.rows(), turned_rows, [&](Index first, Index count) {
    turned.middleRows(first, count).noalias() = x.middleRows(first, count) * r;
  });
  x.swap(turned);
}

}  // namespace

FloatMatrix Eigenspace::random_columns(Index rows, Index count) {
  FloatMatrix columns(rows, count);
  for (Index j = 0; j < count; ++j) {
    for (Index i = 0; i < rows; ++i) columns(i, j) = static_cast<float>(random_.uniform_at(++drawn_) - 0.5);
    columns.col(j).normalize();
  }
  return columns;
}

void Eigenspace::add_columns(const FloatMatrix& columns) {
  FloatMatrix all(columns.rows(), columns.cols() + basis_.cols());
  all << columns, basis_;
  Eigen::VectorXd values(all.cols());
  values << Eigen::VectorXd::Constant(columns.cols(), values_[0]), values_;
  basis_.swap(all);
  values_.swap(values);
}

void Eigenspace::extend(Index n) {
  basis_.conservativeResizeLike(FloatMatrix::Zero(n, basis_.cols()));
  add_random_columns(std::min(n - basis_.cols(), basis_.cols() / 3 + 8));
  age_ = 0;
}

void Eigenspace::restrict_to(const std::vector<std::size_t>& rows) {
  const Index kept = std::min(static_cast<Index>(rows.size()), basis_.cols());
  basis_ = basis_(rows, Eigen::lastN(kept)).eval();
  values_ = values_.tail(kept).eval();
  age_ = 0;
}

Eigen::VectorXf Eigenspace::mixed_start() {
  const Index leading = std::min(mixed_vectors, basis_.cols());
  return random_columns(basis_.rows(), 1) + 0.5f * basis_.rightCols(leading).rowwise().sum();
}

/// Turns the columns into the Ritz vectors of their span, by the eigenvectors of their Gram matrix.
void Eigenspace::rotate(const FloatMatrix& a) {
  basis_.colwise().normalize();
  multiply_symmetric(a, basis_, image_);
  const DoubleSolver metric(gram(basis_, basis_));
  const Eigen::VectorXd& squares = metric.eigenvalues();
  const Index kept = (squares.array() >= least_direction * squares.maxCoeff()).count();
  const Eigen::MatrixXd orthonormal =
      metric.eigenvectors().rightCols(kept) * squares.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
  const DoubleSolver ritz(orthonormal.transpose() * gram(basis_, image_) * orthonormal);
  values_ = ritz.eigenvalues();
  const FloatMatrix turned = (orthonormal * ritz.eigenvectors()).cast<float>();
  turn(basis_, turned);
  turn(image_, turned);
  const auto n = static_cast<double>(a.rows());
  const auto k = static_cast<double>(basis_.cols());
  operations_ += n * n * k + 4.0 * n * k * k + 40.0 * k * k * k;
}

void Eigenspace::find_lower_end(const FloatMatrix& a) {
  const auto negative = [&](const Eigen::VectorXf& x, Eigen::VectorXf& y) {
    multiply_symmetric(a, x, y);
    y = -y;
  };
  const auto least = lode::detail::largest_ritz_pair(negative, random_columns(a.rows(), 1), low_end_steps);
  low_ = -least.value - 0.7 * std::max(least.residual, 0.0);
  // The interval that is damped must not be empty.
  if (values_[0] <= low_) low_ = values_[0] - 1e-6 * (1.0 + std::abs(values_[0]));
  operations_ += 4.0 * static_cast<double>(a.rows() * a.rows() * low_end_steps);
  age_ = low_end_age;
}

/// The Chebyshev polynomial that is at most one on [low, least value kept].
bool Eigenspace::filter(const FloatMatrix& a, const StopCheck& stop) {
  const double half = 0.5 * (values_[0] - low_);
  const double centre = 0.5 * (values_[0] + low_);
  const double top = std::max(1.0 + 1e-9, (values_[values_.size() - 1] - centre) / half);
  const double most = std::acosh(largest_amplification) / std::acosh(top);
  const int degree = static_cast<int>(std::clamp(most, 1.0, largest_degree));
  double sigma = 1.0 / top;
  FloatMatrix last = basis_;
  FloatMatrix next;
  multiply_symmetric(a, last, next);
  next = static_cast<float>(sigma / half) * (next - static_cast<float>(centre) * last);
  FloatMatrix product;
  for (int d = 2; d <= degree; ++d) {
    if (stop()) return false;
    const double following = 1.0 / (2.0 * top - sigma);
    multiply_symmetric(a, next, product);
    last = static_cast<float>(2.0 * following / half) * (product - static_cast<float>(centre) * next) -
           static_cast<float>(sigma * following) * last;
    last.swap(next);
    sigma = following;
  }
  basis_.swap(next);
  operations_ += static_cast<double>(degree) * static_cast<double>(a.rows() * a.rows() * basis_.cols());
  return true;
}

/// The largest residual of the wanted vectors.
double Eigenspace::residual() const {
  const Eigen::VectorXf values = values_.tail(wanted_).cast<float>();
  return (image_.rightCols(wanted_) - basis_.rightCols(wanted_) * values.asDiagonal())
      .colwise()
      .norm()
      .maxCoeff();
}

/// Enough spare columns, and not more.
void Eigenspace::keep_columns() {
  const Index spare = std::max(spare_columns, static_cast<Index>(spare_part * static_cast<double>(wanted_)));
  const Index enough = std::min(basis_.rows(), wanted_ + spare);
  if (basis_.cols() > enough) {
    basis_ = basis_.rightCols(enough).eval();
    values_ = values_.tail(enough).eval();
  } else if (basis_.cols() < enough) {
    add_random_columns(enough - basis_.cols());
  }
}

bool Eigenspace::decompose(const FloatMatrix& a, const HowMany& how_many, double accuracy,
                           const StopCheck& stop) {
  if (values_.size() == 0) {
    basis_ = random_columns(a.rows(), std::min(first_columns, a.rows()));
    rotate(a);
  }
  if (age_-- == 0) find_lower_end(a);
  for (int round = 0; round < most_rounds; ++round) {
    if (values_[0] <= low_) find_lower_end(a);
    if (!filter(a, stop)) return false;
    rotate(a);
    wanted_ = how_many(values_);
    const bool accurate = residual() <= accuracy && (wanted_ < values_.size() || wanted_ == a.rows());
    keep_columns();
    if (accurate) break;
  }
  return true;
}

}  // namespace lode::subgraph::dual
