#include <type_traits>
#include <vector>

#include "core/linalg/matrix_view.hpp"
#include "support/catch.hpp"

using lode::detail::MutableSquareView;
using lode::detail::SquareView;

TEST_CASE("a square view reads and writes row by row") {
  std::vector<double> values = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  const MutableSquareView view{values.data(), 3};
  CHECK(view(1, 2) == 6.0);
  CHECK(view.row(2) == values.data() + 6);
  view(2, 0) = -1.0;
  CHECK(values[6] == -1.0);
  CHECK(SquareView{values.data(), 3}(2, 0) == -1.0);
  STATIC_REQUIRE_FALSE(std::is_assignable_v<decltype(SquareView{}(0, 0)), double>);
}
