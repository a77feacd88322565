#pragma once

// Shared by the relaxations: the set {x : 0 <= x <= 1, 1'x = s}, products with mostly zero vectors, and a
// run that rounds every iterate.

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include <lode/core/run_context.hpp>
#include <lode/subgraph/problem.hpp>

#include "core/linalg/eigen.hpp"
#include "graph/spectra/spectra.hpp"
#include "hybrid/escape/incumbent.hpp"
#include "hybrid/steps.hpp"

namespace lode::subgraph::detail {

/// The s vertices of largest value, ties to the smaller vertex, in increasing order; 1 <= s <= values.size().
/// Cost: O(n).
VertexSet top_s(const Eigen::VectorXd& values, Vertex s);

/// Replaces x by its Euclidean projection onto {x : 0 <= x <= 1, 1'x = s}: clip(x - t, 0, 1) for the shift t
/// that makes the sum s. Returns t.
///
/// Newton's method on the piecewise linear sum finds t. A bracket around t is kept, and a step that would
/// leave it is replaced by bisection. The sum is s up to 1e-13 n. In x = (y + 1)/2 this is the projection
/// onto {y : -1 <= y <= 1, 1'y = 2s - n}.
///
/// Needs: 0 <= s <= n, n >= 1, finite values.
/// Cost:  O(n) per pass, some ten passes, at most 200.
double project_capped_simplex(Eigen::VectorXd& x, double s);

/// y = W x. If x is mostly zero, only the rows of its nonzeros are visited. Deterministic.
void multiply(const Graph& graph, const Eigen::VectorXd& x, Eigen::VectorXd& y);

/// The best set of the s largest entries of the iterates of one run, with its trace.
struct BestRounding {
  /// Takes the s largest entries of x if their weight is larger than before.
  /// Cost: O(n), and O(sum of their degrees) if they are another set than at the last call.
  void consider(const Eigen::VectorXd& x, std::uint64_t iteration);

  /// The reason to end before the method's own rule says so: target or bound reached, cancel, deadline.
  std::optional<StopReason> should_end() {
    return incumbent.should_stop() ? std::optional(incumbent.reason()) : std::nullopt;
  }

  /// Calls `step`, which moves x, until it ends by itself, `should_end` gives a reason, or `max_steps` are
  /// made. Considers every x.
  template <class MakeStep>
  hybrid::StepsEnd make_steps(std::uint64_t max_steps, const Eigen::VectorXd& x, MakeStep&& step) {
    return hybrid::make_steps(
        max_steps, run, [&] { return should_end(); }, step, [&](std::uint64_t steps) { consider(x, steps); });
  }

  const Problem& problem;
  const RunContext& run;
  hybrid::Incumbent incumbent;
  VertexSet best = {};
  VertexSet last = {};  ///< of the last call of `consider`
};

/// Moves x from the start and considers its points.
using RelaxationSteps = std::function<hybrid::StepsEnd(Eigen::VectorXd& x, BestRounding& best)>;

/// Runs a relaxation in the arena of the run, from the indicator of the start or, without one, from s/n
/// everywhere. Returns the best rounding. If every set has the same weight (s = n, or no positive weight),
/// the rounded start is the answer.
///
/// Errors: InvalidArgument as check_problem.
Solution relax(const Problem& problem, const RunContext& run, std::string_view phase,
               std::optional<StartKind> start, const RelaxationSteps& steps);

}  // namespace lode::subgraph::detail
