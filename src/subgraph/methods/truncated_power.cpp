#include <fmt/core.h>

#include <lode/subgraph/registry.hpp>

#include "core/options/option_table.hpp"
#include "subgraph/methods/relaxation.hpp"

namespace lode::subgraph::detail {
namespace {

using Eigen::VectorXd;

struct TruncatedPowerOptions {
  std::optional<double> shift = {};
  std::uint64_t max_iterations = 200;  ///< per shift
};

lode::detail::OptionTable<TruncatedPowerOptions> truncated_power_options() {
  return {
      {"shift", &TruncatedPowerOptions::shift,
       "Number c added to the diagonal; automatic: 0 at first, larger when the objective falls", "",
       lode::detail::at_least(0.0)},
      {"max-iterations", &TruncatedPowerOptions::max_iterations, "Largest number of steps for each shift",
       "steps", lode::detail::at_least(0)},
  };
}

/// Differences up to this are rounding, of the objective relative to itself and of the entries of x.
constexpr double power_tolerance = 1e-12;

/// Truncated power method for the densest s-vertex subgraph.
///
/// Maximises x'(W + cI)x over unit vectors with s nonzeros by x <- top_s((W + cI) x), normalised, real values
/// kept. A shift c from the options stays. Automatic shift: begins with c = 0; at the first fall of the
/// objective begins again from the start with c = |lambda_min|/2, then |lambda_min|, which never falls by
/// theory. Ends when an iterate repeats one of the last two or after max_iterations with one shift. The shift
/// in use is shown with the progress. Starts from the indicator of the s vertices of largest degree
/// (strength), or of the start that the problem names.
///
/// Without a shift the method may be caught in a cycle of two sets far from any dense one; it is kept as its
/// authors define it.
///
/// Cost:    O(n + degrees of the s vertices) per iteration, and one smallest eigenvalue when the objective
///          falls; memory O(n).
/// Returns: the heaviest of the iterates' sets, the start included.
/// Deterministic for a given start. Scaling all weights changes nothing.
/// Source:  X.-T. Yuan, T. Zhang, Truncated power method for sparse eigenvalue problems, JMLR 14 (2013)
///          899-925.
Solution truncated_power(const Problem& problem, const TruncatedPowerOptions& options,
                         const RunContext& run) {
  const auto iterate = [&](const VectorXd& start, BestRounding& best) {
    std::uint64_t iterations = 0;
    /// Why the iteration with one shift ended; nothing if the objective fell and it may not.
    const auto end_with = [&](double shift, bool may_fall) -> std::optional<StopReason> {
      best.incumbent.set_phase(fmt::format("tpm, shift {:.6g}", shift));
      VectorXd x = start.normalized();
      VectorXd previous = VectorXd::Zero(x.size());
      VectorXd image;
      double objective = -1.0;
      for (std::uint64_t step = 0;; ++step) {
        if (const auto reason = best.should_end()) return reason;
        multiply(problem.graph, x, image);
        image += shift * x;
        const double next_objective = x.dot(image);
        if (!may_fall && next_objective < objective * (1.0 - power_tolerance)) return std::nullopt;
        objective = next_objective;
        if (step == options.max_iterations) return StopReason::iterations;
        VectorXd next = VectorXd::Zero(x.size());
        for (const Vertex v : top_s(image, problem.s)) next[v] = image[v];
        const double norm = next.norm();
        if (norm == 0.0) return StopReason::converged;
        next /= norm;
        best.consider(next, ++iterations);
        const bool repeats = (next - x).lpNorm<Eigen::Infinity>() <= power_tolerance ||
                             (next - previous).lpNorm<Eigen::Infinity>() <= power_tolerance;
        if (repeats) return StopReason::converged;
        previous.swap(x);
        x.swap(next);
      }
    };
    auto reason = end_with(options.shift.value_or(0.0), options.shift.has_value());
    if (!reason) {
      const double largest_shift = -lode::detail::smallest_eigenvalue(problem.graph, run).value;
      reason = end_with(0.5 * largest_shift, false);
      if (!reason) reason = end_with(largest_shift, true);
    }
    return hybrid::StepsEnd{reason.value_or(StopReason::converged), iterations};
  };
  return relax(problem, run, "tpm", problem.start.value_or(StartKind::degree), iterate);
}

}  // namespace

MethodRow truncated_power_row() {
  return {.name = "tpm",
          .summary =
              "Multiplies x by W + cI and keeps the s largest entries, again and again (truncated power "
              "iteration)",
          .objective = "x'(W + cI)x, |x| = 1, s nonzeros",
          .guarantee = "Never less than its start; the objective never falls for c = |lambda_min|",
          .cost = "At most 200 steps for each shift, each n + the degrees of the set, and one eigenvalue",
          .source = "Yuan, Zhang, JMLR 14 (2013)",
          .options = truncated_power_options().infos(),
          .solve = lode::detail::solve_by_settings<truncated_power, truncated_power_options>};
}

}  // namespace lode::subgraph::detail
