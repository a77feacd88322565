#include "bounds/dual/proof.hpp"

#include <algorithm>
#include <atomic>
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

/// Columns of the inverse of a factor that are worked out side by side.
constexpr Eigen::Index inverse_columns = 32;
/// By how much reserves are lowered, relative, and how many of the shifts of the factorised matrix.
constexpr double reserve_slack = 1e-6;
constexpr double reserve_shifts = 8.0;

using Square = Eigen::Map<Eigen::MatrixXd>;

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
  DualStage& stage = proven.stage;
  for (const std::size_t place : places) stage.rows.push_back(numbers[place]);
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

/// -Z in units of the certificate, and its largest entry by magnitude.
std::vector<double> negative_mean(const DualStage& stage, std::size_t n, double& largest) {
  std::vector<double> matrix(n * n);
  const std::int32_t* k = stage.multipliers.data();
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

/// What is taken off the diagonal before the factorisation.
double factor_shift(std::size_t n, double trace) {
  return 4.0 * (static_cast<double>(n) + 2.0) * DBL_EPSILON * trace;
}

/// What t shows of the largest eigenvalue, in units of the certificate.
struct Shown {
  double eigenvalue = HUGE_VAL;  ///< it is no larger; infinity: t shows nothing
  std::vector<double> factor;    ///< of tI - Z less a shift: the lower triangle, column by column
  double trace = 0.0;
};

std::optional<Shown> shown_by(const DualStage& stage, double t, const RunContext& run) {
  const std::size_t n = stage.rows.size();
  Shown shown;
  double largest = 0.0;
  shown.factor = negative_mean(stage, n, largest);
  for (std::size_t i = 0; i < n; ++i) shown.trace += shown.factor[i * n + i] += t;
  if (!(shown.trace >= 0.0)) return shown;
  for (std::size_t i = 0; i < n; ++i) shown.factor[i * n + i] -= factor_shift(n, shown.trace);
  const auto rows = static_cast<Eigen::Index>(n);
  using lode::detail::CholeskyOutcome;
  const CholeskyOutcome outcome = lode::detail::factorise_cholesky(Square(shown.factor.data(), rows, rows),
                                                                   [&] { return run.should_stop(); });
  if (outcome == CholeskyOutcome::stopped) return std::nullopt;
  const auto order = static_cast<double>(n) + 2.0;
  if (outcome == CholeskyOutcome::done)
    shown.eigenvalue = t + 3.0 * order * DBL_EPSILON * (largest + 2.0 * std::abs(t));
  return shown;
}

/// Where a row of a stage stands, by number; one behind the last where it has gone.
std::vector<std::size_t> places_of(const DualStage& stage, std::size_t numbers) {
  std::vector<std::size_t> place(numbers, stage.rows.size());
  for (std::size_t i = 0; i < stage.rows.size(); ++i) place[stage.rows[i]] = i;
  return place;
}

/// Calls visit(place, weight) for the rows of a stage that row i is joined to; returns its value.
template <class Visit>
double visit_row(const Part& part, const Relaxation& relaxation, const DualStage& stage,
                 const std::vector<std::size_t>& place, std::size_t i, const Visit& visit) {
  const Vertex first = relaxation.first_vertex;
  if (stage.rows[i] < first) return relaxation.dummy_value;
  const Vertex v = stage.rows[i] - first;
  part.graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
    if (place[u + first] < stage.rows.size()) visit(place[u + first], w);
  });
  return part.values.empty() ? 0.0 : part.values[v];
}

/// r_i for sets of t vertices and all t from `least` to s, by t.
std::vector<std::vector<double>> row_sums(const Part& part, const Relaxation& relaxation,
                                          const DualStage& stage, Vertex least) {
  const Vertex s = relaxation.s;
  const std::size_t n = stage.rows.size();
  std::vector<std::vector<double>> sums(s + std::size_t{1});
  for (Vertex t = least; t <= s; ++t) sums[t].resize(n);
  const std::vector<std::size_t> place =
      places_of(stage, relaxation.first_vertex + part.graph.num_vertices());
  for_chunks(n, std::size_t{16}, [&](std::size_t first, std::size_t count) {
    std::vector<double> row(n);
    for (std::size_t i = first; i < first + count; ++i) {
      const std::int32_t* k = stage.multipliers.data() + i * n;
      for (std::size_t j = 0; j < n; ++j) row[j] = -stage.unit * k[j];
      row[i] +=
          visit_row(part, relaxation, stage, place, i, [&](std::size_t j, Weight w) { row[j] += 0.5 * w; });
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
  DualStage& stage = proven.stage;
  const Vertex s = relaxation.s;
  std::vector<std::vector<double>> sums = row_sums(part, relaxation, stage, least);
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
    const std::optional<Shown> shown = shown_by(stage, t, run);
    if (!shown) return std::nullopt;
    if (shown->eigenvalue == HUGE_VAL) continue;
    stage.eigenvalue = t * stage.unit;
    proven.sums = sums[s];
    std::vector<double> sorted = sums[s];
    std::nth_element(sorted.begin(), sorted.begin() + (s - 1), sorted.end(), std::greater<>());
    proven.last_sum = sorted[s - 1];
    proven.bounds.assign(s + std::size_t{1}, std::numeric_limits<double>::infinity());
    for (Vertex size = least; size <= s; ++size) {
      proven.bounds[size] = total_of(std::move(sums[size]), size, shown->eigenvalue * stage.unit);
    }
    return proven;
  }
  return std::nullopt;
}

std::optional<DualReserves> prove_reserves(const Part& part, const Relaxation& relaxation,
                                           const ProvenStage& proven, double shift, const RunContext& run) {
  const DualStage& stage = proven.stage;
  const auto n = static_cast<Eigen::Index>(stage.rows.size());
  const double units = std::max(1.0, std::ceil(shift / stage.unit));
  std::optional<Shown> shown = shown_by(stage, stage.eigenvalue / stage.unit + units, run);
  if (!shown || shown->eigenvalue == HUGE_VAL || run.should_stop()) return std::nullopt;
  DualReserves all;
  all.shift = units * stage.unit;
  const Vertex s = relaxation.s;
  all.bound = total_of(row_sums(part, relaxation, stage, s)[s], s, shown->eigenvalue * stage.unit);
  all.reserves.assign(stage.rows.size(), 0.0);
  const double loss = (static_cast<double>(n) + 4.0) * 4.0 * DBL_EPSILON * std::sqrt(s * shown->trace);
  const double kept = std::max(
      0.0, 1.0 - reserve_slack - reserve_shifts * factor_shift(stage.rows.size(), shown->trace) / units);
  const Square factor(shown->factor.data(), n, n);
  std::atomic<bool> stopped = false;
  for_chunks(n, inverse_columns, [&](Eigen::Index first, Eigen::Index count) {
    if (stopped || run.should_stop()) {
      stopped = true;
      return;
    }
    const Eigen::Index below = n - first;
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(below, count);
    factor.bottomRightCorner(below, below).triangularView<Eigen::Lower>().solveInPlace(inverse);
    for (Eigen::Index c = 0; c < count; ++c) {
      const double length = std::max(0.0, 1.0 / inverse.col(c).norm() - loss);
      all.reserves[static_cast<std::size_t>(first + c)] = kept * length * length * stage.unit;
    }
  });
  if (stopped) return std::nullopt;
  return all;
}

std::vector<std::size_t> surviving_rows(const Part& part, const Relaxation& relaxation,
                                        const ProvenStage& proven, double limit,
                                        const DualReserves* reserves) {
  const DualStage& stage = proven.stage;
  const Vertex s = relaxation.s;
  const std::size_t n = stage.rows.size();
  const std::vector<std::size_t> place =
      places_of(stage, relaxation.first_vertex + part.graph.num_vertices());
  const double one_less = s > 1 ? proven.bounds[s - 1] : 0.0;
  const double rounding = 1.0 + (static_cast<double>(n) + 4.0) * 2.0 * DBL_EPSILON;
  std::vector<std::uint8_t> left(n, 1);
  const auto shown_by_itself = [&](std::size_t i) {
    const double relief = std::max(0.0, proven.last_sum - proven.sums[i]);
    if (proven.bounds[s] - relief <= limit) return true;
    return reserves && reserves->bound - reserves->reserves[i] - relief <= limit;
  };
  const auto shown_by_others = [&](std::size_t i) {
    double sum = 0.0;
    const double value = visit_row(part, relaxation, stage, place, i,
                                   [&](std::size_t j, Weight w) { sum += left[j] ? w : 0.0; });
    return one_less + (sum + value) * rounding <= limit;
  };
  std::vector<std::size_t> gone;
  for (std::size_t i = 0; i < n; ++i) {
    if (shown_by_itself(i)) gone.push_back(i);
  }
  for (const std::size_t i : gone) left[i] = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!left[i] || !shown_by_others(i)) continue;
    left[i] = 0;
    gone.push_back(i);
  }
  while (!gone.empty()) {  // those that are joined to them may follow
    const std::size_t i = gone.back();
    gone.pop_back();
    visit_row(part, relaxation, stage, place, i, [&](std::size_t j, Weight) {
      if (!left[j] || !shown_by_others(j)) return;
      left[j] = 0;
      gone.push_back(j);
    });
  }
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < n; ++i) {
    if (left[i]) rows.push_back(proven.places[i]);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace lode::subgraph::dual
