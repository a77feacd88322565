#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph {

struct DensePart;

/// Where a method begins.
enum class StartKind { random, degree, peeling, given };

/// The densest-s-subgraph problem: s vertices of largest total edge weight among them.
struct Problem {
  Graph graph;
  Vertex s = 1;  ///< 1 <= s <= n
  /// Unset: the start the method or its preset prefers. Methods that build their answer from nothing ignore
  /// it.
  std::optional<StartKind> start = {};
  /// The set for StartKind::given, and for no other start; repaired to s vertices by greedy drop or add.
  VertexSet given = {};
  /// Dense sets of any size, from wherever: searches by restarts (hybrid) begin some of theirs there, keep
  /// one below s and stay inside one above (team_search.hpp).
  std::vector<VertexSet> hints = {};
  /// Vertices that every answer holds, and vertices that none holds. `solve` takes the latter out of the
  /// graph for every method; the former only methods that say so in their row can keep.
  VertexSet include = {};
  VertexSet exclude = {};
  /// The answer must induce a connected subgraph; for methods that say so in their row.
  bool connected = false;
  double target = std::numeric_limits<double>::infinity();  ///< stop once the weight reaches this
  /// A proven upper bound on the weight, if one is known: a run that meets it (core/tolerance.hpp) stops as
  /// optimal. A run that finds a set above it throws InvalidArgument.
  double upper_bound = std::numeric_limits<double>::infinity();
  /// What dense_part.hpp found for the sizes at hand, if the caller has it: saves time, changes no answer.
  std::shared_ptr<const DensePart> dense_part = {};
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
  std::optional<double> upper_bound = {};  ///< on every set of that size, where the method proves one
  std::string note = {};  ///< what a reader of the answer should know, one line; mostly empty
};

/// What a method makes of Problem::include.
enum class Anchors { refused, kept };

/// Throws InvalidArgument unless 1 <= s <= n, target and upper bound are numbers, start is a StartKind, the
/// set for StartKind::given is there and for no other, it and hints name existing, distinct vertices, and the
/// vertices to include exist, are distinct, at most s, and welcome.
/// Vertices to exclude and connected answers are refused: `solve` in registry.hpp sees to both.
void check_problem(const Problem& problem, Anchors anchors = Anchors::refused);

/// What check_problem asks of start, given and hints.
void check_starts(const Problem& problem);

/// Throws InvalidArgument unless the vertices exist and are distinct; `what` names one of them, in words.
void check_vertices(const Graph& graph, VertexSet vertices, const char* what);

/// The same for a set that has to be increasing. Cost: O(1) per vertex.
void check_increasing(const Graph& graph, const VertexSet& vertices, const char* what);

/// Edges and weight inside a set. Cost: O(sum of degrees) and n bytes, zeroed.
struct InducedTotals {
  EdgeCount edges = 0;
  Weight weight = 0.0;
};
InducedTotals induced_totals(const Graph& graph, const VertexSet& vertices);

/// Sorts the set, recounts edges and weight, and fills the timing fields that follow from the trace.
/// Errors: InvalidArgument unless 1 <= s <= n; InternalError if the set does not have exactly s distinct
///         vertices.
Solution finish_solution(const Problem& problem, VertexSet vertices, Trace trace, StopReason reason,
                         std::uint64_t iterations, const RunContext& run);

}  // namespace lode::subgraph
