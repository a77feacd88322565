#include "questions/directed/ratio_cover.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <boost/multiprecision/cpp_int.hpp>

namespace lode::detail {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

constexpr long double infinite = std::numeric_limits<long double>::infinity();
/// Margin by which ends of ranges that are not exact are drawn in.
constexpr long double margin = 2e-11L;
/// Where the discriminant over the square of the level is less, its root is not good for that margin.
constexpr long double least_discriminant = 1e-15L;

struct Covered {
  LogRange range;
  std::size_t bound;
};

/// True if the pair has all arcs that the bound allows.
bool meets(const PairCount& pair, const LoadBound& bound) {
  __extension__ using Wide = __int128;
  const auto wide = [](std::uint64_t count) { return static_cast<Wide>(count); };
  return bound.x() * wide(pair.sources) + bound.y() * wide(pair.targets) ==
         bound.denominator() * wide(pair.arcs);
}

/// The ratios for which a bound is at most the level, a little fewer where the end is not that of a pair.
std::optional<LogRange> covered_by(const LoadBound& bound, const Level& level) {
  const long double x = bound.left();
  const long double y = bound.right();
  const long double square = level.rho * level.rho - 4 * x * y;
  LogRange range{infinite, -infinite};
  if (level.rho > 0.0L && (square > least_discriminant * level.rho * level.rho || x == 0.0L || y == 0.0L)) {
    const long double larger = (level.rho + std::sqrt(std::max(0.0L, square))) / 2;  // x z or y / z
    range.low = y > 0.0L ? 2 * std::log(y / larger) + margin : -infinite;
    range.high = x > 0.0L ? 2 * std::log(larger / x) - margin : infinite;
    if (range.low > range.high) range = {infinite, -infinite};
  }
  for (const PairCount& pair : level.pairs) {
    if (!meets(pair, bound)) continue;
    const long double tangent = log_ratio(pair);
    range.low = std::min(range.low, tangent);
    range.high = std::max(range.high, tangent);
  }
  return range.low > range.high ? std::nullopt : std::optional(range);
}

std::vector<Covered> covered_ranges(const std::vector<LoadBound>& bounds, const Level& level) {
  std::vector<Covered> covered;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (const auto range = covered_by(bounds[i], level)) covered.push_back({*range, i});
  }
  std::sort(covered.begin(), covered.end(), [](const Covered& a, const Covered& b) {
    return a.range.low != b.range.low ? a.range.low < b.range.low : a.range.high > b.range.high;
  });
  return covered;
}

/// (x a + y)^2 <= denominator^2 square a, for the ratio a.
bool holds_at(const LoadBound& bound, const Fraction& a, const Rational& square) {
  if (a.numerator == 0) return bound.y() == 0;
  if (a.denominator == 0) return bound.x() == 0;
  const Integer sum = Integer(bound.x()) * a.numerator + Integer(bound.y()) * a.denominator;
  const Integer whole = Integer(bound.denominator()) * bound.denominator();
  return Rational(sum * sum) <= square * Rational(whole * a.numerator * a.denominator);
}

bool same(const Fraction& a, const Fraction& b) {
  return Integer(a.numerator) * b.denominator == Integer(b.numerator) * a.denominator;
}

}  // namespace

int compare_rho(const PairCount& a, const PairCount& b) {
  if (a.empty() || b.empty()) return static_cast<int>(!a.empty() && a.arcs > 0) - (!b.empty() && b.arcs > 0);
  // The sign of arcs_a^2 sources_b targets_b - arcs_b^2 sources_a targets_a, of up to 128 bits each.
  __extension__ using Wide = unsigned __int128;
  const Wide x = Wide{a.arcs} * a.arcs * (Wide{b.sources} * b.targets);
  const Wide y = Wide{b.arcs} * b.arcs * (Wide{a.sources} * a.targets);
  return static_cast<int>(x > y) - static_cast<int>(x < y);
}

long double log_ratio(const PairCount& pair) {
  const std::uint64_t common = std::gcd(pair.sources, pair.targets);
  // NOLINTBEGIN(bugprone-integer-division): both are multiples of `common`.
  return std::log(static_cast<long double>(pair.sources / common) /
                  static_cast<long double>(pair.targets / common));
  // NOLINTEND(bugprone-integer-division)
}

Fraction simplest_between(long double low, long double high) {
  const long double whole = std::floor(low);
  if (whole == low || whole + 1 <= high) {
    const long double integer = whole == low ? low : whole + 1;
    return {static_cast<std::uint64_t>(integer), 1};
  }
  if (low == high || 1 / (high - whole) >= 0x1p62L) return {static_cast<std::uint64_t>(whole), 1};
  const Fraction rest = simplest_between(1 / (high - whole), 1 / (low - whole));
  return {static_cast<std::uint64_t>(whole) * rest.numerator + rest.denominator, rest.numerator};
}

std::vector<LogRange> open_ranges(const std::vector<LoadBound>& bounds, const Level& level) {
  std::vector<LogRange> open;
  long double reached = -infinite;
  for (const Covered& next : covered_ranges(bounds, level)) {
    if (reached > -infinite && next.range.low > reached) open.push_back({reached, next.range.low});
    reached = std::max(reached, next.range.high);
  }
  return open;
}

double implied_bound(const std::vector<LoadBound>& bounds) {
  const auto shown = [&](double rho) { return open_ranges(bounds, {rho}).empty(); };
  double low = 0.0;
  double high = 1.0;
  for (; !shown(high); high *= 2.0) low = high;
  while (high - low > 1e-12 * high) {
    const double middle = (low + high) / 2.0;
    (shown(middle) ? high : low) = middle;
  }
  return high;
}

std::optional<std::vector<CoveredRatios>> exact_cover(const std::vector<LoadBound>& bounds,
                                                      const Level& level) {
  Rational square = Rational(level.rho) * Rational(level.rho);
  if (!level.pairs.empty()) {
    const PairCount& pair = level.pairs.front();
    square = Rational(Integer(pair.arcs) * pair.arcs, Integer(pair.sources) * pair.targets);
  }
  std::vector<CoveredRatios> cover;
  const auto covered = covered_ranges(bounds, level);
  long double reached = -infinite;
  for (std::size_t i = 0; i < covered.size() && reached < infinite;) {
    if (covered[i].range.low > reached) return std::nullopt;
    std::size_t farthest = i;
    for (; i < covered.size() && covered[i].range.low <= reached; ++i) {
      if (covered[i].range.high > covered[farthest].range.high) farthest = i;
    }
    CoveredRatios next{covered[farthest].bound, {0, 1}, {1, 0}};
    const long double high = covered[farthest].range.high;
    if (!cover.empty()) {
      // Where two ranges meet: a ratio of both, that of a pair where they only touch.
      const long double low = covered[farthest].range.low;
      const auto touch = std::find_if(level.pairs.begin(), level.pairs.end(), [&](const PairCount& pair) {
        return low == reached && log_ratio(pair) == low;
      });
      const Fraction meeting = touch != level.pairs.end()
                                   ? Fraction{touch->sources, touch->targets}
                                   : simplest_between(std::exp(low), std::exp(reached));
      cover.back().to = next.from = meeting;
    }
    if (high <= reached) return std::nullopt;
    reached = high;
    cover.push_back(next);
  }
  if (reached < infinite) return std::nullopt;
  std::erase_if(cover, [](const CoveredRatios& each) { return same(each.from, each.to); });
  for (const CoveredRatios& each : cover) {
    for (const Fraction& end : {each.from, each.to}) {
      if (!holds_at(bounds[each.bound], end, square)) return std::nullopt;
    }
  }
  return cover;
}

}  // namespace lode::detail
