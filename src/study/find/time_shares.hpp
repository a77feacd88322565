#pragma once

#include <cstddef>
#include <string>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/plan.hpp"

namespace lode::detail {

/// How the time and the work of a request are shared between its searches and its bounds.
///
/// Bounds that come before a search get a fixed part of the time. The search then ends by its own work, and
/// the bounds after it get as much work as the search took. Both are the same with a time limit as without
/// one, if the time suffices, so that no limit makes a bound worse. With a limit that is there to be used the
/// search then begins again and goes on until its part of the time is over; the part depends on the effort.
class TimeShares {
 public:
  /// Refers to the request. `whole`: the run of all sizes together.
  TimeShares(const FindRequest& request, const RunContext& whole);

  /// Whether bounds follow the searches, and whether more of them than the effort `automatic` asks for.
  bool bounds_follow() const { return request_.effort == subgraph::Effort::automatic || goes_beyond_auto(); }
  bool goes_beyond_auto() const {
    return request_.effort == subgraph::Effort::strong || request_.effort == subgraph::Effort::proof;
  }
  /// Whether a longer search follows these bounds. A proof alternates between bound and answer instead.
  bool searches_on() const {
    return bounds_follow() && request_.effort != subgraph::Effort::proof && settings() != request_.settings;
  }
  /// The part of the run for bounds before a search, and their work.
  RunContext before_search() const;
  double work_before_search(const RunContext& run) const {
    return subgraph::cheap_bounds_work(request_.effort, run);
  }
  /// What the searches of so many sizes get of the seconds left.
  double search_seconds(double left, std::size_t sizes) const;
  /// What the bound of one answer gets of the seconds left beyond the effort `automatic`.
  double strong_seconds(double left) const;
  /// A size with what its search by these settings did, but at least the work of a small graph, which so many
  /// answers share. `together`: of so many sizes that were solved together.
  subgraph::SearchedSize searched(const Graph& graph, const subgraph::Solution& solution,
                                  const subgraph::MethodSettings& settings, std::size_t answers,
                                  std::size_t together) const;

  /// The settings of the method: its work has no limit where time is there to be used.
  subgraph::MethodSettings settings() const;
  /// The same for the search before the bounds, which ends by its own work where bounds follow.
  subgraph::MethodSettings first_settings() const { return bounds_follow() ? request_.settings : settings(); }
  /// The preset of the method; empty where it has none.
  std::string preset() const;
  const subgraph::MethodRow& method() const { return row_; }

 private:
  bool spends() const { return request_.time_use == TimeUse::spend && limited_; }

  const FindRequest& request_;
  const subgraph::MethodRow& row_;
  const RunContext& whole_;
  bool limited_;  ///< the run has a time limit
};

/// What a search did before it ended by itself, in units of BoundRequest::work, at least: its limit of work,
/// which is that of its idle part, or a visit of the graph for methods without one. 0 for searches cut short
/// by a target or a cancel, and for exhaustive ones, which have spent on the bound what they had.
double search_work(const subgraph::MethodRow& row, const subgraph::MethodSettings& settings,
                   const Graph& graph, const subgraph::Solution& solution);

/// Whether a search that begins now looks at the clock before the run ends: what comes before takes 30 to 40
/// ns per arc, measured on graphs of 3,000,000 to 20,000,000 edges.
inline bool begins_in_time(const Graph& graph, const RunContext& run) {
  constexpr double seconds_per_arc = 4e-8;
  return run.time_left() > seconds_per_arc * static_cast<double>(graph.num_arcs());
}

}  // namespace lode::detail
