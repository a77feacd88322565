#include "least_squares/methods/gp.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {

MethodRow gp_row() {
  MethodRow row;
  row.name = "gp";
  row.summary = "gradient pursuit";
  row.constraints = {ConstraintKind::sparse_c};
  row.guarantee = "none";
  row.cost = "m n per round, 10 s rounds";
  row.source = "Blumensath, Davies, IEEE Trans. Signal Process. 2008";
  row.monotone = true;
  row.solve = [](const Problem& problem, const MethodSettings&, const RunContext& run) {
    return gp(problem, run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
