#include "subgraph/methods/mpec_adm.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {

MethodRow mpec_adm_row() {
  MethodRow row;
  row.name = "mpec-adm";
  row.summary = "augmented Lagrangian on y'v = n, |v|^2 <= n, then the s largest entries";
  row.objective = "f(y) + pi t + (rho/2) t^2, t = n - y'v";
  row.guarantee = "never less than its start";
  row.cost = "some 120 x 30 x (n + m) at most, and two eigenvalues";
  row.source = "Yuan, Ghanem, AAAI 2017";
  row.solve = [](const Problem& problem, const MethodSettings&, const RunContext& run) {
    return mpec_adm(problem, MpecOptions(), run);
  };
  return row;
}

}  // namespace lode::detail
