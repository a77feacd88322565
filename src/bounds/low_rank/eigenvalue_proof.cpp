#include "bounds/low_rank/eigenvalue_proof.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "bounds/dual/chunks.hpp"
#include "core/linalg/stoppable_solvers.hpp"

namespace lode::subgraph::detail {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double half_ulp = 0x1p-53;
/// A column with more of the rows left than this is cheaper to eliminate with dense ones.
constexpr double dense_part = 0.05;
/// Pivots of vertices eliminated one by one are at least this part of their diagonal element.
constexpr double least_pivot = 0.01;
/// Columns of a task.
constexpr Index column_block = 128;

double gamma_of(double terms) { return 2.0 * (terms + 8.0) * half_ulp; }

/// A power of two near 1 / x.
double inverse_scale(double x) { return x > 0.0 ? std::exp2(-std::ilogb(x)) : 1.0; }

struct SparseEntry {
  std::uint32_t place;
  double value;
};

/// One factorisation: what is eliminated sparsely, the border, and what is left.
class BorderedElimination {
 public:
  BorderedElimination(const ClusteredMatrix& matrix, double t, const RunContext& run);

  EigenvalueProof prove();
  void eliminate();
  std::size_t left() const { return left_; }

 private:
  VectorXd& border(std::uint32_t v);
  ProofOutcome factor_rest();
  double margin() const;

  const ClusteredMatrix& matrix_;
  const RunContext& run_;
  std::size_t n_;
  std::size_t left_;
  Index q_;
  double unit_;  ///< a power of two: Z is scaled by it, so that t is near 1
  double t_;
  std::vector<std::vector<SparseEntry>> rows_;  ///< of what is left of Z0 off the diagonal
  std::vector<double> diagonal_;                ///< of what is left of Z0
  std::vector<char> gone_;
  VectorXd scale_;                ///< of the columns of W
  MatrixXd middle_;               ///< C
  std::vector<VectorXd> border_;  ///< rows of Y, none yet where a vertex was not reached
  MatrixXd gram_;                 ///< V'V, lower triangle
  double largest_diagonal_ = 0.0;
  double sparse_square_ = 0.0;  ///< |Z0|_F^2
  double border_square_ = 0.0;  ///< |W|_F^2
  double factor_square_ = 0.0;  ///< |F;L|_F^2
  double inner_square_ = 0.0;   ///< |V|_F^2
  std::size_t reached_ = 0;     ///< most eliminations that reach one vertex
};

BorderedElimination::BorderedElimination(const ClusteredMatrix& matrix, double t, const RunContext& run)
    : matrix_(matrix),
      run_(run),
      n_(matrix.size()),
      left_(n_),
      q_(static_cast<Index>(matrix.multipliers().clusters) + 1),
      unit_(inverse_scale(std::abs(t))),
      t_(unit_ * t),
      rows_(n_),
      gone_(n_, 0),
      scale_(VectorXd::Zero(q_)),
      middle_(MatrixXd::Zero(q_, q_)),
      border_(n_),
      gram_(MatrixXd::Zero(q_, q_)) {
  const ClusterMultipliers& m = matrix.multipliers();
  const Graph& graph = matrix.graph();
  for (std::size_t v = 0; v < n_; ++v) {
    diagonal_.push_back(t_ - unit_ * matrix.diagonal()[v]);
    largest_diagonal_ = std::max(largest_diagonal_, std::abs(diagonal_[v]));
    sparse_square_ += diagonal_[v] * diagonal_[v];
    for (ArcIndex arc = graph.offsets()[v]; arc < graph.offsets()[v + 1]; ++arc) {
      rows_[v].push_back({graph.targets()[arc], -unit_ * matrix.arc()[arc]});
      sparse_square_ += rows_[v].back().value * rows_[v].back().value;
    }
    scale_[m.cluster[v]] += 1.0;
    scale_[q_ - 1] += m.vertex[v] * m.vertex[v];
  }
  for (Index c = 0; c < q_; ++c) {
    const double square = std::exchange(scale_[c], inverse_scale(std::sqrt(scale_[c])));
    border_square_ += square * scale_[c] * scale_[c];
  }
  const auto half = 0.5 * unit_;
  for (Index c = 0; c + 1 < q_; ++c) {
    for (Index d = 0; d + 1 < q_; ++d) {
      const double between = m.between[static_cast<std::size_t>(c * (q_ - 1) + d)];
      if (c != d) middle_(c, d) = half * between / scale_[c] / scale_[d];
    }
    middle_(c, q_ - 1) = middle_(q_ - 1, c) = half / m.s / scale_[c] / scale_[q_ - 1];
  }
}

VectorXd& BorderedElimination::border(std::uint32_t v) {
  const ClusterMultipliers& m = matrix_.multipliers();
  VectorXd& row = border_[v];
  if (row.size() > 0) return row;
  row = VectorXd::Zero(q_);
  row[m.cluster[v]] = scale_[m.cluster[v]];
  row[q_ - 1] = scale_[q_ - 1] * m.vertex[v];
  return row;
}

void BorderedElimination::eliminate() {
  const std::vector<double> whole = diagonal_;
  std::vector<std::size_t> reached(n_, 0);
  constexpr auto none = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> stands(n_, none);  // of the entries of one row
  std::set<std::pair<std::size_t, std::uint32_t>> queue;
  for (std::uint32_t v = 0; v < n_; ++v) queue.emplace(rows_[v].size(), v);
  MatrixXd waiting(q_, column_block);  // rows of V that V'V lacks
  Index count = 0;
  const auto add_waiting = [&] {
    gram_.selfadjointView<Eigen::Lower>().rankUpdate(waiting.leftCols(std::exchange(count, 0)));
  };
  while (!queue.empty() && !run_.should_stop() &&
         static_cast<double>(queue.begin()->first) <= dense_part * static_cast<double>(left_)) {
    const std::uint32_t v = queue.begin()->second;
    queue.erase(queue.begin());
    if (!(diagonal_[v] > least_pivot * whole[v])) continue;  // it is left for the dense matrix
    gone_[v] = 1;
    --left_;
    const double root = std::sqrt(diagonal_[v]);
    factor_square_ += diagonal_[v];
    const VectorXd own = border(v) / root;
    VectorXd().swap(border_[v]);
    inner_square_ += own.squaredNorm();
    waiting.col(count++) = own;
    if (count == column_block) add_waiting();
    std::vector<SparseEntry> column = std::move(rows_[v]);
    rows_[v].clear();
    for (SparseEntry& entry : column) entry.value /= root;
    for (const SparseEntry& entry : column) {
      const std::uint32_t i = entry.place;
      queue.erase({rows_[i].size(), i});
      std::vector<SparseEntry>& row = rows_[i];
      for (std::size_t k = 0; k < row.size(); ++k) stands[row[k].place] = k;
      for (const SparseEntry& other : column) {
        if (other.place == i) continue;
        if (stands[other.place] == none) row.push_back({other.place, 0.0});
        row[std::min(stands[other.place], row.size() - 1)].value -= entry.value * other.value;
      }
      const std::size_t own_place = stands[v];
      for (const SparseEntry& one : row) stands[one.place] = none;
      row.erase(row.begin() + static_cast<std::ptrdiff_t>(own_place));
      diagonal_[i] -= entry.value * entry.value;
      border(i) -= entry.value * own;
      factor_square_ += entry.value * entry.value;
      reached_ = std::max(reached_, ++reached[i]);
      queue.emplace(rows_[i].size(), i);
    }
  }
  if (count > 0) add_waiting();
}

ProofOutcome BorderedElimination::factor_rest() {
  const auto left = static_cast<Index>(left_);
  const Index size = left + (inner_square_ > 0.0 ? q_ : 0);
  if (size == 0) return ProofOutcome::proven;
  MatrixXd outer(q_, size);  // [Y; R]'
  std::vector<Index> place(n_, 0);
  Index next = 0;
  for (std::uint32_t v = 0; v < n_; ++v) {
    if (gone_[v]) continue;
    outer.col(next) = border(v);
    VectorXd().swap(border_[v]);
    place[v] = next++;
  }
  if (size > left) {
    const double terms = static_cast<double>(n_) + static_cast<double>(q_);
    gram_.diagonal().array() += 4.0 * gamma_of(terms) * inner_square_;
    const Eigen::LLT<MatrixXd> factor(gram_);
    if (factor.info() != Eigen::Success) return ProofOutcome::refused;
    outer.rightCols(q_) = factor.matrixL();
  }
  MatrixXd dense = MatrixXd::Zero(size, size);  // D, lower triangle
  const MatrixXd turned = middle_ * outer;
  dual::for_chunks(size, column_block, [&](Index first, Index count) {
    dense.block(first, first, size - first, count).noalias() =
        -outer.rightCols(size - first).transpose() * turned.middleCols(first, count);
  });
  for (std::size_t v = 0; v < n_; ++v) {
    if (gone_[v]) continue;
    dense(place[v], place[v]) += diagonal_[v];
    for (const SparseEntry& entry : rows_[v]) {
      if (entry.place > v) dense(place[entry.place], place[v]) += entry.value;
    }
    std::vector<SparseEntry>().swap(rows_[v]);
  }
  dense.diagonal().tail(size - left).array() += 1.0;
  if (!(dense.diagonal().minCoeff() > 0.0)) return ProofOutcome::refused;
  const double own = gamma_of(2.0 * static_cast<double>(q_)) * outer.squaredNorm() * middle_.norm();
  const double factor = 16.0 * (static_cast<double>(size) + 2.0) * half_ulp * dense.trace();
  dense.diagonal().array() -= 2.0 * own + factor;
  using lode::detail::CholeskyOutcome;
  switch (lode::detail::factorise_cholesky(dense, [this] { return run_.should_stop(); })) {
    case CholeskyOutcome::stopped:
      return ProofOutcome::stopped;
    case CholeskyOutcome::not_definite:
      return ProofOutcome::refused;
    case CholeskyOutcome::done:
      break;
  }
  return ProofOutcome::proven;
}

/// What rounding may have moved the eigenvalues of Z by, before D.
double BorderedElimination::margin() const {
  const double gamma = gamma_of(static_cast<double>(reached_) + 1.0);
  const double sparse = gamma * (factor_square_ + std::sqrt(sparse_square_));
  const double border = gamma * (std::sqrt(factor_square_ * inner_square_) + std::sqrt(border_square_));
  const ClusterMultipliers& m = matrix_.multipliers();
  const double length = Eigen::Map<const VectorXd>(m.vertex.data(), static_cast<Index>(n_)).norm();
  const double rank_two = unit_ * std::sqrt(static_cast<double>(n_)) * length / m.s;
  const double sum = sparse + middle_.norm() * (2.0 * std::sqrt(border_square_) * border + border * border) +
                     unit_ * matrix_.sparse_error() + 2.0 * half_ulp * (largest_diagonal_ + rank_two);
  return 1.01 * sum;  // a hundredth for the rounding of these norms
}

EigenvalueProof BorderedElimination::prove() {
  eliminate();
  if (run_.should_stop()) return {ProofOutcome::stopped};
  const ProofOutcome outcome = factor_rest();
  const double value = (t_ + margin()) / unit_;
  return {outcome, value + 2.0 * half_ulp * std::abs(value)};
}

}  // namespace

EigenvalueProof prove_eigenvalue(const ClusteredMatrix& matrix, double t, const RunContext& run) {
  return BorderedElimination(matrix, t, run).prove();
}

std::size_t rows_left_dense(const Graph& graph, const RunContext& run) {
  const std::size_t n = graph.num_vertices();
  const ClusterMultipliers none{
      1,    std::vector<double>(n), std::vector<double>(graph.num_arcs()), std::vector<std::uint32_t>(n), 1,
      {0.0}};
  double most = 1.0;  // above it, tI - A/2 has pivots of half its diagonal and more
  for (Vertex v = 0; v < n; ++v) most = std::max(most, 2.0 * graph.strength(v));
  const ClusteredMatrix matrix(graph, reverse_arcs(graph), none);
  BorderedElimination elimination(matrix, most, run);
  elimination.eliminate();
  return elimination.left();
}

}  // namespace lode::subgraph::detail
