// Properties of all constraints.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/random_blocks.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;
using test::moved;
using test::nonzeros;
using test::normal_block;

TEST_CASE("an empty block has no changes") {
  const RunContext run;
  CHECK(Binary{}.solve(DenseBlock{}, 0.0, run).changes.empty());
  CHECK(SparseC{1}.solve(DenseBlock{}, 0.0, run).changes.empty());
}

TEST_CASE("a stopped search says that it is not exact and keeps a feasible block") {
  std::atomic<bool> cancel{true};
  const RunContext run({.cancel = &cancel});
  DenseBlock block = normal_block(32, 20, 2);
  block.current.assign(32, 1.0);
  const BlockMove signs = Binary{}.solve(block, 0.0, run);
  CHECK_FALSE(signs.exact);
  CHECK(signs.nodes < 4200);  // asked once in 4096; 12 free directions alone are 8191
  CHECK(signs.decrease >= 0.0);
  block.current.assign(32, 0.0);
  const BlockMove support = SparseC{12}.solve(block, 0.0, run);
  CHECK_FALSE(support.exact);
  CHECK(nonzeros(moved(block, support)) <= 12);
}
