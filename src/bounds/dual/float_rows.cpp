#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "bounds/dual/alternation.hpp"
#include "core/linalg/eigen.hpp"

namespace lode::subgraph::dual {
namespace {

/// Eight entries side by side: sums have a fixed order that needs no reordering by the compiler.
constexpr std::size_t lanes = 8;
using Lanes = Eigen::Array<float, lanes, 1>;

constexpr float far_below = -1e30f;
constexpr float far_above = 1e30f;

/// Sums over a row for clipping to [low, low + t].
struct FloatClip {
  float sum = 0.0f;     ///< of clip(y - low, 0, t)
  float inside = 0.0f;  ///< entries strictly between
  float above = 0.0f;   ///< entries above low + t
  float excess = 0.0f;  ///< sum of y - low - t over them
};

/// The own entry is far below all others meanwhile and counts for nothing.
FloatClip clip_row(const float* row, std::size_t n, float low, float t) {
  Lanes sum = Lanes::Zero();
  Lanes excess = sum;
  Lanes positive = sum;
  Lanes above = sum;
  const auto add = [&](const Lanes& entries) {
    const Lanes kept = (entries - low).max(0.0f);
    const Lanes over = (kept - t).max(0.0f);
    sum += kept - over;
    excess += over;
    positive += (kept * far_above).min(1.0f);
    above += (over * far_above).min(1.0f);
  };
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) add(Eigen::Map<const Lanes>(row + i));
  Lanes rest = Lanes::Constant(far_below);
  std::copy(row + i, row + n, rest.data());
  add(rest);
  return {sum.sum(), positive.sum() - above.sum(), above.sum(), excess.sum()};
}

constexpr float sum_accuracy = 3e-6f;
constexpr float slope_accuracy = 1e-5f;
/// A smaller own entry counts as zero.
constexpr float least_own = 1e-4f;

/// The shift for which the clipped entries sum to (s - 1) t; `low` and `high` bracket it.
float find_float_shift(const float* row, std::size_t n, float wanted, float t, float low, float high,
                       float guess, FloatClip& clip) {
  const float enough = sum_accuracy * (wanted + t);
  float shift = std::min(std::max(guess, low), high);
  for (int pass = 0; pass < 30; ++pass) {
    clip = clip_row(row, n, shift, t);
    const float excess = clip.sum - wanted;
    if (std::abs(excess) <= enough) break;
    (excess > 0.0f ? low : high) = shift;
    float next = clip.inside > 0.0f ? shift + excess / clip.inside : low;
    if (!(next > low && next < high)) next = low + 0.5f * (high - low);
    if (next == shift || next == low || next == high) break;
    shift = next;
  }
  return shift;
}

}  // namespace

bool project_float_row(std::span<float> row, std::size_t own, float s, float guess) {
  const std::size_t n = row.size();
  float* y = row.data();
  Eigen::Map<Eigen::ArrayXf> entries(y, static_cast<Eigen::Index>(n));
  const float diagonal = y[own];
  if (guess <= 0.0f) {
    y[own] = 0.0f;
    if (entries.max(0.0f).sum() <= -diagonal) return false;
  }
  y[own] = y[own == 0 ? 1 : 0];
  const float smallest = entries.minCoeff();
  const float largest = entries.maxCoeff();
  y[own] = far_below;
  float low = 0.0f;
  float high = 1.0f;
  float t = std::min(std::max(guess, least_own), 1.0f);
  float shift = std::min(std::max(0.0f, smallest - t), largest);
  for (int pass = 0; pass < 30; ++pass) {
    FloatClip clip;
    shift = find_float_shift(y, n, (s - 1.0f) * t, t, smallest - t, largest, shift, clip);
    const float slope = t - diagonal - (s - 1.0f) * shift - clip.excess;
    if (slope >= 0.0f && t <= least_own) return false;
    if (std::abs(slope) <= slope_accuracy * (1.0f + std::abs(diagonal)) || (slope < 0.0f && t == 1.0f)) break;
    (slope > 0.0f ? high : low) = t;
    const float bend = clip.above - (s - 1.0f);
    float next = clip.inside > 0.0f ? t - slope / (1.0f + clip.above + bend * bend / clip.inside) : low;
    if (next >= 1.0f && high == 1.0f) {
      next = 1.0f;
    } else if (next < least_own && t > least_own && low == 0.0f) {
      next = least_own;
    } else if (!(next > low && next < high)) {
      next = low + 0.5f * (high - low);
    }
    if (std::abs(next - t) <= 1e-7f) break;
    t = next;
  }
  entries = (entries - shift).max(0.0f).min(t);
  y[own] = t;
  return true;
}

RowChange move_row(std::span<const float> row, std::vector<float>& y, std::span<const float> x,
                   std::span<float> v, float ratio, float relax) {
  const auto as_array = [](std::span<const float> values) {
    return Eigen::Map<const Eigen::ArrayXf>(values.data(), static_cast<Eigen::Index>(values.size()));
  };
  const auto own = as_array(x);
  Eigen::Map<Eigen::ArrayXf> moved(v.data(), own.size());
  if (row.empty()) {
    const RowChange change{as_array(y).square().sum(), own.square().sum()};
    std::vector<float>().swap(y);
    moved = ratio * (moved - own) + (1.0f - relax) * own;
    return change;
  }
  const auto next = as_array(row);
  const RowChange change{y.empty() ? next.square().sum() : (next - as_array(y)).square().sum(),
                         (next - own).square().sum()};
  moved = ratio * (moved - own) + own + relax * (next - own);
  y.assign(row.begin(), row.end());
  return change;
}

LargestEntries largest_entries(std::span<const float> row, std::size_t own, std::size_t s,
                               std::vector<float>& scratch) {
  scratch.assign(row.begin(), row.end());
  std::swap(scratch[own], scratch.back());
  const double diagonal = scratch.back();
  scratch.pop_back();
  const auto count = static_cast<std::ptrdiff_t>(s) - 1;
  std::nth_element(scratch.begin(), scratch.begin() + (count - 1), scratch.end(), std::greater<>());
  const double sum = std::accumulate(scratch.begin(), scratch.begin() + count, diagonal);
  return {sum, scratch[static_cast<std::size_t>(count - 1)]};
}

double sum_of_largest(std::vector<double> values, std::size_t s, double* least) {
  const auto count = static_cast<std::ptrdiff_t>(s);
  std::nth_element(values.begin(), values.begin() + (count - 1), values.end(), std::greater<>());
  if (least) *least = values[s - 1];
  return std::accumulate(values.begin(), values.begin() + count, 0.0);
}

}  // namespace lode::subgraph::dual
