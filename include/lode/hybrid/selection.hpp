#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <lode/hybrid/block.hpp>

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

  double pair(int i, int j) const { return pairs[static_cast<std::size_t>(i * size + j)]; }
};

template <class Value>
struct SelectionResult {
  std::uint64_t chosen = 0;
  Value value = Value{};
  bool exact = true;
  std::uint64_t nodes = 0;
};

/// Asked every few thousand nodes; true stops the search with what it has.
using StopPoll = std::function<bool()>;

/// Value of a set of items.
template <class Value>
Value selection_value(const BitSelection<Value>& problem, std::uint64_t chosen);
double selection_value(const DenseSelection& problem, std::uint64_t chosen);

/// What happens to the present set when another one is exactly as good.
enum class Ties {
  keep,  ///< it stays
  move   ///< the first best set met wins, which may be another one; integral values only, else as keep
};

/// All C(k, t) sets in revolving-door order, two items changing at a time; with bit rows and integers that of
/// the upper half of the items, with a table over all ways to fill a set up from the lower half. Keeps
/// `incumbent` (a set of t items) unless another set is better (or as good, with Ties::move); the first best
/// one otherwise.
///
/// Cost:   O(1) per set with bit rows, O(k) with real weights.
/// Errors: InvalidArgument if k > 64 or C(k, t) > 2^40.
/// Source: D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.3, Algorithm R.
template <class Value>
SelectionResult<Value> select_by_enumeration(const BitSelection<Value>& problem, std::uint64_t incumbent,
                                             Ties ties = Ties::keep);
SelectionResult<double> select_by_enumeration(const DenseSelection& problem, std::uint64_t incumbent,
                                              Ties ties = Ties::keep);

/// Branch and bound with the same contract. With r items still to choose from the candidates C, the bound is
/// the value so far plus half the sum of the r largest scores 2 gain_i + (the r-1 largest positive pair
/// weights of i inside C); candidates that the bound rules in or out are fixed; the largest score is branched
/// on first.
///
/// Cost:   O(k^2) per node (O(k) word operations with bit rows); exponential in the worst case, few dozen
/// nodes
///         on blocks of sparse graphs.
/// Errors: InvalidArgument if k > 64.
template <class Value>
SelectionResult<Value> select_by_search(const BitSelection<Value>& problem, std::uint64_t incumbent,
                                        const StopPoll& stop = {}, Ties ties = Ties::keep);
SelectionResult<double> select_by_search(const DenseSelection& problem, std::uint64_t incumbent,
                                         const StopPoll& stop = {}, Ties ties = Ties::keep);

}  // namespace lode::hybrid
