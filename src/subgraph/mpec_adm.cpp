#include <lode/subgraph/mpec_adm.hpp>

#include "subgraph/mpec.hpp"

namespace lode {

Solution mpec_adm(const Problem& problem, const MpecAdmOptions& options, RunContext& run) {
  check_problem(problem);
  detail::MpecSettings settings;
  settings.form = detail::MpecForm::multiplier;
  settings.penalty = options.penalty;
  settings.growth = options.growth;
  settings.alternations = options.alternations;
  settings.inner_steps = options.inner_steps;
  settings.gap = options.gap;
  detail::check_settings(settings);
  const auto iterate = [&](std::span<const double> start, detail::BestRounding& best) {
    return detail::alternate_mpec(problem, settings, run, start, best);
  };
  return detail::run_relaxation(problem, run, "mpec-adm", detail::uniform_or_start(problem, run), iterate);
}

}  // namespace lode
