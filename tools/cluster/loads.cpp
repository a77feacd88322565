#include "loads.hpp"

#include <span>

namespace lode::cluster {
namespace {

/// Half units that v gets when every edge goes to its end of less load.
std::int64_t half_units(const GraphPart& part, std::span<const std::int64_t> loads, std::uint32_t v) {
  std::int64_t sum = 0;
  for (const std::uint32_t u : part.row(v)) sum += loads[u] > loads[v] ? 2 : loads[u] == loads[v] ? 1 : 0;
  return sum;
}

}  // namespace

Loads balanced_loads(Ranks& ranks, const GraphPart& part, Ghosts& ghosts, std::uint64_t passes) {
  std::vector<std::int64_t> loads, next;  // in halves; of ghosts behind the own ones
  Loads result;
  ranks.together([&] {
    loads.assign(part.own() + part.ghosts.size(), 0);
    next.assign(part.own(), 0);
    result.scaled.resize(part.own());
  });
  const std::span<std::int64_t> own(loads.data(), part.own());
  const std::span<std::int64_t> others(loads.data() + part.own(), part.ghosts.size());
  for (std::uint64_t t = 1; t <= passes; ++t) {
    for (std::uint32_t v = 0; v < part.own(); ++v) {
      next[v] = loads[v] + static_cast<std::int64_t>(t) * half_units(part, loads, v);
    }
    std::copy(next.begin(), next.end(), own.begin());
    if (t < passes) ghosts.fetch(own, others);
  }
  std::copy(own.begin(), own.end(), result.scaled.begin());
  result.unit = passes * (passes + 1);
  return result;
}

}  // namespace lode::cluster
