#include "subgraph/methods/qp_relaxation.hpp"
#include "subgraph/rows/rows.hpp"

namespace lode::detail {
namespace {

QpRelaxationOptions qp_relaxation_options_from(const MethodSettings& settings) {
  const SettingsReader reader(settings);
  QpRelaxationOptions options;
  reader.read("max-iterations", options.max_iterations);
  return options;
}

}  // namespace

MethodRow qp_relaxation_row() {
  MethodRow row;
  row.name = "qp-relaxation";
  row.summary = "projected gradient on the quadratic relaxation, then the s largest entries";
  row.objective = "x'Wx, 0 <= x <= 1, 1'x = s";
  row.guarantee = "never less than its start";
  row.cost = "2000 x (n + m) at most, and one eigenvalue";
  row.source = "Yuan, Ghanem, AAAI 2017";
  row.settings = {"max-iterations"};
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return qp_relaxation(problem, qp_relaxation_options_from(settings), run);
  };
  return row;
}

}  // namespace lode::detail
