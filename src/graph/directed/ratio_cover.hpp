#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graph/directed/load_balance.hpp"
#include "graph/directed/pair_count.hpp"

namespace lode::detail {

/// A proven bound: no pair (S, T) has more arcs than (x |S| + y |T|) / denominator, so that for pairs of
/// ratio a = |S| / |T| rho is at most (x a + y) / (denominator sqrt a).
///
/// The split behind it: vertices with at most `peel_left` and `peel_right` arcs are taken away one after the
/// other (two_sides.hpp) and bear the arcs that they then have; `shares` splits the arcs of the core that
/// stays.
struct LoadBound {
  std::int64_t x = 0, y = 0, denominator = 1;
  std::uint64_t peel_left = 0, peel_right = 0;
  std::vector<std::int64_t> shares;  ///< empty if the core is, or if nobody wants them
  std::optional<PairCount> meets;    ///< a pair that has as many arcs as that

  long double left() const { return static_cast<long double>(x) / static_cast<long double>(denominator); }
  long double right() const { return static_cast<long double>(y) / static_cast<long double>(denominator); }
};

/// A range of ratios by their logarithms.
struct LogRange {
  long double low = 0.0L, high = 0.0L;
  long double width() const { return high - low; }
  long double middle() const { return (low + high) / 2; }
};

/// The logarithm of the ratio of a pair: the same number for the same ratio.
long double log_ratio(const PairCount& pair);

/// A positive rational number; 0/1 and 1/0 for the ends of all ratios.
struct Ratio {
  std::uint64_t numerator = 0, denominator = 1;
};

/// The rational number of least denominator in [low, high], 0 < low <= high.
Ratio simplest_between(long double low, long double high);

/// The ratios, between those at the ends of `bounds`, for which no bound shows that rho is at most `level`.
/// `best`: where the level is its rho exactly, ratios of pairs of the same rho are ends of what is covered.
std::vector<LogRange> open_ranges(const std::vector<LoadBound>& bounds, long double level,
                                  const PairCount* best);

/// The least bound of rho over all ratios that `bounds` imply together, rounded up.
double implied_bound(const std::vector<LoadBound>& bounds);

/// A bound and the ratios that it is needed for, from `from` to `to`.
struct CoveredRatios {
  std::size_t bound = 0;
  Ratio from, to;
};

/// Bounds that show together, in exact arithmetic, that rho is at most sqrt(square_numerator /
/// square_denominator) for all ratios; nothing if they do not.
/// `level`: that root. `best`: as in open_ranges.
std::optional<std::vector<CoveredRatios>> exact_cover(const std::vector<LoadBound>& bounds, long double level,
                                                      const PairCount* best);

}  // namespace lode::detail
