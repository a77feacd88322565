#include "subgraph/methods/capped_simplex.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <lode/core/error.hpp>

namespace lode::subgraph {
namespace {

struct ClippedSum {
  double sum = 0.0;       ///< of clip(point - t, 0, 1)
  double interior = 0.0;  ///< entries strictly between the limits
};

/// Sums in eight interleaved parts: a fixed order that the compiler can vectorise.
ClippedSum clipped_sum(std::span<const double> point, double t) {
  constexpr std::size_t lanes = 8;
  std::array<double, lanes> sum{};
  std::array<double, lanes> interior{};
  const auto add = [&](double value, std::size_t lane) {
    const double shifted = value - t;
    sum[lane] += std::min(std::max(shifted, 0.0), 1.0);
    interior[lane] += shifted > 0.0 && shifted < 1.0 ? 1.0 : 0.0;
  };
  std::size_t i = 0;
  for (; i + lanes <= point.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) add(point[i + lane], lane);
  }
  for (; i < point.size(); ++i) add(point[i], 0);
  ClippedSum total;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    total.sum += sum[lane];
    total.interior += interior[lane];
  }
  return total;
}

double find_shift(std::span<const double> point, double s) {
  const auto [smallest, largest] = std::minmax_element(point.begin(), point.end());
  double low = *smallest - 1.0;  // every entry clips to 1
  double high = *largest;        // every entry clips to 0
  const double enough = 1e-14 * static_cast<double>(point.size());
  double t = std::clamp(*largest - 1.0, low, high);
  for (int pass = 0; pass < 200; ++pass) {
    const ClippedSum clipped = clipped_sum(point, t);
    const double excess = clipped.sum - s;
    if (std::abs(excess) <= enough) break;
    (excess > 0.0 ? low : high) = t;
    double next = clipped.interior > 0.0 ? t + excess / clipped.interior : low;
    if (!(next > low && next < high)) next = low + 0.5 * (high - low);
    if (next == t || next == low || next == high) break;
    t = next;
  }
  return t;
}

}  // namespace

double project_capped_simplex(std::span<const double> point, double s, std::span<double> result) {
  if (point.empty() || result.size() != point.size()) {
    throw InvalidArgument("values of point and result",
                          std::to_string(point.size()) + " and " + std::to_string(result.size()),
                          "must be as many, and one at least");
  }
  if (!(s >= 0.0 && s <= static_cast<double>(point.size()))) {
    throw InvalidArgument("s", std::to_string(s), "must be between 0 and " + std::to_string(point.size()));
  }
  const double t = find_shift(point, s);
  for (std::size_t i = 0; i < point.size(); ++i) result[i] = std::min(std::max(point[i] - t, 0.0), 1.0);
  return t;
}

}  // namespace lode::subgraph
