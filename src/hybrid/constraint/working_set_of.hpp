#pragma once

// The rule that chooses working sets under each constraint.

#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/working_set.hpp>

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

}  // namespace lode::hybrid
