#include <algorithm>
#include <numeric>

#include <lode/core/rng.hpp>

#include "subgraph/search/starts/grown_parts.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

/// The best total over all ways to take prefixes.
Weight best_total(const std::vector<subgraph::detail::GrownPart>& parts, std::size_t from, std::size_t room) {
  if (from == parts.size()) return 0.0;
  Weight best = best_total(parts, from + 1, room);
  for (std::size_t length = 1; length <= std::min(room, parts[from].vertices.size()); ++length) {
    best = std::max(best, parts[from].weight[length - 1] + best_total(parts, from + 1, room - length));
  }
  return best;
}

}  // namespace

TEST_CASE("prefixes of grown parts are chosen like a knapsack") {
  Rng rng(5, 1);
  for (int round = 0; round < 200; ++round) {
    std::vector<subgraph::detail::GrownPart> parts(rng.below(5));
    for (subgraph::detail::GrownPart& part : parts) {
      part.vertices.resize(1 + rng.below(6));
      Weight weight = 0.0;
      for (std::size_t i = 0; i < part.vertices.size(); ++i) {
        part.weight.push_back(weight);
        weight += static_cast<Weight>(rng.below(i + 2));
      }
    }
    const std::size_t room = rng.below(16);
    const std::vector<std::size_t> lengths = subgraph::detail::choose_prefixes(parts, room, RunContext());
    REQUIRE(lengths.size() == parts.size());
    CHECK(std::accumulate(lengths.begin(), lengths.end(), std::size_t{0}) <= room);
    Weight total = 0.0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      REQUIRE(lengths[i] <= parts[i].vertices.size());
      if (lengths[i] > 0) total += parts[i].weight[lengths[i] - 1];
    }
    CHECK(total == best_total(parts, 0, room));
  }
}
