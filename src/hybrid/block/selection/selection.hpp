#pragma once

#include <cstdint>
#include <vector>

#include <lode/hybrid/block.hpp>

#include "core/linalg/matrix_view.hpp"
#include "hybrid/block/stop_poll.hpp"

namespace lode::hybrid {

/// Choosing t of k items: maximise sum of linear_i over the chosen plus sum of pair weights among them.
/// Pair weights are 0/1 bit rows.
template <class Value>
struct BitSelection {
  int size = 0;
  std::vector<Value> linear;
  std::vector<std::uint64_t> rows;  ///< symmetric, no diagonal
};

/// The same with real pair weights of either sign.
struct DenseSelection {
  int size = 0;
  std::vector<double> linear;
  std::vector<double> pairs;  ///< size x size, symmetric, zero diagonal

  double pair(int i, int j) const { return lode::detail::SquareView{pairs.data(), size}(i, j); }
};

template <class Problem>
using SelectionValue = typename decltype(Problem::linear)::value_type;

template <class Value>
struct SelectionResult {
  std::uint64_t chosen = 0;
  Value value = Value{};
  bool exact = true;
  std::uint64_t nodes = 0;
};

// `Problem` is a BitSelection of 64-bit integers or doubles, or a DenseSelection.

/// Value of a set of items. Errors: InvalidArgument as select_by_search.
template <class Problem>
SelectionValue<Problem> selection_value(const Problem& problem, std::uint64_t chosen);

/// All C(k, t) sets in revolving-door order, two items changing at a time. Keeps `incumbent` (a set of t
/// items) unless another set is better; the first best one otherwise.
///
/// Cost:   O(1) per set with bit rows, O(k) with real weights.
/// Errors: InvalidArgument if k > 32, for sizes that do not match, for items of
///         `incumbent` beyond them.
/// Source: D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.3, Algorithm R.
template <class Problem>
SelectionResult<SelectionValue<Problem>> select_by_enumeration(const Problem& problem,
                                                               std::uint64_t incumbent);

/// Branch and bound with the same contract. With r items still to choose from the candidates C, the bound is
/// the value so far plus half the sum of the r largest scores 2 gain_i + (the r-1 largest positive pair
/// weights of i inside C); candidates that the bound rules in or out are fixed; the largest score is branched
/// on first.
///
/// Deterministic; ties between sets other than the incumbent depend on the order of the items.
///
/// Cost:   O(k^2) per node, O(k) word operations with bit rows; exponential in the worst case, a few dozen
///         nodes on blocks of sparse graphs. `stop` is asked every 256 nodes.
/// Errors: InvalidArgument if k > 32, as above, for values that are not finite.
template <class Problem>
SelectionResult<SelectionValue<Problem>> select_by_search(const Problem& problem, std::uint64_t incumbent,
                                                          const StopPoll& stop = {});

}  // namespace lode::hybrid
