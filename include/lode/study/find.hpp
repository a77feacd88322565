#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/bounds/certificate.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Sets of all sizes of a request together may hold so many vertices: about 2 GB with what is kept of them.
inline constexpr std::uint64_t most_listed_vertices = 60'000'000;

/// What becomes of a time limit.
enum class TimeUse {
  spend,     ///< time that is given is there to be used: `work` is without limit when left out, for methods
             ///< whose preset ends by work
  as_needed  ///< searches end as they would without a limit, or earlier
};

/// Whether searches begin some of their restarts at dense sets that bounds came across (Problem::hints).
enum class Hints { use, ignore };

/// What is known of a size before it is searched.
struct KnownSize {
  subgraph::Bound bound = {};              ///< proven; bound.s is the size
  std::vector<VertexSet> dense_sets = {};  ///< that its bounds came across
};

/// What is looked for: the heaviest sets of some sizes, and how.
struct FindRequest {
  std::vector<Vertex> sizes;  ///< each 1 <= s <= n, distinct, in any order
  std::string method = "hybrid";
  /// Of the method, by name; `settings_of` (hybrid.hpp, tabu.hpp) makes them of typed options.
  subgraph::MethodSettings settings = {};
  std::optional<subgraph::StartKind> start = {};  ///< as in Problem
  VertexSet given = {};                           ///< the set for StartKind::given
  VertexSet include = {};                         ///< vertices that every answer holds
  VertexSet exclude = {};                         ///< and that none holds
  /// One per vertex, finite, of any sign; empty: none. With values, answers are the sets of largest
  /// w(S) + c(S), and bounds, gaps and the target are on that. Values that the graph holds are not looked at.
  std::vector<Weight> values = {};
  bool connected = false;  ///< answers induce connected subgraphs
  /// The lightest sets instead of the heaviest: an edge without a weight weighs 1. Bounds are lower ones, the
  /// target is a weight that is light enough. Goes with neither `known` nor `core_of`.
  bool minimise = false;
  /// The graph is a core of a larger one: bounds, gaps and proofs are of that one's sets, answers lie inside.
  std::optional<CoreOrigin> core_of = {};
  std::optional<int> top = {};  ///< several distinct answers of each size, the best first
  double max_overlap = 0.5;     ///< of those: the part of its vertices one may share with an earlier one
  subgraph::Effort effort = subgraph::Effort::automatic;  ///< spent on upper bounds
  /// In place of the bounds that a search begins with: one entry for each of `sizes`, in any order, as
  /// find_bounds knows them of this graph. With Effort::none and without vertices to exclude.
  std::vector<KnownSize> known = {};
  Hints hints = Hints::use;
  TimeUse time_use = TimeUse::spend;
  double target = std::numeric_limits<double>::infinity();  ///< stop at this weight
  /// Keep what stands behind the bounds, for make_certificate: 8 n'^2 bytes per size with semidefinite bounds
  /// on n' vertices.
  /// Where exhaustive search alone has proven a bound, a third of a second per size goes into a proof that
  /// can be checked.
  bool keep_proofs = false;
  /// About so many bytes of memory. A graph without weights whose rows take more than half of them is read by
  /// passes, and the core of it that fits is searched: FindResult::passes. Bounds keep to the other half, on
  /// smaller cores where that takes them. Left out: what the machine has,
  /// for graphs in mapped files, but for what cannot be searched so; other graphs are in memory already.
  std::optional<std::uint64_t> memory = {};
};

/// The state of a proof: one line of its log.
struct ProofEvent {
  double seconds = 0.0;  ///< since the start of the run
  Weight best = 0.0;     ///< objective of the best set
  double bound = 0.0;    ///< no set of this size has a larger one
  double gap = 0.0;
  std::string_view by;  ///< what changed last: a method or the name of a bound
};

/// What is told while the search goes on. Each may be empty; none may start other work on the run.
struct FindEvents {
  std::function<void(Vertex s)> proof_begins = {};       ///< with Effort::proof, before the events of a size
  std::function<void(const ProofEvent&)> proof = {};     ///< best or bound of that size changed
  std::function<void(std::string_view line)> note = {};  ///< what a reader of the answers should know
};

/// Vertices with the names they had in their source.
struct NamedVertices {
  VertexSet vertices;
  VertexNames names;  ///< of `vertices`, in that order; default: the vertex numbers themselves
};
/// Errors: InvalidArgument for vertices that do not exist or stand twice.
NamedVertices named_vertices(const Graph& graph, VertexSet vertices);

/// What more effort would do for a bound, by estimate: nothing is promised.
struct BoundForecast {
  Vertex core = 0;       ///< a core of so many vertices would be searched
  double seconds = 0.0;  ///< for about so long, by one thread, or for so long at most
  double gap = 0.0;      ///< until the gap is about this; as it is now: nobody knows
};

/// How dense a set has to be. A demand of 0 asks nothing. The last three are about graphs without weights,
/// and stand alone.
struct DensityThreshold {
  Fraction density = {0, 1};              ///< edges (weight) per pair of vertices, at least
  Fraction average_degree = {0, 1};       ///< twice the edges (weight) per vertex, at least
  std::optional<EdgeCount> missing = {};  ///< pairs of vertices that are not joined, at most
  Vertex plex = 0;                        ///< every member is not joined to at most plex - 1 others
  Fraction degree_share = {0, 1};         ///< every member is joined to at least this part of the others

  /// The edges (the weight) that s vertices must hold. Exact sums: the least whole number that suffices. For
  /// plex and degree_share, what these imply.
  Weight need(Vertex s, Sums sums) const;
  /// "density >= 0.85", "average degree >= 10", or both joined by "and".
  std::string text() const;
};

/// What is known of the size of a largest set that reaches a threshold (study/threshold.hpp).
struct LargestSize {
  DensityThreshold threshold;
  Weight need = 0.0;            ///< what sets of the answer's size must hold
  bool reached = true;          ///< false: no set was found that holds it, and the answer is the nearest one
  Vertex next_possible = 0;     ///< the next larger size that is not ruled out; 0: the largest size is proven
  Vertex largest_possible = 0;  ///< no set of more vertices reaches the threshold; 0: none at all does
  std::string by = {};  ///< what rules out the next size: a bound's name, "vertices" if there are no more,
                        ///< "component" if there are no more in it
};

/// How a set keeps a quota (study/quotas.hpp).
struct QuotaCount {
  std::string group;
  Vertex count = 0;  ///< members in the set
  Vertex at_least = 0;
  Vertex at_most = no_vertex;  ///< no_vertex: without a limit
  double multiplier = 0.0;     ///< behind the bound: what every member adds to a set
};

/// The answer for one size.
struct FindAnswer {
  Vertex s = 0;
  std::string method;
  std::string preset;  ///< empty when the method has none
  std::uint64_t seed = 1;
  int threads = 1;
  subgraph::Solution
      solution;  ///< vertices of the graph that was given, edges, weight, stop reason, seconds, trace, ...
  /// The best one known, on the sets that `bound_on` names: no such set has a larger objective, or a smaller
  /// one where the lightest sets were asked for.
  subgraph::Bound bound;
  double gap = 0.0;  ///< the distance of bound and objective by the larger magnitude of both, as relative_gap
  bool proven_optimal = false;
  /// How far, relative to the bound, a better set may be above one that is proven optimal: 0 where weight and
  /// bound are equal or weights are integral, else that of core/tolerance.hpp.
  double optimality_tolerance = 0.0;
  VertexNames names;  ///< of solution.vertices, in that order; default: the vertex numbers themselves
  subgraph::Effort effort = subgraph::Effort::none;  ///< that was spent on the bound
  /// All sets that weigh more lie within a core of so many vertices; 0: proven optimal, or not known.
  Vertex better_core = 0;
  std::optional<BoundForecast> forecast = {};  ///< of effort strong; none: proven, or no estimate is at hand
  int rank = 0;            ///< 1, 2, ... among several answers of one size; 0: only one was asked for
  NamedVertices include;   ///< held by the answer because it was asked for
  NamedVertices exclude;   ///< left out because it was asked for
  bool connected = false;  ///< connected because it was asked for
  bool minimised = false;  ///< the lightest sets were asked for: `bound` is a lower one
  bool valued = false;     ///< vertices have values: solution.value counts, and the bound is on the objective
  std::vector<QuotaCount> quotas = {};     ///< that were to be kept
  std::optional<Weight> free_weight = {};  ///< of nested sets: the objective of the best set found on its own
  std::optional<LargestSize> largest = {};  ///< where the largest set that reaches a threshold was asked for
  /// The vertices of earlier answers, where answers share none and `bound` is on the sets without them.
  NamedVertices earlier;
  /// Given if proofs were kept: whether all that proves `bound` can be checked by who does not trust the
  /// search. Not where it rests on an exhaustive search, on the method's own proof, or on what the input
  /// states; a certificate may show that a clique number takes too long to prove (mark_checkable).
  std::optional<bool> checkable = {};

  double density() const { return weight_density(solution.weight, s); }      ///< weight / (s (s - 1) / 2)
  double mean_degree() const { return average_degree(solution.weight, s); }  ///< 2 weight / s
  /// Which sets `bound` is on, in words; empty: all of s vertices.
  std::string bound_on() const;
};

/// How the core was found that was searched in place of a graph too large for memory: passes over its rows in
/// the order of its vertices, and little else than two numbers kept of every vertex.
struct CorePasses {
  int passes = 0;                ///< over the rows; later ones skip most of them
  std::uint64_t bytes_read = 0;  ///< of rows and of where they begin
  Vertex core = 0;               ///< the searched part is the graph's core of this minimum degree
  Vertex vertices = 0;           ///< of the core
  EdgeCount edges = 0;           ///< of the core
  /// There were as many passes as there may be: with more of them a core of less minimum degree might fit.
  bool cut_short = false;
  double seconds = 0.0;
};

struct FindResult {
  /// One per size in the order asked, or `top` of them by rank; after an interruption perhaps fewer, but the
  /// first size begun has one.
  std::vector<FindAnswer> answers;
  /// What proves the bounds, which are about the sets that hold `include` and none of `exclude`.
  std::shared_ptr<const subgraph::BoundLedger> ledger;
  double seconds = 0.0;  ///< in all
  /// Not empty: an answer weighs more than a bound, which is a fault of lode and stated here. The answers are
  /// right, their bounds are the trivial ones, and nothing should be made of the ledger.
  std::string defect = {};
  /// Given if the graph was too large for memory: answers lie in the core, in numbers of the graph, and
  /// bounds are of the graph; the ledger is about the core, in its numbers.
  std::optional<CorePasses> passes = {};
};

/// The heaviest sets of some sizes, each with a proven upper bound beside it: what `lode find` does. Weights
/// may be of any sign. With FindRequest::minimise the lightest sets, each with a proven lower bound.
///
/// Cheap bounds come first, in 3/10 of the time at most, each in about two seconds of work without a limit.
/// The search knows them, and dense sets they came across, and ends early where one is met. Sizes at most 2
/// apart on average are solved together by methods that know how, others one by one. Stronger bounds follow
/// as the effort says, counted in steps of work:
///  - `automatic`: where the gap is above a hundredth, about 2 s per size, 6 s for all sizes, go into the
///    relaxation of a core (rule outside). Then other rules have as much work as the searches took, about 2 s
///    per size at most. A time limit that is there to be used gives both half of what the cheap bounds
///    leave, at most.
///  - `strong` begins with the same, where the search has the same time up to 3 s per size, and half of it
///    beyond. Then it goes on with bounds, at most 30 s per size.
///  - `proof` does what `strong` does, and then tightens bound and answer in turn until they meet.
///
/// Several answers of a size are found one after the other. Where they may share vertices, the bound beside
/// each is on all sets. Where they share none, a later answer has a bound of its own, on the sets without the
/// vertices of earlier ones, for which as much is spent, but what `proof` does beyond `strong`; with proofs
/// kept or a declared core the bound on all sets stands beside it, too.
///
/// Where the time is over, sizes that were not begun get the sets that peeling leaves, or the vertices of
/// largest degree.
///
/// Cost:    the run's time limit, of all sizes together, at most (within a tenth of a second, or one
///          factorisation); the method's and bounds' own without one.
/// Errors:  InvalidArgument for sizes out of range, given twice or too many, for what the method cannot do,
///          and for what is known of other sizes, with vertices to exclude, or with an effort that looks for
///          bounds itself, or with a declared core; InputError for a graph that cannot be the core it is
///          declared to be, and for a stated bound that an answer refutes.
///          Of a graph too large for memory (FindRequest::memory): InvalidArgument if no core of as many
///          vertices as the largest set has fits, for vertices to include or begin with outside of it, for
///          what is known of sizes, where proofs are to be kept, for values and for weights; SystemError when
///          cancelled before the core is found.
/// Deterministic: as the method is, with the run's seed; stopped by the clock, what was found by then.
FindResult find(const Graph& graph, const FindRequest& request, const RunContext& run = RunContext());
/// The same, telling `events` on the way.
FindResult find(const Graph& graph, const FindRequest& request, const FindEvents& events,
                const RunContext& run);
/// The heaviest set of one size: find(graph, 5).
inline FindResult find(const Graph& graph, Vertex s, const RunContext& run = RunContext()) {
  return find(graph, FindRequest{.sizes = {s}}, run);
}

/// Sets of increasing sizes, each of which holds the smaller ones: what `lode find --nested` does.
///
/// The heaviest set of every size is looked for on its own, in half of the time. From some of these sets the
/// chain goes on to larger sizes, always with what is there included, and to smaller ones inside. The chain
/// that loses least is the answer: the sum over the sizes of the part of the objective that is lost against
/// the set found on its own (FindAnswer::free_weight). Bounds are those of sets on their own.
///
/// Cost:    the run's time limit; without one (2 + chains) searches for each size, chains being at most 4.
/// Errors:  those of find; InvalidArgument with `top`, `core_of`, `memory`, `connected` and `known`.
/// Deterministic: as find.
FindResult find_nested(const Graph& graph, const FindRequest& request, const FindEvents& events = {},
                       const RunContext& run = RunContext());

/// Writes down what proves the bounds of the answers: make_certificate of the ledger for their sizes.
/// Errors: as there; proofs must have been kept.
subgraph::BoundCertificate make_certificate(const FindResult& found, const RunContext& run = RunContext());
/// FindAnswer::checkable of answers whose certificate has been made.
void mark_checkable(std::vector<FindAnswer>& answers, const subgraph::BoundCertificate& certificate);

/// An answer beside its bound, or the smaller one that the method itself proved: gap, proof and original
/// names. Rank and constraints are the caller's to fill in.
FindAnswer make_find_answer(const Graph& graph, std::string method, std::string preset,
                            subgraph::Solution solution, const subgraph::Bound& bound, const RunContext& run);
/// The same of vertices with values, which the solution counts.
FindAnswer make_find_answer(const Graph& graph, std::span<const Weight> values, std::string method,
                            std::string preset, subgraph::Solution solution, const subgraph::Bound& bound,
                            const RunContext& run);

/// Upper bounds of some sizes.
struct BoundsResult {
  /// Per size in the order asked: every bound that was computed, the least one first.
  std::vector<std::vector<subgraph::Bound>> bounds;
  std::vector<std::vector<VertexSet>> dense_sets;       ///< per size: what bounds came across
  std::shared_ptr<const subgraph::BoundLedger> ledger;  ///< what proves them, for make_certificate
  double seconds = 0.0;                                 ///< in all
};

/// Every upper bound on the heaviest sets of some sizes: what `lode bounds` does. With strong effort the
/// cheap ones take 3/10 of the time at most, and the others share what is left evenly by size.
///
/// Cost:    the run's time limit, of all sizes together, at most.
/// Errors:  InvalidArgument for sizes out of range, and for Effort::proof, which needs answers.
BoundsResult find_bounds(const Graph& graph, const std::vector<Vertex>& sizes, subgraph::Effort effort,
                         subgraph::Proofs proofs, const RunContext& run = RunContext());
/// The same for the sets of a family, with values of vertices if it has any; of the larger graph where the
/// graph is declared to be a core. Every bound is of those sets then: the larger of what its rule proves
/// inside the core and what sets that leave it can weigh. Errors:  also InvalidArgument for what is no family
/// of the graph, and sizes that it has no set of;
///          InputError for a graph that cannot be the core it is declared to be.
BoundsResult find_bounds(const Graph& graph, const subgraph::SetFamily& family,
                         const std::vector<Vertex>& sizes, subgraph::Effort effort, subgraph::Proofs proofs,
                         const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
