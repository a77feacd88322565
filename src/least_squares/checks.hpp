#pragma once

#include <initializer_list>
#include <string_view>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares::detail {

/// check_problem; errors: InvalidArgument too unless the constraint is one of `kinds` and the loss is
/// squared.
void check_defined(std::string_view method, const Problem& problem,
                   std::initializer_list<ConstraintKind> kinds);

/// Errors: InvalidArgument for an option that is negative or not a finite number.
void check_not_negative(std::string_view name, double value);

/// Errors: InvalidArgument for NaN.
void check_not_nan(std::string_view name, double value);

/// Errors: InvalidArgument unless j is a column of A.
void check_column(const Instance& instance, Index j);

}  // namespace lode::least_squares::detail
