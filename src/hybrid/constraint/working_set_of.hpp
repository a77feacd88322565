#pragma once

// Working sets and kicks under each constraint.

#include <vector>

#include <lode/core/rng.hpp>
#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/working_set.hpp>

#include "core/options/option_table.hpp"

namespace lode::hybrid {

/// A problem of at most this many variables is one block: solving it takes milliseconds.
inline constexpr Coordinate whole_problem = 20;

inline BinaryWorkingSet working_set_of(const Binary&, WorkingSetSize size, Coordinate n, RandomPart) {
  return BinaryWorkingSet(size, n);
}
inline BalancedWorkingSet working_set_of(const BinaryC&, WorkingSetSize size, Coordinate, RandomPart) {
  return BalancedWorkingSet(size);
}
inline SparseWorkingSet working_set_of(const Sparse& constraint, WorkingSetSize size, Coordinate n,
                                       RandomPart random) {
  return SparseWorkingSet(size, n, constraint.box, random);
}
inline SparseWorkingSet working_set_of(const SparseC&, WorkingSetSize size, Coordinate n, RandomPart random) {
  return SparseWorkingSet(size, n, std::numeric_limits<double>::infinity(), random);
}

/// An option whose value is a working set, for example R6-G6.
inline constexpr lode::detail::OptionForm<WorkingSetSize> working_set_form = {
    "R<random>-G<greedy>, 2 to 32 in all", parse_working_set, to_string};

/// The effect of a kick on a coordinate of the support.
enum class KickKind {
  flip,      ///< changes its sign
  exchange,  ///< makes it 0, and a coordinate outside the support 1
  drop       ///< makes it 0
};

constexpr KickKind kick_of(const Binary&) { return KickKind::flip; }
constexpr KickKind kick_of(const BinaryC&) { return KickKind::exchange; }
constexpr KickKind kick_of(const Sparse&) { return KickKind::drop; }
constexpr KickKind kick_of(const SparseC&) { return KickKind::drop; }

/// Kicks between one coordinate and a third of the support, drawn uniformly; a feasible x stays feasible.
/// Cost: O(n).
void kick(KickKind kind, std::vector<double>& x, Rng& rng);

}  // namespace lode::hybrid
