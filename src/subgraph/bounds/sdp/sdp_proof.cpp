#include "subgraph/bounds/sdp/sdp_proof.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include <lode/core/error.hpp>

#include "core/linalg/dense_kernels.hpp"
#include "subgraph/bounds/sdp/sdp_rows.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr double two_u = std::numeric_limits<double>::epsilon();  // 2 * 2^-53

/// tI - Z, Z the symmetric part of `multipliers`, and its largest magnitude.
struct Shifted {
  std::vector<double> matrix;
  double largest = 0.0;
  double trace = 0.0;
};

Shifted shifted_negative(std::span<const double> multipliers, std::size_t n, double t) {
  Shifted result;
  result.matrix.resize(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double z = 0.5 * (multipliers[i * n + j] + multipliers[j * n + i]);
      const double value = i == j ? t - z : -z;
      result.matrix[i * n + j] = value;
      result.matrix[j * n + i] = value;
      result.largest = std::max(result.largest, std::abs(value));
    }
    result.trace += result.matrix[i * n + i];
  }
  return result;
}

/// By how much a guess of the largest eigenvalue is raised first, relative, and how much more every time.
constexpr double first_eigenvalue_raise = 1e-6;
constexpr double eigenvalue_raise_factor = 10.0;

/// An upper bound of the largest eigenvalue of the symmetric part, margin included; `t` is raised until the
/// factorisation runs through. Nothing when stopped.
std::optional<double> proven_eigenvalue(std::span<const double> multipliers, std::size_t n, double& t,
                                        const std::function<bool()>& stop) {
  const double operations = static_cast<double>(n) + 2.0;
  double step = 0.0;
  for (int attempt = 0; attempt < 60; ++attempt) {
    Shifted shifted = shifted_negative(multipliers, n, t);
    if (shifted.largest == 0.0) return t;
    const double shift = factorisation_shift(n, shifted.trace);
    for (std::size_t i = 0; i < n; ++i) shifted.matrix[i * n + i] -= shift;
    if (shifted.trace >= 0.0) {
      const std::optional<bool> succeeds = lode::detail::cholesky_succeeds(shifted.matrix, n, stop);
      if (!succeeds) return std::nullopt;
      if (*succeeds) return shown_by_factorisation(n, t, shifted.largest);
    }
    const double first = std::max(first_eigenvalue_raise * std::abs(t), operations * two_u * shifted.largest);
    step = step == 0.0 ? first : eigenvalue_raise_factor * step;
    t += step;
  }
  throw InternalError("no eigenvalue bound could be proven");
}

/// Columns of the inverse of a factor that are worked out side by side.
constexpr std::size_t inverse_columns = 16;
/// By how much reserves are lowered, relative, and how many of the shifts of the factorised matrix.
constexpr double reserve_slack = 1e-6;
constexpr double reserve_shifts = 8.0;

/// |q| for every q with L q = e_i, L the lower triangle of `factor`, row by row.
std::vector<double> inverse_column_norms(std::span<const double> factor, std::size_t n) {
  std::vector<double> norms(n, 0.0);
  const std::size_t blocks = (n + inverse_columns - 1) / inverse_columns;
  lode::detail::over_rows(blocks, [&](std::size_t first, std::size_t last) {
    std::vector<std::array<double, inverse_columns>> q(n);
    for (std::size_t block = first; block < last; ++block) {
      const std::size_t begin = block * inverse_columns;
      for (std::size_t i = begin; i < n; ++i) {
        std::array<double, inverse_columns> sum{};
        if (i - begin < inverse_columns) sum[i - begin] = 1.0;
        const double* row = factor.data() + i * n;
        for (std::size_t j = begin; j < i; ++j) {
          for (std::size_t c = 0; c < inverse_columns; ++c) sum[c] -= row[j] * q[j][c];
        }
        for (double& value : sum) value /= row[i];
        q[i] = sum;
      }
      for (std::size_t c = 0; c < std::min(inverse_columns, n - begin); ++c) {
        double squares = 0.0;
        for (std::size_t i = begin; i < n; ++i) squares += q[i][c] * q[i][c];
        norms[begin + c] = std::sqrt(squares);
      }
    }
  });
  return norms;
}

/// s times the eigenvalue and the s largest rows, which come to stand first in falling order.
double total_bound(std::vector<double>& rows, Vertex s, double eigenvalue) {
  std::partial_sort(rows.begin(), rows.begin() + s, rows.end(), std::greater<>());
  double sum = static_cast<double>(s) * eigenvalue;
  double magnitude = std::abs(sum);
  for (Vertex i = 0; i < s; ++i) {
    sum += rows[i];
    magnitude += std::abs(rows[i]);
  }
  return sum + (static_cast<double>(s) + 2.0) * two_u * magnitude;
}

/// Row i of C = W/2 - U; returns its largest magnitude.
double multiplier_row(const SdpMatrices& matrices, std::size_t i, std::vector<double>& row) {
  const auto& [n, weights, multipliers] = matrices;
  double largest = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    row[j] = 0.5 * weights[i * n + j] - multipliers[i * n + j];
    largest = std::max(largest, std::abs(row[j]));
  }
  return largest;
}

/// What a sum of s entries of a row may lose.
double row_margin(Vertex s, double magnitude) {
  const double terms = static_cast<double>(s);
  return terms * (terms + 2.0) * two_u * magnitude;
}

/// The part of the proof after `top`, an upper bound of the largest eigenvalue.
SdpProof prove_rows(const SdpMatrices& matrices, Vertex s, double eigenvalue, double top) {
  const std::size_t n = matrices.n;
  const double terms = static_cast<double>(s);
  SdpProof proof;
  proof.eigenvalue = eigenvalue;
  proof.rows.resize(n);
  std::vector<double> smaller(n);  // r_i for s - 1
  lode::detail::over_rows(n, [&](std::size_t first, std::size_t last) {
    std::vector<double> row(n);
    std::vector<double> scratch;
    for (std::size_t i = first; i < last; ++i) {
      const double margin = row_margin(s, multiplier_row(matrices, i, row));
      const RowSums sums = largest_sums(row, i, terms, scratch);
      proof.rows[i] = sums.sum + margin;
      smaller[i] = sums.smaller + margin;
    }
  });
  std::vector<double> sorted = proof.rows;
  proof.bound = total_bound(sorted, s, top);
  proof.last_row = sorted[s - 1];
  if (s > 1) proof.smaller_bound = total_bound(smaller, s - 1, top);
  return proof;
}

}  // namespace

double factorisation_shift(std::size_t n, double trace) {
  return 3.0 * (static_cast<double>(n) + 2.0) * two_u * trace;
}

double shown_by_factorisation(std::size_t n, double t, double largest) {
  return t + (static_cast<double>(n) + 2.0) * two_u * (largest + std::abs(t));
}

std::vector<double> dense_weights(const Graph& graph, std::span<const Weight> values) {
  const std::size_t n = graph.num_vertices();
  std::vector<double> dense(n * n, 0.0);
  for (Vertex v = 0; v < n; ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { dense[v * n + u] = w; });
    if (!values.empty()) dense[v * n + v] = 2.0 * values[v];
  }
  return dense;
}

SdpProof rate_sdp_multipliers(const SdpMatrices& matrices, Vertex s, double eigenvalue) {
  return prove_rows(matrices, s, eigenvalue, eigenvalue);
}

std::optional<SdpProof> prove_sdp_bound(const SdpMatrices& matrices, Vertex s, double eigenvalue,
                                        const std::function<bool()>& stop) {
  const std::optional<double> top = proven_eigenvalue(matrices.multipliers, matrices.n, eigenvalue, stop);
  if (!top) return std::nullopt;
  return prove_rows(matrices, s, eigenvalue, *top);
}

std::optional<SdpReserves> prove_sdp_reserves(const SdpMatrices& matrices, Vertex s, double eigenvalue,
                                              double shift, const std::function<bool()>& stop) {
  const std::size_t n = matrices.n;
  const double t = eigenvalue + shift;
  Shifted shifted = shifted_negative(matrices.multipliers, n, t);
  const double margin = factorisation_shift(n, shifted.trace);
  for (std::size_t i = 0; i < n; ++i) shifted.matrix[i * n + i] -= margin;
  const std::optional<bool> succeeds = lode::detail::cholesky_succeeds(shifted.matrix, n, stop);
  if (!succeeds || stop()) return std::nullopt;
  SdpReserves result;
  result.reserves.assign(n, 0.0);
  SdpProof proof = prove_rows(matrices, s, t, shown_by_factorisation(n, t, shifted.largest));
  result.bound = proof.bound;
  if (!*succeeds) return result;
  const double loss =
      (static_cast<double>(n) + 4.0) * 2.0 * two_u * std::sqrt(static_cast<double>(s) * shifted.trace);
  const double part = 1.0 - reserve_slack - reserve_shifts * margin / shift;
  const std::vector<double> norms = inverse_column_norms(shifted.matrix, n);
  for (std::size_t i = 0; i < n; ++i) {
    const double length = std::max(0.0, 1.0 / norms[i] - loss);
    result.reserves[i] = std::max(0.0, part) * length * length;
  }
  return result;
}

std::vector<double> proven_sdp_bounds(const SdpMatrices& matrices, Vertex largest, double eigenvalue) {
  const std::size_t n = matrices.n;
  const Shifted shifted = shifted_negative(matrices.multipliers, n, eigenvalue);
  const double top =
      shifted.largest == 0.0 ? eigenvalue : shown_by_factorisation(n, eigenvalue, shifted.largest);
  std::vector<std::vector<double>> rows(largest + std::size_t{1}, std::vector<double>(n));  // by size
  lode::detail::over_rows(n, [&](std::size_t first, std::size_t last) {
    std::vector<double> row(n);
    for (std::size_t i = first; i < last; ++i) {
      const double magnitude = multiplier_row(matrices, i, row);
      double sum = row[i];
      std::swap(row[i], row.back());
      std::partial_sort(row.begin(), row.begin() + (largest - 1), row.end() - 1, std::greater<>());
      for (Vertex s = 1; s <= largest; ++s) {
        if (s > 1) sum += row[s - 2];
        rows[s][i] = sum + row_margin(s, magnitude);
      }
    }
  });
  std::vector<double> bounds(largest + std::size_t{1}, 0.0);
  for (Vertex s = 1; s <= largest; ++s) bounds[s] = total_bound(rows[s], s, top);
  return bounds;
}

std::vector<std::size_t> surviving_vertices(std::span<const double> weights, const SdpProof& proof,
                                            double incumbent, const SdpReserves* reserves) {
  const std::size_t n = proof.rows.size();
  std::vector<std::size_t> left(n);
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::erase_if(left, [&](std::size_t i) {
    const double row = std::max(0.0, proof.last_row - proof.rows[i]);
    return proof.bound - row <= incumbent ||
           (reserves && reserves->bound - reserves->reserves[i] - row <= incumbent);
  });
  for (std::size_t before = n + 1; left.size() < before;) {
    before = left.size();
    std::vector<std::size_t> next;
    for (const std::size_t i : left) {
      double towards = 0.0;
      for (const std::size_t j : left) towards += (i == j ? 0.5 : 1.0) * weights[i * n + j];
      towards *= 1.0 + static_cast<double>(n) * two_u;
      if (proof.smaller_bound + towards > incumbent) next.push_back(i);
    }
    left = std::move(next);
  }
  return left;
}

}  // namespace lode::subgraph::detail
