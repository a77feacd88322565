#include <lode/hybrid/stationarity.hpp>

namespace lode::hybrid {

double exchange_count(std::uint64_t n, std::uint64_t s, int k) {
  double total = 0.0;
  double ways = 1.0;
  for (int p = 1; p <= k / 2; ++p) {
    const auto pairs = static_cast<std::uint64_t>(p);
    if (pairs > s || pairs > n - s) break;
    ways *= static_cast<double>(s - pairs + 1) / p * (static_cast<double>(n - s - pairs + 1) / p);
    total += ways;
  }
  return total;
}

}  // namespace lode::hybrid
