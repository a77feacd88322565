#include "bounds/dual/alternation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "core/linalg/lanczos.hpp"

namespace lode::subgraph::dual {
namespace {

/// Over-relaxation; 1.85 takes longer on soc-Epinions1.
constexpr float relax = 1.7f;
/// Residuals of eigenvectors, as a part of the last move of Y.
constexpr double eigen_accuracy = 0.1;
constexpr double least_eigen_accuracy = 1e-5;
constexpr Index block_rows = 16;
constexpr Index tile = 32;
/// U_ii of new rows in units of the eigenvalue.
constexpr double new_diagonal = 0.5;
/// Lanczos steps of a careful eigenvalue, and the part of their residual that is added.
constexpr Index careful_steps = 20;
constexpr double careful_residual = 0.2;
/// Units of work, which are nanoseconds: a multiply-add of a product, an entry of a row in one iteration, one
/// looked at for the bound.
constexpr double product_price = 0.03;
constexpr double row_price = 4.0;
constexpr double rating_price = 8.0;
constexpr double vector_price = 0.4;

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

/// Eight entries side by side: sums have a fixed order that needs no reordering by the compiler.
constexpr std::size_t lanes = 8;
using Lanes = Eigen::Array<float, lanes, 1>;

constexpr float far_below = -1e30f;
constexpr float far_above = 1e30f;

/// Sums over a row for clipping to [low, low + t].
struct FloatClip {
  float sum = 0.0f;     ///< of clip(y - low, 0, t)
  float inside = 0.0f;  ///< entries strictly between
  float above = 0.0f;   ///< entries above low + t
  float excess = 0.0f;  ///< sum of y - low - t over them
};

/// Meanwhile the entry of the row itself is far below all others, and has no effect.
FloatClip clip_row(const float* row, std::size_t n, float low, float t) {
  Lanes sum = Lanes::Zero();
  Lanes excess = sum;
  Lanes positive = sum;
  Lanes above = sum;
  const auto add = [&](const Lanes& entries) {
    const Lanes kept = (entries - low).max(0.0f);
    const Lanes over = (kept - t).max(0.0f);
    sum += kept - over;
    excess += over;
    positive += (kept * far_above).min(1.0f);
    above += (over * far_above).min(1.0f);
  };
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) add(Eigen::Map<const Lanes>(row + i));
  Lanes rest = Lanes::Constant(far_below);
  std::copy(row + i, row + n, rest.data());
  add(rest);
  return {sum.sum(), positive.sum() - above.sum(), above.sum(), excess.sum()};
}

constexpr float sum_accuracy = 3e-6f;
constexpr float slope_accuracy = 1e-5f;
/// A smaller own entry counts as zero.
constexpr float least_own = 1e-4f;

/// The shift for which the clipped entries sum to (s - 1) t; `low` and `high` bracket it.
float find_float_shift(const float* row, std::size_t n, float wanted, float t, float low, float high,
                       float guess, FloatClip& clip) {
  const float enough = sum_accuracy * (wanted + t);
  float shift = std::min(std::max(guess, low), high);
  for (int pass = 0; pass < 30; ++pass) {
    clip = clip_row(row, n, shift, t);
    const float excess = clip.sum - wanted;
    if (std::abs(excess) <= enough) break;
    (excess > 0.0f ? low : high) = shift;
    float next = clip.inside > 0.0f ? shift + excess / clip.inside : low;
    if (!(next > low && next < high)) next = low + 0.5f * (high - low);
    if (next == shift || next == low || next == high) break;
    shift = next;
  }
  return shift;
}

}  // namespace

bool project_float_row(std::span<float> row, std::size_t own, float s, float guess) {
  const std::size_t n = row.size();
  float* y = row.data();
  Eigen::Map<Eigen::ArrayXf> entries(y, static_cast<Eigen::Index>(n));
  const float diagonal = y[own];
  if (guess <= 0.0f) {
    y[own] = 0.0f;
    if (entries.max(0.0f).sum() <= -diagonal) return false;
  }
  y[own] = y[own == 0 ? 1 : 0];
  const float smallest = entries.minCoeff();
  const float largest = entries.maxCoeff();
  y[own] = far_below;
  float low = 0.0f;
  float high = 1.0f;
  float t = std::min(std::max(guess, least_own), 1.0f);
  float shift = std::min(std::max(0.0f, smallest - t), largest);
  for (int pass = 0; pass < 30; ++pass) {
    FloatClip clip;
    shift = find_float_shift(y, n, (s - 1.0f) * t, t, smallest - t, largest, shift, clip);
    const float slope = t - diagonal - (s - 1.0f) * shift - clip.excess;
    if (slope >= 0.0f && t <= least_own) return false;
    if (std::abs(slope) <= slope_accuracy * (1.0f + std::abs(diagonal)) || (slope < 0.0f && t == 1.0f)) break;
    (slope > 0.0f ? high : low) = t;
    const float bend = clip.above - (s - 1.0f);
    float next = clip.inside > 0.0f ? t - slope / (1.0f + clip.above + bend * bend / clip.inside) : low;
    if (next >= 1.0f && high == 1.0f) {
      next = 1.0f;
    } else if (next < least_own && t > least_own && low == 0.0f) {
      next = least_own;
    } else if (!(next > low && next < high)) {
      next = low + 0.5f * (high - low);
    }
    if (std::abs(next - t) <= 1e-7f) break;
    t = next;
  }
  entries = (entries - shift).max(0.0f).min(t);
  y[own] = t;
  return true;
}

LargestEntries largest_entries(std::span<const float> row, std::size_t own, std::size_t s,
                               std::vector<float>& scratch) {
  scratch.assign(row.begin(), row.end());
  std::swap(scratch[own], scratch.back());
  const double diagonal = scratch.back();
  scratch.pop_back();
  const auto count = static_cast<std::ptrdiff_t>(s) - 1;
  std::nth_element(scratch.begin(), scratch.begin() + (count - 1), scratch.end(), std::greater<>());
  const double sum = std::accumulate(scratch.begin(), scratch.begin() + count, diagonal);
  return {sum, scratch[static_cast<std::size_t>(count - 1)]};
}

double sum_of_largest(std::vector<double> values, std::size_t s, double* least) {
  const auto count = static_cast<std::ptrdiff_t>(s);
  std::nth_element(values.begin(), values.begin() + (count - 1), values.end(), std::greater<>());
  if (least) *least = values[s - 1];
  return std::accumulate(values.begin(), values.begin() + count, 0.0);
}

Alternation::Alternation(const Relaxation& relaxation, Vertex core)
    : relaxation_(&relaxation),
      n_(static_cast<Index>(relaxation.dummies + core)),
      s_(relaxation.s),
      y_(place(n_)) {
  double squares = 0.0;
  for (std::size_t i = 0; i < place(n_); ++i) {
    relaxation.for_each_neighbour(i, place(n_), [&](std::size_t, Weight w) {
      squares += (w / relaxation.unit) * (w / relaxation.unit);
    });
    squares += 4.0 * std::pow(relaxation.value(i) / relaxation.unit, 2);
  }
  penalty_ = std::max(std::sqrt(squares) / (2.0 * s_), 1e-20);
  const double uniform = s_ / static_cast<double>(n_);
  v_.setConstant(n_, n_, static_cast<float>(uniform));
  factor_.setConstant(n_, 1, static_cast<float>(std::sqrt(uniform)));
  factor_transposed_ = factor_.transpose();
}

void Alternation::extend(Vertex core) {
  const Index before = std::exchange(n_, static_cast<Index>(relaxation_->dummies + core));
  v_.conservativeResizeLike(Rows::Zero(n_, n_));
  y_.resize(place(n_));
  for (std::vector<float>& row : y_) {
    if (!row.empty()) row.resize(place(n_), 0.0f);
  }
  double least_row = 0.0;
  sum_of_largest(row_sums_, relaxation_->s, &least_row);
  std::vector<float> least = least_counted_;
  for (std::size_t i = place(before); i < place(n_); ++i) {
    double degree = 0.0;
    relaxation_->for_each_neighbour(i, place(n_), [&](std::size_t, Weight) { degree += 1.0; });
    const double room = least_row + new_diagonal * eigenvalue_ - relaxation_->value(i) / relaxation_->unit;
    least.push_back(static_cast<float>(room / std::max(1.0, std::min(degree, s_ - 1.0))));
  }
  for (float& entry : least) entry = std::max(entry, 0.0f);
  const auto inverse = static_cast<float>(1.0 / penalty_);
  for (Index i = 0; i < n_; ++i) {
    relaxation_->for_each_neighbour(place(i), place(n_), [&](std::size_t j, Weight weight) {
      if (i < before && j < place(before)) return;
      const float w = relaxation_->scaled(weight);
      const float own = std::min(least[place(i)], w);
      const float both = own + std::min(least[j], w);
      v_(i, static_cast<Index>(j)) = inverse * (0.5f * w - own * (both > w ? w / both : 1.0f));
    });
    if (i >= before) v_(i, i) = inverse * static_cast<float>(new_diagonal * eigenvalue_);
  }
  space_.extend(n_);
  iterations_ = 0;
}

void Alternation::restrict_to(const Relaxation& relaxation, const std::vector<std::size_t>& rows) {
  relaxation_ = &relaxation;
  n_ = static_cast<Index>(rows.size());
  v_ = v_(rows, rows).eval();
  space_.restrict_to(rows);
  std::vector<std::vector<float>> y(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<float>& row = y_[rows[i]];
    for (std::size_t j = 0; j < rows.size() && !row.empty(); ++j) y[i].push_back(row[rows[j]]);
  }
  y_.swap(y);
  iterations_ = 0;
}

void Alternation::symmetrise(const Eigen::Ref<const Rows>& v) {
  symmetric_.resize(n_, n_);
  for_chunks(n_, tile, [&](Index first, Index count) {
    symmetric_.middleCols(first, count) =
        0.5f * (v.middleRows(first, count).transpose() + v.middleCols(first, count));
  });
}

/// X = factor factor', the projection of V's symmetric part onto { positive semidefinite, trace s }.
bool Alternation::project_semidefinite(const StopCheck& stop) {
  symmetrise(v_);
  double threshold = 0.0;
  const auto how_many = [&](const Eigen::VectorXd& values) {
    const Index k = values.size();
    double sum = 0.0;
    Index count = 0;
    for (; count < k; ++count) {
      const double next = values[k - 1 - count];
      if (count > 0 && sum - static_cast<double>(count) * next >= s_) break;
      sum += next;
    }
    threshold = (sum - s_) / static_cast<double>(count);
    return count;
  };
  const double accuracy = eigen_accuracy * std::sqrt(std::max(0.0, moved_));
  if (!space_.decompose(symmetric_, how_many, std::max(least_eigen_accuracy, accuracy), stop)) return false;
  const Index wanted = space_.wanted();
  factor_ = space_.basis().rightCols(wanted);
  for (Index c = 0; c < wanted; ++c) {
    const double above = space_.values()[space_.values().size() - wanted + c] - threshold;
    factor_.col(c) *= static_cast<float>(std::sqrt(std::max(0.0, above)));
  }
  factor_transposed_ = factor_.transpose();
  eigenvalue_ = penalty_ * threshold;
  return true;
}

double Alternation::project_row(Index i, const float* x, std::vector<float>& row, bool rate,
                                std::vector<float>& scratch) {
  const std::size_t n = place(n_);
  const std::size_t own = place(i);
  const Eigen::Map<const Eigen::ArrayXf> before(x, n_);
  Eigen::Map<Eigen::ArrayXf> v(&v_(i, 0), n_);
  Eigen::Map<Eigen::ArrayXf> next(row.data(), n_);
  next = 2.0f * before - v;
  const auto half_inverse = static_cast<float>(0.5 / penalty_);
  relaxation_->for_each_neighbour(
      own, n, [&](std::size_t j, Weight w) { row[j] += half_inverse * relaxation_->scaled(w); });
  row[own] += 2.0f * half_inverse * relaxation_->scaled(relaxation_->value(own));
  if (rate) {
    std::vector<float> c(n);
    Eigen::Map<Eigen::ArrayXf>(c.data(), n_) = static_cast<float>(penalty_) * (next - before);
    const LargestEntries entries = largest_entries(c, own, relaxation_->s, scratch);
    row_sums_[own] = entries.sum;
    least_counted_[own] = entries.least;
  }
  std::vector<float>& y = y_[own];
  const bool is_zero = !project_float_row(row, own, static_cast<float>(s_), y.empty() ? 0.0f : y[own]);
  if (is_zero) next.setZero();
  const Eigen::Map<const Eigen::ArrayXf> last(y.data(), static_cast<Index>(y.size()));
  const double moved = y.empty() ? next.square().sum() : (next - last).square().sum();
  v += relax * (next - before);
  if (is_zero) {
    std::vector<float>().swap(y);
  } else {
    y = row;
  }
  return moved;
}

void Alternation::project_rows(bool rate) {
  if (rate) {
    row_sums_.assign(place(n_), 0.0);
    least_counted_.assign(place(n_), 0.0f);
  }
  std::vector<double> moves(place((n_ + block_rows - 1) / block_rows));
  for_chunks(n_, block_rows, [&](Index begin, Index count) {
    const Rows x = factor_.middleRows(begin, count) * factor_transposed_;
    std::vector<float> row(place(n_));
    std::vector<float> scratch;
    for (Index i = 0; i < count; ++i) {
      moves[place(begin / block_rows)] += project_row(begin + i, &x(i, 0), row, rate, scratch);
    }
  });
  moved_ = std::accumulate(moves.begin(), moves.end(), 0.0);
  const double entries = static_cast<double>(n_) * static_cast<double>(n_);
  work_ += entries *
           (row_price + (rate ? rating_price : 0.0) + product_price * static_cast<double>(factor_.cols()));
}

bool Alternation::iterate(bool rate, const StopCheck& stop) {
  if (!first_ && !project_semidefinite(stop)) return false;
  ++iterations_;
  project_rows(rate);
  first_ = false;
  return true;
}

double Alternation::careful_eigenvalue(const float* multipliers) {
  symmetrise(Eigen::Map<const Rows>(multipliers, n_, n_));
  const auto multiply = [&](const Eigen::VectorXf& x, Eigen::VectorXf& y) {
    multiply_symmetric(symmetric_, x, y);
  };
  const auto top = lode::detail::largest_ritz_pair(multiply, space_.mixed_start(), careful_steps);
  space_.add_columns(top.vector);
  work_ += vector_price * static_cast<double>(careful_steps * n_ * n_);
  return top.value + careful_residual * top.residual;
}

Alternation::Rows Alternation::multipliers() const {
  Rows u(n_, n_);
  const auto penalty = static_cast<float>(penalty_);
  for_chunks(n_, block_rows, [&](Index begin, Index count) {
    Rows x = factor_.middleRows(begin, count) * factor_transposed_;
    for (Index i = begin; i < begin + count; ++i) {
      const std::vector<float>& y = y_[place(i)];
      for (Index j = 0; j < n_; ++j) {
        const float own = x(i - begin, j);
        const float move = relax * ((y.empty() ? 0.0f : y[place(j)]) - own);
        u(i, j) = penalty * (v_(i, j) - own - move);  // V = U/p + X + relax (Y - X)
      }
    }
  });
  return u;
}

std::size_t Alternation::bytes() const {
  auto entries = static_cast<std::size_t>(v_.size() + symmetric_.size() + 2 * factor_.size() +
                                          2 * space_.basis().size());
  for (const std::vector<float>& row : y_) entries += row.size();
  return entries * sizeof(float);
}

double Alternation::work() const { return work_ + product_price * space_.operations(); }

}  // namespace lode::subgraph::dual
