#include <algorithm>
#include <string>

#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>

#include "core/named_row.hpp"
#include "core/options/option_table.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {

// The row of method NAME, NAME_row(), is at the end of the method's source.
MethodRow hybrid_row(), ppa_row(), appa_row(), msm_row(), gpm_row(), omp_row(), ols_row(), romp_row(),
    ssp_row(), cosamp_row(), gp_row(), qpm_row(), swap_row();
namespace {

void check_request(const MethodRow& row, const Problem& problem, const MethodSettings& settings) {
  lode::detail::check_settings(row.name, row.presets, row.options, settings);
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
                          "takes no start: it builds its answer from nothing");
  }
}

}  // namespace

bool MethodRow::takes(std::string_view setting) const { return lode::detail::has_option(options, setting); }

std::span<const MethodRow> methods() {
  // In the order in which they are listed to users.
  static const std::vector<MethodRow> rows = {hybrid_row(), ppa_row(), appa_row(), msm_row(), gpm_row(),
                                              omp_row(),    ols_row(), romp_row(), ssp_row(), cosamp_row(),
                                              gp_row(),     qpm_row(), swap_row()};
  return rows;
}

const MethodRow& method(std::string_view name) { return lode::detail::row_called(methods(), "method", name); }

Solution solve(std::string_view name, const Problem& problem, const MethodSettings& settings,
               const RunContext& context) {
  RunContext run = context.for_call();
  const MethodRow& row = method(name);
  check_problem(problem);
  check_request(row, problem, settings);
  const UnitProblem units(problem);
  return units.to_graph(row.solve(units.problem, settings, run));
}

}  // namespace lode::least_squares
