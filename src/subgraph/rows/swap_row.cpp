#include "subgraph/methods/swap.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {

MethodRow swap_row() {
  return exchange_row("swap", "exchange descent, the best exchange each time", swap_descent);
}

}  // namespace lode::detail
