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
  /// Unset: the method or its preset chooses. Methods that build their answer from nothing ignore it.
  std::optional<StartKind> start = {};
  /// The set for StartKind::given; empty for other starts. Vertices are dropped or added greedily until it
  /// has s.
  VertexSet given = {};
  /// Dense sets of any size that the caller knows. A search with restarts (hybrid) begins some of them at
  /// these sets (team.hpp).
  std::vector<VertexSet> hints = {};
  /// Vertices that every answer contains, and vertices that no answer contains. `solve` takes the vertices to
  /// exclude out of the graph, for every method. Only methods that say so in their row take vertices to
  /// include.
  VertexSet include = {};
  VertexSet exclude = {};
  /// The answer must induce a connected subgraph. Only methods that say so in their row can do that.
  bool connected = false;
  double target = std::numeric_limits<double>::infinity();  ///< stop once the weight reaches this
  /// A proven upper bound on the weight, if you know one. A run that meets it (core/tolerance.hpp) stops as
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
  std::optional<double> upper_bound = {};  ///< no set of that size weighs more; set when the method proves it
  std::string note = {};                   ///< one line that a reader of the answer should know; mostly empty
};

/// What a method makes of Problem::include.
enum class Anchors { refused, kept };

/// Checks a problem. Errors: InvalidArgument
/// - unless 1 <= s <= n, and for a target or an upper bound that is not a number;
/// - for a start that is no StartKind, for StartKind::given without a set, and for a given set with another
/// start;
/// - for a given set or a hint with a vertex that does not exist or occurs twice;
/// - for vertices to include that do not exist, occur twice, or are more than s, and for any when `anchors`
/// refuses;
/// - for vertices to exclude and for connected answers: `solve` in registry.hpp handles both.
void check_problem(const Problem& problem, Anchors anchors = Anchors::refused);

/// Checks start, given and hints alone, as check_problem does.
void check_starts(const Problem& problem);

/// Errors: InvalidArgument unless the vertices exist and are distinct. The message calls one of them `what`.
void check_vertices(const Graph& graph, VertexSet vertices, const char* what);

/// The same for a set that must be in increasing order. Cost: O(1) per vertex.
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
