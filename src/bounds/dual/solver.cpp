#include "bounds/dual/solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "bounds/dual/eigenspace.hpp"
#include "bounds/dual/float_rows.hpp"
#include "bounds/dual/relaxation.hpp"
#include "core/linalg/lanczos.hpp"

namespace lode::subgraph::dual {
namespace {

/// Over-relaxation; 1.85 takes longer on soc-Epinions1.
constexpr float relax = 1.7f;
/// Residuals of eigenvectors, as a part of the last move of Y.
constexpr double eigen_accuracy = 0.1;
constexpr double least_eigen_accuracy = 1e-5;
/// The penalty is looked at every so many iterations, and changed where both residuals differ so many times.
constexpr std::uint64_t balance_iterations = 5;
constexpr double imbalance = 5.0;
constexpr double balance_step = 1.5;
constexpr Index block_rows = 16;
constexpr Index tile = 32;
/// Of new rows: U_ii in units of the eigenvalue.
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

/// Alternating directions for the relaxation on the first rows of it: all dummies and a core.
///
/// With a penalty p and U = 0, X = Y uniform at first, an iteration makes X the projection of Y' = U/p + Y
/// ... onto K, Y the one onto P of X + (W/2 - U)/p, and moves U by p (Y - X), over-relaxed. Only one matrix
/// is kept of that: V = U/p + relax Y + (1 - relax) X. Then X is the projection of V's symmetric part, its
/// leading eigenvectors above a threshold th; p th is the largest eigenvalue of U's symmetric part; row i of
/// Y is the projection of 2 X_i - V_i + W_i/(2p); and V gains relax (Y - X).
///
/// Memory: 8 n^2 bytes, and 4 n for every row of Y that is not zero.
/// Cost:   an iteration some 50 n^2 r operations, where r is the rank of X, some tens to 200.
class Alternation {
 public:
  using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  /// Begins from nothing, or with what a smaller core has and a closed form for its new rows and columns:
  /// U_ij = W_ij/2 - t_i for an edge, where t_i is the least entry that counts for row i, so that the edge
  /// adds nothing to r_i; and for pairs without an edge what takes the mean of those out, by -e_i e_j / e,
  /// where e_i are the row sums of the edges' part of Z. Needs: the smaller core was rated in its last
  /// iteration.
  Alternation(const Relaxation& relaxation, Vertex core, const Alternation* smaller);
  /// Goes on with some rows of another one, increasing. `relaxation` is restricted to them, perhaps for sets
  /// of another size: X, Y and V change in proportion to the size, so that U stays what it is. The first row
  /// may be repeated if it is a dummy.
  Alternation(const Relaxation& relaxation, const Alternation& other, const std::vector<std::size_t>& rows);

  /// False once `stop` says yes: the iteration is left in the middle, and the next call begins it anew.
  /// `rate`: the rows of the bound are worked out beside it, by U as it was at the beginning.
  bool iterate(bool rate, const StopCheck& stop);
  /// The bound that U as it was at the last rating proves, if its largest eigenvalue is this.
  double bound(double eigenvalue) const;
  /// What the eigenvectors known say of that: never more than it is.
  double eigenvalue() const { return eigenvalue_; }
  /// The terms of that bound at the last rating.
  const std::vector<double>& row_sums() const { return row_sums_; }
  /// A better estimate of it by so many steps of Lanczos' method; what that comes across joins the
  /// eigenvectors known.
  double careful_eigenvalue(Index steps);
  /// The same of the symmetric part of any U.
  double careful_eigenvalue_of(const float* multipliers, Index steps);
  /// U of the last iteration. Needs: nothing followed it.
  Rows multipliers() const;
  /// Lets go of what the next iteration makes anew.
  void rest() { symmetric_.resize(0, 0); }
  /// Of its matrices.
  std::size_t bytes() const;
  /// Directions that the eigenvectors known may miss.
  void look_further() { space_.add_random_columns(further_columns); }

  Index size() const { return n_; }
  std::uint64_t iterations() const { return iterations_; }
  /// Sum of X_ii over the dummies.
  double dummies_used() const;
  Index rank() const { return factor_.cols(); }
  /// So far, by fixed prices, in units of BoundRequest::work.
  double work() const;

 private:
  static constexpr Index further_columns = 24;
  struct RowMoves {
    double moved = 0.0;   ///< |Y - Y before|^2
    double primal = 0.0;  ///< |Y - X|^2
  };

  void begin();
  void begin_with(const Alternation& smaller);
  void add_closed_form(Index before, const std::vector<float>& least);
  void symmetrise(const Eigen::Ref<const Rows>& v);
  bool project_semidefinite(const StopCheck& stop);
  void project_rows(bool rate, double next_penalty);
  RowMoves project_row(Index i, float* x, float* row, bool rate, float ratio, std::vector<float>& scratch);
  double next_penalty() const;

  const Relaxation& relaxation_;
  Index n_;
  double s_;
  Rows v_;
  FloatMatrix symmetric_;
  FloatMatrix factor_;  ///< X = factor factor'
  FloatMatrix factor_transposed_;
  Eigenspace space_;
  double penalty_ = 1.0;       ///< of the iteration that follows
  double last_penalty_ = 1.0;  ///< of the last one
  double eigenvalue_ = 0.0;
  double moved_ = -1.0;
  double primal_ = 0.0;
  bool first_ = true;
  std::uint64_t iterations_ = 0;
  std::vector<std::vector<float>> y_;  ///< rows; empty: zero
  std::vector<double> row_sums_;       ///< r_i
  std::vector<float> least_counted_;   ///< of the entries in r_i
  double work_ = 0.0;
};

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
      v_(n_, n_),
      space_(other.space_),
      eigenvalue_(other.eigenvalue_),
      first_(other.first_),
      y_(rows.size()) {
  const double part = s_ / other.s_;
  penalty_ = other.penalty_ / part;
  moved_ = other.moved_ * part * part;
  const auto first_rows = static_cast<Index>(std::count(rows.begin(), rows.end(), rows.front()));
  const std::size_t beside = relaxation.dummies > static_cast<Vertex>(first_rows) ? rows.front() + 1 : 0;
  const auto restricted_row = [&](Index i, const float* from, float* to) {
    for (std::size_t j = 0; j < rows.size(); ++j) to[j] = static_cast<float>(part) * from[rows[j]];
    for (Index j = 0; i < first_rows && j < first_rows; ++j) {  // two dummies are as the next two
      if (j != i) to[j] = beside > 0 ? static_cast<float>(part) * from[beside] : 0.0f;
    }
  };
  for_chunks(n_, block_rows, [&](Index begin, Index count) {
    for (Index i = begin; i < begin + count; ++i) {
      const std::size_t row = rows[place(i)];
      restricted_row(i, &other.v_(static_cast<Index>(row), 0), &v_(i, 0));
      if (other.y_[row].empty()) continue;
      y_[place(i)].resize(rows.size());
      restricted_row(i, other.y_[row].data(), y_[place(i)].data());
    }
  });
  space_.restrict_to(rows, part);
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

Alternation::RowMoves Alternation::project_row(Index i, float* x, float* row, bool rate, float ratio,
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
  RowMoves moves;
  if (project_float_row({row, n}, place(i), static_cast<float>(s_), guess)) {
    const RowChange change = move_row({row, n}, y, {x, n}, {v, n}, ratio, relax);
    moves = {change.moved, change.primal};
  } else {
    const RowChange change = clear_row(y, {x, n}, {v, n}, ratio, relax);
    moves = {change.moved, change.primal};
  }
  return moves;
}

void Alternation::project_rows(bool rate, double next) {
  if (rate) {
    row_sums_.assign(place(n_), 0.0);
    least_counted_.assign(place(n_), 0.0f);
  }
  const auto ratio = static_cast<float>(penalty_ / next);
  std::vector<RowMoves> moves(place((n_ + block_rows - 1) / block_rows));
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
    RowMoves& sum = moves[place(begin / block_rows)];
    for (Index i = 0; i < count; ++i) {
      const RowMoves one = project_row(begin + i, &x(i, 0), row.data(), rate, ratio, scratch);
      sum.moved += one.moved;
      sum.primal += one.primal;
    }
  });
  moved_ = primal_ = 0.0;
  for (const RowMoves& one : moves) {
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
  last_penalty_ = penalty_;
  penalty_ = next;
  first_ = false;
  return true;
}

double Alternation::bound(double eigenvalue) const {
  return s_ * eigenvalue + sum_of_largest(row_sums_, relaxation_.s);
}

double Alternation::careful_eigenvalue(Index steps) {
  const auto multiply = [&](const Eigen::VectorXf& x, Eigen::VectorXf& y) {
    multiply_symmetric(symmetric_, x, y);
    const Eigen::VectorXf inside = factor_transposed_ * x;
    y.noalias() -= factor_ * inside;
  };
  const auto top = lode::detail::largest_ritz_pair(multiply, space_.mixed_start(), steps);
  space_.add_column(top.vector);
  work_ += vector_price * static_cast<double>(steps) * static_cast<double>(n_) * static_cast<double>(n_);
  return std::max(eigenvalue_, last_penalty_ * (top.value + careful_residual * top.residual));
}

double Alternation::careful_eigenvalue_of(const float* multipliers, Index steps) {
  symmetrise(Eigen::Map<const Rows>(multipliers, n_, n_));
  const auto multiply = [&](const Eigen::VectorXf& x, Eigen::VectorXf& y) {
    multiply_symmetric(symmetric_, x, y);
  };
  const auto top = lode::detail::largest_ritz_pair(multiply, space_.mixed_start(), steps);
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
  return static_cast<double>(factor_.topRows(static_cast<Index>(relaxation_.dummies)).squaredNorm());
}

double Alternation::work() const { return work_ + product_price * space_.operations(); }

namespace {

/// Nested cores fall by this in size, down to so many vertices or this times s.
constexpr double core_ratio = 2.0;
constexpr double smallest_core = 250.0;
constexpr double smallest_core_sizes = 2.0;
/// The bound is looked at every so many iterations.
constexpr std::uint64_t look_iterations = 3;
/// A smaller core is left after so many iterations, at so small a gap, or when a look gains less than this
/// part of the known weight.
constexpr std::uint64_t core_iterations = 18;
constexpr double core_gap = 1.02;
constexpr double core_gain = 0.003;
/// The whole core is left when so many looks together gain less than this.
constexpr int stalled_looks = 8;
constexpr double stalled_gain = 0.0005;

/// Rows are let go when this part of them can be. After a proof that let none go so many looks pass.
constexpr double removed_part = 0.04;
constexpr int removal_looks = 4;
/// Reserves are tried every so many looks, where the gap is below this part of the average degree.
constexpr int reserve_looks = 7;
constexpr double reserve_gap = 0.25;

/// Steps of Lanczos' method for the largest eigenvalue: where the bound should reach the target, and where it
/// is the best so far and has come this near.
constexpr long careful_steps = 40;
constexpr long quick_steps = 12;
constexpr double careful_gap = 1.06;

/// Where a careful look finds the eigenvalue larger by this part, others are missed too.
constexpr double missed_part = 0.003;

/// Work after which the pace of the call counts as much as the pace that was known before.
constexpr double measured_work = 5e7;

/// Of a matrix's entry: V, its symmetric part, Y where every row is in use, and the best point twice.
constexpr double matrix_bytes = 20.0;

}  // namespace

class DualSearch::Levels {
 public:
  explicit Levels(Relaxation relaxation) : whole_(std::move(relaxation)), relaxation_(&whole_) {
    const Vertex size = core_size();
    cores_ = {size};
    const double least = std::max(smallest_core, smallest_core_sizes * whole_.s);
    for (double part = size / core_ratio; part >= least; part /= core_ratio) {
      cores_.push_back(static_cast<Vertex>(part));
    }
    std::reverse(cores_.begin(), cores_.end());
  }

  Levels(Relaxation relaxation, const Levels& other)
      : whole_(std::move(relaxation)), relaxation_(&whole_), cores_({core_size()}) {
    const Vertex dummies = std::min(whole_.dummies, other.whole_.dummies);
    const Vertex before = static_cast<Vertex>(other.level_->size()) - other.whole_.dummies;
    const Vertex shared = std::min(core_size(), before);
    std::vector<std::size_t> rows(whole_.dummies + shared, 0);
    std::iota(rows.end() - (dummies + shared), rows.end(), std::size_t{other.whole_.dummies - dummies});
    level_ = std::make_unique<Alternation>(whole_, *other.level_, rows);
    if (shared < core_size()) level_ = std::make_unique<Alternation>(whole_, core_size(), level_.get());
  }

  const DualResult& go_on(const DualOptions& options, const RunContext& run) {
    options_ = &options;
    run_ = &run;
    target_ = options.target;
    most_ = spent() + options.work;
    const double before = before_call_ = spent();
    begun_ = run.elapsed();
    const std::uint64_t iterations = done_iterations_ + (level_ ? level_->iterations() : 0);
    result_.enough = result_.stalled = false;
    if (!level_ && !stops(0.0)) take_level(std::make_unique<Alternation>(whole_, cores_[0], nullptr));
    while (level_ && core_ + 1 < cores_.size() && work_on_smaller() && !stops(0.0)) {
      ++core_;
      take_level(std::make_unique<Alternation>(whole_, cores_[core_], level_.get()));
    }
    if (level_ && core_ + 1 == cores_.size()) work_on_whole();
    if (level_) {
      result_.dummies_used = level_->rank() > 0 ? level_->dummies_used() : 0.0;
      if (!result_.enough && !result_.best.multipliers.empty() && !run.interrupted()) settle_best();
      result_.iterations = done_iterations_ + level_->iterations() - iterations;
      level_->rest();
    }
    result_.work = spent() - before;
    return result_;
  }

  const Relaxation& relaxation() const { return whole_; }

  bool serves(const Relaxation& relaxation) const {
    if (left_ || !level_ || level_->rank() == 0 || level_->row_sums().empty()) return false;
    const bool dummies = relaxation.dummies <= whole_.dummies || whole_.dummies > 0;
    const bool near =
        static_cast<double>(relaxation.size()) <= core_ratio * static_cast<double>(level_->size());
    return dummies && near && relaxation.unit == whole_.unit;
  }

  std::size_t bytes() const {
    return (level_ ? level_->bytes() : 0) + result_.best.multipliers.size() * sizeof(float);
  }

 private:
  Vertex core_size() const { return static_cast<Vertex>(whole_.size() - whole_.dummies); }

  double spent() const { return done_ + (level_ ? level_->work() : 0.0); }
  /// Whether work or time does not suffice for so much more work, and the proof. The time goes by the pace of
  /// this call: a machine that does other things, too, is slower.
  bool stops(double next) const {
    if (spent() + next > most_ || run_->should_stop()) return true;
    if (std::isinf(run_->time_limit())) return false;
    const double seconds = run_->elapsed() - begun_ + measured_work * options_->pace;
    const double pace = seconds / (spent() - before_call_ + measured_work);
    return run_->time_left() < pace * (next + options_->reserve);
  }

  /// Whether the bound is looked at in the next iteration.
  bool rates_next() const { return (level_->iterations() + 1) % look_iterations == 0; }

  /// False if the search ends here.
  bool iterate(bool rate) {
    const double before = spent();
    if (stops(last_price_)) return false;
    if (!level_->iterate(rate, [&] { return run_->should_stop(); })) return false;
    last_price_ = level_->iterations() > 1 ? spent() - before : 0.0;
    return true;
  }

  void report(double bound) const {
    if (!options_->progress) return;
    options_->progress(static_cast<std::size_t>(level_->size()), level_->iterations(), bound, spent());
  }

  bool work_on_smaller() {
    while (true) {
      const bool rate = rates_next();
      if (!iterate(rate)) return false;
      if (!rate) continue;
      const double bound = level_->bound(level_->eigenvalue());
      report(bound);
      const bool enough =
          bound < core_gap * options_->known || last_bound_ - bound < core_gain * options_->known;
      if (enough || level_->iterations() >= core_iterations) return true;
      last_bound_ = bound;
    }
  }

  /// The whole core, and what is left of it, until work or time is over, a verdict says so or the bound
  /// stalls.
  void work_on_whole() {
    while (true) {
      const bool rate = rates_next();
      if (!iterate(rate)) return;
      if (rate && !look()) return;
    }
  }

  /// False if the search ends here.
  bool look() {
    double eigenvalue = level_->eigenvalue();
    double bound = level_->bound(eigenvalue);
    report(bound);
    ++looks_;
    const bool removes = looks_ >= next_removal_ && removes_rows(bound);
    const bool by_reserves = looks_ >= next_reserves_ && reserves_help(bound);
    const bool promising = bound <= target_ || removes || by_reserves;
    if (promising || (bound < result_.best.bound && bound < careful_gap * options_->known)) {
      eigenvalue = level_->careful_eigenvalue(promising ? careful_steps : quick_steps);
      bound = level_->bound(eigenvalue);
      if (eigenvalue > (1.0 + missed_part) * level_->eigenvalue()) level_->look_further();
    }
    const bool is_best = bound < result_.best.bound;
    if (is_best) keep(eigenvalue, bound);
    const bool reached = bound <= target_;
    if (reached || ((removes || by_reserves) && is_best)) {
      const DualMoment moment = by_reserves ? DualMoment::reserves
                                : removes   ? DualMoment::rows
                                            : DualMoment::target;
      const DualVerdict verdict = options_->judge(*relaxation_, result_.best, moment);
      if (verdict.enough) {
        result_.enough = true;
        return false;
      }
      target_ = verdict.target;
      next_removal_ = looks_ + removal_looks;
      next_reserves_ = looks_ + reserve_looks;
      if (!verdict.rows.empty()) {
        go_on_with(verdict.rows);
        return true;
      }
      if (reached) level_->look_further();
    }
    if (looks_ - last_fall_ < stalled_looks) return true;
    // Without a finite bound the difference is no number.
    result_.stalled = !(before_ - result_.best.bound >= stalled_gain * options_->known);
    if (result_.stalled) return false;
    before_ = result_.best.bound;
    last_fall_ = looks_;
    return true;
  }

  /// Whether enough rows hold no set above the limit, if the eigenvalue known is right.
  bool removes_rows(double bound) const {
    if (options_->limit < 0.0) return false;
    const std::vector<double>& sums = level_->row_sums();
    double last = 0.0;
    sum_of_largest(sums, relaxation_->s, &last);
    const auto gone = std::count_if(sums.begin(), sums.end(), [&](double sum) {
      return bound - std::max(0.0, last - sum) <= options_->limit;
    });
    return static_cast<double>(gone) >= removed_part * static_cast<double>(sums.size());
  }

  bool reserves_help(double bound) const {
    const double average_degree = 2.0 * options_->known / relaxation_->s;
    return options_->limit > 0.0 && bound - options_->limit < reserve_gap * average_degree;
  }

  void go_on_with(const std::vector<std::size_t>& rows) {
    auto left = std::make_unique<Relaxation>(restricted(*relaxation_, rows));
    take_level(std::make_unique<Alternation>(*left, *level_, rows));
    left_ = std::move(left);
    relaxation_ = left_.get();
    result_.best = {};
    result_.best.bound = std::numeric_limits<double>::infinity();
    before_ = result_.best.bound;
    last_fall_ = looks_;
    next_reserves_ = looks_ + 1;
    next_removal_ = looks_ + 1;
  }

  void take_level(std::unique_ptr<Alternation> next) {
    if (level_) {
      done_ += level_->work();
      done_iterations_ += level_->iterations();
    }
    last_bound_ = std::numeric_limits<double>::infinity();
    level_ = std::move(next);
  }

  /// The best point's eigenvalue may have been missed.
  void settle_best() {
    const double eigenvalue = level_->careful_eigenvalue_of(result_.best.multipliers.data(), careful_steps);
    const double missed = std::max(0.0, eigenvalue - result_.best.eigenvalue);
    result_.best.eigenvalue += missed;
    result_.best.bound += missed * relaxation_->s;
    result_.enough = options_->judge(*relaxation_, result_.best, DualMoment::end).enough;
  }

  void keep(double eigenvalue, double bound) {
    const Alternation::Rows u = level_->multipliers();
    result_.best.multipliers.assign(u.data(), u.data() + u.size());
    result_.best.eigenvalue = eigenvalue;
    result_.best.bound = bound;
  }

  const Relaxation whole_;
  std::unique_ptr<const Relaxation> left_;  ///< what is left of that once rows have gone
  const Relaxation* relaxation_;            ///< the last of them
  const DualOptions* options_ = nullptr;    ///< of this call
  const RunContext* run_ = nullptr;         ///< of this call
  double target_ = 0.0;
  double most_ = 0.0;          ///< work, when this call ends
  double before_call_ = 0.0;   ///< work before this call
  double begun_ = 0.0;         ///< seconds of the run at the begin of this call
  std::vector<Vertex> cores_;  ///< increasing
  std::size_t core_ = 0;       ///< the one of the level
  std::unique_ptr<Alternation> level_;
  double last_bound_ = std::numeric_limits<double>::infinity();  ///< of a smaller core, at the last look
  DualResult result_ = {.best = {{}, 0.0, std::numeric_limits<double>::infinity()}};
  double done_ = 0.0;                  ///< work on earlier levels
  std::uint64_t done_iterations_ = 0;  ///< on earlier levels
  double last_price_ = 0.0;
  int looks_ = 0;  ///< at the bound of the whole core
  int last_fall_ = 0;
  int next_removal_ = 0;
  int next_reserves_ = reserve_looks;
  double before_ = std::numeric_limits<double>::infinity();  ///< the best bound at the last fall
};

DualSearch::DualSearch(Relaxation relaxation) : levels_(std::make_unique<Levels>(std::move(relaxation))) {}
DualSearch::DualSearch(Relaxation relaxation, const DualSearch& other)
    : levels_(std::make_unique<Levels>(std::move(relaxation), *other.levels_)) {}
DualSearch::~DualSearch() = default;

const DualResult& DualSearch::go_on(const DualOptions& options, const RunContext& run) {
  return levels_->go_on(options, run);
}

const Relaxation& DualSearch::relaxation() const { return levels_->relaxation(); }
bool DualSearch::serves(const Relaxation& relaxation) const { return levels_->serves(relaxation); }
std::size_t DualSearch::bytes() const { return levels_->bytes(); }

double solver_bytes(std::size_t n) { return matrix_bytes * static_cast<double>(n) * static_cast<double>(n); }

}  // namespace lode::subgraph::dual
