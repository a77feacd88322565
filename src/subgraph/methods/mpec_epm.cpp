#include "subgraph/methods/mpec_epm.hpp"

#include "subgraph/methods/mpec.hpp"

namespace lode {

Solution mpec_epm(const Problem& problem, const MpecOptions& options, const RunContext& run) {
  return detail::solve_mpec(problem, detail::MpecForm::penalty, options, run, "mpec-epm");
}

}  // namespace lode
