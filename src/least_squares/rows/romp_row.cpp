#include "least_squares/methods/romp.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {

MethodRow romp_row() {
  MethodRow row;
  row.name = "romp";
  row.summary = "regularised orthogonal matching pursuit, pruned to s";
  row.constraints = {ConstraintKind::sparse_c};
  row.guarantee = "none";
  row.cost = "m n + m s^2 per round";
  row.source = "Needell, Vershynin, IEEE J. STSP 2010";
  row.solve = [](const Problem& problem, const MethodSettings&, const RunContext& run) {
    return romp(problem, run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
