#include <string>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "support/catch.hpp"

using namespace lode;

TEST_CASE("more vertices than are trusted need an edge for every 256 of them") {
  detail::CompressedInput text("x", "input");
  const detail::GraphInput input{text, {}, RunContext({.threads = 1}), {.vertices = 1000}};
  const auto is_taken = [&](std::uint64_t n, std::uint64_t edges) {
    try {
      detail::check_isolated(input, 1, n, edges);
    } catch (const InputError&) {
      return false;
    }
    return true;
  };
  CHECK(is_taken(1000, 0));
  CHECK_FALSE(is_taken(1001, 2));
  CHECK(is_taken(1001, 3));
  CHECK_FALSE(is_taken(256 * 5000, 4999));
  CHECK(is_taken(256 * 5000, 5000));
}
