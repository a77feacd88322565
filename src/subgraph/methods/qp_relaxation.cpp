#include "subgraph/methods/qp_relaxation.hpp"

#include <lode/core/error.hpp>
#include <lode/graph/spectra.hpp>
#include <lode/subgraph/registry.hpp>

#include "core/linalg/eigen.hpp"
#include "core/options/option_table.hpp"
#include "subgraph/methods/capped_simplex.hpp"
#include "subgraph/methods/relaxation.hpp"

namespace lode::subgraph {
namespace {

const lode::detail::OptionTable<QpRelaxationOptions>& qp_relaxation_options() {
  static const lode::detail::OptionTable<QpRelaxationOptions> table = {
      {"max-iterations", &QpRelaxationOptions::max_iterations, "Steps at most", "steps",
       lode::detail::at_least(0)},
      {"tolerance", &QpRelaxationOptions::tolerance, "Ends when a step moves x by at most this part of |x|",
       "", lode::detail::at_least_or_infinity(0.0)},
  };
  return table;
}

}  // namespace

Solution qp_relaxation(const Problem& problem, const QpRelaxationOptions& options, const RunContext& run) {
  check_problem(problem);
  qp_relaxation_options().check(options);
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

namespace detail {

MethodRow qp_relaxation_row() {
  MethodRow row;
  row.name = "qp-relaxation";
  row.summary = "projected gradient on the quadratic relaxation, then the s largest entries";
  row.objective = "x'Wx, 0 <= x <= 1, 1'x = s";
  row.guarantee = "never less than its start";
  row.cost = "2000 x (n + m) at most, and one eigenvalue";
  row.source = "Yuan, Ghanem, AAAI 2017";
  row.options = qp_relaxation_options().infos();
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return qp_relaxation(problem, qp_relaxation_options().read(settings), run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode::subgraph
