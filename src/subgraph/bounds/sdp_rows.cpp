#include "subgraph/bounds/sdp_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

namespace lode::detail {
namespace {

/// Sums over the entries of a row off the diagonal, for clipping to [low, low + t].
struct ClippedRow {
  double sum = 0.0;     ///< of clip(y - low, 0, t)
  double inside = 0.0;  ///< entries strictly between
  double above = 0.0;   ///< entries at or above low + t
  double excess = 0.0;  ///< sum of y - low - t over those
};

/// Sums in eight interleaved parts: a fixed order that the compiler can vectorise. The own entry is minus
/// infinity meanwhile and counts for nothing.
ClippedRow clipped_row(std::span<const double> row, double low, double t) {
  constexpr std::size_t lanes = 8;
  std::array<double, lanes> sum{};
  std::array<double, lanes> inside{};
  std::array<double, lanes> above{};
  std::array<double, lanes> excess{};
  const auto add = [&](double value, std::size_t lane) {
    const double shifted = value - low;
    sum[lane] += std::min(std::max(shifted, 0.0), t);
    inside[lane] += shifted > 0.0 && shifted < t ? 1.0 : 0.0;
    above[lane] += shifted >= t ? 1.0 : 0.0;
    excess[lane] += std::max(shifted - t, 0.0);
  };
  std::size_t i = 0;
  for (; i + lanes <= row.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) add(row[i + lane], lane);
  }
  for (; i < row.size(); ++i) add(row[i], 0);
  ClippedRow total;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    total.sum += sum[lane];
    total.inside += inside[lane];
    total.above += above[lane];
    total.excess += excess[lane];
  }
  return total;
}

/// The shift for which the clipped entries sum to (s - 1) t, 0 < t; `low` and `high` bracket it.
double find_shift(std::span<const double> row, double wanted, double t, double low, double high, double guess,
                  ClippedRow& clipped) {
  const double enough = 1e-13 * (wanted + t);
  double shift = std::clamp(guess, low, high);
  for (int pass = 0; pass < 200; ++pass) {
    clipped = clipped_row(row, shift, t);
    const double excess = clipped.sum - wanted;
    if (std::abs(excess) <= enough) break;
    (excess > 0.0 ? low : high) = shift;
    double next = clipped.inside > 0.0 ? shift + excess / clipped.inside : low;
    if (!(next > low && next < high)) next = low + 0.5 * (high - low);
    if (next == shift || next == low || next == high) break;
    shift = next;
  }
  return shift;
}

}  // namespace

double largest_sum(std::span<const double> row, std::size_t own, double s, std::vector<double>& scratch) {
  const auto count = static_cast<std::ptrdiff_t>(s) - 1;
  scratch.assign(row.begin(), row.end());
  std::swap(scratch[own], scratch.back());
  const double diagonal = scratch.back();
  scratch.pop_back();
  if (count < static_cast<std::ptrdiff_t>(scratch.size())) {
    std::nth_element(scratch.begin(), scratch.begin() + count, scratch.end(), std::greater<>());
  }
  return std::accumulate(scratch.begin(), scratch.begin() + count, diagonal);
}

void project_row(std::span<double> row, std::size_t own, double s, double guess,
                 std::vector<double>& scratch) {
  if (largest_sum(row, own, s, scratch) <= 0.0) {
    std::fill(row.begin(), row.end(), 0.0);
    return;
  }
  const auto [smallest, largest] = std::minmax_element(scratch.begin(), scratch.end());
  const double diagonal = row[own];
  row[own] = -HUGE_VAL;
  double low = 0.0;
  double high = 1.0;
  double t = std::clamp(guess, 1e-6, 1.0);
  double shift = std::clamp(0.0, *smallest - t, *largest);
  for (int pass = 0; pass < 100; ++pass) {
    ClippedRow clipped;
    shift = find_shift(row, (s - 1.0) * t, t, *smallest - t, *largest, shift, clipped);
    const double slope = t - diagonal - (s - 1.0) * shift - clipped.excess;
    if (std::abs(slope) <= 1e-12 * (1.0 + std::abs(diagonal)) || (slope < 0.0 && t == 1.0)) break;
    (slope > 0.0 ? high : low) = t;
    const double bend = clipped.above - (s - 1.0);
    double next =
        clipped.inside > 0.0 ? t - slope / (1.0 + clipped.above + bend * bend / clipped.inside) : low;
    if (next >= 1.0 && high == 1.0) {
      next = 1.0;
    } else if (!(next > low && next < high)) {
      next = low + 0.5 * (high - low);
    }
    if (next == t) break;
    t = next;
  }
  for (double& value : row) value = std::min(std::max(value - shift, 0.0), t);
  row[own] = t;
}

}  // namespace lode::detail
