#pragma once

#include <cmath>
#include <string_view>
#include <vector>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares::detail {

/// Errors: InvalidArgument for a number that is negative or NaN; infinity is welcome.
void check_at_least_zero(std::string_view name, double value);

/// The instance of a problem. Errors: InvalidArgument when none is set.
const Instance& instance_of(const Problem& problem);

/// Why x is not a point of the constraint, in words; nullptr: it is one.
const char* why_infeasible(const Constraint& constraint, const std::vector<double>& x);

/// True where x may grow without end.
inline bool is_unbounded(const Constraint& constraint) {
  return constraint.kind == ConstraintKind::sparse_c ||
         (constraint.kind == ConstraintKind::sparse && std::isinf(constraint.box));
}

/// `project` without its checks, for inner loops. NaN counts as the least value.
std::vector<double> projected(const Constraint& constraint, std::vector<double> x);

}  // namespace lode::least_squares::detail
