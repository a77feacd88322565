#pragma once

// What the relaxations share: the starting point, the product with a mostly zero vector, and the best
// rounding seen so far.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/spectra.hpp>
#include <lode/subgraph/problem.hpp>

#include "hybrid/escape/incumbent.hpp"

namespace lode::subgraph::detail {

/// Mean edge weight: 1 for unweighted graphs and for graphs without positive weights.
double mean_edge_weight(const Graph& graph);
/// Largest edge weight: 1 for unweighted graphs and for graphs without positive weights.
double largest_edge_weight(const Graph& graph);

/// 1 on the set of make_start(problem, kind), 0 elsewhere.
std::vector<double> start_indicator(const Problem& problem, StartKind kind, const RunContext& run);
/// s/n everywhere when the problem names no start, else the indicator of the start.
std::vector<double> uniform_or_start(const Problem& problem, const RunContext& run);

/// y = W x for vectors that are mostly zero: the rows of the nonzeros when they are few, else all rows in
/// parallel. Deterministic: which of the two depends on x alone.
class SupportProduct {
 public:
  explicit SupportProduct(const AdjacencyOperator& adjacency) : adjacency_(&adjacency) {}
  void multiply(const double* x, double* y) const;

 private:
  const AdjacencyOperator* adjacency_;
};

/// The best top-s set of the iterates of one run, with its trace.
class BestRounding {
 public:
  BestRounding(const Problem& problem, const RunContext& run, std::string_view phase);

  /// Counts the weight of the s largest entries of x when they are another set than at the last call.
  /// Cost: O(n), and O(sum of their degrees) for another set.
  void consider(std::span<const double> x, std::uint64_t iteration);

  /// The reason to end before the method's own rule says so: target or bound reached, cancel, deadline.
  std::optional<StopReason> should_end();

  /// Replaces the words shown with the progress of the run.
  void set_phase(std::string_view phase) { incumbent_.set_phase(phase); }
  Solution finish(StopReason reason, std::uint64_t iterations);

 private:
  Weight weight_inside(const VertexSet& vertices);

  const Problem& problem_;
  const RunContext& run_;
  hybrid::Incumbent incumbent_;
  VertexSet last_;
  VertexSet best_;
  std::vector<char> inside_;
};

/// How the iteration of a relaxation ended.
struct RelaxationEnd {
  StopReason reason = StopReason::converged;
  std::uint64_t iterations = 0;
};
using RelaxationIteration = std::function<RelaxationEnd(std::span<const double> start, BestRounding& best)>;

/// Rounds the start, iterates in the arena of the run, and returns the best rounding. When every set has the
/// same weight (s = n, or no positive weight) the rounded start is the answer and nothing is iterated.
Solution run_relaxation(const Problem& problem, const RunContext& run, std::string_view phase,
                        std::span<const double> start, const RelaxationIteration& iterate);

}  // namespace lode::subgraph::detail
