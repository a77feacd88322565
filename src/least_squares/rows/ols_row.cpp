#include "least_squares/methods/ols.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {

MethodRow ols_row() {
  MethodRow row;
  row.name = "ols";
  row.summary = "orthogonal least squares (forward stepwise)";
  row.constraints = {ConstraintKind::sparse_c};
  row.guarantee = "least squares on its support";
  row.cost = "s m n";
  row.source = "Chen, Billings, Luo, Int. J. Control 1989";
  row.monotone = true;
  row.solve = [](const Problem& problem, const MethodSettings&, const RunContext& run) {
    return ols(problem, run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
