#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <lode/hybrid/block.hpp>

#include "core/linalg/matrix_view.hpp"
#include "hybrid/block/checks.hpp"

namespace lode::hybrid {

/// Minimise 1/2 z'Qz + linear'z + lambda |z|_0 over z with at most `budget` nonzeros. The nonzeros of the
/// best z are the set K that maximises gain(K) = 1/2 linear_K' Q_KK^-1 linear_K - lambda |K|.
struct SupportProblem {
  int size = 0;
  std::vector<double> quadratic;  ///< Q, size x size, row-major, positive semidefinite
  std::vector<double> linear;     ///< in the range of Q
  double lambda = 0.0;
  int budget =
      max_block_size;  ///< with lambda = 0 sets of min(budget, size) are looked at: a superset never hurts

  lode::detail::SquareView form() const { return {quadratic.data(), size}; }
  lode::detail::MutableSquareView form() { return {quadratic.data(), size}; }
  double q(int i, int j) const { return form()(i, j); }
};

struct SupportResult {
  std::uint64_t chosen = 0;
  double gain = 0.0;   ///< of `chosen`; `least` when no set gains more
  bool found = false;  ///< a set gains more than `least`
  bool exact = true;   ///< false: the search was stopped, or a variable that was left out may gain
  std::uint64_t nodes = 0;
};

/// A variable depends on others if eliminating them leaves at most this share of its square.
inline constexpr double dependent_share = 1e-10;
/// The share of a linear term that elimination may leave by rounding.
inline constexpr double pull_rounding = 1e-11;

/// Visits every set, depth first on shrinking Schur complements. Including a variable costs O(r^2) for the r
/// variables that remain; excluding it costs nothing. So a set costs O(1) on average.
///
/// A variable is left out if it depends on the variables included before it, that is, if at most
/// `dependent_share` of its square remains. It would gain nothing if no more than 1e-11 of its linear term
/// remains, either; otherwise the result is not exact. Only sets of a gain above `least` count; of equal sets
/// the first wins.
///
/// Errors:  InvalidArgument for more than 24 variables, or lambda > 0 together with a budget below the size,
///          sizes that do not match, a negative budget.
SupportResult support_by_enumeration(const SupportProblem& problem, double least);

/// The same by branch and bound for up to 32 variables. A node is cut off when all remaining variables
/// together would not gain enough. One factorisation gives that bound for a node and for all that it excludes
/// next. Variables whose removal loses most come first.
///
/// Cost:    O(r^3) per inclusion while more than 10 variables remain, enumeration below; exponential in the
///          worst case. `stop` is asked every few hundred nodes.
/// Errors:  InvalidArgument for more than 32 variables, or as above.
/// Source:  G. M. Furnival, R. W. Wilson, Regressions by leaps and bounds, Technometrics 16 (1974);
///          C. Gatu, E. J. Kontoghiorghes, J. Comput. Graph. Stat. 15 (2006).
SupportResult support_by_search(const SupportProblem& problem, double least, const StopPoll& stop = {});

/// The minimising values on a set of variables; those of least norm when some depend on others of the set.
/// Errors: InvalidArgument as support_by_search, and for members of `chosen` beyond the size.
std::vector<double> support_values(const SupportProblem& problem, std::uint64_t chosen);

}  // namespace lode::hybrid
