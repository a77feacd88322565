#include "subgraph/methods/mpec_adm.hpp"

#include <lode/subgraph/registry.hpp>

#include "subgraph/methods/mpec.hpp"

namespace lode::subgraph {

Solution mpec_adm(const Problem& problem, const MpecOptions& options, const RunContext& run) {
  return detail::solve_mpec(problem, detail::MpecForm::multiplier, options, run, "mpec-adm");
}

namespace detail {

MethodRow mpec_adm_row() {
  MethodRow row;
  row.name = "mpec-adm";
  row.summary = "augmented Lagrangian on y'v = n, |v|^2 <= n, then the s largest entries";
  row.objective = "f(y) + pi t + (rho/2) t^2, t = n - y'v";
  row.guarantee = "never less than its start";
  row.cost = "some 120 x 30 x (n + m) at most, and two eigenvalues";
  row.source = "Yuan, Ghanem, AAAI 2017";
  row.options = mpec_options().infos();
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return mpec_adm(problem, mpec_options().read(settings), run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode::subgraph
