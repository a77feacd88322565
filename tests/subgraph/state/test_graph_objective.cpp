#include <cstddef>
#include <numeric>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "hybrid/block/block.hpp"
#include "hybrid/working_set.hpp"
#include "subgraph/state/graph_blocks.hpp"
#include "subgraph/state/swap_state.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("bit blocks and dense blocks describe the same graph objective") {
  const Graph graph = test::random_graph(80, 0.2, 10);
  SwapState state(graph, {1, 4, 9, 16, 25, 36, 49, 64});
  GraphObjective<hybrid::BitBlock> bits(state);
  GraphObjective<hybrid::DenseBlock> dense(state);
  Rng rng(2);
  hybrid::WorkingSets rule(hybrid::BinaryC{}, {8, 4});
  std::vector<Vertex> set;
  for (int round = 0; round < 100; ++round) {
    rule.select(bits, rng, set);
    const auto& b = bits.block(set);
    const auto& d = dense.block(set);
    REQUIRE(b.size == d.size);
    for (int i = 0; i < b.size; ++i) {
      const auto index = static_cast<std::size_t>(i);
      CHECK(d.linear[index] == -2.0 * static_cast<double>(b.gain[index]));
      CHECK((b.current >> i & 1u) == (d.current[index] != 0.0));
      for (int j = 0; j < b.size; ++j) {
        CHECK(d.q(i, j) == ((b.rows[index] >> j & 1u) ? -2.0 : 0.0));
        if (i != j) CHECK(d.q(i, j) == bits.coupling(set[index], set[static_cast<std::size_t>(j)]));
      }
    }
  }
}
