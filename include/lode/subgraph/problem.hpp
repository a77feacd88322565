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

/// The initial set of a method: random vertices, vertices of largest degree, the last vertices of
/// peeling, or a given set.
enum class StartKind { random, degree, peeling, given };

/// The densest-s-subgraph problem: find s vertices of largest total edge weight among them. If vertices have
/// values, the values of the s vertices are added.
struct Problem {
  Graph graph;   ///< the graph
  Vertex s = 1;  ///< number of vertices of the answer, 1 <= s <= n
  /// Where the method begins. Unset: the method or its preset chooses. Methods that build their answer from
  /// nothing ignore it.
  std::optional<StartKind> start = {};
  /// The set for StartKind::given, else empty. Vertices are dropped or added greedily until it has s.
  VertexSet given = {};
  /// Dense sets of any size that the caller knows, for some of the restarts of a search (hybrid).
  std::vector<VertexSet> hints = {};
  /// Vertices that every answer contains. Only methods that say so in their row accept them.
  VertexSet include = {};
  /// Vertices that no answer contains. `solve` takes them out of the graph, for every method.
  VertexSet exclude = {};
  /// The value of each vertex, added to every set that contains it. Values are in the domain
  /// (core/domain.hpp), of any sign, in units of weight. Empty: no values. Targets and bounds are then about
  /// the objective w(S) + c(S), where c(S) is the sum of the values. `solve` brings values to every method. A
  /// method that is called directly refuses them.
  std::vector<Weight> values = {};
  /// True: the answer must induce a connected subgraph. Only methods that say so in their row can do that.
  bool connected = false;
  double target =
      std::numeric_limits<double>::infinity();  ///< the method stops once the objective reaches this
  /// A proven upper bound on the objective, if the caller knows one. A run that meets it (core/tolerance.hpp)
  /// stops as optimal. A run that finds a set above it throws InvalidArgument.
  double upper_bound = std::numeric_limits<double>::infinity();
  /// A part of the graph computed before for these sizes, if the caller has it. It saves time
  /// and changes no answer.
  std::shared_ptr<const DensePart> dense_part = {};
};

/// Evidence of block-k stationarity: no exchange inside the visited blocks improves the answer.
struct StationarityReport {
  /// All exchanges were visited, or random blocks were solved.
  enum class Mode { exhaustive, sampled };
  int k = 0;                  ///< block size
  Mode mode = Mode::sampled;  ///< how the test was made
  std::uint64_t blocks = 0;   ///< exchanges visited (exhaustive) or blocks solved (sampled)
  bool holds = false;         ///< false: an improving block was found
};

/// The answer of a method.
struct Solution {
  VertexSet vertices;   ///< exactly s vertices, in increasing order
  EdgeCount edges = 0;  ///< number of edges inside, recounted from the set
  Weight weight = 0.0;  ///< weight of these edges, recounted; equals `edges` when unweighted
  Weight value = 0.0;   ///< sum of the values of the vertices, recounted; 0 without values
  StopReason stop_reason = StopReason::converged;       ///< why the method ended
  std::uint64_t iterations = 0;                         ///< step count of the method
  double seconds = 0.0;                                 ///< time of the whole run
  double seconds_to_best = 0.0;                         ///< time until the answer was found
  Trace trace;                                          ///< improvements of the objective, the start included
  std::optional<StationarityReport> stationarity = {};  ///< stationarity of the answer, if it was tested
  /// An upper bound: no set of that size has a larger objective. Set if the method proves it.
  std::optional<double> upper_bound = {};
  std::string note = {};  ///< one line for a reader of the answer; mostly empty

  /// The number that is maximised, w(S) + c(S).
  Weight objective() const { return weight + value; }
};

/// Support of Problem::include by a method.
enum class Anchors { refused, kept };

/// Checks a problem.
///
/// Errors:  InvalidArgument
/// - unless 1 <= s <= n, and for a target or an upper bound that is not a number;
/// - for a start that is no StartKind, for StartKind::given without a set, and for a given set with another
///   start;
/// - for a given set or a hint with a vertex that does not exist or occurs twice;
/// - for vertices to include that do not exist, occur twice, or are more than s, and for any when `anchors`
///   refuses;
/// - for vertices to exclude, values and connected answers: `solve` in registry.hpp handles them.
void check_problem(const Problem& problem, Anchors anchors = Anchors::refused);

/// Checks start, given set and hints alone, as check_problem does.
void check_starts(const Problem& problem);

/// Checks that the vertices exist and are distinct.
///
/// Errors:  InvalidArgument if they do not or are not. The message calls one of them `what`.
void check_vertices(const Graph& graph, VertexSet vertices, const char* what);

/// Checks values of vertices. There must be none, or one for each vertex. They must be in the
/// domain (core/domain.hpp).
///
/// Errors:  InvalidArgument if a rule is broken.
void check_values(const Graph& graph, std::span<const Weight> values);

/// How objectives are summed. Sums are exact if weights and values are integers whose magnitudes sum to less
/// than 2^53. Cost: O(n).
Sums objective_sums(const Graph& graph, std::span<const Weight> values);

/// The sum of the values of a set, rounded once. It is 0 without values.
Weight sum_of_values(std::span<const Weight> values, const VertexSet& vertices);

/// Edges and weight inside a set.
struct InducedTotals {
  EdgeCount edges = 0;  ///< number of edges
  Weight weight = 0.0;  ///< weight of these edges
};
/// Counts edges and weight inside a set; the weight is rounded once. Cost: O(sum of degrees), and n bytes
/// that are zeroed.
InducedTotals induced_totals(const Graph& graph, const VertexSet& vertices);

/// Makes the answer of a method: sorts the set, recounts edges and weight, and takes times from the trace.
///
/// Errors:  InvalidArgument unless 1 <= s <= n. InternalError if the set does not have exactly s distinct
///          vertices.
Solution finish_solution(const Problem& problem, VertexSet vertices, Trace trace, StopReason reason,
                         std::uint64_t iterations, const RunContext& run);

}  // namespace lode::subgraph
#pragma GCC visibility pop
