#include "subgraph/methods/qp_relaxation.hpp"

#include <string>

#include <lode/core/error.hpp>
#include <lode/graph/spectra.hpp>

#include "core/linalg/eigen.hpp"
#include "subgraph/methods/capped_simplex.hpp"
#include "subgraph/methods/relaxation.hpp"

namespace lode {

Solution qp_relaxation(const Problem& problem, const QpRelaxationOptions& options, const RunContext& run) {
  check_problem(problem);
  detail::check_tolerance(options.tolerance);
  const auto iterate = [&](std::span<const double> start,
                           detail::BestRounding& best) -> detail::RelaxationEnd {
    const AdjacencyOperator matrix(problem.graph);
    const detail::SupportProduct product(matrix);
    const double largest = largest_eigenvalue(matrix, run).value;
    const std::size_t n = start.size();
    Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(start.data(), static_cast<Eigen::Index>(n));
    Eigen::VectorXd next(x.size());
    for (std::uint64_t step = 0;; ++step) {
      if (const auto stop = best.should_end()) return {*stop, step};
      if (step == options.max_iterations) return {StopReason::iterations, step};
      product.multiply(x.data(), next.data());
      next = x + next / largest;
      project_capped_simplex({next.data(), n}, problem.s, {next.data(), n});
      best.consider({next.data(), n}, step + 1);
      const bool settled = (next - x).norm() <= options.tolerance * x.norm();
      x.swap(next);
      if (settled) return {StopReason::converged, step + 1};
    }
  };
  return detail::run_relaxation(problem, run, "qp-relaxation", detail::uniform_or_start(problem, run),
                                iterate);
}

}  // namespace lode
