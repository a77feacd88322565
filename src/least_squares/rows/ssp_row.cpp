#include "least_squares/methods/ssp.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {

MethodRow ssp_row() {
  MethodRow row;
  row.name = "ssp";
  row.summary = "subspace pursuit";
  row.constraints = {ConstraintKind::sparse_c};
  row.guarantee = "least squares on its support";
  row.cost = "m n + m s^2 per round";
  row.source = "Dai, Milenkovic, IEEE Trans. Inform. Theory 2009";
  row.monotone = true;
  row.solve = [](const Problem& problem, const MethodSettings&, const RunContext& run) {
    return ssp(problem, run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
