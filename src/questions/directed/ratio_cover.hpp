#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/types.hpp>

namespace lode::detail {

/// The sizes of a pair of sets and the arcs from the first to the second.
struct PairCount {
  std::uint64_t arcs = 0, sources = 0, targets = 0;

  bool empty() const { return sources == 0 || targets == 0; }
  long double rho() const {
    return empty() ? 0.0L
                   : static_cast<long double>(arcs) /
                         std::sqrt(static_cast<long double>(sources) * static_cast<long double>(targets));
  }
};

/// The sign of rho(a) - rho(b), exact: arcs are below 2^33, sizes below 2^31.
int compare_rho(const PairCount& a, const PairCount& b);

/// A proven bound: no pair (S, T) has more than value (p |S| + q |T|) arcs, so that for pairs of ratio
/// a = |S| / |T| rho is at most value (p a + q) / sqrt a.
///
/// The split behind the bound: sources with at most `peel_left` arcs and targets with at most `peel_right`
/// are removed one by one (removal_times) and bear their remaining arcs; a largest flow splits the arcs of
/// the remaining core.
struct LoadBound {
  std::int64_t p = 1, q = 1;
  Fraction value;
  std::uint64_t peel_left = 0, peel_right = 0;

  std::int64_t x() const { return static_cast<std::int64_t>(value.numerator) * p; }
  std::int64_t y() const { return static_cast<std::int64_t>(value.numerator) * q; }
  std::int64_t denominator() const { return static_cast<std::int64_t>(value.denominator); }
  long double left() const { return static_cast<long double>(x()) / static_cast<long double>(denominator()); }
  long double right() const {
    return static_cast<long double>(y()) / static_cast<long double>(denominator());
  }
};

/// A range of ratios by their logarithms.
struct LogRange {
  long double low = 0.0L, high = 0.0L;
  long double width() const { return high - low; }
  long double middle() const { return (low + high) / 2; }
};

/// The logarithm of the ratio of a pair: the same number for the same ratio.
long double log_ratio(const PairCount& pair);

/// The rational number of least denominator in [low, high], 0 < low <= high.
Fraction simplest_between(long double low, long double high);

/// A bound of rho that is wanted. With `pairs`, it is the rho of each of them exactly: a bound that one of
/// them meets covers the ratios up to that of the pair.
struct Level {
  long double rho = 0.0L;
  std::span<const PairCount> pairs = {};
};

/// The ratios, between those at the ends of `bounds`, for which no bound shows that rho is at most the level.
std::vector<LogRange> open_ranges(const std::vector<LoadBound>& bounds, const Level& level);

/// The least bound of rho over all ratios that `bounds` imply together, rounded up.
double implied_bound(const std::vector<LoadBound>& bounds);

/// A bound, needed for the ratios from `from` to `to`.
struct CoveredRatios {
  std::size_t bound = 0;
  Fraction from, to;  ///< 0/1 and 1/0 for the ends of all ratios
};

/// Bounds that show together, in exact arithmetic, that rho is at most the level for all ratios; nothing if
/// they do not.
std::optional<std::vector<CoveredRatios>> exact_cover(const std::vector<LoadBound>& bounds,
                                                      const Level& level);

}  // namespace lode::detail
