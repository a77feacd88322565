#include "least_squares/methods/ppa.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {

PpaOptions proximal_options(const MethodSettings& settings) {
  const SettingsReader reader(settings);
  PpaOptions options;
  reader.read("max-iterations", options.max_iterations);
  reader.read("start-scale", options.start_scale);
  return options;
}

MethodRow ppa_row() {
  MethodRow row;
  row.name = "ppa";
  row.summary = "proximal point method (iterative hard thresholding)";
  row.constraints = {ConstraintKind::binary, ConstraintKind::binary_c, ConstraintKind::sparse,
                     ConstraintKind::sparse_c};
  row.guarantee = "L-stationary";
  row.cost = "m n per iteration";
  row.source = "Beck, Eldar, SIAM J. Optim. 2013";
  row.settings = {"max-iterations", "start-scale"};
  row.uses_start = true;
  row.monotone = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return ppa(problem, proximal_options(settings), run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
