#include "subgraph/methods/lp.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {

MethodRow lp_row() {
  MethodRow row;
  row.name = "lp";
  row.summary = "top s of the linear program, solved for all sizes by the dense decomposition";
  row.objective = "sum of w_uv min(x_u, x_v)";
  row.guarantee = "optimal at the sizes of the dense decomposition";
  row.cost = "O(n + m) per pass, tens of passes";
  row.source = "Danisch, Chan, Sozio, WWW 2017; Harb, Quanrud, Chekuri, NeurIPS 2022";
  row.uses_start = false;
  row.monotone = false;
  row.solve = [](const Problem& problem, const MethodSettings&, const RunContext& run) {
    return lp_rounding(problem, run);
  };
  return row;
}

}  // namespace lode::detail
