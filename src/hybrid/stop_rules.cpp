#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <lode/core/error.hpp>
#include <lode/hybrid/descent.hpp>

namespace lode::hybrid {

RelativeDecreaseRule::RelativeDecreaseRule(double epsilon, std::uint64_t window)
    : epsilon_(epsilon), recent_(window, 0.0) {
  if (window == 0) throw InvalidArgument("window", "0", "must be at least 1");
  if (!(epsilon >= 0.0)) throw InvalidArgument("epsilon", std::to_string(epsilon), "must not be negative");
}

bool RelativeDecreaseRule::record(double before, double after, WorkingSetKind, std::size_t) {
  recent_[iterations_ % recent_.size()] = (before - after) / std::max(std::abs(before), 1e-12);
  if (++iterations_ < recent_.size()) return false;
  const double mean =
      std::accumulate(recent_.begin(), recent_.end(), 0.0) / static_cast<double>(recent_.size());
  return mean <= epsilon_;
}

std::uint64_t automatic_idle_blocks(std::uint64_t num_coordinates, std::uint64_t block_size) {
  return std::max<std::uint64_t>(50, 5 * num_coordinates / std::max<std::uint64_t>(1, block_size));
}

bool IdleRule::record(double before, double after, WorkingSetKind kind, std::size_t block_size) {
  if (after < before) {
    idle_ = 0;
    return false;
  }
  ++idle_;
  if (kind == WorkingSetKind::greedy) return true;
  return idle_ >= (limit_ > 0 ? limit_ : automatic_idle_blocks(n_, block_size));
}

}  // namespace lode::hybrid
