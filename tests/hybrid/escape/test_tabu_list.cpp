#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include <lode/core/rng.hpp>

#include "hybrid/escape/tabu_list.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;

TEST_CASE("an item is forbidden for as many steps as it was told, and release_all ends all of them") {
  constexpr std::size_t n = 5;
  constexpr std::uint64_t longest = 4;
  TabuList list(n, longest);
  for (std::size_t i = 0; i < n; ++i) CHECK(list.is_free(i));
  for (std::size_t i = 0; i < n; ++i) list.forbid(i, i);  // for 0 ... 4 steps after the present one
  for (std::size_t step = 0; step <= n; ++step, list.advance()) {
    for (std::size_t i = 0; i < n; ++i) {
      INFO("step " << step << ", item " << i);
      CHECK(list.is_free(i) == (step > i));
      CHECK(list.free_at(i) == i + 1);
    }
  }
  list.forbid(2, longest);
  CHECK_FALSE(list.is_free(2));
  list.release_all();
  CHECK(list.is_free(2));
}

TEST_CASE("a ring names every item at its step, and an item forbidden again at both") {
  constexpr std::size_t n = 12;
  constexpr std::uint64_t longest = 6;
  TabuList list(n, longest);
  ReleaseRing<std::size_t> ring(longest);
  std::vector<bool> marked(n, false);
  Rng rng(1, 1);
  for (int step = 0; step < 500; ++step) {
    list.advance();
    ring.release(list.now(), [&](std::size_t item) { marked[item] = !list.is_free(item); });
    for (std::size_t i = 0; i < n; ++i) {
      INFO("step " << step << ", item " << i);
      REQUIRE(marked[i] == !list.is_free(i));
    }
    const std::size_t item = rng.below(n);
    list.forbid(item, rng.below(longest + 1));
    ring.add(item, list.free_at(item));
    marked[item] = true;
  }
  std::set<std::size_t> forbidden;
  for (std::size_t i = 0; i < n; ++i) {
    if (marked[i]) forbidden.insert(i);
  }
  std::set<std::size_t> named;
  ring.release_all([&](std::size_t item) { named.insert(item); });
  for (const std::size_t item : forbidden) CHECK(named.contains(item));
  ring.release_all([&](std::size_t) { FAIL("named twice"); });
}
