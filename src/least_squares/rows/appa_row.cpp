#include "least_squares/methods/appa.hpp"
#include "least_squares/rows/rows.hpp"

namespace lode::least_squares::detail {

MethodRow appa_row() {
  MethodRow row;
  row.name = "appa";
  row.summary = "accelerated proximal point method, monotone";
  row.constraints = {ConstraintKind::binary, ConstraintKind::binary_c, ConstraintKind::sparse,
                     ConstraintKind::sparse_c};
  row.guarantee = "never above its start";
  row.cost = "2 m n per iteration";
  row.source = "Beck, Teboulle, SIAM J. Imaging Sci. 2009; Li, Lin, NIPS 2015";
  row.settings = {"max-iterations", "start-scale"};
  row.uses_start = true;
  row.monotone = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return appa(problem, proximal_options(settings), run);
  };
  return row;
}

}  // namespace lode::least_squares::detail
