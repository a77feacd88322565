#pragma once

// Small graphs whose weights are hard to add up, and a clock that limits the number of readings.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <ostream>
#include <span>
#include <stdexcept>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode::test {

/// A clock that moves by a fixed step at every reading, and throws after too many readings.
class PollClock final : public Clock {
 public:
  PollClock(double step, std::uint64_t most_polls) : step_(step), most_(most_polls) {}
  double seconds() const override {
    const std::uint64_t polls = ++polls_;
    if (polls > most_) throw std::runtime_error("the run goes on after as many polls as it may take");
    return step_ * static_cast<double>(polls);
  }
  std::uint64_t polls() const { return polls_; }

 private:
  double step_;
  std::uint64_t most_;
  mutable std::atomic<std::uint64_t> polls_{0};
};

enum class WeightRange {
  two_scales,      ///< 0.1 and 10^4: 10^4 + 0.1 - 10^4 is not 0.1
  money,           ///< cents to a million
  powers_of_ten,   ///< 10^-6 to 10^6
  near_equal,      ///< 1 and a few units in the last place
  tenths,          ///< many ties that rounding breaks
  wide,            ///< 10^-15 to 10^15
  tiny,            ///< all weights about 1e-100
  largest_integer  ///< integers, 79 of which add up to nearly 2^53
};
inline constexpr WeightRange weight_ranges[] = {
    WeightRange::two_scales, WeightRange::money, WeightRange::powers_of_ten, WeightRange::near_equal,
    WeightRange::tenths,     WeightRange::wide,  WeightRange::tiny,          WeightRange::largest_integer};

inline Weight weight_in(WeightRange range, Rng& rng) {
  switch (range) {
    case WeightRange::two_scales:
      return rng.below(2) == 0 ? 0.1 : 1e4;
    case WeightRange::money:
      return std::round(std::pow(10.0, 8.0 * rng.uniform())) / 100.0;
    case WeightRange::powers_of_ten:
      return std::pow(10.0, static_cast<double>(rng.below(13)) - 6.0);
    case WeightRange::near_equal:
      return 1.0 + static_cast<double>(rng.below(5)) * std::numeric_limits<double>::epsilon();
    case WeightRange::tenths:
      return 0.1 * static_cast<double>(1 + rng.below(4));
    case WeightRange::wide:
      return std::pow(10.0, 30.0 * rng.uniform() - 15.0);
    case WeightRange::tiny:
      return 1e-100 * (1.0 + rng.uniform());
    case WeightRange::largest_integer:
      break;
  }
  return 0x1p53 / 79.0 - std::fmod(0x1p53 / 79.0, 1.0) - static_cast<double>(rng.below(4));
}

/// G(n, p) with weights of this range.
inline Graph graph_of_range(WeightRange range, Vertex n, double p, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<WeightedEdge> edges;
  for (Vertex v = 1; v < n; ++v) {
    for (Vertex u = 0; u < v; ++u) {
      if (rng.uniform() < p) edges.push_back({u, v, weight_in(range, rng)});
    }
  }
  return Graph::from_edges(std::span<const WeightedEdge>(edges), n);
}

}  // namespace lode::test
