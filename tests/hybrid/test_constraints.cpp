// What all constraints ask of a block, and do with it.
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

namespace {

DenseBlock block_of_two() { return {2, {1.0, 0.0, 0.0, 1.0}, {-1.0, -2.0}, {1.0, 0.0}, 0}; }

template <class Constraint>
void require_sizes_asked(const Constraint& constraint) {
  const RunContext run;
  CHECK(constraint.solve(block_of_two(), 0.0, run).exact);
  for (const auto& change :
       {+[](DenseBlock& block) { block.quadratic.pop_back(); },
        +[](DenseBlock& block) { block.linear.pop_back(); },
        +[](DenseBlock& block) { block.current.clear(); }, +[](DenseBlock& block) { block.size = 5; },
        +[](DenseBlock& block) { block.size = -1; }, +[](DenseBlock& block) { block.size = 33; }}) {
    DenseBlock block = block_of_two();
    change(block);
    CHECK_THROWS_AS(constraint.solve(block, 0.0, run), InvalidArgument);
    CHECK_THROWS_AS(constraint.solve(block, 1.0, run), InvalidArgument);
  }
}

}  // namespace

TEST_CASE("every constraint asks a block for its sizes") {
  require_sizes_asked(Binary{});
  require_sizes_asked(BinaryC{});
  require_sizes_asked(Sparse{});
  require_sizes_asked(SparseC{1});
  const RunContext run;
  for (const double proximal : {0.0, 1.0}) {
    CHECK_THROWS_AS(BinaryC{}.solve(BitBlock{.size = 3, .gain = {1, 1}, .rows = {0, 0, 0}}, proximal, run),
                    InvalidArgument);
    CHECK_THROWS_AS(BinaryC{}.solve(BitBlock{.size = 3, .gain = {1, 1, 1}, .rows = {}}, proximal, run),
                    InvalidArgument);
    CHECK_THROWS_AS(
        BinaryC{}.solve(BitBlock{.size = 1, .gain = {1}, .rows = {0}, .current = 2}, proximal, run),
        InvalidArgument);
  }
}

TEST_CASE("block solvers refuse what they cannot hold") {
  const RunContext run;
  const DenseBlock large = normal_block(33, 40, 1);
  CHECK_THROWS_AS(Binary{}.solve(large, 0.0, run), InvalidArgument);
  CHECK_THROWS_AS(Sparse{}.solve(large, 0.0, run), InvalidArgument);
  CHECK_THROWS_AS(SparseC{5}.solve(large, 0.0, run), InvalidArgument);
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
