#include <numeric>
#include <vector>

#include "bounds/exact_sums.hpp"
#include "support/catch.hpp"

using namespace lode::cluster;

TEST_CASE("quotients are rounded up, and never below the product") {
  const std::uint64_t unit = std::uint64_t{1} << quotient_bits;
  CHECK(quotient_above(6, 2) == 3 * unit);
  CHECK(quotient_above(7, 3) == (7 * unit + 2) / 3);
  CHECK(quotient_above(0, 5) == 0);
  CHECK(quotient_above(1, std::uint64_t{1} << 60) == 1);
  const uint128 large = static_cast<uint128>(1) << 90;
  const std::uint64_t value = (std::uint64_t{1} << 56) + 12345;
  const std::uint64_t quotient = quotient_above(large, value);
  CHECK(static_cast<uint128>(quotient) * value >= large << quotient_bits);
  CHECK(static_cast<uint128>(quotient - 1) * value < large << quotient_bits);
}

TEST_CASE("a quotient beyond 62 bits is no quotient") {
  CHECK(quotient_above(static_cast<uint128>(1) << 100, 1) == no_quotient);
  CHECK(quotient_above(static_cast<uint128>(1) << 42, 1) == no_quotient);
  CHECK(quotient_above((static_cast<uint128>(1) << 42) - 1, 1) < no_quotient);
}

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

TEST_CASE("spectral bounds are rounded down from what is rounded up") {
  const std::uint64_t unit = std::uint64_t{1} << quotient_bits;
  CHECK(spectral_bound(6, 5 * unit) == 15);
  CHECK(spectral_bound(6, 5 * unit - 1) == 14);
  CHECK(spectral_bound(7, 5 * unit) == 17);
  CHECK(spectral_bound(std::uint64_t{1} << 31, std::uint64_t{1} << 50) == std::uint64_t{1} << 60);
}

TEST_CASE("lengths and shifts of 128 bits") {
  CHECK(bit_length(0) == 0);
  CHECK(bit_length(1) == 1);
  CHECK(bit_length(UINT64_MAX) == 64);
  CHECK(bit_length(static_cast<uint128>(1) << 64) == 65);
  CHECK(bit_length(static_cast<uint128>(5) << 100) == 103);
  CHECK(shifted(static_cast<uint128>(7) << 80, 79) == 14);
  CHECK(shifted(7, 1) == 3);
  CHECK(shifted(7, -3) == 56);
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
