#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "hybrid/block/stop_poll.hpp"

namespace lode::hybrid {

/// The minimiser of a convex loss inside a box over the variables of one set; other variables are 0.
struct BoxFit {
  std::vector<double> values;  ///< of all variables
  double loss = 0.0;
};

struct BoxSearchResult {
  std::vector<double> values;  ///< empty unless `found`
  double value = 0.0;          ///< loss + lambda |z|_0 of the values; `upper` when nothing is below
  bool found = false;
  bool exact = true;
  std::uint64_t nodes = 0;
};

/// Minimises loss(z) + lambda |z|_0 over all z in a box. Only values below `upper` count.
///
/// Branch and bound. A node holds the variables that are in, and those that are still open. Its bound is the
/// loss of both together, `fit(set)`, and lambda for each variable that is in. The open variable of largest
/// magnitude is decided next. The bound needs no independence of the variables: inside a box, two equal
/// columns reach twice as far as one.
///
/// Cost:    one call of `fit` per variable that is left out; exponential in the worst case. `stop` is asked
///          at every node.
/// Errors:  InvalidArgument for more than 32 variables, or an empty `fit`.
BoxSearchResult search_in_box(int size, double lambda, double upper,
                              const std::function<BoxFit(std::uint64_t set)>& fit, const StopPoll& stop = {});

}  // namespace lode::hybrid
