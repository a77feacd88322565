#include "subgraph/methods/l2box_admm.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {
namespace {

L2boxAdmmOptions l2box_admm_options_from(const MethodSettings& settings) {
  const SettingsReader reader(settings);
  L2boxAdmmOptions options;
  reader.read("max-iterations", options.max_iterations);
  return options;
}

}  // namespace

MethodRow l2box_admm_row() {
  MethodRow row;
  row.name = "l2box-admm";
  row.summary = "ADMM with a copy of x in the box and one on the sphere, then the s largest entries";
  row.objective = "x'(lambda_max I - W)x, x in {0,1}^n as box and sphere, 1'x = s";
  row.guarantee = "never less than its start";
  row.cost = "1000 x conjugate gradients of O(n + m) per step, and one eigenvalue";
  row.source = "Wu, Ghanem, IEEE TPAMI 41 (2019)";
  row.settings = {"max-iterations"};
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return l2box_admm(problem, l2box_admm_options_from(settings), run);
  };
  return row;
}

}  // namespace lode::detail
