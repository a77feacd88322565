// The exact solvers of blocks of signs against brute force.
#include <cmath>
#include <cstdint>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/random_blocks.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;
using test::moved;
using test::normal_block;
using test::regularise;
using test::value_at;

namespace {

double brute_signs(const DenseBlock& block) {
  double best = 1e300;
  for (std::uint64_t set = 0; set < (1u << block.size); ++set) {
    std::vector<double> z;
    for (int i = 0; i < block.size; ++i) z.push_back(set >> i & 1u ? 1.0 : -1.0);
    best = std::min(best, value_at(block, z));
  }
  return best;
}

}  // namespace

TEST_CASE("sign blocks are solved to the optimum of all sign vectors") {
  const RunContext run;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const int k =
        1 + static_cast<int>(seed < 37 ? seed % 11 : 14 + seed % 3);  // the last ones by branch and bound
    DenseBlock block = normal_block(k, 3 + static_cast<int>(seed % 13), seed);
    if (seed % 4 == 0) {
      for (int i = 0; i < k; ++i)
        block.quadratic[static_cast<std::size_t>(i * (k + 1))] -= 20.0;  // indefinite
    }
    for (int i = 0; i < k; ++i) {
      block.current[static_cast<std::size_t>(i)] = (seed >> (i % 3)) % 2 == 0 ? 1.0 : -1.0;
    }
    for (const double proximal : {0.0, 1.5}) {
      DenseBlock target = block;
      regularise(target, proximal);
      const BlockMove move = Binary{}.solve(block, proximal, run);
      INFO("seed " << seed << ", k " << k);
      CHECK(move.exact);
      const std::vector<double> z = moved(block, move);
      CHECK(value_at(target, z) == Approx(brute_signs(target)).epsilon(1e-12));
      CHECK(move.decrease == Approx(value_at(block, block.current) - value_at(block, z)).margin(1e-10));
      DenseBlock solved = block;
      solved.current = z;
      CHECK(Binary{}.solve(solved, 0.0, run).decrease >= 0.0);
      if (proximal == 0.0) CHECK(Binary{}.solve(solved, 0.0, run).changes.empty());
    }
  }
}

TEST_CASE("signs of a linear term that is not finite are refused") {
  CHECK_THROWS_AS(
      Binary{}.solve(DenseBlock{2, {1.0, 0.0, 0.0, 1.0}, {1.0, NAN}, {1.0, 1.0}, 0}, 0.0, RunContext()),
      InvalidArgument);
}
