#pragma once

#include <cstddef>
#include <string>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/plan/plan.hpp"

namespace lode::detail {

/// Divides time and work of a request between searches and bounds.
///
/// Bounds before a search get a fixed share of the time. The search then ends by its own work, and the bounds
/// after it get the same work. A time limit does not change these steps if it suffices, so no limit worsens a
/// bound. With TimeUse::spend the search then continues until the end of its share, which depends on the
/// effort.
class TimeShares {
 public:
  /// Keeps a reference to the request. `whole`: the run of all sizes together.
  TimeShares(const FindRequest& request, const RunContext& whole);

  /// True if bounds follow the searches; if more of them follow than with `automatic`.
  bool bounds_follow() const { return request_.effort >= subgraph::Effort::automatic; }
  bool exceeds_automatic() const { return request_.effort > subgraph::Effort::automatic; }
  /// True if a longer search follows these bounds. `proof` alternates between bound and answer instead.
  bool searches_on() const {
    return bounds_follow() && request_.effort != subgraph::Effort::proof && settings() != request_.settings;
  }
  /// Seconds for the searches of `sizes` sizes, from the seconds left.
  double search_seconds(double left, std::size_t sizes) const;
  /// Seconds for the strong bounds of one answer, from the seconds left.
  double strong_seconds(double left) const;
  /// A size with the work of its search, but at least the work of a small graph, divided by `answers`.
  /// `together`: number of sizes that were solved together.
  subgraph::SearchedSize searched(const Graph& graph, const subgraph::Solution& solution,
                                  const subgraph::MethodSettings& settings, std::size_t answers,
                                  std::size_t together) const;

  /// The settings of the method, with unlimited work under TimeUse::spend.
  subgraph::MethodSettings settings() const;
  /// The settings of the search before the bounds, which ends by its own work if bounds follow.
  subgraph::MethodSettings first_settings() const { return bounds_follow() ? request_.settings : settings(); }
  /// The preset of the method, or empty.
  std::string preset() const;
  const subgraph::MethodRow& method() const { return row_; }

 private:
  const FindRequest& request_;
  const subgraph::MethodRow& row_;
  bool spends_;  ///< the whole time limit is to be used
};

/// A lower bound on the work of a search that ended by itself, in units of BoundRequest::work: its limit of
/// idle work, or one visit of the graph for methods without a limit. 0 for searches ended by a target or a
/// cancel, and for exhaustive searches.
double search_work(const subgraph::MethodRow& row, const subgraph::MethodSettings& settings,
                   const Graph& graph, const subgraph::Solution& solution);

/// True if a search that begins now will look at the clock before the run ends. Its preparation takes 30 to
/// 40 ns per arc, measured on graphs of 3,000,000 to 20,000,000 edges.
inline bool begins_in_time(const Graph& graph, const RunContext& run) {
  constexpr double seconds_per_arc = 4e-8;
  return run.time_left() > seconds_per_arc * static_cast<double>(graph.num_arcs());
}

}  // namespace lode::detail
