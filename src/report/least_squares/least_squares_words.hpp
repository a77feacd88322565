#pragma once

#include <string>

#include <lode/report/least_squares_report.hpp>

namespace lode::detail {

/// An objective for people: ten significant digits.
std::string objective_text(double objective);
/// "sparse-c, s = 20", "sparse, lambda = 0.1, |x| <= 2", "binary".
std::string constraint_text(const least_squares::Constraint& constraint);

}  // namespace lode::detail
