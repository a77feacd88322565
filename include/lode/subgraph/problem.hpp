#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode::subgraph {

struct DensePart;

/// Where a method begins.
enum class StartKind { random, degree, peeling, given };

/// The densest-s-subgraph problem: s vertices of largest total edge weight among them, the values of the
/// vertices added where they have any.
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
  /// What each vertex adds to a set that holds it: finite, of any sign, in units of weight; empty: nothing.
  /// Targets and bounds are then on the objective w(S) + c(S), c(S) being the sum of the values. `solve`
  /// brings values to every method; a method called by itself refuses them.
  std::vector<Weight> values = {};
  /// The answer must induce a connected subgraph. Only methods that say so in their row can do that.
  bool connected = false;
  double target = std::numeric_limits<double>::infinity();  ///< stop once the objective reaches this
  /// A proven upper bound on the objective, if you know one. A run that meets it (core/tolerance.hpp) stops
  /// as optimal. A run that finds a set above it throws InvalidArgument.
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
  Weight value = 0.0;   ///< the sum of the values of its vertices, recounted; 0 without values
  StopReason stop_reason = StopReason::converged;
  std::uint64_t iterations = 0;  ///< the method's own step count
  double seconds = 0.0;
  double seconds_to_best = 0.0;
  Trace trace;  ///< improvements of the objective, the start included
  std::optional<StationarityReport> stationarity = {};
  /// No set of that size has a larger objective; set when the method proves it.
  std::optional<double> upper_bound = {};
  std::string note = {};  ///< one line that a reader of the answer should know; mostly empty

  /// What is maximised: w(S) + c(S).
  Weight objective() const { return weight + value; }
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
/// - for vertices to exclude, values and connected answers: `solve` in registry.hpp handles them.
void check_problem(const Problem& problem, Anchors anchors = Anchors::refused);

/// Checks start, given and hints alone, as check_problem does.
void check_starts(const Problem& problem);

/// Errors: InvalidArgument unless the vertices exist and are distinct. The message calls one of them `what`.
void check_vertices(const Graph& graph, VertexSet vertices, const char* what);

/// The same for a set that must be in increasing order. Cost: O(1) per vertex.
void check_increasing(const Graph& graph, const VertexSet& vertices, const char* what);

/// Errors: InvalidArgument unless there are none, or one for each vertex, finite, with magnitudes that sum to
///         2^1000 at most: bounds multiply them by numbers of vertices and square them.
void check_values(const Graph& graph, std::span<const Weight> values);

/// How objectives are summed: exactly if weights and values are integers whose magnitudes sum to less than
/// 2^53. Cost: O(n).
Sums objective_sums(const Graph& graph, std::span<const Weight> values);

/// The sum of the values of a set, in its order; 0 without values.
Weight sum_of_values(std::span<const Weight> values, const VertexSet& vertices);

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
#pragma GCC visibility pop
