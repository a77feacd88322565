#include "core/linalg/stoppable_solvers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

namespace lode::detail {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Rows of the blocks of a Cholesky factorisation, rows of the tiles of an update, and tiles between two
/// polls, some 10 ms of one thread.
constexpr Index factor_block = 128;
constexpr Index factor_tile = 256;
constexpr Index polled_tiles = 32;

/// Columns whose update with `work` multiply-adds each takes about 10 ms.
Index panel_width(double work) {
  constexpr double panel_work = double{1 << 26};
  return std::clamp<Index>(static_cast<Index>(panel_work / std::max(work, 1.0)), 8, 64);
}

/// A = Q R, or A P = Q R: R on and above the diagonal, the reflections below it.
struct Reflections {
  MatrixXd qr;
  VectorXd scale;
  std::vector<Index> order;  ///< column i of A P is column order[i] of A
  Index rank = 0;            ///< reflections made

  /// Q'v
  void turn(VectorXd& v) const {
    for (Index i = 0; i < rank; ++i) reflect(v, i);
  }
  /// Qv
  void turn_back(VectorXd& v) const {
    for (Index i = rank; i-- > 0;) reflect(v, i);
  }

 private:
  void reflect(VectorXd& v, Index i) const {
    double workspace = 0.0;
    const Index below = qr.rows() - i - 1;
    v.tail(below + 1).applyHouseholderOnTheLeft(qr.col(i).tail(below), scale[i], &workspace);
  }
};

std::optional<Reflections> reflections_of(MatrixXd a, bool pivot, const StopAsked& stop) {
  Reflections result;
  result.qr = std::move(a);
  MatrixXd& qr = result.qr;
  const Index most = std::min(qr.rows(), qr.cols());
  result.scale.resize(most);
  result.order.resize(static_cast<std::size_t>(qr.cols()));
  std::iota(result.order.begin(), result.order.end(), Index{0});
  VectorXd workspace(qr.cols());
  const double dependence = static_cast<double>(most) * std::numeric_limits<double>::epsilon();
  double first_norm = 0.0;
  for (Index i = 0; i < most; ++i) {
    if (stop()) return std::nullopt;
    if (pivot) {
      Index chosen = 0;
      const double norm =
          qr.bottomRightCorner(qr.rows() - i, qr.cols() - i).colwise().norm().maxCoeff(&chosen);
      chosen += i;
      if (i == 0) first_norm = norm;
      if (!(norm > dependence * first_norm)) break;
      if (chosen != i) {
        qr.col(i).swap(qr.col(chosen));
        std::swap(result.order[static_cast<std::size_t>(i)], result.order[static_cast<std::size_t>(chosen)]);
      }
    }
    double diagonal = 0.0;
    qr.col(i).tail(qr.rows() - i).makeHouseholderInPlace(result.scale[i], diagonal);
    qr(i, i) = diagonal;
    qr.bottomRightCorner(qr.rows() - i, qr.cols() - i - 1)
        .applyHouseholderOnTheLeft(qr.col(i).tail(qr.rows() - i - 1), result.scale[i], workspace.data());
    ++result.rank;
  }
  return result;
}

}  // namespace

std::optional<MatrixXd> lower_gram(const MatrixXd& a, const StopAsked& stop) {
  const Index n = a.cols();
  MatrixXd gram = MatrixXd::Zero(n, n);
  const Index width = panel_width(static_cast<double>(n) * static_cast<double>(a.rows()));
  for (Index first = 0; first < n; first += width) {
    if (stop()) return std::nullopt;
    const Index count = std::min(width, n - first);
    gram.block(first, first, n - first, count).noalias() =
        a.rightCols(n - first).transpose() * a.middleCols(first, count);
  }
  return gram;
}

CholeskyOutcome factorise_cholesky(Eigen::Ref<MatrixXd> a, const StopAsked& stop) {
  const Index n = a.rows();
  const Index most_tiles = (n + factor_tile - 1) / factor_tile;
  std::vector<std::pair<Index, Index>>
      tiles;  // of a lower triangle; the tiles of a smaller triangle come first
  for (Index row = 0; row < most_tiles; ++row) {
    for (Index column = 0; column <= row; ++column)
      tiles.emplace_back(row * factor_tile, column * factor_tile);
  }
  for (Index first = 0; first < n; first += factor_block) {
    if (stop()) return CholeskyOutcome::stopped;
    const Index count = std::min(factor_block, n - first);
    auto pivot = a.block(first, first, count, count);
    const Eigen::LLT<MatrixXd> corner{MatrixXd(pivot)};
    if (corner.info() != Eigen::Success) return CholeskyOutcome::not_definite;
    pivot = corner.matrixLLT();
    if (!(pivot.diagonal().array() > 0.0).all() || !pivot.diagonal().allFinite()) {
      return CholeskyOutcome::not_definite;
    }
    const Index rest = n - first - count;
    auto below = a.block(first + count, first, rest, count);
    const Index strips = (rest + factor_tile - 1) / factor_tile;
    tbb::parallel_for(Index{0}, strips, [&](Index strip) {
      auto part = below.middleRows(strip * factor_tile, std::min(factor_tile, rest - strip * factor_tile));
      corner.matrixU().solveInPlace<Eigen::OnTheRight>(part);
    });
    const Index all = strips * (strips + 1) / 2;
    for (Index begin = 0; begin < all; begin += polled_tiles) {
      if (begin > 0 && stop()) return CholeskyOutcome::stopped;
      tbb::parallel_for(begin, std::min(all, begin + polled_tiles), [&](Index which) {
        const auto [row, column] = tiles[static_cast<std::size_t>(which)];
        const Index rows = std::min(factor_tile, rest - row);
        const Index columns = std::min(factor_tile, rest - column);
        a.block(first + count + row, first + count + column, rows, columns).noalias() -=
            below.middleRows(row, rows) * below.middleRows(column, columns).transpose();
      });
    }
  }
  return CholeskyOutcome::done;
}

CholeskyOutcome StoppableCholesky::compute(MatrixXd matrix, const StopAsked& stop) {
  const Index n = matrix.rows();
  VectorXd sums = VectorXd::Zero(n);
  for (Index j = 0; j < n; ++j) {
    const auto below = matrix.col(j).tail(n - j - 1).cwiseAbs();
    sums[j] += std::abs(matrix(j, j)) + below.sum();
    sums.tail(n - j - 1) += below;
  }
  norm_ = n > 0 ? sums.maxCoeff() : 0.0;
  l_ = std::move(matrix);
  return factorise_cholesky(l_, stop);
}

VectorXd StoppableCholesky::solve(const VectorXd& right) const {
  VectorXd x = right;
  l_.triangularView<Eigen::Lower>().solveInPlace(x);
  l_.triangularView<Eigen::Lower>().transpose().solveInPlace(x);
  return x;
}

double StoppableCholesky::rcond() const {
  constexpr int rounds = 5;
  const Index n = l_.rows();
  if (n == 0) return 1.0;
  VectorXd x = VectorXd::Constant(n, 1.0 / static_cast<double>(n));
  double inverse_norm = 0.0;
  Index before = -1;
  for (int round = 0; round < rounds; ++round) {
    const VectorXd y = solve(x);
    const double size = y.lpNorm<1>();
    if (!std::isfinite(size)) return 0.0;
    if (size <= inverse_norm) break;
    inverse_norm = size;
    const VectorXd z = solve(y.unaryExpr([](double v) { return v < 0.0 ? -1.0 : 1.0; }));
    Index place = 0;
    const double most = z.cwiseAbs().maxCoeff(&place);
    if (place == before || (round > 0 && most <= z.dot(x))) break;
    before = place;
    x = VectorXd::Unit(n, place);
  }
  return inverse_norm > 0.0 && norm_ > 0.0 ? 1.0 / (norm_ * inverse_norm) : 0.0;
}

std::optional<VectorXd> least_norm_solution(MatrixXd a, const VectorXd& b, const StopAsked& stop,
                                            const VectorXd& units) {
  const Index n = a.cols();
  const auto outer = reflections_of(std::move(a), true, stop);
  if (!outer) return std::nullopt;
  const Index rank = outer->rank;
  VectorXd x = VectorXd::Zero(n);
  if (rank == 0) return x;
  VectorXd turned = b;
  outer->turn(turned);
  VectorXd z = VectorXd::Zero(n);
  if (rank == n) {
    z = outer->qr.topRows(n).triangularView<Eigen::Upper>().solve(turned.head(n));
  } else {
    // T z = c with T of full row rank: T' = Q R gives z = Q R'^-1 c. Units U: T U^-1 (U z) = c.
    MatrixXd t = outer->qr.topRows(rank).triangularView<Eigen::Upper>();
    VectorXd inverse = VectorXd::Ones(n);
    for (Index i = 0; i < units.size(); ++i)
      inverse[i] = 1.0 / units[outer->order[static_cast<std::size_t>(i)]];
    t *= inverse.asDiagonal();
    const auto inner = reflections_of(t.transpose(), false, stop);
    if (!inner) return std::nullopt;
    z.head(rank) =
        inner->qr.topRows(rank).triangularView<Eigen::Upper>().transpose().solve(turned.head(rank));
    inner->turn_back(z);
    z.array() *= inverse.array();
  }
  for (Index i = 0; i < n; ++i) x[outer->order[static_cast<std::size_t>(i)]] = z[i];
  return x;
}

}  // namespace lode::detail
