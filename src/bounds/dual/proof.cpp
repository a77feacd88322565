#include "bounds/dual/proof.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include <lode/graph/graph.hpp>

#include "bounds/dual/eigenspace.hpp"
#include "core/linalg/stoppable_solvers.hpp"

namespace lode::subgraph::dual {
namespace {

/// Multipliers are rounded to this part of the relaxation's unit.
constexpr double multiplier_grain = 0x1p-15;
constexpr double largest_multiple = 0x1p30;
/// Above the estimated eigenvalue, as a part of it, one after the other until one is proven.
constexpr double eigenvalue_margins[] = {1e-4, 4e-4, 1e-3, 2e-3, 4e-3, 8e-3, 1.6e-2, 4e-2};
/// Units of work: a multiply-add of the factorisation, and an entry of the matrix otherwise.
constexpr double factor_price = 0.04;
constexpr double entry_price = 30.0;

/// Multipliers in whole multiples of a unit, in the order of a certificate.
ProvenStage rounded(const Relaxation& relaxation, const DualPoint& point) {
  const std::size_t n = relaxation.size();
  ProvenStage proven;
  std::vector<std::size_t>& places = proven.places;
  places.resize(n);
  std::iota(places.begin(), places.end(), std::size_t{0});
  const std::vector<Vertex>& numbers = relaxation.numbers;
  std::sort(places.begin(), places.end(),
            [&](std::size_t i, std::size_t j) { return numbers[i] < numbers[j]; });
  float largest = 0.0f;
  for (const float u : point.multipliers) largest = std::max(largest, std::abs(u));
  double grain = multiplier_grain;
  while (largest / grain > largest_multiple) grain *= 2.0;
  detail::DualStage& stage = proven.stage;
  for (const std::size_t place : places) proven.rows.push_back(numbers[place]);
  stage.unit = grain * relaxation.unit;
  stage.multipliers.resize(n * n);
  for_chunks(n, std::size_t{16}, [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      const float* from = point.multipliers.data() + places[i] * n;
      std::int32_t* to = stage.multipliers.data() + i * n;
      for (std::size_t j = 0; j < n; ++j) {
        to[j] = static_cast<std::int32_t>(std::lround(static_cast<double>(from[places[j]]) / grain));
      }
    }
  });
  return proven;
}

/// An upper bound of the largest eigenvalue, in units of the certificate, by a factorisation of tI - Z;
/// infinity where t shows none, or the run stops.
double shown_eigenvalue(const detail::DualStage& stage, std::size_t n, double t, const RunContext& run) {
  const std::int32_t* k = stage.multipliers.data();
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

/// The position of a stage's row, by number; past the end if it was removed.
std::vector<std::size_t> places_of(const std::vector<Vertex>& rows, std::size_t numbers) {
  std::vector<std::size_t> place(numbers, rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) place[rows[i]] = i;
  return place;
}

/// Calls visit(place, weight) for the rows of a stage that row i is joined to; returns its value.
template <class Visit>
double visit_row(const Part& part, const Relaxation& relaxation, const std::vector<Vertex>& rows,
                 const std::vector<std::size_t>& place, std::size_t i, const Visit& visit) {
  const Vertex first = relaxation.first_vertex;
  if (rows[i] < first) return relaxation.dummy_value;
  const Vertex v = rows[i] - first;
  part.graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
    if (place[u + first] < rows.size()) visit(place[u + first], w);
  });
  return part.values.empty() ? 0.0 : part.values[v];
}

/// r_i for sets of t vertices and all t from `least` to s, by t.
std::vector<std::vector<double>> row_sums(const Part& part, const Relaxation& relaxation,
                                          const ProvenStage& proven, Vertex least) {
  const detail::DualStage& stage = proven.stage;
  const Vertex s = relaxation.s;
  const std::size_t n = proven.rows.size();
  std::vector<std::vector<double>> sums(s + std::size_t{1});
  for (Vertex t = least; t <= s; ++t) sums[t].resize(n);
  const std::vector<std::size_t> place =
      places_of(proven.rows, relaxation.first_vertex + part.graph.num_vertices());
  for_chunks(n, std::size_t{16}, [&](std::size_t first, std::size_t count) {
    std::vector<double> row(n);
    for (std::size_t i = first; i < first + count; ++i) {
      const std::int32_t* k = stage.multipliers.data() + i * n;
      for (std::size_t j = 0; j < n; ++j) row[j] = -stage.unit * k[j];
      row[i] += visit_row(part, relaxation, proven.rows, place, i,
                          [&](std::size_t j, Weight w) { row[j] += 0.5 * w; });
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

std::optional<ProvenStage> prove(const Part& part, const Relaxation& relaxation, const DualPoint& point,
                                 Vertex least, double wanted, const RunContext& run) {
  const std::size_t n = relaxation.size();
  if (point.multipliers.size() != n * n || run.should_stop()) return std::nullopt;
  for (const float u : point.multipliers) {
    if (!std::isfinite(u)) return std::nullopt;
  }
  ProvenStage proven = rounded(relaxation, point);
  detail::DualStage& stage = proven.stage;
  const Vertex s = relaxation.s;
  std::vector<std::vector<double>> sums = row_sums(part, relaxation, proven, least);
  const double top = total_of(sums[s], s, 0.0);
  const double grain = stage.unit / relaxation.unit;
  std::vector<double> tried;
  for (const double margin : eigenvalue_margins) {
    const double estimate = point.eigenvalue + margin * std::max(1.0, std::abs(point.eigenvalue));
    tried.push_back(std::ceil(estimate / grain));
  }
  const double enough = std::floor((wanted - top) / s / stage.unit * (1.0 - 0x1p-40));
  if (enough < tried.front() && enough * grain >= point.eigenvalue) tried.insert(tried.begin(), enough);
  for (const double t : tried) {
    const double shown = shown_eigenvalue(stage, n, t, run);
    if (shown == HUGE_VAL && run.should_stop()) break;
    if (shown == HUGE_VAL) continue;
    stage.eigenvalue = t * stage.unit;
    proven.sums = sums[s];
    std::vector<double> sorted = sums[s];
    std::nth_element(sorted.begin(), sorted.begin() + (s - 1), sorted.end(), std::greater<>());
    proven.last_sum = sorted[s - 1];
    proven.bounds.assign(s + std::size_t{1}, std::numeric_limits<double>::infinity());
    for (Vertex size = least; size <= s; ++size) {
      proven.bounds[size] = total_of(std::move(sums[size]), size, shown * stage.unit);
    }
    return proven;
  }
  return std::nullopt;
}

Survivors surviving_rows(const Part& part, const Relaxation& relaxation, const ProvenStage& proven,
                         double limit) {
  const Vertex s = relaxation.s;
  const std::size_t n = proven.rows.size();
  const std::vector<std::size_t> place =
      places_of(proven.rows, relaxation.first_vertex + part.graph.num_vertices());
  const double one_less = s > 1 ? proven.bounds[s - 1] : 0.0;
  const double rounding = 1.0 + (static_cast<double>(n) + 4.0) * 2.0 * DBL_EPSILON;
  std::vector<std::uint8_t> left(n, 1);
  const auto shown_by_others = [&](std::size_t i) {
    double sum = 0.0;
    const double value = visit_row(part, relaxation, proven.rows, place, i,
                                   [&](std::size_t j, Weight w) { sum += left[j] ? w : 0.0; });
    return one_less + (sum + value) * rounding <= limit;
  };
  std::vector<std::size_t> gone;
  for (std::size_t i = 0; i < n; ++i) {
    if (proven.bounds[s] - std::max(0.0, proven.last_sum - proven.sums[i]) <= limit) gone.push_back(i);
  }
  for (const std::size_t i : gone) left[i] = 0;
  const auto try_row = [&](std::size_t i) {
    if (!left[i] || !shown_by_others(i)) return;
    left[i] = 0;
    gone.push_back(i);
  };
  for (std::size_t i = 0; i < n; ++i) try_row(i);
  for (std::size_t next = 0; next < gone.size(); ++next) {  // rows that are joined to it may follow
    visit_row(part, relaxation, proven.rows, place, gone[next], [&](std::size_t j, Weight) { try_row(j); });
  }
  Survivors survivors;
  for (const std::size_t i : gone) survivors.gone.push_back(proven.rows[i]);
  for (std::size_t i = 0; i < n; ++i) {
    if (left[i]) survivors.rows.push_back(proven.places[i]);
  }
  std::sort(survivors.rows.begin(), survivors.rows.end());
  return survivors;
}

}  // namespace lode::subgraph::dual
