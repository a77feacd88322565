#include "subgraph/bounds/low_rank/reserves.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "core/linalg/dense_kernels.hpp"
#include "subgraph/bounds/low_rank/float_cholesky.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr double reserve_half_ulp = 0x1p-53;
/// Of a reserve, for the rounding of its last steps.
constexpr double reserve_rounding = 1e-9;
/// The first guess of h, in terms of the error expected; it grows until it covers the error found.
constexpr double reserve_shift_room = 1.5;
constexpr int reserve_attempts = 4;

/// Z, scaled, by columns.
class ShiftedMatrix {
 public:
  ShiftedMatrix(const ClusteredMatrix& matrix, double t, double unit)
      : matrix_(matrix), t_(unit * t), unit_(unit), lost_square_(matrix.size(), 0.0) {}

  /// Columns first ... last - 1 of Z - hI from row `first` down.
  void fill(std::size_t first, std::size_t last, double h, double* panel) {
    const std::size_t stride = matrix_.size() - first;
    lode::detail::over_rows(last - first, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        fill_column(first + k, h, panel + k * stride + k);
      }
    });
  }

  double diagonal(std::size_t i) const {
    const ClusterMultipliers& m = matrix_.multipliers();
    return t_ - unit_ * (matrix_.diagonal()[i] + m.vertex[i] / m.s);
  }

  /// By how much the columns filled may be off, as a matrix.
  double lost() const {
    const double square = std::accumulate(lost_square_.begin(), lost_square_.end(), 0.0);
    return 1.001 * (8.0 * reserve_half_ulp * std::sqrt(2.0 * square) + unit_ * matrix_.sparse_error());
  }

 private:
  /// From the diagonal down.
  void fill_column(std::size_t j, double h, double* column) {
    const ClusterMultipliers& m = matrix_.multipliers();
    const Graph& graph = matrix_.graph();
    const double half = 0.5 * unit_ / m.s;
    const double* const theta = m.between.data() + m.cluster[j] * m.clusters;
    double square = 0.0;
    for (std::size_t i = j; i < matrix_.size(); ++i) {
      const double shared = 0.5 * unit_ * theta[m.cluster[i]];
      const double rank_two = half * (m.vertex[i] + m.vertex[j]);
      const double magnitude = shared + half * (std::abs(m.vertex[i]) + std::abs(m.vertex[j]));
      column[i - j] = -(shared + rank_two);
      square += magnitude * magnitude;
    }
    // (a + b)^2 is at most 2 a^2 + 2 b^2 where an entry has both parts.
    square *= 2.0;
    const auto add = [&](std::size_t i, double value, double magnitude) {
      column[i - j] += value;
      square += 2.0 * magnitude * magnitude;
    };
    for (ArcIndex arc = graph.offsets()[j]; arc < graph.offsets()[j + 1]; ++arc) {
      const double entry = unit_ * matrix_.arc()[arc];
      if (graph.targets()[arc] > j) add(graph.targets()[arc], -entry, std::abs(entry));
    }
    const double own = unit_ * matrix_.diagonal()[j];
    add(j, t_ - own, std::abs(t_) + std::abs(own));
    add(j, -h, h);
    lost_square_[j] = square;
  }

  const ClusteredMatrix& matrix_;
  double t_;
  double unit_;
  std::vector<double> lost_square_;  ///< of the magnitudes in a column
};

}  // namespace

VertexReserves prove_vertex_reserves(const ClusteredMatrix& matrix, double t,
                                     const std::function<bool()>& stop) {
  using Outcome = VertexReserves::Outcome;
  const std::size_t n = matrix.size();
  const double unit = t != 0.0 && std::isfinite(t) ? std::exp2(-std::ilogb(t)) : 1.0;
  ShiftedMatrix shifted(matrix, t, unit);
  double trace = 0.0;
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double diagonal = shifted.diagonal(i);
    if (!(diagonal > 0.0)) return {};
    trace += diagonal;
    largest = std::max(largest, diagonal);
  }
  const double gamma = 2.0 * (static_cast<double>(n) + 8.0) * reserve_half_ulp;
  double h = reserve_shift_room * (0x1p-23 * std::sqrt(largest * trace) + 3.0 * gamma * trace);
  for (int attempt = 0; attempt < reserve_attempts; ++attempt, h *= 2.0) {
    FloatCholesky factor;
    const auto outcome = factor.compute(
        n, [&](std::size_t first, std::size_t last, double* panel) { shifted.fill(first, last, h, panel); },
        stop);
    if (outcome == FloatCholesky::Outcome::stopped) return {Outcome::stopped, {}};
    if (outcome == FloatCholesky::Outcome::not_definite) return {};
    if (!(factor.error() + shifted.lost() <= h)) continue;
    const auto norms = factor.inverse_norms(stop);
    if (!norms) return {Outcome::stopped, {}};
    VertexReserves result{Outcome::proven, std::vector<double>(n, 0.0)};
    const double loss = 1.001 * gamma * std::sqrt(factor.factor_square() * matrix.multipliers().s);
    for (std::size_t v = 0; v < n; ++v) {
      const double length = 1.0 / (*norms)[v] - loss;
      if (length > 0.0) result.reserves[v] = (1.0 - reserve_rounding) * length * length / unit;
    }
    return result;
  }
  return {};
}

}  // namespace lode::subgraph::detail
