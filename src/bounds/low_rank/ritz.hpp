#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace lode::subgraph::detail {

/// A Ritz pair: an estimate of the largest eigenvalue, never above it but by rounding.
struct RitzPair {
  double value = 0.0;
  std::vector<double> vector;  ///< of length 1
};

struct RitzOptions {
  std::size_t steps = 80;       ///< at most
  std::size_t least_steps = 0;  ///< what a start hardly has comes up late: no look before
  double tolerance = 1e-5;      ///< of the value, from one look to the next, absolute
};

/// The largest Ritz value of a symmetric matrix by the Lanczos method with full reorthogonalisation, from
/// `start`, which is not 0. An iteration of its own beside core/linalg/lanczos.hpp, which
/// cannot begin at the vectors found for a matrix nearby.
///
/// Cost: a product a step and O(n steps) more; n steps doubles. Parallel, the same bits for any number of
/// threads.
RitzPair largest_ritz_pair(const std::function<void(std::span<const double>, std::span<double>)>& multiply,
                           std::vector<double> start, const RitzOptions& options,
                           const std::function<bool()>& stop);

}  // namespace lode::subgraph::detail
