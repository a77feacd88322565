#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/trace.hpp>
#include <lode/graph/graph.hpp>

namespace lode {

/// A set of distinct vertices in increasing order.
using VertexSet = std::vector<Vertex>;

/// Where a method begins.
enum class StartKind { random, degree, peeling, given };

/// The densest-s-subgraph problem: s vertices of largest total edge weight among them.
struct Problem {
  Graph graph;
  Vertex s = 1;  ///< 1 <= s <= n
  /// Unset: the start the method or its preset prefers. Methods that build their answer from nothing ignore
  /// it.
  std::optional<StartKind> start = {};
  VertexSet given = {};  ///< the set for StartKind::given; repaired to s vertices by greedy drop or add
  double target = std::numeric_limits<double>::infinity();  ///< stop once the weight reaches this
  /// A proven upper bound on the weight, if one is known: a run that meets it stops as optimal.
  double upper_bound = std::numeric_limits<double>::infinity();
};

/// Evidence of block-k stationarity: no exchange inside the blocks looked at improves the answer.
struct StationarityReport {
  enum class Mode { exhaustive, sampled };
  int k = 0;  ///< block size
  Mode mode = Mode::sampled;
  std::uint64_t blocks = 0;  ///< blocks solved (sampled) or exchanges visited (exhaustive)
  bool holds = false;        ///< false: an improving block was found
};

/// What a method returns.
struct Solution {
  VertexSet vertices;   ///< exactly s, increasing
  EdgeCount edges = 0;  ///< edges inside, recounted from the set
  Weight weight = 0.0;  ///< their total weight, recounted; equals edges when unweighted
  StopReason stop_reason = StopReason::converged;
  std::uint64_t iterations = 0;  ///< the method's own step count
  double seconds = 0.0;
  double seconds_to_best = 0.0;
  Trace trace;  ///< improvements, the start included
  std::optional<StationarityReport> stationarity = {};
  std::string note = {};  ///< what a reader of the answer should know, one line; mostly empty
};

/// Throws InvalidArgument unless 1 <= s <= n and a given start names existing, distinct vertices.
void check_problem(const Problem& problem);

/// Edges and weight inside a set, O(sum of degrees).
struct InducedTotals {
  EdgeCount edges = 0;
  Weight weight = 0.0;
};
InducedTotals induced_totals(const Graph& graph, const VertexSet& vertices);

/// Sorts the set, recounts edges and weight, and fills the timing fields that follow from the trace.
/// Errors: InternalError if the set does not have exactly s distinct vertices.
Solution finish_solution(const Problem& problem, VertexSet vertices, Trace trace, StopReason reason,
                         std::uint64_t iterations, const RunContext& run);

}  // namespace lode
