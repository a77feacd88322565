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
/// Errors: InvalidArgument if k > 64 or C(k, t) > 2^40, for sizes that do not match, for items of
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
/// A block that is not solved after some hundred nodes is searched again, from the best
/// set so far, with the maximum of a concave quadratic function as second bound: pairs plus 1/2 sum_i d_i x_i
/// (1 - x_i), which is zero on sets, with d near the solution of the semidefinite program that makes the
/// bound least. Integral values have bounds rounded down. With other values a set that is better by rounding
/// errors only (1e-12 of the sum of all gains and pair weights) may be passed over.
///
/// Deterministic; ties between sets other than the incumbent depend on rounding where that second search
/// finds them, and rounding is the same on every machine.
///
/// Cost:   O(k^2) per node (O(k) word operations with bit rows), O(k^3) per node of the second search;
///         exponential in the worst case, a few dozen nodes on blocks of sparse graphs; blocks of 40 vertices
///         from dense graphs take 1 to 3 ms, of 64 up to 40 ms (tools/bench/block.cpp).
/// Errors: InvalidArgument if k > 64, as above, for values that are not finite.
/// Source: A. Billionnet, S. Elloumi, M.-C. Plateau, Discrete Applied Mathematics 157 (2009): the function.
template <class Problem>
SelectionResult<SelectionValue<Problem>> select_by_search(const Problem& problem, std::uint64_t incumbent,
                                                          const StopPoll& stop = {});

}  // namespace lode::hybrid
