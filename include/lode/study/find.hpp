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

/// Largest total number of vertices in the sets of a request, over all sizes. These sets with their data take
/// about 2 GB.
inline constexpr std::uint64_t most_listed_vertices = 60'000'000;

/// Use of a time limit.
enum class TimeUse {
  spend,     ///< all of the time is used: without a setting `work`, searches continue until the limit
  as_needed  ///< searches end as they would without a limit, or earlier
};

/// Request for the heaviest sets of some sizes. For a first use, set `sizes` alone.
struct FindRequest {
  std::vector<Vertex> sizes;      ///< sizes, 1 <= s <= n, distinct, in any order
  std::string method = "hybrid";  ///< name of the method
  /// Settings of the method by name.
  subgraph::MethodSettings settings = {};
  std::optional<subgraph::StartKind> start = {};  ///< start of the method, as in Problem
  VertexSet given = {};                           ///< the set for StartKind::given
  VertexSet include = {};                         ///< vertices that every answer contains
  VertexSet exclude = {};                         ///< vertices that no answer contains
  /// One value in the domain per vertex, of any sign; empty: none. With values, answers are the sets with the
  /// largest w(S) + c(S), and bounds, gaps and the target are about that objective. The values of the graph
  /// are not used.
  std::vector<Weight> values = {};
  bool connected = false;  ///< answers must induce connected subgraphs
  /// Look for the lightest sets in place of the heaviest. An edge without a weight weighs 1. Bounds are then
  /// lower bounds, and the target is a weight that is light enough. It cannot be combined with `core_of`.
  bool minimise = false;
  /// The graph is a core of a larger graph. Bounds, gaps and proofs are then about the sets of the larger
  /// graph, and answers are sets of core vertices.
  std::optional<CoreOrigin> core_of = {};
  std::optional<int> top = {};  ///< number of distinct answers of each size, the best first; unset: one
  double max_overlap =
      0.5;  ///< with `top`: largest part of its vertices that an answer may share with an earlier one
  subgraph::Effort effort = subgraph::Effort::automatic;    ///< work on upper bounds
  TimeUse time_use = TimeUse::spend;                        ///< use of a time limit
  double target = std::numeric_limits<double>::infinity();  ///< a search stops at this weight
  /// Keep the proofs of the bounds, for make_certificate. Semidefinite bounds on n' vertices take 8 n'^2
  /// bytes per size. If only an exhaustive search has proven a bound, a third of a second per size goes into
  /// a proof that can be checked.
  bool keep_proofs = false;
  /// Largest amount of memory in bytes, approximately.
  ///
  /// A graph without weights whose rows take more than half of the memory is read by passes. The search then
  /// works on a core of it that fits (FindResult::passes). Bounds keep to the other half of the memory, if
  /// necessary on smaller cores. Unset, for graphs in mapped files that can be searched in this way: the
  /// memory of the machine. Other graphs are in memory already.
  std::optional<std::uint64_t> memory = {};
};

/// The state of a proof: one line of its log.
struct ProofEvent {
  Vertex s = 0;          ///< size of the set
  double seconds = 0.0;  ///< seconds since the start of the run
  Weight best = 0.0;     ///< objective of the best set
  double bound = 0.0;    ///< no set of this size has a larger objective
  double gap = 0.0;      ///< gap between both
  std::string_view by;   ///< source of the last change: a method, or the name of a bound
};

/// Functions that are called during the search. Each may be empty. They must not start other work on the run.
struct FindEvents {
  /// With Effort::proof: called at the start of a size, and whenever its best set or its bound changed.
  std::function<void(const ProofEvent&)> proof = {};
  /// Called with a remark for the reader of the answers.
  std::function<void(std::string_view line)> note = {};
};

/// Vertices with their original names.
struct NamedVertices {
  VertexSet vertices;  ///< the vertices
  VertexNames names;   ///< names of `vertices`, in that order; default: the vertex numbers
};
/// The vertices with their names. Errors: InvalidArgument for vertices that do not exist or are given twice.
NamedVertices named_vertices(const Graph& graph, VertexSet vertices);

/// What a question adds to an answer of `find`, and to the claim that is read from one. Each question that
/// adds something derives its own type, with columns (Question::add_columns).
struct AnswerPart {
  virtual ~AnswerPart() = default;
  /// The demand that the sets of the bound meet, in one word. Bounds of that name are about such sets alone.
  /// Empty: the bound is about all sets.
  virtual std::string_view demand() const { return {}; }
  /// Checks the set of a claim. Returns a sentence about what was not checked, or nothing.
  ///
  /// Errors:  VerificationError.
  virtual std::string check(const Graph& graph, const VertexSet& set) const = 0;
};

/// How close a set is to the best one, by an upper or lower bound.
struct BoundProof {
  double gap = 0.0;  ///< gap: the distance of bound and objective, relative to the larger magnitude of both
                     ///< (relative_gap)
  bool proven_optimal = false;  ///< the set is proven optimal
  /// Largest possible excess of a better set over a set that is proven optimal, relative to the magnitude of
  /// the objective. It is 0 if the exact objective equals the bound, and for integral weights. Otherwise it
  /// is the tolerance of core/tolerance.hpp.
  double optimality_tolerance = 0.0;
  /// Largest possible excess of a better set over a set that is not proven optimal, in units of weight. Set
  /// if bound and objective differ only by the rounding of numbers much larger than the objective.
  std::optional<double> proven_within = {};

  /// True if more work on bounds cannot change the claim.
  bool settled() const { return proven_optimal || proven_within; }
};

/// The demands on the set of an answer.
struct AnswerDemands {
  NamedVertices include;   ///< vertices that the answer had to contain
  NamedVertices exclude;   ///< vertices that the answer had to avoid
  bool connected = false;  ///< the answer had to be connected, and is
  bool minimised = false;  ///< the lightest sets were asked for, and `bound` is a lower bound
  bool valued = false;  ///< vertices have values: solution.value counts, and the bound is about the objective
};

/// The answer for one size, with its proof and its demands.
struct FindAnswer : BoundProof, AnswerDemands {
  Vertex s = 0;            ///< size
  std::string method;      ///< name of the method
  std::string preset;      ///< preset of the method; empty: no preset
  std::uint64_t seed = 1;  ///< seed of the run
  int threads = 1;         ///< threads of the run
  /// The set, with its edges, weight, stop reason, times and trace. Its vertices are numbered as in the given
  /// graph.
  subgraph::Solution solution;
  /// The best bound known, about the sets named by `bound_on`. No such set has a larger objective. If the
  /// lightest sets were asked for, no such set has a smaller one.
  subgraph::Bound bound;
  VertexNames names;  ///< names of solution.vertices, in that order; default: the vertex numbers
  int rank = 0;       ///< 1, 2, ... among several answers of one size; 0: one answer was asked for
  /// Vertices of earlier answers, if answers share none and `bound` is about the sets without them.
  NamedVertices earlier;
  /// Set if proofs were kept: true if the whole proof of `bound` can be checked without trust in the search.
  /// It is false if the bound rests on an exhaustive search, on a proof by the method itself, or on a
  /// statement of the input. A certificate may show that a clique number takes too long to prove
  /// (mark_checkable).
  std::optional<bool> checkable = {};
  std::shared_ptr<const AnswerPart> part = {};  ///< what a question adds; null for the plain question

  /// weight / (s (s - 1) / 2).
  double edge_density() const { return weight_density(solution.weight, s); }
  /// 2 weight / s.
  double average_degree() const { return lode::average_degree(solution.weight, s); }
  /// The part of this type, or null.
  template <class Part>
  const Part* part_as() const {
    return dynamic_cast<const Part*>(part.get());
  }
  /// The sets that `bound` is about, in words. Empty: all sets of s vertices.
  std::string bound_on() const;
};

/// Statistics of finding the core that is searched when a graph is too large for memory. Passes read the rows
/// of the graph in the order of its vertices, and keep little more than two numbers of every vertex.
struct CorePasses {
  int passes = 0;                ///< passes over the rows; later ones skip most of them
  std::uint64_t bytes_read = 0;  ///< bytes read of rows and of row positions
  Vertex core = 0;               ///< minimum degree of the core that was searched
  Vertex vertices = 0;           ///< vertices of the core
  EdgeCount edges = 0;           ///< edges of the core
  /// True: the limit of passes was reached. With more passes a core of smaller minimum degree might fit.
  bool cut_short = false;
  double seconds = 0.0;  ///< time of the passes
};

/// The answers of `find` and the proofs of their bounds.
struct FindResult {
  /// One answer per size in the order asked, or `top` answers per size by rank. After an interruption some
  /// may be missing, but the first size that was begun has one.
  std::vector<FindAnswer> answers;
  /// The proofs of the bounds. They are about the sets that contain `include` and avoid `exclude`.
  std::shared_ptr<const subgraph::BoundLedger> ledger;
  /// Proof of the answers in place of a ledger, if a question has its own and proofs were to be kept.
  std::optional<subgraph::BoundCertificate> certificate = {};
  double seconds = 0.0;  ///< time of the whole call
  /// Set if the graph was too large for memory. Answers are sets of core vertices, with vertex numbers of the
  /// graph. Bounds are about the graph. The ledger is about the core, with vertex numbers of the core.
  std::optional<CorePasses> passes = {};
};

/// Finds the heaviest sets of some sizes, each with a proven upper bound. This is what `lode find` does.
///
///   const lode::FindResult found = lode::find(graph, 5);
///   const lode::FindAnswer& best = found.answers.front();  // best.solution.vertices, best.bound.value
///
/// Cheap bounds come first. They take at most 3/10 of the time, or about two seconds of work each without a
/// limit. The search gets these bounds and their dense sets, and ends early if it meets a bound. Methods that
/// can do so solve sizes together if they are at most 2 apart on average. Stronger bounds follow as the
/// effort says, counted in steps of work:
/// - `automatic`: if the gap is above 1 %, about 2 s per size, 6 s for all sizes, go into the relaxation of a
///   core (rule outside). Then the remaining rules get the work of the searches again, about 2 s per size at
///   most. Graphs of up to 300 vertices get about 2 s for one answer, 6 s for all.
/// - `strong` begins in the same way, then continues with bounds, at most 30 s per size.
/// - `proof` does what `strong` does. Then it improves bound and answer in turn until they meet.
///
/// With a time limit, search and bounds begin in the same way while time remains. With TimeUse::spend, a
/// longer search follows, then bounds again. The search leaves half of the time to the bounds, at most 2 s
/// per size, and with `strong` half of the time beyond 3 s per size. When the time is over, sizes that were
/// not begun get the sets that peeling leaves, or the vertices of largest degree.
///
/// Several answers of a size are found one after the other. If they may share vertices, the bound of each is
/// about all sets. If they may share none, the bound of a later answer is about the sets without the vertices
/// of earlier answers, by the same work, but `proof` acts as `strong`. With kept proofs or a declared core,
/// bounds are about all sets.
///
/// Cost:    at most the time limit of the run, for all sizes together (within a tenth of a second, or one
///          factorisation); without a limit, the cost of the method and of the bounds.
/// Errors:  InvalidArgument for sizes that are out of range, repeated or too many, and for a request that the
///          method does not support. InputError for a graph that cannot be the core that it is declared to
///          be, and for a stated bound that an answer refutes. For a graph too large for memory
///          (FindRequest::memory): InvalidArgument if no core with the vertices of the largest set fits, for
///          vertices to include or begin with outside the core, and for kept proofs, values and weights.
///          SystemError if the run is cancelled before the core is found. InternalError if an answer weighs
///          more than a bound.
/// Deterministic as the method is, with the seed of the run. If the clock stops the run, the answer is the
///          best found.
FindResult find(const Graph& graph, const FindRequest& request, const RunContext& run = RunContext());
/// As above, with calls of `events`.
FindResult find(const Graph& graph, const FindRequest& request, const FindEvents& events,
                const RunContext& run);
/// The heaviest set of one size: find(graph, 5).
inline FindResult find(const Graph& graph, Vertex s, const RunContext& run = RunContext()) {
  return find(graph, FindRequest{.sizes = {s}}, run);
}

/// "50", "10,20,50", "10:200:10", "2:200" and lists of these, without repetitions.
///
/// Errors:  InvalidArgument for anything else, and for sizes below 1 or above n; `limit` describes the origin
///          of n.
std::vector<Vertex> parse_sizes(const std::string& text, Vertex n, const std::string& limit);

/// Writes the proof of the bounds of the answers: make_certificate of the ledger for their sizes.
///
/// Errors:  the errors of make_certificate; proofs must have been kept.
subgraph::BoundCertificate make_certificate(const FindResult& found, const RunContext& run = RunContext());
/// Sets FindAnswer::checkable of answers whose certificate has been made.
void mark_checkable(std::vector<FindAnswer>& answers, const subgraph::BoundCertificate& certificate);

/// Upper bounds of some sizes.
struct BoundsResult {
  /// For each size, in the order asked: every bound that was computed, the least one first.
  std::vector<std::vector<subgraph::Bound>> bounds;
  std::vector<std::vector<VertexSet>> dense_sets;       ///< for each size: sets found by the bounds
  std::shared_ptr<const subgraph::BoundLedger> ledger;  ///< proofs of the bounds, for make_certificate
  double seconds = 0.0;                                 ///< time of the whole call
};

/// Computes every upper bound on the heaviest sets of some sizes. This is what `lode bounds` does. With
/// strong effort the cheap bounds take at most 3/10 of the time. The other bounds share the rest evenly by
/// size.
///
/// Cost:    at most the time limit of the run, for all sizes together.
/// Errors:  InvalidArgument for sizes out of range, and for Effort::proof, which needs answers.
BoundsResult find_bounds(const Graph& graph, const std::vector<Vertex>& sizes, subgraph::Effort effort,
                         subgraph::Proofs proofs, const RunContext& run = RunContext());
/// As above for the sets of a family, with values of vertices if the family has any. If the graph is declared
/// to be a core, the sets are sets of the larger graph. Every bound is then the larger of two numbers: the
/// bound of its rule inside the core, and a bound on the sets that leave the core.
///
/// Errors:  as above. InvalidArgument also for a family that does not fit the graph, and for sizes without a
///          set in the family. InputError for a graph that cannot be its declared core.
BoundsResult find_bounds(const Graph& graph, const subgraph::SetFamily& family,
                         const std::vector<Vertex>& sizes, subgraph::Effort effort, subgraph::Proofs proofs,
                         const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
