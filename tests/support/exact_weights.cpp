#include "support/exact_weights.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <boost/multiprecision/cpp_int.hpp>

namespace lode::test {
namespace {

using Integer = boost::multiprecision::cpp_int;

/// The least shift that makes the number an integer.
int shift_of(double number) {
  if (number == 0.0) return 0;
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  const auto mantissa = static_cast<std::uint64_t>(std::abs(std::ldexp(fraction, 53)));
  return 53 - exponent - std::countr_zero(mantissa);
}

/// The number as an integer times 2^-shift, rounded down.
Integer scaled(double number, int shift) {
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  const Integer mantissa = static_cast<std::int64_t>(std::ldexp(std::abs(fraction), 53));
  const int left = exponent - 53 + shift;
  if (left >= 0) {
    const Integer whole = mantissa << static_cast<unsigned>(left);
    return number < 0.0 ? Integer(-whole) : whole;
  }
  const Integer whole = mantissa >> static_cast<unsigned>(-left);
  if (number >= 0.0) return whole;
  const bool is_exact = (whole << static_cast<unsigned>(-left)) == mantissa;
  return is_exact ? Integer(-whole) : Integer(-whole - 1);
}

double rounded(const Integer& whole, int shift) {
  return static_cast<double>(std::ldexp(whole.convert_to<long double>(), -shift));
}

}  // namespace

struct ExactWeights::Sums {
  int shift = 0;
  std::vector<Integer> weight;  ///< by set, times 2^shift
  std::vector<double> magnitude;
};

ExactWeights::ExactWeights(Vertex n, std::span<const WeightedEdge> edges, std::span<const Weight> values) {
  auto sums = std::make_unique<Sums>();
  for (const WeightedEdge& e : edges) sums->shift = std::max(sums->shift, shift_of(e.weight));
  for (const Weight value : values) sums->shift = std::max(sums->shift, shift_of(value));
  // The contributions of v to sets of smaller vertices.
  struct Term {
    std::uint32_t other;  ///< the neighbour as a mask; 0: the value
    Integer weight;
    double magnitude;
  };
  std::vector<std::vector<Term>> terms(n);
  for (const WeightedEdge& e : edges) {
    terms[std::max(e.u, e.v)].push_back(
        {1u << std::min(e.u, e.v), scaled(e.weight, sums->shift), std::abs(e.weight)});
  }
  for (Vertex v = 0; v < values.size(); ++v) {
    terms[v].push_back({0, scaled(values[v], sums->shift), std::abs(values[v])});
  }
  sums->weight.resize(std::size_t{1} << n);
  sums->magnitude.resize(std::size_t{1} << n);
  for (std::uint32_t set = 1; set < sums->weight.size(); ++set) {
    const auto last = static_cast<Vertex>(std::bit_width(set) - 1);
    const std::uint32_t rest = set & ~(1u << last);
    sums->weight[set] = sums->weight[rest];
    sums->magnitude[set] = sums->magnitude[rest];
    for (const Term& term : terms[last]) {
      if (term.other != 0 && (term.other & rest) == 0) continue;
      sums->weight[set] += term.weight;
      sums->magnitude[set] += term.magnitude;
    }
  }
  sums_ = std::move(sums);
}

ExactWeights::~ExactWeights() = default;
ExactWeights::ExactWeights(ExactWeights&& other) noexcept = default;

std::optional<std::uint32_t> ExactWeights::heaviest(Vertex s, const Accepts& accepts) const {
  std::optional<std::uint32_t> best;
  for (std::uint32_t set = 0; set < sums_->weight.size(); ++set) {
    if (static_cast<Vertex>(std::popcount(set)) != s || !accepts(set)) continue;
    if (!best || sums_->weight[set] > sums_->weight[*best]) best = set;
  }
  return best;
}

std::optional<std::uint32_t> ExactWeights::lightest(Vertex s, const Accepts& accepts) const {
  std::optional<std::uint32_t> best;
  for (std::uint32_t set = 0; set < sums_->weight.size(); ++set) {
    if (static_cast<Vertex>(std::popcount(set)) != s || !accepts(set)) continue;
    if (!best || sums_->weight[set] < sums_->weight[*best]) best = set;
  }
  return best;
}

int ExactWeights::compare(std::uint32_t set, double bound) const {
  if (!std::isfinite(bound)) return bound < 0.0 ? 1 : -1;
  const Integer below = scaled(bound, sums_->shift);
  const Integer& weight = sums_->weight[set];
  if (weight != below) return weight > below ? 1 : -1;
  return shift_of(bound) > sums_->shift ? -1 : 0;  // the bound was rounded down
}

double ExactWeights::difference(std::uint32_t a, std::uint32_t b) const {
  return rounded(sums_->weight[a] - sums_->weight[b], sums_->shift);
}

double ExactWeights::number(std::uint32_t set) const { return rounded(sums_->weight[set], sums_->shift); }

double ExactWeights::magnitude(std::uint32_t set) const { return sums_->magnitude[set]; }

}  // namespace lode::test
