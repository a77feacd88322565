#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/problem.hpp>

#include "bounds/plan/plan.hpp"
#include "study/find/finder.hpp"
#include "study/find/time_shares.hpp"
#include "subgraph/problem/exclusion.hpp"
#include "subgraph/problem/goal.hpp"

namespace lode::detail {

/// The bounds of one request, computed before and after the searches and exchanged with them.
class AnswerBounds {
 public:
  /// Computes the bounds before a search. `reduced`: the problem without the excluded vertices; its dense
  /// part is set here. All arguments are kept by reference.
  AnswerBounds(const Graph& graph, const FindRequest& request, const FindEvents& events,
               const TimeShares& shares, subgraph::ReducedProblem& reduced, const RunContext& whole);

  subgraph::BoundPlan& plan() { return *plan_; }
  subgraph::BoundLedger& ledger() const { return plan_->ledger(); }

  /// The least bound known for a size.
  subgraph::Bound bound(Vertex s) const;
  /// The least bound on the sets that are searched, inside a declared core; nothing_known if it may rest on a
  /// statement of the input, which a search may refute.
  double bound_inside(Vertex s) const;
  /// Dense sets found by the bounds, in vertex numbers of the reduced graph.
  std::vector<VertexSet> hints(Vertex s) const;
  /// Moves the bound of an exhaustive search to the bounds inside a declared core, since it does not hold for
  /// the larger graph.
  void take_search(subgraph::Solution& solution) const;

  /// Bounds connected sets of the answer's size by their number of edges, and by an exhaustive search of
  /// limited work, which may improve the answer.
  void settle_connected(const subgraph::Problem& problem, subgraph::Solution& solution, std::uint64_t work,
                        const RunContext& run);

  /// Bounds after searches with these settings, for the same work as the searches. `answers`: number of
  /// answers that share the work of small graphs.
  void follow(std::span<const subgraph::Solution> solutions, const subgraph::MethodSettings& settings,
              std::size_t answers, const RunContext& run);
  /// Adds the cheap bounds of the whole graph for larger efforts, if the bounds of its dense part leave a
  /// gap.
  void bound_whole_graph(std::span<const subgraph::Solution> solutions);
  /// Spends the remaining effort on the bound of one answer, and with `proof` on the answer too, within
  /// `run`.
  void improve(const subgraph::Problem& problem, subgraph::Solution& solution, const RunContext& run);
  /// A bound on the sets without the vertices of earlier answers, for the same effort.
  subgraph::Bound without(const VertexSet& earlier, const subgraph::Solution& solution, std::size_t answers,
                          const RunContext& run) const;

  /// Checks an answer against its bound. Errors: InputError for a stated bound that the answer refutes, and
  /// InternalError for another bound.
  void compare(const subgraph::Bound& bound, Weight objective) const;
  Sums sums() const { return sums_; }

 private:
  bool is_settled(const subgraph::Solution& solution) const;
  double memory() const;
  void search_on(const subgraph::Problem& problem, subgraph::Solution& solution, const subgraph::Bound& first,
                 const RunContext& run);

  const Graph& graph_;
  const FindRequest& request_;
  const FindEvents& events_;
  const TimeShares& shares_;
  const subgraph::ReducedProblem& reduced_;
  const RunContext& whole_;
  const Sums sums_;  ///< kind of the objectives
  std::optional<subgraph::BoundPlan> plan_;
  std::map<Vertex, subgraph::Bound> connected_;  ///< bounds on connected sets, by size
};

/// True if increasing sizes are so close that neighbouring answers nearly coincide. For sizes further apart,
/// separate searches with separate hints find better sets in the same time.
bool is_curve(std::span<const Vertex> sizes);

}  // namespace lode::detail
