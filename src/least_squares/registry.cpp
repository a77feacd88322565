#include <algorithm>
#include <string>

#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>

#include "core/named_row.hpp"
#include "core/options/option_table.hpp"
#include "least_squares/problem/point.hpp"

// The methods in the order they are listed to users, one line each; the row of NAME, NAME_row(), is at the
// end of the method's source.
#define LODE_LEAST_SQUARES_METHODS(METHOD) \
  METHOD(hybrid)                           \
  METHOD(ppa)                              \
  METHOD(appa)                             \
  METHOD(msm)                              \
  METHOD(gpm)                              \
  METHOD(omp)                              \
  METHOD(ols)                              \
  METHOD(romp)                             \
  METHOD(ssp)                              \
  METHOD(cosamp)                           \
  METHOD(gp)                               \
  METHOD(qpm)                              \
  METHOD(swap)

namespace lode::least_squares {

#define LODE_DECLARE_ROW(name) MethodRow name##_row();
LODE_LEAST_SQUARES_METHODS(LODE_DECLARE_ROW)
#undef LODE_DECLARE_ROW
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
#define LODE_CALL_ROW(name) name##_row(),
  static const std::vector<MethodRow> rows = {LODE_LEAST_SQUARES_METHODS(LODE_CALL_ROW)};
#undef LODE_CALL_ROW
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
