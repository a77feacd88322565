#include <lode/least_squares/certificate.hpp>

#include "support/catch.hpp"

using namespace lode::least_squares;

TEST_CASE("the table of optimality conditions of the paper is reproduced") {
  using Counts = std::vector<std::uint64_t>;
  const std::vector<Counts> expected = {{64, 56, 9, 3, 1, 1, 1, 1},
                                        {64, 58, 9, 8, 2, 2, 2, 2},
                                        {64, 56, 9, 0, 0, 0, 0, 0},
                                        {64, 58, 11, 2, 1, 1, 1, 1},
                                        {62, 57, 11, 2, 1, 1, 1, 1}};
  std::vector<Counts> found;
  for (const StationaryCounts& row : stationary_table()) {
    found.push_back({row.basic, row.l_stationary});
    found.back().insert(found.back().end(), row.block.begin(), row.block.end());
  }
  CHECK(found == expected);
}
