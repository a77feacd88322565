#include <algorithm>
#include <string>

#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>

#include "core/method_settings.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares {
namespace {

void check_request(const MethodRow& row, const Problem& problem, const MethodSettings& settings) {
  lode::detail::check_settings(row.name, row.presets, row.settings, settings);
  const auto& kinds = row.constraints;
  if (std::find(kinds.begin(), kinds.end(), problem.constraint.kind) == kinds.end()) {
    std::vector<std::string_view> others;
    for (const MethodRow& other : methods()) {
      if (std::count(other.constraints.begin(), other.constraints.end(), problem.constraint.kind) > 0) {
        others.push_back(other.name);
      }
    }
    throw InvalidArgument(
        "method", std::string(row.name),
        "is not defined for the constraint " + std::string(to_string(problem.constraint.kind)),
        "use " + lode::detail::list_of(others));
  }
  if (problem.loss == Loss::logistic && !row.logistic) {
    throw InvalidArgument("method", std::string(row.name), "does not take the logistic loss", "use hybrid");
  }
  if (problem.start && !row.uses_start) {
    throw InvalidArgument("method", std::string(row.name),
                          "builds its answer from nothing and takes no start");
  }
}

}  // namespace

std::span<const MethodRow> methods() {
  static const std::vector<MethodRow> rows = {
      detail::hybrid_row(), detail::ppa_row(), detail::appa_row(), detail::msm_row(), detail::gpm_row(),
      detail::omp_row(),    detail::ols_row(), detail::romp_row(), detail::ssp_row(), detail::cosamp_row(),
      detail::gp_row(),     detail::qpm_row(), detail::swap_row(),
  };
  return rows;
}

const MethodRow& method(std::string_view name) {
  std::vector<std::string_view> names;
  for (const MethodRow& row : methods()) {
    if (row.name == name) return row;
    names.push_back(row.name);
  }
  throw InvalidArgument("method", std::string(name), "is not known", "use " + lode::detail::list_of(names));
}

Solution solve(std::string_view name, const Problem& problem, const MethodSettings& settings,
               const RunContext& context) {
  RunContext run = context.for_call();
  const MethodRow& row = method(name);
  check_problem(problem);
  check_request(row, problem, settings);
  return row.solve(problem, settings, run);
}

}  // namespace lode::least_squares
