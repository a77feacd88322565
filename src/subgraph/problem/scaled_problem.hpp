#pragma once

#include <optional>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::subgraph::detail {

/// A problem of real weights as one whose heaviest edge weighs from 1 to below 2: searches compare weights by
/// tolerances of 1e-12, which mean nothing where all weights are about as small.
///
/// Edges that no answer can hold are left out first: two vertices to choose besides those to include, where
/// one is left to choose, or an edge too far from them for a connected answer. So the best answer weighs at
/// least as much as the heaviest edge, and what a search passes over for rounding is 1e-12 of the best
/// answer, whatever other weights the graph has. (The best connected answer with several vertices to include
/// may weigh less: edges count as near when they are near to one of them.)
///
/// Weights are multiplied by a power of two: sets, and all that a search does, are the same at any scale.
/// Weights below 2^-1022 of the heaviest may be rounded.
///
/// Cost: one pass over the weights; where it scales, 8 bytes per arc and another pass; where it leaves edges
///       out, a copy of the graph.
class ScaledProblem {
 public:
  /// Nothing where nothing would change: for integral weights, and for a heaviest edge of 1 to below 2.
  /// Sizes and vertices must be in range. `connected` counts.
  static std::optional<ScaledProblem> of(const Problem& problem);

  const Problem& problem() const { return scaled_; }
  /// A bound or target of the problem at hand as one of problem().
  double inward(double weight) const;
  /// What a search for problem() reports is told in the weights of the problem at hand.
  RunContext inward(const RunContext& run) const { return run.with_reports_times(-exponent_); }
  /// An answer of problem() as one of the problem at hand, with weights counted there.
  Solution outward(Solution solution) const;
  /// What `solve` returns. Errors: a bound that is refused is named as the caller gave it.
  template <class Solve>
  auto solved(const Solve& solve) const {
    try {
      return solve();
    } catch (const InvalidArgument& error) {
      if (error.parameter() != "upper bound") throw;
      refuse_bound();
    }
  }

 private:
  ScaledProblem(const Problem& problem, Graph usable, int exponent);

  [[noreturn]] void refuse_bound() const;

  Graph graph_;         ///< of the problem at hand
  double upper_bound_;  ///< likewise
  int exponent_;
  Problem scaled_;
};

/// What solve(problem, run) returns, asked with weights of about 1 where the problem has others.
template <class Solve>
Solution solved_in_scale(const Problem& problem, const RunContext& run, const Solve& solve) {
  const std::optional<ScaledProblem> scaled = ScaledProblem::of(problem);
  if (!scaled) return solve(problem, run);
  return scaled->outward(scaled->solved([&] { return solve(scaled->problem(), scaled->inward(run)); }));
}

}  // namespace lode::subgraph::detail
