#include "subgraph/bounds/dual/proof.hpp"

#include <algorithm>
#include <atomic>
#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include <lode/graph/graph.hpp>

#include "subgraph/bounds/dual/chunks.hpp"
#include "subgraph/bounds/dual/wide_eigen.hpp"

namespace lode::subgraph::dual {
namespace {

/// Multipliers are rounded to this part of the relaxation's unit.
constexpr double multiplier_grain = 0x1p-15;
constexpr double largest_multiple = 0x1p30;
/// Above the estimated eigenvalue, as a part of it, one after the other until one is proven.
constexpr double eigenvalue_margins[] = {1e-4, 4e-4, 1e-3, 2e-3, 4e-3, 8e-3, 1.6e-2, 4e-2};
constexpr std::size_t factor_block = 128;
constexpr std::size_t factor_tile = 256;
/// Units of work: a multiply-add of the factorisation, and an entry of the matrix otherwise.
constexpr double factor_price = 0.04;
constexpr double entry_price = 30.0;

using Square = Eigen::Map<Eigen::MatrixXd>;

/// Multipliers in whole multiples of a unit, in the order of a certificate.
OutsideCertificate rounded(const Relaxation& relaxation, const DualPoint& point) {
  const std::size_t n = relaxation.size();
  const std::size_t dummies = relaxation.dummies;
  std::vector<std::size_t> row_of(n);  ///< of the relaxation, by row of the certificate
  std::iota(row_of.begin(), row_of.begin() + static_cast<std::ptrdiff_t>(dummies), std::size_t{0});
  for (std::size_t i = 0; i < relaxation.places.size(); ++i) {
    row_of[dummies + relaxation.places[i]] = dummies + i;
  }
  float largest = 0.0f;
  for (const float u : point.multipliers) largest = std::max(largest, std::abs(u));
  double grain = multiplier_grain;
  while (largest / grain > largest_multiple) grain *= 2.0;
  OutsideCertificate certificate;
  certificate.s = relaxation.s;
  certificate.dummies = relaxation.dummies;
  certificate.unit = grain * relaxation.unit;
  certificate.multipliers.resize(n * n);
  for_chunks(n, std::size_t{16}, [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      const float* from = point.multipliers.data() + row_of[i] * n;
      std::int32_t* to = certificate.multipliers.data() + i * n;
      for (std::size_t j = 0; j < n; ++j) {
        to[j] = static_cast<std::int32_t>(std::lround(static_cast<double>(from[row_of[j]]) / grain));
      }
    }
  });
  return certificate;
}

/// -Z in units of the certificate, and its largest entry by magnitude.
std::vector<double> negative_mean(const OutsideCertificate& certificate, std::size_t n, double& largest) {
  std::vector<double> matrix(n * n);
  const std::int32_t* k = certificate.multipliers.data();
  std::vector<double> largest_of((n + 31) / 32, 0.0);
  for_chunks(n, std::size_t{32}, [&](std::size_t first, std::size_t count) {
    double& most = largest_of[first / 32];
    for (std::size_t begin = 0; begin < n; begin += 32) {
      for (std::size_t i = first; i < first + count; ++i) {
        for (std::size_t j = begin; j < std::min(begin + 32, n); ++j) {
          const double mean = -0.5 * (double(k[i * n + j]) + double(k[j * n + i]));
          matrix[i * n + j] = mean;
          most = std::max(most, std::abs(mean));
        }
      }
    }
  });
  largest = *std::max_element(largest_of.begin(), largest_of.end());
  return matrix;
}

/// What t shows of the largest eigenvalue, in units of the certificate; infinity: nothing.
std::optional<double> shown_by(const OutsideCertificate& certificate, std::size_t n, double t,
                               const RunContext& run) {
  double largest = 0.0;
  std::vector<double> matrix = negative_mean(certificate, n, largest);
  double trace = 0.0;
  for (std::size_t i = 0; i < n; ++i) trace += matrix[i * n + i] += t;
  if (!(trace >= 0.0)) return HUGE_VAL;
  const auto order = static_cast<double>(n) + 2.0;
  for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] -= 4.0 * order * DBL_EPSILON * trace;
  const std::optional<bool> proven = has_cholesky_factor(matrix, n, run);
  if (!proven) return std::nullopt;
  return *proven ? t + 3.0 * order * DBL_EPSILON * (largest + 2.0 * std::abs(t)) : HUGE_VAL;
}

/// r_i for sets of t vertices and all t from `least` to s, by t.
std::vector<std::vector<double>> row_sums(const CorePart& part, double dummy,
                                          const OutsideCertificate& certificate, std::size_t n,
                                          Vertex least) {
  const Vertex s = certificate.s;
  std::vector<std::vector<double>> sums(s + std::size_t{1});
  for (Vertex t = least; t <= s; ++t) sums[t].resize(n);
  const std::size_t dummies = certificate.dummies;
  for_chunks(n, std::size_t{16}, [&](std::size_t first, std::size_t count) {
    std::vector<double> row(n);
    for (std::size_t i = first; i < first + count; ++i) {
      const std::int32_t* k = certificate.multipliers.data() + i * n;
      for (std::size_t j = 0; j < n; ++j) row[j] = -certificate.unit * k[j];
      if (i < dummies) {
        row[i] += dummy;
      } else {
        const auto v = static_cast<Vertex>(i - dummies);
        if (!part.values.empty()) row[i] += part.values[v];
        part.graph.for_each_neighbor(v, [&](Vertex u, Weight w) { row[dummies + u] += 0.5 * w; });
      }
      double largest = 0.0;
      for (const double value : row) largest = std::max(largest, std::abs(value));
      double sum = row[i];
      std::swap(row[i], row.back());
      const auto others = static_cast<std::ptrdiff_t>(s) - 1;
      std::partial_sort(row.begin(), row.begin() + others, row.end() - 1, std::greater<>());
      for (Vertex t = 1; t <= s; ++t) {
        if (t > 1) sum += row[t - 2];
        if (t >= least) sums[t][i] = sum + 4.0 * t * (t + 2.0) * DBL_EPSILON * largest;
      }
    }
  });
  return sums;
}

double total_of(std::vector<double> rows, Vertex t, double eigenvalue) {
  std::partial_sort(rows.begin(), rows.begin() + t, rows.end(), std::greater<>());
  double sum = t * eigenvalue;
  double magnitude = std::abs(sum);
  for (Vertex i = 0; i < t; ++i) {
    sum += rows[i];
    magnitude += std::abs(rows[i]);
  }
  return sum + 4.0 * (t + 3.0) * DBL_EPSILON * magnitude;
}

}  // namespace

double proof_work(std::size_t n) {
  const auto order = static_cast<double>(n);
  return order * order * (factor_price / 3.0 * order + entry_price);
}

std::optional<bool> has_cholesky_factor(std::vector<double>& matrix, std::size_t n, const RunContext& run) {
  using Eigen::Index;
  const auto order = static_cast<Index>(n);
  const auto block = static_cast<Index>(factor_block);
  const auto tile = static_cast<Index>(factor_tile);
  Square a(matrix.data(), order, order);
  for (Index first = 0; first < order; first += block) {
    if (run.should_stop()) return std::nullopt;
    const Index count = std::min(block, order - first);
    auto pivot = a.block(first, first, count, count);
    const Eigen::LLT<Eigen::MatrixXd> factor{Eigen::MatrixXd(pivot)};
    if (factor.info() != Eigen::Success) return false;
    pivot = factor.matrixLLT();
    for (Index i = first; i < first + count; ++i) {
      if (!(a(i, i) > 0.0) || !std::isfinite(a(i, i))) return false;
    }
    const Index rest = first + count;
    for_chunks(order - rest, tile, [&](Index begin, Index rows) {
      auto panel = a.block(rest + begin, first, rows, count);
      pivot.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(panel);
    });
    const Index tiles = (order - rest + tile - 1) / tile;
    for_chunks(tiles * tiles, Index{1}, [&](Index which, Index) {
      const Index row = which / tiles * tile;
      const Index column = which % tiles * tile;
      if (column > row) return;
      const Index rows = std::min(tile, order - rest - row);
      const Index columns = std::min(tile, order - rest - column);
      a.block(rest + row, rest + column, rows, columns).noalias() -=
          a.block(rest + row, first, rows, count) * a.block(rest + column, first, columns, count).transpose();
    });
  }
  return true;
}

std::optional<ProvenPoint> prove(const CorePart& part, const Relaxation& relaxation, const DualPoint& point,
                                 double largest_bound, const RunContext& run) {
  const std::size_t n = relaxation.size();
  if (point.multipliers.size() != n * n || run.should_stop()) return std::nullopt;
  for (const float u : point.multipliers) {
    if (!std::isfinite(u)) return std::nullopt;
  }
  ProvenPoint proven;
  OutsideCertificate& certificate = proven.certificate;
  certificate = rounded(relaxation, point);
  const Vertex s = certificate.s;
  const Vertex least = std::max(Vertex{1}, s - std::min(s, certificate.dummies));
  std::vector<std::vector<double>> sums = row_sums(part, relaxation.dummy_value, certificate, n, least);
  const double top = total_of(sums[s], s, 0.0);
  const double grain = certificate.unit / relaxation.unit;
  for (const double margin : eigenvalue_margins) {
    const double estimate = point.eigenvalue + margin * std::max(1.0, std::abs(point.eigenvalue));
    const double t = std::ceil(estimate / grain);
    if (s * t * certificate.unit + top > largest_bound) return std::nullopt;
    const std::optional<double> shown = shown_by(certificate, n, t, run);
    if (!shown) return std::nullopt;
    if (*shown == HUGE_VAL) continue;
    certificate.eigenvalue = t * certificate.unit;
    proven.bounds.assign(s + std::size_t{1}, std::numeric_limits<double>::infinity());
    for (Vertex size = least; size <= s; ++size) {
      proven.bounds[size] = total_of(std::move(sums[size]), size, *shown * certificate.unit);
    }
    return proven;
  }
  return std::nullopt;
}

}  // namespace lode::subgraph::dual
