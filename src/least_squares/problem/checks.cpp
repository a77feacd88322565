#include "least_squares/problem/checks.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <lode/core/error.hpp>

namespace lode::least_squares::detail {

void check_at_least_zero(std::string_view name, double value) {
  if (value >= 0.0) return;  // false for NaN
  throw InvalidArgument(std::string(name), std::to_string(value), "must be a number >= 0");
}

const Instance& instance_of(const Problem& problem) {
  if (!problem.instance) throw InvalidArgument("instance", "not set", "is needed");
  return *problem.instance;
}

const char* why_infeasible(const Constraint& constraint, const std::vector<double>& x) {
  const auto nonzeros =
      static_cast<std::size_t>(std::count_if(x.begin(), x.end(), [](double v) { return v != 0.0; }));
  const auto all = [&](auto&& holds) { return std::all_of(x.begin(), x.end(), holds); };
  if (!all([](double v) { return std::isfinite(v); })) return "holds a value that is not finite";
  switch (constraint.kind) {
    case ConstraintKind::binary:
      return all([](double v) { return v == 1.0 || v == -1.0; }) ? nullptr
                                                                 : "holds other values than -1 and 1";
    case ConstraintKind::binary_c:
      if (!all([](double v) { return v == 1.0 || v == 0.0; })) return "holds other values than 0 and 1";
      return nonzeros == constraint.s ? nullptr : "does not hold exactly s ones";
    case ConstraintKind::sparse:
      return all([&](double v) { return std::abs(v) <= constraint.box; }) ? nullptr : "leaves the box";
    case ConstraintKind::sparse_c:
      return nonzeros <= constraint.s ? nullptr : "holds more than s nonzeros";
  }
  return nullptr;
}

void check_not_nan(std::string_view name, double value) {
  if (std::isnan(value)) throw InvalidArgument(std::string(name), "nan", "must be a number");
}

void refuse_column(const Instance& instance, Index j) {
  throw InvalidArgument("column", std::to_string(j),
                        "does not exist: A has " + std::to_string(instance.columns()) + ", counted from 0");
}

}  // namespace lode::least_squares::detail
