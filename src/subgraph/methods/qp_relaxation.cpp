#include "subgraph/methods/qp_relaxation.hpp"

#include <lode/graph/spectra.hpp>
#include <lode/subgraph/registry.hpp>

#include "core/linalg/eigen.hpp"
#include "core/options/solve_by_settings.hpp"
#include "subgraph/methods/capped_simplex.hpp"
#include "subgraph/methods/relaxation.hpp"

namespace lode::subgraph {
namespace {

class ProjectedGradient {
 public:
  ProjectedGradient(const Problem& problem, const QpRelaxationOptions& options,
                    const AdjacencyOperator& matrix, const RunContext& run, std::span<const double> start)
      : s_(problem.s),
        tolerance_(options.tolerance),
        product_(matrix),
        largest_(largest_eigenvalue(matrix, run).value),
        x_(Eigen::Map<const Eigen::VectorXd>(start.data(), static_cast<Eigen::Index>(start.size()))),
        before_(x_.size()) {}

  const Eigen::VectorXd& x() const { return x_; }

  hybrid::Step step() {
    x_.swap(before_);
    product_.multiply(before_.data(), x_.data());
    x_ = before_ + x_ / largest_;
    const std::span<double> values(x_.data(), static_cast<std::size_t>(x_.size()));
    project_capped_simplex(values, s_, values);
    const bool settled = (x_ - before_).norm() <= tolerance_ * before_.norm();
    return settled ? hybrid::Step::settled : hybrid::Step::moved;
  }

 private:
  double s_;
  double tolerance_;
  detail::SupportProduct product_;
  double largest_;  ///< eigenvalue
  Eigen::VectorXd x_;
  Eigen::VectorXd before_;
};

const lode::detail::OptionTable<QpRelaxationOptions>& qp_relaxation_options() {
  static const lode::detail::OptionTable<QpRelaxationOptions> table = {
      {"max-iterations", &QpRelaxationOptions::max_iterations, "Largest number of steps", "steps",
       lode::detail::at_least(0)},
      {"tolerance", &QpRelaxationOptions::tolerance,
       "The method ends when a step moves x by at most this part of |x|", "",
       lode::detail::at_least_or_infinity(0.0)},
  };
  return table;
}

}  // namespace

Solution qp_relaxation(const Problem& problem, const QpRelaxationOptions& options, const RunContext& run) {
  return detail::relax<ProjectedGradient>(problem, options, qp_relaxation_options(), run, "qp-relaxation",
                                          options.max_iterations);
}

namespace detail {

MethodRow qp_relaxation_row() {
  return {
      .name = "qp-relaxation",
      .summary =
          "Maximises the quadratic relaxation by projected gradient steps, then takes the s largest entries",
      .objective = "x'Wx, 0 <= x <= 1, 1'x = s",
      .guarantee = "Never less than its start",
      .cost = "At most 2000 steps of O(n + m), and one eigenvalue",
      .source = "Yuan, Ghanem, AAAI 2017",
      .options = qp_relaxation_options().infos(),
      .solve = lode::detail::solve_by_settings<qp_relaxation, qp_relaxation_options>};
}

}  // namespace detail

}  // namespace lode::subgraph
