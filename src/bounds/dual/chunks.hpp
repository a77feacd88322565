#pragma once

#include <algorithm>

#include <tbb/parallel_for.h>

namespace lode::subgraph::dual {

/// Calls body(first, count) for pieces of 0 ... n of `size` each, in parallel. The pieces do not depend on
/// the number of threads, so a result that depends on them is the same for any.
template <class Size, class Body>
void for_chunks(Size n, Size size, const Body& body) {
  tbb::parallel_for(Size{0}, (n + size - 1) / size,
                    [&](Size chunk) { body(chunk * size, std::min(size, n - chunk * size)); });
}

}  // namespace lode::subgraph::dual
