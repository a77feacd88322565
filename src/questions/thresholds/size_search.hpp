#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/graph.hpp>
#include <lode/questions/thresholds.hpp>

#include "bounds/plan/plan.hpp"

namespace lode::detail {

/// True if every member misses at most plex - 1 others.
bool keeps_degrees(const Graph& graph, const VertexSet& set, Vertex plex);

/// The search for the largest set that reaches one threshold, with a proof against larger sets.
class SizeSearch {
 public:
  /// Keeps references to all arguments.
  SizeSearch(const Graph& graph, const FindRequest& request, const DensityThreshold& threshold,
             const RunContext& run);

  /// The answer of the largest size.
  FindAnswer find();
  /// A proof of that size; empty if no rule of bounds has one. Written even after the deadline.
  ///
  /// Errors:  SystemError if the run is cancelled.
  std::optional<subgraph::BoundCertificate> certificate();

 private:
  Vertex size() const { return static_cast<Vertex>(best_.size()); }
  Weight need(Vertex s) const { return threshold_.need(s, sums_); }
  // Real weights are compared up to rounding, since their sums depend on the order.
  bool reaches(Vertex s, Weight weight) const { return !worsens(weight, need(s), sums_); }
  bool too_little(Vertex s, double bound) const { return worsens(bound, need(s), sums_); }
  bool settled() const { return size() >= upper_; }

  void cap_by_loads();
  void cap_by_component();
  void take_orders();
  bool take(VertexSet set, Weight weight);
  void grow();
  void climb();
  bool probe(Vertex s, std::optional<subgraph::StartKind> start, TimeUse use, const RunContext& run);
  std::vector<Vertex> planned_sizes() const;
  void plan_anew();
  void read_bounds();
  void search_exactly(std::uint64_t work, const RunContext& run);
  void search_members();
  void ask(Vertex s, double work, const RunContext& run);
  void prove();
  Vertex next_asked(Vertex resisted) const;
  void take_turn(double work, const RunContext& run);
  FindAnswer answer();

  const Graph& graph_;
  const FindRequest& request_;
  const DensityThreshold& threshold_;
  const RunContext& run_;
  const Vertex plex_;  ///< every member misses at most plex - 1 others; 1: cliques; 0: no limit
  const Sums sums_;
  const bool free_;      ///< no demands except the threshold
  const bool monotone_;  ///< a size that is ruled out rules out all larger ones
  VertexSet best_;       ///< best set; until the threshold is reached, the vertices to include
  Weight best_weight_ = 0.0;
  bool reached_ = false;
  Vertex upper_;       ///< no larger size is possible
  Vertex joined_ = 0;  ///< least size that may connect the vertices to include; 0: not known
  std::string by_ = "vertices";
  std::vector<EdgeCount> missing_at_least_;  ///< by size, from exhaustive searches
  std::optional<subgraph::BoundPlan> plan_;
  std::vector<Vertex> planned_;
};

}  // namespace lode::detail
