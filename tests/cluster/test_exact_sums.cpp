#include <vector>

#include "bounds/exact_sums.hpp"
#include "support/catch.hpp"

using namespace lode::cluster;

TEST_CASE("pairs of s vertices, or all edges") {
  CHECK(pairs_or_edges(0, 9) == 0);
  CHECK(pairs_or_edges(1, 9) == 0);
  CHECK(pairs_or_edges(4, 9) == 6);
  CHECK(pairs_or_edges(5, 9) == 9);
  CHECK(pairs_or_edges(UINT64_MAX, 9) == 9);
  CHECK(pairs_or_edges(std::uint64_t{1} << 32, UINT64_MAX) ==
        (std::uint64_t{1} << 31) * ((std::uint64_t{1} << 32) - 1));
}

TEST_CASE("half of the largest degrees, each at most s-1") {
  const std::vector<std::uint64_t> degrees = {9, 4, 3, 1, 0};
  CHECK(half_of_degrees(degrees, 1) == 0);
  CHECK(half_of_degrees(degrees, 3) == (2 + 2 + 2) / 2);
  CHECK(half_of_degrees(degrees, 4) == (3 + 3 + 3 + 1) / 2);
  CHECK(half_of_degrees(degrees, 9) == (8 + 4 + 3 + 1) / 2);
}

TEST_CASE("sums of loads are rounded down once") {
  const std::vector<std::uint64_t> loads = {UINT64_MAX, UINT64_MAX, 1};
  CHECK(load_bound(loads, 2, UINT64_MAX) == 2);
  CHECK(load_bound(loads, 2, 4) == UINT64_MAX / 2);  // a sum beyond 64 bits
  CHECK(load_bound(std::vector<std::uint64_t>{5, 5, 5}, 3, 4) == 3);
}

TEST_CASE("lists merge into the largest of both") {
  std::vector<std::uint64_t> b = {8, 8, 3, 0};
  merge_largest(std::vector<std::uint64_t>{9, 8, 4, 4}, b);
  CHECK(b == std::vector<std::uint64_t>{9, 8, 8, 8});
  merge_largest(std::vector<std::uint64_t>{0, 0, 0, 0}, b);
  CHECK(b == std::vector<std::uint64_t>{9, 8, 8, 8});
  std::vector<std::uint64_t> none;
  merge_largest(none, none);
  CHECK(none.empty());
}
