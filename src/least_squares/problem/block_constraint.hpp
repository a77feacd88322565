#pragma once

#include <lode/hybrid/constraints.hpp>
#include <lode/least_squares/problem.hpp>

#include "hybrid/constraint/working_set_of.hpp"

namespace lode::least_squares::detail {

/// Calls solve(constraint) with the block solver of the problem's constraint.
template <class Solve>
auto with_constraint(const Problem& problem, Solve&& solve) {
  const Constraint& constraint = problem.constraint;
  switch (constraint.kind) {
    case ConstraintKind::binary:
      return solve(hybrid::Binary{});
    case ConstraintKind::binary_c:
      return solve(hybrid::BinaryC{});
    case ConstraintKind::sparse:
      return solve(hybrid::Sparse{constraint.lambda, constraint.box});
    case ConstraintKind::sparse_c:
      break;
  }
  return solve(hybrid::SparseC{constraint.s});
}

}  // namespace lode::least_squares::detail
