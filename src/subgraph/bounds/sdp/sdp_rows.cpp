#include "subgraph/bounds/sdp/sdp_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

namespace lode::subgraph::detail {
namespace {

/// Eight sums side by side: a fixed order that the compiler can vectorise.
constexpr std::size_t lanes = 8;
using Lanes = std::array<double, lanes>;

/// Calls add(value, lane) for every entry, lane after lane.
template <class Add>
void over_lanes(std::span<const double> row, Add&& add) {
  std::size_t i = 0;
  for (; i + lanes <= row.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) add(row[i + lane], lane);
  }
  for (; i < row.size(); ++i) add(row[i], 0);
}

double total(const Lanes& parts) { return std::accumulate(parts.begin(), parts.end(), 0.0); }

/// Sums over the entries of a row off the diagonal, for clipping to [low, low + t].
struct ClippedRow {
  double sum = 0.0;     ///< of clip(y - low, 0, t)
  double inside = 0.0;  ///< entries strictly between
  double above = 0.0;   ///< entries at or above low + t
  double excess = 0.0;  ///< sum of y - low - t over those
};

/// The own entry is minus infinity meanwhile and counts for nothing.
ClippedRow clipped_row(std::span<const double> row, double low, double t) {
  Lanes sum{};
  Lanes inside{};
  Lanes above{};
  Lanes excess{};
  over_lanes(row, [&](double value, std::size_t lane) {
    const double shifted = value - low;
    sum[lane] += std::min(std::max(shifted, 0.0), t);
    inside[lane] += shifted > 0.0 && shifted < t ? 1.0 : 0.0;
    above[lane] += shifted >= t ? 1.0 : 0.0;
    excess[lane] += std::max(shifted - t, 0.0);
  });
  return {total(sum), total(inside), total(above), total(excess)};
}

/// A point of a convex function: argument, value, slope.
struct Tangent {
  double at = 0.0;
  double value = 0.0;
  double slope = 0.0;
};

/// (count) a + what the entries exceed a by: at least the sum of the `count` largest entries, and equal to it
/// at the least of them.
Tangent top_sum_tangent(std::span<const double> row, double count, double a) {
  Lanes excess{};
  Lanes above{};
  over_lanes(row, [&](double value, std::size_t lane) {
    excess[lane] += std::max(value - a, 0.0);
    above[lane] += value > a ? 1.0 : 0.0;
  });
  return {a, count * a + total(excess), count - total(above)};
}

/// True if the `count` largest entries, all between `smallest` and `largest`, sum to at most `limit`. The own
/// entry is minus infinity.
bool top_sum_at_most(std::span<const double> row, double count, double limit, double smallest,
                     double largest) {
  Tangent left = top_sum_tangent(row, count, smallest);
  Tangent right{largest, count * largest, count};
  while (left.value > limit && right.value > limit) {
    if (left.slope >= 0.0 || right.slope <= 0.0) return false;  // one of them is the least point
    const double at = (left.value - right.value + right.slope * right.at - left.slope * left.at) /
                      (right.slope - left.slope);
    const double below = left.value + left.slope * (at - left.at);
    if (below > limit || !(at > left.at && at < right.at)) return false;
    const Tangent middle = top_sum_tangent(row, count, at);
    (middle.slope < 0.0 ? left : right) = middle;
  }
  return true;
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

RowSums largest_sums(std::span<const double> row, std::size_t own, double s, std::vector<double>& scratch) {
  const auto count = static_cast<std::ptrdiff_t>(s) - 1;
  scratch.assign(row.begin(), row.end());
  std::swap(scratch[own], scratch.back());
  const double diagonal = scratch.back();
  scratch.pop_back();
  if (count == 0) return {diagonal, diagonal};
  std::nth_element(scratch.begin(), scratch.begin() + (count - 1), scratch.end(), std::greater<>());
  const double smaller = std::accumulate(scratch.begin(), scratch.begin() + (count - 1), diagonal);
  return {smaller + scratch[static_cast<std::size_t>(count - 1)], smaller};
}

void project_row(std::span<double> row, std::size_t own, double s, double guess) {
  const double diagonal = row[own];
  row[own] = row[own == 0 ? 1 : 0];
  const auto [smallest_at, largest_at] = std::minmax_element(row.begin(), row.end());
  const double smallest = *smallest_at;
  const double largest = *largest_at;
  row[own] = -HUGE_VAL;
  constexpr double least_guess = 1e-6;
  bool known_positive = false;
  const auto is_zero = [&] {
    known_positive = !top_sum_at_most(row, s - 1.0, -diagonal, smallest, largest);
    return !known_positive;
  };
  if (guess < least_guess && is_zero()) {
    std::fill(row.begin(), row.end(), 0.0);
    return;
  }
  double low = 0.0;
  double high = 1.0;
  double t = std::clamp(guess, least_guess, 1.0);
  double shift = std::clamp(0.0, smallest - t, largest);
  for (int pass = 0; pass < 100; ++pass) {
    ClippedRow clipped;
    shift = find_shift(row, (s - 1.0) * t, t, smallest - t, largest, shift, clipped);
    const double slope = t - diagonal - (s - 1.0) * shift - clipped.excess;
    if (std::abs(slope) <= 1e-12 * (1.0 + std::abs(diagonal)) || (slope < 0.0 && t == 1.0)) break;
    if (slope > 0.0 && t <= least_guess && !known_positive && is_zero()) {
      std::fill(row.begin(), row.end(), 0.0);
      return;
    }
    (slope > 0.0 ? high : low) = t;
    const double bend = clipped.above - (s - 1.0);
    double next =
        clipped.inside > 0.0 ? t - slope / (1.0 + clipped.above + bend * bend / clipped.inside) : low;
    if (next >= 1.0 && high == 1.0) {
      next = 1.0;
    } else if (next < least_guess && t > least_guess && low == 0.0) {
      next = least_guess;
    } else if (!(next > low && next < high)) {
      next = low + 0.5 * (high - low);
    }
    if (next == t) break;
    t = next;
  }
  for (double& value : row) value = std::min(std::max(value - shift, 0.0), t);
  row[own] = t;
}

}  // namespace lode::subgraph::detail
