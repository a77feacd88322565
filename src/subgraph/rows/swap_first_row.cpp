#include "subgraph/methods/swap_first.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {

MethodRow swap_first_row() {
  return exchange_row("swap-first", "exchange descent, the first improving exchange in vertex order",
                      swap_first_descent);
}

}  // namespace lode::detail
