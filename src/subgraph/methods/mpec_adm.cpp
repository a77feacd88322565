#include "subgraph/methods/mpec_adm.hpp"

#include "subgraph/methods/mpec.hpp"

namespace lode {

Solution mpec_adm(const Problem& problem, const MpecOptions& options, const RunContext& run) {
  return detail::solve_mpec(problem, detail::MpecForm::multiplier, options, run, "mpec-adm");
}

}  // namespace lode
