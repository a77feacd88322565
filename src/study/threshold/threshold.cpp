// What a threshold asks of sets.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/study/threshold.hpp>

namespace lode {
namespace {

/// numerator * pairs / (2 denominator), where `doubled_pairs` is twice the number of pairs.
Weight share(const Fraction& fraction, std::uint64_t doubled_pairs, Sums sums) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{fraction.numerator} * doubled_pairs;
  const Wide divisor = Wide{fraction.denominator} * 2;
  if (sums == Sums::exact) return static_cast<Weight>((product + divisor - 1) / divisor);
  return static_cast<Weight>(fraction.value() * static_cast<double>(doubled_pairs) / 2.0);
}

}  // namespace

Weight DensityThreshold::need(Vertex s, Sums sums) const {
  const std::uint64_t ordered = std::uint64_t{s} * (s > 0 ? s - 1 : 0);
  Weight least = std::max(share(density, ordered, sums), share(average_degree, s, sums));
  const auto all_but = [&](EdgeCount left_out) {
    const EdgeCount pairs = ordered / 2;
    return pairs > left_out ? static_cast<Weight>(pairs - left_out) : 0.0;
  };
  if (missing) least = std::max(least, all_but(*missing));
  if (plex > 0) least = std::max(least, all_but(std::uint64_t{s} * (plex - 1) / 2));
  return least;
}

std::string DensityThreshold::text() const {
  std::string words;
  if (density.numerator > 0) words = "density >= " + format_exact(density.value());
  if (average_degree.numerator > 0) {
    words += (words.empty() ? "" : " and ") + ("average degree >= " + format_exact(average_degree.value()));
  }
  if (missing) words = fmt::format("at most {} missing edges", *missing);
  if (plex > 0) words = fmt::format("a {}-plex", plex);
  return words;
}

Fraction parse_decimal(std::string_view option, std::string_view text) {
  constexpr int most_decimals = 9;
  constexpr std::uint64_t limit = 1'000'000'000;
  const auto refuse = [&](const char* problem) {
    return InvalidArgument(std::string(option), std::string(text), problem,
                           "write a decimal number like 0.85");
  };
  Fraction number{0, 1};
  bool point = false;
  int decimals = 0;
  int digits = 0;
  for (const char c : text) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9') throw refuse("is not a decimal number");
    ++digits;
    if (point && ++decimals > most_decimals) throw refuse("has more than nine digits after the point");
    if (!point && number.numerator >= limit / 10) throw refuse("is too large");
    number.numerator = number.numerator * 10 + static_cast<std::uint64_t>(c - '0');
    if (point) number.denominator *= 10;
  }
  if (digits == 0) throw refuse("is not a decimal number");
  return number;
}

}  // namespace lode
