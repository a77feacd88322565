#include <cstdint>

#include "subgraph/search/team/slices.hpp"
#include "support/catch.hpp"

using namespace lode;

TEST_CASE("slices before something is due are long enough to work off what was done in advance") {
  using subgraph::detail::first_slice;
  using subgraph::detail::slice_until_due;
  const std::uint64_t slice = 10 * first_slice;
  CHECK(slice_until_due(slice, 7, 7, 2) == slice);  // it is due
  CHECK(slice_until_due(slice, 8, 7, 2) == slice);
  CHECK(slice_until_due(slice, 0, std::uint64_t{1} << 60, 2) == slice);
  CHECK(slice_until_due(slice, 0, 6 * first_slice, 2) == 3 * first_slice);
  CHECK(slice_until_due(slice, 6, 7, 2) == first_slice);
  CHECK(slice_until_due(slice, 0, 1, 64) == first_slice);
}
