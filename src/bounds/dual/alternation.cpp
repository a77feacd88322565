#include "bounds/dual/alternation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/linalg/lanczos.hpp"

namespace lode::subgraph::dual {
namespace {

/// Over-relaxation; 1.85 takes longer on soc-Epinions1.
constexpr float relax = 1.7f;
/// Residuals of eigenvectors, as a part of the last move of Y.
constexpr double eigen_accuracy = 0.1;
constexpr double least_eigen_accuracy = 1e-5;
/// Iterations between penalty checks, ratio of the residuals that changes it, and the change.
constexpr std::uint64_t balance_iterations = 5;
constexpr double imbalance = 5.0;
constexpr double balance_step = 1.5;
constexpr Index block_rows = 16;
constexpr Index tile = 32;
/// U_ii of new rows in units of the eigenvalue.
constexpr double new_diagonal = 0.5;
constexpr double careful_residual = 0.2;
/// Units of work, which are nanoseconds: a multiply-add of a product, an entry of a row in one iteration, one
/// looked at for the bound.
constexpr double product_price = 0.03;
constexpr double row_price = 4.0;
constexpr double rating_price = 8.0;
constexpr double vector_price = 0.4;

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

Alternation::Alternation(const Relaxation& relaxation, Vertex core, const Alternation* smaller)
    : relaxation_(relaxation),
      n_(static_cast<Index>(relaxation.dummies + core)),
      s_(relaxation.s),
      v_(n_, n_),
      y_(place(n_)) {
  if (smaller) {
    begin_with(*smaller);
  } else {
    begin();
  }
}

Alternation::Alternation(const Relaxation& relaxation, const Alternation& other,
                         const std::vector<std::size_t>& rows)
    : relaxation_(relaxation),
      n_(static_cast<Index>(rows.size())),
      s_(relaxation.s),
      v_(other.v_(rows, rows)),
      space_(other.space_),
      penalty_(other.penalty_),
      eigenvalue_(other.eigenvalue_),
      moved_(other.moved_),
      first_(other.first_),
      y_(rows.size()) {
  space_.restrict_to(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<float>& row = other.y_[rows[i]];
    if (row.empty()) continue;
    for (const std::size_t j : rows) y_[i].push_back(row[j]);
  }
  if (other.row_sums_.empty()) return;
  for (const std::size_t row : rows) {
    row_sums_.push_back(other.row_sums_[row]);
    least_counted_.push_back(other.least_counted_[row]);
  }
}

void Alternation::begin() {
  double squares = 0.0;
  for (Index i = 0; i < n_; ++i) {
    relaxation_.for_each_neighbour(place(i), place(n_), [&](Vertex, float w) { squares += double{w} * w; });
    squares += 4.0 * double{relaxation_.values[place(i)]} * relaxation_.values[place(i)];
  }
  penalty_ = std::max(std::sqrt(squares) / (2.0 * s_), 1e-20);
}

void Alternation::begin_with(const Alternation& smaller) {
  const Index before = smaller.n_;
  penalty_ = smaller.penalty_;
  eigenvalue_ = smaller.eigenvalue_;
  moved_ = smaller.moved_;
  first_ = false;
  v_.setZero();
  v_.topLeftCorner(before, before) = smaller.v_;
  for (Index i = 0; i < before; ++i) {
    const std::vector<float>& row = smaller.y_[place(i)];
    if (row.empty()) continue;
    y_[place(i)].assign(place(n_), 0.0f);
    std::copy(row.begin(), row.end(), y_[place(i)].begin());
  }
  double least_row = 0.0;
  sum_of_largest(smaller.row_sums_, relaxation_.s, &least_row);
  std::vector<float> least(place(n_));
  for (Index i = 0; i < n_; ++i) {
    double counted = 0.0;
    if (i < before) {
      counted = smaller.least_counted_[place(i)];
    } else {
      double degree = 0.0;
      relaxation_.for_each_neighbour(place(i), place(n_), [&](Vertex, float) { degree += 1.0; });
      const double room = least_row + new_diagonal * eigenvalue_ - relaxation_.values[place(i)];
      counted = room / std::max(1.0, std::min(degree, s_ - 1.0));
    }
    least[place(i)] = static_cast<float>(std::max(0.0, counted));
  }
  add_closed_form(before, least);
  space_ = smaller.space_;
  space_.extend(n_);
}

void Alternation::add_closed_form(Index before, const std::vector<float>& least) {
  const float inverse = static_cast<float>(1.0 / penalty_);
  std::vector<double> old_sums(place(n_), 0.0);  ///< of edges between old and new rows
  std::vector<double> new_sums(place(n_), 0.0);  ///< of edges among new rows
  double old_total = 0.0;
  double new_total = 0.0;
  for (Index i = 0; i < n_; ++i) {
    relaxation_.for_each_neighbour(place(i), place(n_), [&](Vertex j, float w) {
      const auto other = static_cast<Index>(j);
      if (i < before && other < before) return;
      float own = std::min(least[place(i)], w);
      const float theirs = std::min(least[j], w);
      const bool scaled = own + theirs > w;
      if (scaled) own *= w / (own + theirs);
      v_(i, other) = inverse * (0.5f * w - own);
      const double left = scaled ? 0.0 : 0.5 * double{w - own - theirs};
      if (i >= before && other >= before) {
        new_sums[place(i)] += left;
        new_total += left;
      } else {
        old_sums[place(i)] += left;
        if (i < before) old_total += left;
      }
    });
  }
  for_chunks(n_, block_rows, [&](Index begin, Index count) {
    std::vector<std::uint8_t> adjacent(place(n_), 0);
    for (Index i = begin; i < begin + count; ++i) {
      const auto mark = [&](std::uint8_t as) {
        relaxation_.for_each_neighbour(place(i), place(n_), [&](Vertex j, float) { adjacent[j] = as; });
        adjacent[place(i)] = as;
      };
      mark(1);
      const double old_part = old_sums[place(i)] / std::max(old_total, 1e-9);
      const double new_part = new_sums[place(i)] / std::max(new_total, 1e-9);
      for (Index j = i < before ? before : 0; j < n_; ++j) {
        if (adjacent[place(j)]) continue;
        const bool both_new = i >= before && j >= before;
        const auto mean =
            static_cast<float>(both_new ? new_part * new_sums[place(j)] : old_part * old_sums[place(j)]);
        v_(i, j) = -inverse * std::min({mean, least[place(i)], least[place(j)]});
      }
      mark(0);
      if (i >= before) v_(i, i) = inverse * static_cast<float>(new_diagonal * eigenvalue_);
    }
  });
  work_ += row_price * static_cast<double>(n_) * static_cast<double>(n_);
}

void Alternation::symmetrise(const Eigen::Ref<const Rows>& v) {
  symmetric_.resize(n_, n_);
  for_chunks(n_, tile, [&](Index first, Index count) {
    for (Index column = 0; column <= first; column += tile) {
      for (Index i = first; i < first + count; ++i) {
        const Index end = std::min(column + tile, i + 1);
        for (Index j = column; j < end; ++j) {
          const float mean = 0.5f * (v(i, j) + v(j, i));
          symmetric_(i, j) = mean;
          symmetric_(j, i) = mean;
        }
      }
    }
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

RowChange Alternation::project_row(Index i, float* x, float* row, bool rate, float ratio,
                                   std::vector<float>& scratch) {
  const std::size_t n = place(n_);
  float* v = &v_(i, 0);
  if (first_) {
    x[i] = static_cast<float>(s_ / static_cast<double>(n_));
    for (std::size_t j = 0; j < n; ++j) row[j] = x[j];
    for (std::size_t j = 0; j < n; ++j) v[j] = x[j];  // U = 0
  } else {
    for (std::size_t j = 0; j < n; ++j) row[j] = 2.0f * x[j] - v[j];
  }
  const auto half_inverse = static_cast<float>(0.5 / penalty_);
  relaxation_.for_each_neighbour(place(i), n, [&](Vertex j, float w) { row[j] += half_inverse * w; });
  row[i] += 2.0f * half_inverse * relaxation_.values[place(i)];
  if (rate) {
    const auto penalty = static_cast<float>(penalty_);
    std::vector<float> c(n);
    for (std::size_t j = 0; j < n; ++j) c[j] = penalty * (row[j] - x[j]);
    const LargestEntries entries = largest_entries(c, place(i), relaxation_.s, scratch);
    row_sums_[place(i)] = entries.sum;
    least_counted_[place(i)] = entries.least;
  }
  std::vector<float>& y = y_[place(i)];
  const float guess = first_ ? x[i] : y.empty() ? 0.0f : y[place(i)];
  const bool is_zero = !project_float_row({row, n}, place(i), static_cast<float>(s_), guess);
  return move_row({row, is_zero ? 0 : n}, y, {x, n}, {v, n}, ratio, relax);
}

void Alternation::project_rows(bool rate, double next) {
  if (rate) {
    row_sums_.assign(place(n_), 0.0);
    least_counted_.assign(place(n_), 0.0f);
  }
  const auto ratio = static_cast<float>(penalty_ / next);
  std::vector<RowChange> moves(place((n_ + block_rows - 1) / block_rows));
  const auto uniform =
      static_cast<float>(s_ / static_cast<double>(n_) * (s_ - 1.0) / static_cast<double>(n_ - 1));
  for_chunks(n_, block_rows, [&](Index begin, Index count) {
    Rows x(count, n_);
    if (first_) {
      x.setConstant(uniform);
    } else {
      x.noalias() = factor_.middleRows(begin, count) * factor_transposed_;
    }
    std::vector<float> row(place(n_));
    std::vector<float> scratch;
    RowChange& sum = moves[place(begin / block_rows)];
    for (Index i = 0; i < count; ++i) {
      const RowChange one = project_row(begin + i, &x(i, 0), row.data(), rate, ratio, scratch);
      sum.moved += one.moved;
      sum.primal += one.primal;
    }
  });
  moved_ = primal_ = 0.0;
  for (const RowChange& one : moves) {
    moved_ += one.moved;
    primal_ += one.primal;
  }
  const double entries = static_cast<double>(n_) * static_cast<double>(n_);
  work_ += entries *
           (row_price + (rate ? rating_price : 0.0) + product_price * static_cast<double>(factor_.cols()));
}

double Alternation::next_penalty() const {
  if (iterations_ % balance_iterations != 0 || !(moved_ > 0.0)) return penalty_;
  const double primal = std::sqrt(primal_);
  const double dual = std::sqrt(moved_);
  if (primal > imbalance * dual) return penalty_ * balance_step;
  return dual > imbalance * primal ? penalty_ / balance_step : penalty_;
}

bool Alternation::iterate(bool rate, const StopCheck& stop) {
  if (!first_ && !project_semidefinite(stop)) return false;
  ++iterations_;
  const double next = next_penalty();
  project_rows(rate, next);
  penalty_ = next;
  first_ = false;
  return true;
}

double Alternation::bound(double eigenvalue) const {
  return s_ * eigenvalue + sum_of_largest(row_sums_, relaxation_.s);
}

double Alternation::careful_eigenvalue(const float* multipliers, Index steps) {
  symmetrise(Eigen::Map<const Rows>(multipliers, n_, n_));
  const auto multiply = [&](const Eigen::VectorXf& x, Eigen::VectorXf& y) {
    multiply_symmetric(symmetric_, x, y);
  };
  const auto top = lode::detail::largest_ritz_pair(multiply, space_.mixed_start(), steps);
  space_.add_columns(top.vector);
  work_ += vector_price * static_cast<double>(steps) * static_cast<double>(n_) * static_cast<double>(n_);
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

double Alternation::dummies_used() const {
  if (factor_.cols() == 0) return 0.0;
  return static_cast<double>(factor_.topRows(static_cast<Index>(relaxation_.dummies)).squaredNorm());
}

double Alternation::work() const { return work_ + product_price * space_.operations(); }

}  // namespace lode::subgraph::dual
