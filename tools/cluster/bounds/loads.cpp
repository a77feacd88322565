#include "bounds/loads.hpp"

namespace lode::cluster {

Loads split_loads(const Rows& rows, const Ghosts& ghosts, int rounds, const Ranks& ranks) {
  Loads result;
  std::vector<std::uint64_t> loads, gains;  // loads: own vertices, then ghosts
  ranks.together([&] {
    loads.assign(rows.own() + rows.ghosts.size(), 0);
    gains.assign(rows.own(), 0);
  });
  const std::span<std::uint64_t> all(loads);
  for (int round = 1; round <= rounds; ++round) {
    ghosts.fetch(all.first(rows.own()), all.subspan(rows.own()));
    for (std::size_t v = 0; v < rows.own(); ++v) {
      std::uint64_t halves = 0;
      rows.for_each(v, [&](std::uint32_t u) {
        halves += loads[v] < loads[u] ? 2 : loads[v] == loads[u] ? 1 : 0;
      });
      gains[v] = halves * static_cast<std::uint64_t>(round);
    }
    for (std::size_t v = 0; v < rows.own(); ++v) loads[v] += gains[v];
  }
  // Two halves, and the weights 1 + 2 + ... + rounds.
  const auto t = static_cast<std::uint64_t>(rounds);
  result.unit = t * (t + 1);
  loads.resize(rows.own());
  result.loads = std::move(loads);
  return result;
}

}  // namespace lode::cluster
