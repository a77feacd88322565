#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/bounds/bounds.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/problem.hpp>

#include "bounds/plan.hpp"
#include "study/find/time_shares.hpp"
#include "subgraph/problem/exclusion.hpp"
#include "subgraph/problem/goal.hpp"

namespace lode::detail {

/// Holds the bounds of a run against the sets that its searches find. A set that weighs more than a bound
/// shows that lode itself is at fault: the answer is kept, and no bound of the run is believed from then on.
class BoundGuard {
 public:
  bool holds() const { return defect_.empty(); }
  /// What a user should know of the fault; empty while all bounds hold.
  const std::string& defect() const { return defect_; }

  /// Runs `search`, which tells a method the bounds of the run while `holds()`. A method that refuses a bound
  /// as false is noted, and `search` runs once more, without bounds then.
  template <class Search>
  auto search(Search&& search) {
    if (!holds()) return search();
    try {
      return search();
    } catch (const subgraph::detail::BoundRefused& error) {
      note(error.what());
    }
    return search();
  }

  void compare(const subgraph::Bound& bound, Weight weight, Sums sums) {
    if (!holds() || least_meeting(weight, sums) <= bound.value) return;
    note(fmt::format("upper bound is {} by rule {}: is below the weight of a set of {} vertices, {}",
                     bound.value, bound.name, bound.s, weight));
  }

 private:
  void note(const std::string& what) {
    defect_ = "internal error: " + what +
              "; the answer is right as it stands, the bound is not: please report it with the graph";
  }

  std::string defect_;
};

/// Sets what the bound of an answer proves about it. `sums` and `room`: as of Judgement.
void judge(FindAnswer& answer, Sums sums, double room);

/// The bounds of one request: what searches are told of them, what searches tell them, and what is spent on
/// them before and after the searches.
class AnswerBounds {
 public:
  /// Computes the bounds that come before a search. `reduced`: the problem without the vertices to exclude,
  /// which gets its dense part here. Everything is referred to.
  AnswerBounds(const Graph& graph, const FindRequest& request, const FindEvents& events,
               const TimeShares& shares, subgraph::ReducedProblem& reduced, const RunContext& whole);

  subgraph::BoundPlan& plan() { return *plan_; }
  subgraph::BoundLedger& ledger() const { return plan_->ledger(); }
  const BoundGuard& guard() const { return guard_; }

  /// The least bound of a size that is known by now.
  subgraph::Bound bound(Vertex s) const;
  /// The same for the sets that are searched, those inside a declared core; nothing where it may rest on what
  /// the input states, which a search may refute.
  double bound_inside(Vertex s) const;
  /// Dense sets that the bounds came across, in numbers of the graph without the vertices to exclude.
  std::vector<VertexSet> hints(Vertex s) const;
  /// Runs a search that is told what bounds are known.
  template <class Search>
  auto guarded(Search&& search) {
    return guard_.search(search);
  }
  /// What an exhaustive search has shown of the sets inside a declared core goes to the bounds there; nothing
  /// of it is about the larger graph by itself.
  void take_search(subgraph::Solution& solution) const;

  /// Bounds connected sets of the size of an answer by their number of edges, and by an exhaustive search of
  /// some work, which may improve the answer.
  void settle_connected(const subgraph::Problem& problem, subgraph::Solution& solution, std::uint64_t work,
                        const RunContext& run);

  /// After the searches of some sizes by these settings: bounds by as much work as the searches took. Larger
  /// efforts begin with that, too. `answers`: how many share the work of small graphs.
  void follow(std::span<const subgraph::Solution> solutions, const subgraph::MethodSettings& settings,
              std::size_t answers, const RunContext& run);
  /// The cheap bounds of the whole graph, where those of its dense part leave a gap, for larger efforts.
  void bound_whole_graph(std::span<const subgraph::Solution> solutions);
  /// Spends what the effort asks for beyond that on the bound of one answer, and with `proof` on the answer
  /// too, in the time of `run`.
  void improve(const subgraph::Problem& problem, subgraph::Solution& solution, const RunContext& run);
  /// That of the sets without the vertices of earlier answers, for which as much is spent.
  subgraph::Bound without(const VertexSet& earlier, const subgraph::Solution& solution, std::size_t answers,
                          const RunContext& run) const;

  /// Holds an answer against its bound. Errors: InputError where it refutes a stated one.
  void compare(const subgraph::Bound& bound, Weight objective);
  Sums sums() const { return sums_; }
  /// Leaves an answer with a bound that follows from the graph alone, since one of the run is false.
  void withdraw(FindAnswer& answer) const;

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
  const Sums sums_;  ///< of objectives
  std::optional<subgraph::BoundPlan> plan_;
  std::map<Vertex, subgraph::Bound> connected_;  ///< of connected sets alone, by size
  BoundGuard guard_;
};

/// Whether sizes, increasing, are so close that the answer of one is nearly that of the next. Further apart,
/// searches of their own with hints of their own find more in the same time: on ca-GrQc 100:1000:100 at 0.2 s
/// each, better sets of 6 of the 10 sizes, of none a worse one.
bool is_curve(std::span<const Vertex> sizes);

}  // namespace lode::detail
