#pragma once

#include <cstdint>
#include <vector>

#include <lode/hybrid/block.hpp>

#include "core/linalg/matrix_view.hpp"
#include "hybrid/block/checks.hpp"

namespace lode::hybrid {

/// Choosing t of k items: maximise the sum of linear_i over the chosen ones plus the sum of pair weights, of
/// either sign, among them. In a BitBlock, `gain` is linear and pair weights are the 0/1 bits of the rows.
struct DenseSelection {
  int size = 0;
  std::vector<double> linear;
  std::vector<double> pairs;  ///< size x size, symmetric, zero diagonal

  double pair(int i, int j) const { return lode::detail::SquareView{pairs.data(), size}(i, j); }
};

struct SelectionResult {
  std::uint64_t chosen = 0;
  double value = 0.0;
  bool exact = true;
  std::uint64_t nodes = 0;
};

// `Problem` is a BitBlock, whose `current` is not looked at, or a DenseSelection.

/// Value of a set of items. Errors: InvalidArgument as select_by_search.
template <class Problem>
double selection_value(const Problem& problem, std::uint64_t chosen);

/// Visits all C(k, t) sets. Keeps `incumbent` (a set of t items) unless another set is better; the first best
/// one otherwise. Cost: O(t) per set with bit rows, O(t^2) with real weights. Errors: as select_by_search.
template <class Problem>
SelectionResult select_by_enumeration(const Problem& problem, std::uint64_t incumbent);

/// Branch and bound with the same contract. With r items still to choose from the candidates C, the bound is
/// the value so far plus half the sum of the r largest scores 2 gain_i + (the r-1 largest positive pair
/// weights of i inside C); candidates that the bound rules in or out are fixed; the largest score is branched
/// on first.
///
/// Deterministic; ties between sets other than the incumbent depend on the order of the items.
///
/// Cost:   O(k^2) per node, O(k) word operations with bit rows; exponential in the worst case, a few dozen
///         nodes on blocks of sparse graphs. `stop` is asked every 256 nodes.
/// Errors: InvalidArgument if k > 32, for sizes that do not match, for items of `incumbent` beyond them, and
///         for values that are not finite.
template <class Problem>
SelectionResult select_by_search(const Problem& problem, std::uint64_t incumbent, const StopPoll& stop = {});

}  // namespace lode::hybrid
