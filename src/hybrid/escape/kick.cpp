#include "hybrid/escape/kick.hpp"

#include <algorithm>

namespace lode::hybrid {
namespace {

Coordinate take_any(std::vector<Coordinate>& from, Rng& rng) {
  Coordinate& chosen = from[rng.below(from.size())];
  const Coordinate taken = chosen;
  chosen = from.back();
  from.pop_back();
  return taken;
}

}  // namespace

void kick(KickKind kind, std::vector<double>& x, Rng& rng) {
  std::vector<Coordinate> support;
  std::vector<Coordinate> rest;
  for (std::size_t i = 0; i < x.size(); ++i) {
    (x[i] != 0.0 ? support : rest).push_back(static_cast<Coordinate>(i));
  }
  const std::size_t count = 1 + rng.below(std::max<std::size_t>(1, support.size() / 3));
  for (std::size_t i = 0; i < count && !support.empty(); ++i) {
    const Coordinate out = take_any(support, rng);
    if (kind == KickKind::flip) {
      x[out] = -x[out];
      continue;
    }
    if (kind == KickKind::exchange) {
      if (rest.empty()) return;
      x[take_any(rest, rng)] = 1.0;
    }
    x[out] = 0.0;
  }
}

}  // namespace lode::hybrid
