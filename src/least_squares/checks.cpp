#include "least_squares/checks.hpp"

#include <algorithm>
#include <string>

#include <lode/core/error.hpp>

namespace lode::least_squares::detail {

void check_defined(std::string_view method, const Problem& problem,
                   std::initializer_list<ConstraintKind> kinds) {
  check_problem(problem);
  if (problem.loss != Loss::squared) {
    throw InvalidArgument("method", std::string(method), "takes the squared loss only");
  }
  const ConstraintKind kind = problem.constraint.kind;
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
    throw InvalidArgument("method", std::string(method),
                          "is not defined for the constraint " + std::string(to_string(kind)));
  }
}

void check_not_negative(std::string_view name, double value) {
  if (value >= 0.0) return;  // false for NaN
  throw InvalidArgument(std::string(name), std::to_string(value), "must be a number >= 0");
}

}  // namespace lode::least_squares::detail
