#include "bounds/dual/relaxation.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>

#include "bounds/dual/eigenspace.hpp"
#include "core/linalg/stoppable_solvers.hpp"

namespace lode::subgraph::dual {

Relaxation make_relaxation(const Part& part, const std::vector<Vertex>& order, Vertex s, Vertex dummies,
                           double dummy_value) {
  Relaxation relaxation{.part = &part, .s = s, .dummies = dummies, .dummy_value = dummy_value};
  const Graph& graph = part.graph;
  const double largest = part.values.empty() ? 0.0 : *std::ranges::max_element(part.values);
  if (graph.weighted() && graph.total_weight() > 0.0) {
    const double average = graph.total_weight() / static_cast<double>(graph.num_edges());
    relaxation.unit = std::exp2(std::round(std::log2(average)));
  }
  // Far smaller weights are rounded to 0, and squares of values are within the range of float.
  constexpr double most_units = 0x1p40;
  const double least_unit = std::exp2(std::ceil(std::log2(std::max(largest, dummy_value)))) / most_units;
  relaxation.unit = std::max(relaxation.unit, least_unit);
  relaxation.first_vertex = dummies;
  relaxation.numbers.resize(dummies);
  std::iota(relaxation.numbers.begin(), relaxation.numbers.end(), Vertex{0});
  std::transform(order.rbegin(), order.rend(), std::back_inserter(relaxation.numbers),
                 [&](Vertex v) { return dummies + v; });
  relaxation.rows.resize(relaxation.size());
  for (std::size_t i = 0; i < relaxation.size(); ++i) relaxation.rows[relaxation.numbers[i]] = i;
  return relaxation;
}

Relaxation restricted(const Relaxation& relaxation, const std::vector<std::size_t>& rows) {
  Relaxation left = relaxation;
  left.numbers.clear();
  left.dummies = 0;
  std::ranges::fill(left.rows, Relaxation::no_row);
  for (const std::size_t row : rows) {
    left.rows[relaxation.numbers[row]] = left.numbers.size();
    left.numbers.push_back(relaxation.numbers[row]);
    if (row < relaxation.dummies) ++left.dummies;
  }
  return left;
}

namespace {

/// Multipliers are rounded to this part of the relaxation's unit.
constexpr double multiplier_grain = 0x1p-15;
constexpr double largest_multiple = 0x1p30;
/// Above the estimated eigenvalue, as a part of it, one after the other until one is proven.
constexpr double eigenvalue_margins[] = {1e-4, 4e-4, 1e-3, 2e-3, 4e-3, 8e-3, 1.6e-2, 4e-2};
/// Units of work: a multiply-add of the factorisation, and an entry of the matrix otherwise.
constexpr double factor_price = 0.04;
constexpr double entry_price = 30.0;

/// U in whole multiples of a unit.
using Multiples = std::vector<std::int32_t>;

/// The multiples in the order of a certificate, where the numbers of rows increase.
Multiples by_number(const Relaxation& relaxation, const Multiples& k) {
  const std::size_t n = relaxation.size();
  std::vector<std::size_t> rows;
  std::ranges::copy_if(relaxation.rows, std::back_inserter(rows), [&](std::size_t row) { return row < n; });
  Multiples ordered;
  ordered.reserve(k.size());
  for (const std::size_t i : rows) {
    for (const std::size_t j : rows) ordered.push_back(k[i * n + j]);
  }
  return ordered;
}

/// An upper bound of the largest eigenvalue of Z, in units of U, by a factorisation of tI - Z; infinity where
/// t shows none, or the run stops.
double shown_eigenvalue(const Multiples& k, std::size_t n, double t, const RunContext& run) {
  Eigen::MatrixXd matrix(n, n);  // -Z, then tI - Z less a shift
  constexpr std::size_t block = 32;
  std::vector<double> largest_of((n + block - 1) / block, 0.0);
  for_chunks(n, block, [&](std::size_t first, std::size_t count) {
    for (std::size_t begin = 0; begin < n; begin += block) {
      for (std::size_t i = first; i < first + count; ++i) {
        for (std::size_t j = begin; j < std::min(begin + block, n); ++j) {
          const double mean = -0.5 * (double(k[i * n + j]) + double(k[j * n + i]));
          matrix.data()[i * n + j] = mean;
          largest_of[first / block] = std::max(largest_of[first / block], std::abs(mean));
        }
      }
    }
  });
  const double largest = *std::max_element(largest_of.begin(), largest_of.end());
  const double order = static_cast<double>(n) + 2.0;
  matrix.diagonal().array() += t;
  const double trace = matrix.trace();
  if (!(trace >= 0.0)) return HUGE_VAL;
  matrix.diagonal().array() -= 4.0 * order * DBL_EPSILON * trace;
  using lode::detail::CholeskyOutcome;
  if (lode::detail::factorise_cholesky(matrix, [&] { return run.should_stop(); }) != CholeskyOutcome::done) {
    return HUGE_VAL;
  }
  return t + 3.0 * order * DBL_EPSILON * (largest + 2.0 * std::abs(t));
}

/// r_i for sets of t vertices and all t from `least` to s, by t. `unit`: of U.
std::vector<std::vector<double>> row_sums(const Relaxation& relaxation, const Multiples& k, double unit,
                                          Vertex least) {
  const Vertex s = relaxation.s;
  const std::size_t n = relaxation.size();
  std::vector<std::vector<double>> sums(s + std::size_t{1});
  for (Vertex t = least; t <= s; ++t) sums[t].resize(n);
  for_chunks(n, std::size_t{16}, [&](std::size_t first, std::size_t count) {
    std::vector<double> row(n);
    for (std::size_t i = first; i < first + count; ++i) {
      for (std::size_t j = 0; j < n; ++j) row[j] = -unit * k[i * n + j];
      row[i] += relaxation.value(i);
      relaxation.for_each_neighbour(i, n, [&](std::size_t j, Weight w) { row[j] += 0.5 * w; });
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

double proof_bytes(std::size_t n) {
  const auto order = static_cast<double>(n);
  return (sizeof(std::int32_t) + sizeof(double)) * order * order;
}

std::optional<ProvenStage> prove(const Relaxation& relaxation, const DualPoint& point, Vertex least,
                                 double wanted, const RunContext& run) {
  const std::size_t n = relaxation.size();
  if (point.multipliers.size() != n * n || run.should_stop()) return std::nullopt;
  float largest = 0.0f;
  for (const float u : point.multipliers) {
    if (!std::isfinite(u)) return std::nullopt;
    largest = std::max(largest, std::abs(u));
  }
  double grain = multiplier_grain;
  while (largest / grain > largest_multiple) grain *= 2.0;
  Multiples k;
  k.reserve(n * n);
  for (const float u : point.multipliers) k.push_back(static_cast<std::int32_t>(std::lround(u / grain)));
  const Vertex s = relaxation.s;
  const double unit = grain * relaxation.unit;
  std::vector<std::vector<double>> sums = row_sums(relaxation, k, unit, least);
  const double top = total_of(sums[s], s, 0.0);
  std::vector<double> tried;
  for (const double margin : eigenvalue_margins) {
    const double estimate = point.eigenvalue + margin * std::max(1.0, std::abs(point.eigenvalue));
    tried.push_back(std::ceil(estimate / grain));
  }
  const double enough = std::floor((wanted - top) / s / unit * (1.0 - 0x1p-40));
  if (enough < tried.front() && enough * grain >= point.eigenvalue) tried.insert(tried.begin(), enough);
  for (const double t : tried) {
    const double shown = shown_eigenvalue(k, n, t, run);
    if (shown == HUGE_VAL && run.should_stop()) break;
    if (shown == HUGE_VAL) continue;
    ProvenStage proven{
        .stage = {.unit = unit, .multipliers = by_number(relaxation, k), .eigenvalue = t * unit},
        .sums = sums[s],
        .bounds = std::vector<double>(s + std::size_t{1}, std::numeric_limits<double>::infinity())};
    for (Vertex size = least; size <= s; ++size) {
      proven.bounds[size] = total_of(sums[size], size, shown * unit);
    }
    std::ranges::nth_element(sums[s], sums[s].begin() + (s - 1), std::greater<>());
    proven.last_sum = sums[s][s - 1];
    return proven;
  }
  return std::nullopt;
}

Survivors surviving_rows(const Relaxation& relaxation, const ProvenStage& proven, double limit) {
  const std::size_t n = relaxation.size();
  const double one_less = relaxation.s > 1 ? proven.bounds[relaxation.s - 1] : 0.0;
  const double rounding = 1.0 + (static_cast<double>(n) + 4.0) * 2.0 * DBL_EPSILON;
  std::vector<std::uint8_t> left(n, 1);
  std::vector<std::size_t> gone;
  for (std::size_t i = 0; i < n; ++i) {
    if (proven.bounds[relaxation.s] - std::max(0.0, proven.last_sum - proven.sums[i]) <= limit) {
      gone.push_back(i);
      left[i] = 0;
    }
  }
  const auto try_row = [&](std::size_t i) {
    if (!left[i]) return;
    double sum = relaxation.value(i);
    relaxation.for_each_neighbour(i, n, [&](std::size_t j, Weight w) { sum += left[j] ? w : 0.0; });
    if (one_less + sum * rounding > limit) return;
    left[i] = 0;
    gone.push_back(i);
  };
  for (std::size_t i = 0; i < n; ++i) try_row(i);
  for (std::size_t next = 0; next < gone.size(); ++next) {  // their neighbours may follow
    relaxation.for_each_neighbour(gone[next], n, [&](std::size_t j, Weight) { try_row(j); });
  }
  Survivors survivors;
  for (const std::size_t i : gone) survivors.gone.push_back(relaxation.numbers[i]);
  for (std::size_t i = 0; i < n; ++i) {
    if (left[i]) survivors.rows.push_back(i);
  }
  return survivors;
}

}  // namespace lode::subgraph::dual
