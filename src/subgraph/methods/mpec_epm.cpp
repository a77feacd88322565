#include "subgraph/methods/mpec_epm.hpp"

#include <lode/subgraph/registry.hpp>

#include "subgraph/methods/mpec.hpp"

namespace lode::subgraph {

Solution mpec_epm(const Problem& problem, const MpecOptions& options, const RunContext& run) {
  return detail::solve_mpec(problem, detail::MpecForm::penalty, options, run, "mpec-epm");
}

namespace detail {

MethodRow mpec_epm_row() {
  MethodRow row;
  row.name = "mpec-epm";
  row.summary = "exact penalty method on y'v = n, |v|^2 <= n, then the s largest entries";
  row.objective = "f(y) + rho (n - y'v), -1 <= y <= 1, 1'y = 2s - n";
  row.guarantee = "never less than its start";
  row.cost = "some 120 x 30 x (n + m) at most, and two eigenvalues";
  row.source = "Yuan, Ghanem, AAAI 2017";
  row.options = mpec_options().infos();
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return mpec_epm(problem, mpec_options().read(settings), run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode::subgraph
