#include "bounds/low_rank/eigenvalue_proof.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <tbb/parallel_for.h>

#include "bounds/low_rank/float_cholesky.hpp"
#include "core/linalg/dense_kernels.hpp"
#include "core/linalg/multiply.hpp"
#include "core/linalg/vector_kernels.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr double half_ulp = 0x1p-53;
/// Pivots of vertices eliminated one by one are at least this part of their diagonal element.
constexpr double least_pivot = 0.01;
/// The first guess of c, in terms of the error expected; it grows until it covers the error found.
constexpr double shift_room = 1.5;
constexpr int most_shifts = 4;

double gamma_of(std::size_t terms) { return 2.0 * (static_cast<double>(terms) + 8.0) * half_ulp; }

double square_of(std::span<const double> x) {
  return lode::detail::vector_kernels().dot(x.size(), x.data(), x.data());
}

/// A power of two near 1 / x.
double inverse_scale(double x) { return x > 0.0 ? std::exp2(-std::ilogb(x)) : 1.0; }

/// One factorisation: what is eliminated sparsely, the border, and what is left.
class BorderedElimination {
 public:
  BorderedElimination(const EliminationPlan& plan, const ClusteredMatrix& matrix, double t,
                      const std::function<bool()>& stop)
      : plan_(plan),
        matrix_(matrix),
        unit_(inverse_scale(std::abs(t))),
        t_(unit_ * t),
        stop_(stop),
        n_(matrix.size()),
        sparse_(plan.sparse) {}

  EigenvalueProof::Result run();

 private:
  void set_border();
  bool eliminate();
  void start_column(std::size_t place);
  bool close_border();
  std::vector<double> border_diagonal() const;
  EigenvalueProof::Outcome factor_rest();
  void fill(std::size_t first, std::size_t last, double shift, double* panel);
  double margin() const;
  std::size_t tail() const { return n_ - sparse_; }

  const EliminationPlan& plan_;
  const ClusteredMatrix& matrix_;
  double unit_;  ///< a power of two: Z is scaled by it, so that t is near 1
  double t_;
  const std::function<bool()>& stop_;
  std::size_t n_;
  std::size_t sparse_;
  std::size_t q_ = 0;
  std::vector<std::uint32_t> place_;
  std::vector<double> border_;                        ///< W, then V and Y, in rows by place; below it R
  std::vector<double> middle_;                        ///< C
  std::vector<double> values_;                        ///< of the columns of F and L below the diagonal
  std::vector<double> rest_diagonal_;                 ///< of H
  std::vector<double> work_;                          ///< a column
  std::vector<std::uint64_t> at_;                     ///< of a column: the next row that has not been reached
  std::vector<std::vector<std::uint32_t>> reaching_;  ///< columns by that row
  double border_square_ = 0.0;                        ///< |W|_F^2
  double sparse_square_ = 0.0;                        ///< |Z0|_F^2
  double factor_square_ = 0.0;                        ///< |F;L|_F^2
  double inner_square_ = 0.0;                         ///< |V|_F^2
  double largest_diagonal_ = 0.0;
};

void BorderedElimination::set_border() {
  const ClusterMultipliers& m = matrix_.multipliers();
  const std::size_t clusters = m.clusters;
  q_ = clusters + 1;
  std::vector<double> scale(q_);
  std::vector<double> size(clusters, 0.0);
  for (const std::uint32_t c : m.cluster) size[c] += 1.0;
  for (std::size_t c = 0; c < clusters; ++c) scale[c] = inverse_scale(std::sqrt(size[c]));
  scale[clusters] = inverse_scale(std::sqrt(square_of(m.vertex)));
  border_.assign(n_ * q_, 0.0);
  for (std::size_t i = 0; i < n_; ++i) {
    double* const row = border_.data() + place_[i] * q_;
    row[m.cluster[i]] = scale[m.cluster[i]];
    row[clusters] = scale[clusters] * m.vertex[i];
  }
  middle_.assign(q_ * q_, 0.0);
  for (std::size_t c = 0; c < clusters; ++c) {
    for (std::size_t d = 0; d < clusters; ++d) {
      if (c != d) middle_[c * q_ + d] = 0.5 * unit_ * m.between[c * clusters + d] / scale[c] / scale[d];
    }
    middle_[c * q_ + clusters] = middle_[clusters * q_ + c] = 0.5 / m.s * unit_ / scale[c] / scale[clusters];
  }
  border_square_ = square_of(border_);
}

/// Z0 at and below the diagonal of a column, less what the columns reaching it take off.
void BorderedElimination::start_column(std::size_t place) {
  const Graph& graph = matrix_.graph();
  const std::size_t v = plan_.order[place];
  work_[place] = t_ - unit_ * matrix_.diagonal()[v];
  largest_diagonal_ = std::max(largest_diagonal_, std::abs(work_[place]));
  sparse_square_ += work_[place] * work_[place];
  for (ArcIndex arc = graph.offsets()[v]; arc < graph.offsets()[v + 1]; ++arc) {
    const std::size_t row = place_[graph.targets()[arc]];
    const double entry = unit_ * matrix_.arc()[arc];
    sparse_square_ += entry * entry;
    if (row > place) work_[row] = -entry;
  }
  for (const std::uint32_t k : reaching_[place]) {
    const double factor = values_[at_[k]];
    for (std::uint64_t at = at_[k]; at < plan_.begin[k + 1]; ++at) {
      work_[plan_.rows[at]] -= factor * values_[at];
    }
    if (++at_[k] < plan_.begin[k + 1]) reaching_[plan_.rows[at_[k]]].push_back(k);
  }
  std::vector<std::uint32_t>().swap(reaching_[place]);
}

bool BorderedElimination::eliminate() {
  factor_square_ = 0.0;
  work_.assign(n_, 0.0);
  values_.resize(plan_.rows.size());
  at_.resize(sparse_);
  reaching_.assign(n_, {});
  rest_diagonal_.resize(tail());
  for (std::size_t i = 0; i < n_; ++i) {
    if (place_[i] >= sparse_) rest_diagonal_[place_[i] - sparse_] = t_ - unit_ * matrix_.diagonal()[i];
  }
  for (std::uint32_t k = 0; k < sparse_ && !stop_(); ++k) {
    start_column(k);
    const double whole = t_ - unit_ * matrix_.diagonal()[plan_.order[k]];
    const double pivot = work_[k];
    work_[k] = 0.0;
    if (!(pivot > least_pivot * whole)) {
      sparse_ = k;
      return false;
    }
    const double root = std::sqrt(pivot);
    double* const own = border_.data() + k * q_;
    for (std::size_t b = 0; b < q_; ++b) own[b] /= root;
    factor_square_ += pivot;
    for (std::uint64_t at = plan_.begin[k]; at < plan_.begin[k + 1]; ++at) {
      const std::size_t row = plan_.rows[at];
      const double value = work_[row] / root;
      work_[row] = 0.0;
      values_[at] = value;
      factor_square_ += value * value;
      if (row >= sparse_) rest_diagonal_[row - sparse_] -= value * value;
      lode::detail::vector_kernels().add_scaled(q_, -value, own, border_.data() + row * q_);
    }
    at_[k] = plan_.begin[k];
    if (at_[k] < plan_.begin[k + 1]) reaching_[plan_.rows[at_[k]]].push_back(k);
  }
  return true;
}

/// Replaces V by R below Y.
bool BorderedElimination::close_border() {
  const std::size_t p = sparse_;
  inner_square_ = square_of({border_.data(), p * q_});
  std::vector<double> gram(q_ * q_, 0.0);
  constexpr std::size_t width = 64;
  tbb::parallel_for(std::size_t{0}, (q_ + width - 1) / width, [&](std::size_t block) {
    if (stop_()) return;
    const std::size_t first = block * width;
    const std::size_t columns = std::min(width, q_ - first);
    lode::detail::add_product(
        first + columns, columns, p, 1.0, lode::detail::column_major(border_.data(), q_),
        lode::detail::column_major(border_.data() + first, q_).transposed(), gram.data() + first * q_, q_);
  });
  const double raise = 4.0 * gamma_of(p + q_) * inner_square_;
  for (std::size_t b = 0; b < q_; ++b) gram[b * q_ + b] += raise;
  if (inner_square_ > 0.0 && !lode::detail::factorise_cholesky(q_, gram.data(), q_)) return false;
  border_.erase(border_.begin(), border_.begin() + static_cast<std::ptrdiff_t>(p * q_));
  border_.shrink_to_fit();
  if (inner_square_ == 0.0) return true;
  border_.resize((tail() + q_) * q_, 0.0);
  for (std::size_t a = 0; a < q_; ++a) {
    for (std::size_t b = a; b < q_; ++b) border_[(tail() + a) * q_ + b] = gram[b * q_ + a];
  }
  return true;
}

/// Columns of D - shift I.
void BorderedElimination::fill(std::size_t first, std::size_t last, double shift, double* panel) {
  const std::size_t size = border_.size() / q_;
  const std::size_t stride = size - first;
  const std::size_t width = last - first;
  for (std::size_t j = first; j < last; ++j) {
    double* const column = panel + (j - first) * stride;
    if (j >= tail()) {
      column[j - first] = 1.0 - shift;
      continue;
    }
    start_column(sparse_ + j);
    for (std::size_t i = j; i < tail(); ++i) {
      column[i - first] = std::exchange(work_[sparse_ + i], 0.0);
    }
    column[j - first] -= shift;
  }
  std::vector<double> turned(q_ * width, 0.0);
  lode::detail::add_product(q_, width, q_, 1.0, lode::detail::column_major(middle_.data(), q_),
                            lode::detail::column_major(border_.data() + first * q_, q_), turned.data(), q_);
  constexpr std::size_t rows_of_task = 512;
  tbb::parallel_for(std::size_t{0}, (stride + rows_of_task - 1) / rows_of_task, [&](std::size_t block) {
    const std::size_t row = block * rows_of_task;
    const std::size_t rows = std::min(rows_of_task, stride - row);
    lode::detail::add_product(
        rows, width, q_, -1.0,
        lode::detail::column_major(border_.data() + (first + row) * q_, q_).transposed(),
        lode::detail::column_major(turned.data(), q_), panel + row, stride);
  });
}

/// The diagonal of [Y; R] C [Y; R]'.
std::vector<double> BorderedElimination::border_diagonal() const {
  std::vector<double> diagonal(border_.size() / q_, 0.0);
  lode::detail::over_rows(diagonal.size(), [&](std::size_t first, std::size_t last) {
    std::vector<double> turned(q_);
    for (std::size_t i = first; i < last && !stop_(); ++i) {
      std::fill(turned.begin(), turned.end(), 0.0);
      const double* const row = border_.data() + i * q_;
      for (std::size_t b = 0; b < q_; ++b) {
        if (row[b] != 0.0)
          lode::detail::vector_kernels().add_scaled(q_, row[b], middle_.data() + b * q_, turned.data());
      }
      diagonal[i] = lode::detail::vector_kernels().dot(q_, turned.data(), row);
    }
  });
  return diagonal;
}

EigenvalueProof::Outcome BorderedElimination::factor_rest() {
  const std::vector<double> taken = border_diagonal();
  if (stop_()) return EigenvalueProof::Outcome::stopped;
  const std::size_t size = taken.size();
  double trace = 0.0;
  double largest = 0.0;
  for (std::size_t i = 0; i < size; ++i) {
    const double diagonal = (i < tail() ? rest_diagonal_[i] : 1.0) - taken[i];
    if (!(diagonal > 0.0)) return EigenvalueProof::Outcome::refused;
    trace += diagonal;
    if (i < tail()) largest = std::max(largest, diagonal);
  }
  const double own = gamma_of(2 * q_) * square_of(border_) * std::sqrt(square_of(middle_));
  double shift =
      shift_room * (0x1p-23 * std::sqrt(largest * trace) + gamma_of(size) * 2.0 * trace) + 2.0 * own;
  const std::vector<std::uint64_t> at = at_;
  const std::vector<std::vector<std::uint32_t>> reaching = reaching_;
  for (int attempt = 0; attempt < most_shifts; ++attempt, shift *= 2.0) {
    at_ = at;
    reaching_ = reaching;
    FloatCholesky factor;
    const auto outcome = factor.compute(
        size, [&](std::size_t first, std::size_t last, double* panel) { fill(first, last, shift, panel); },
        stop_);
    if (outcome == FloatCholesky::Outcome::stopped) return EigenvalueProof::Outcome::stopped;
    if (outcome == FloatCholesky::Outcome::not_definite) return EigenvalueProof::Outcome::refused;
    if (factor.error() + own <= shift) return EigenvalueProof::Outcome::proven;
  }
  return EigenvalueProof::Outcome::refused;
}

/// What rounding may have moved the eigenvalues of Z by, before D.
double BorderedElimination::margin() const {
  const double gamma = gamma_of(plan_.longest_row);
  const double matrix = gamma * (factor_square_ + std::sqrt(sparse_square_));
  const double border = gamma * (std::sqrt(factor_square_ * inner_square_) + std::sqrt(border_square_));
  const double middle = std::sqrt(square_of(middle_));
  const ClusterMultipliers& m = matrix_.multipliers();
  const double rank_two = unit_ * std::sqrt(static_cast<double>(n_) * square_of(m.vertex)) / m.s;
  const double sum = matrix + middle * (2.0 * std::sqrt(border_square_) * border + border * border) +
                     unit_ * matrix_.sparse_error() + 2.0 * half_ulp * (largest_diagonal_ + rank_two);
  return 1.01 * sum;  // a hundredth for the rounding of these norms
}

EigenvalueProof::Result BorderedElimination::run() {
  place_.resize(n_);
  for (std::uint32_t k = 0; k < n_; ++k) place_[plan_.order[k]] = k;
  set_border();
  // Columns from a pivot on that is too small are left for the dense matrix.
  while (!eliminate()) set_border();
  if (stop_()) return {EigenvalueProof::Outcome::stopped, 0.0};
  const bool closed = close_border();
  if (stop_()) return {EigenvalueProof::Outcome::stopped, 0.0};
  if (!closed) return {};
  const EigenvalueProof::Outcome outcome = factor_rest();
  const double value = (t_ + margin()) / unit_;
  return {outcome, value + 2.0 * half_ulp * std::abs(value)};
}

}  // namespace

EigenvalueProof::Result EigenvalueProof::prove(const ClusteredMatrix& matrix, double t,
                                               const std::function<bool()>& stop) const {
  return BorderedElimination(plan_, matrix, t, stop).run();
}

}  // namespace lode::subgraph::detail
