#include "least_squares/checks.hpp"

#include <algorithm>
#include <cmath>
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
  if (value >= 0.0 && std::isfinite(value)) return;  // false for NaN
  throw InvalidArgument(std::string(name), std::to_string(value), "must be a finite number >= 0");
}

void check_not_nan(std::string_view name, double value) {
  if (std::isnan(value)) throw InvalidArgument(std::string(name), "nan", "must be a number");
}

void check_column(const Instance& instance, Index j) {
  if (j < instance.columns()) return;
  throw InvalidArgument("column", std::to_string(j),
                        "does not exist: A has " + std::to_string(instance.columns()) + ", counted from 0");
}

}  // namespace lode::least_squares::detail
