#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/core/run_context.hpp>
#include <lode/least_squares/generators.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>

// Comparisons of methods, on graphs or on instances of least squares. Both are one kind of study: every
// method runs on every case (a graph, a panel), size and start under the same rules.

#pragma GCC visibility push(default)
namespace lode {

// --- input --------------------------------------------------------------------------------------------

/// A graph to compare on.
struct ComparisonInput {
  std::string name;           ///< name, unique among the graphs
  Graph graph;                ///< the graph
  std::vector<Vertex> sizes;  ///< sizes of sets; a size given again is run once
};

/// Source of A and b of a panel.
struct LeastSquaresSource {
  /// A generated regression, generated uniform data, or data of the caller.
  enum class Kind { regression, uniform, given };
  Kind kind = Kind::regression;                               ///< kind of the source
  least_squares::RegressionOptions regression = {};           ///< for Kind::regression
  least_squares::UniformOptions uniform = {};                 ///< for Kind::uniform
  std::shared_ptr<const least_squares::Instance> given = {};  ///< for Kind::given

  /// Number of rows of A.
  std::size_t rows() const;
  /// Number of columns of A.
  least_squares::Index columns() const;
};

/// One picture: an instance under a constraint, for one or more sizes s.
struct LeastSquaresPanel {
  std::string name;                ///< name, unique among the panels: "AI + bI, 512 x 2048"
  LeastSquaresSource source = {};  ///< where A and b come from
  least_squares::ConstraintKind constraint = least_squares::ConstraintKind::sparse_c;  ///< the constraint
  double lambda = 0.0;                                   ///< price of a nonzero, for sparse
  double box = std::numeric_limits<double>::infinity();  ///< largest magnitude of a value, for sparse
  std::vector<least_squares::Index> sizes = {0};  ///< sizes s; one entry, 0, if the constraint has none
  /// Scale of the normal values of random starts. Unset: the scale of the method.
  std::optional<double> start_scale = {};

  /// The constraint at one size.
  least_squares::Constraint at(least_squares::Index s) const { return {constraint, s, lambda, box}; }
};

/// Panels to compare on.
struct LeastSquaresExperiment {
  std::string name;                       ///< name of the experiment, "figure1"
  std::string title;                      ///< title of the page
  std::vector<LeastSquaresPanel> panels;  ///< the panels
  std::vector<std::string> methods;       ///< methods, as in ComparisonOptions::methods
};

/// Restricts the grid of an experiment. An empty list means no restriction.
struct ExperimentFilter {
  std::vector<std::size_t> rows = {};               ///< numbers of rows
  std::vector<least_squares::Index> columns = {};   ///< numbers of columns
  std::vector<least_squares::Design> designs = {};  ///< designs of A
  std::vector<least_squares::Noise> noises = {};    ///< kinds of noise
  std::vector<least_squares::Index> sizes = {};     ///< sizes, in place of the sizes of the experiment
  std::uint64_t seed = 1;                           ///< seed of the instances
};

// The experiments of G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493, on the portable instances of
// least_squares/generators.hpp. Each throws InvalidArgument if the filter leaves nothing.

/// Convergence on uniform instances of 200 x 500: x in {-1, 1}^n, and lambda = 0.1 with starts of scale 0.001
/// and 0.01.
LeastSquaresExperiment figure_one_experiment(const ExperimentFilter& filter);
/// F against s = 3, 8, ..., 48, 50: m = 512 with four numbers n, and n = 2048 with four numbers m, for each
/// design and noise. Rows and columns of the filter replace these numbers.
LeastSquaresExperiment sparsity_experiment(const ExperimentFilter& filter);
/// F against time for m = 512, n = 2048, s = 20, with AI + bI and AII + bII.
LeastSquaresExperiment convergence_experiment(const ExperimentFilter& filter);

/// The state of a comparison, reported when a run begins and when it ends.
struct GridProgress {
  /// A run began, or a run ended.
  enum class Event { began, ended };
  Event event = Event::began;  ///< what happened
  std::string_view key;        ///< name of that run
  std::size_t finished = 0;    ///< runs with a result, including runs from the journal
  std::size_t left = 0;        ///< runs without a result
  double seconds = 0.0;        ///< seconds since the comparison began
};

/// Options of a comparison.
struct ComparisonOptions {
  /// The methods, each METHOD or METHOD:PRESET, followed by any number of `@`SETTING=VALUE.
  ///
  /// On graphs, an empty list or "all" means every registered method in its default preset, and hybrid:paper,
  /// without exhaustive methods and methods that do not take the weights of a graph. For least squares, an
  /// empty list means the methods of the experiment, and "all" every registered method, each on the panels
  /// whose constraint it takes.
  std::vector<std::string> methods = {};
  /// Number of runs of a method that needs a start. A method without uses_start in its row runs once, and
  /// that run counts for every start.
  int starts = 3;
  /// Start of the methods, on graphs only. Unset: the default of each method. `given` is not accepted.
  std::optional<subgraph::StartKind> start = {};
  std::uint64_t seed = 1;        ///< seed of the first start; start k, counted from 1, has seed + k - 1
  double time_limit = 30.0;      ///< seconds for each run, and for the bounds of each size
  int threads = 0;               ///< threads for the bounds; 0: all cores
  std::string journal = {};      ///< file of finished runs, to continue from later; empty: none
  const Clock* clock = nullptr;  ///< clock of the runs; nullptr: monotonic_clock()
  const std::atomic<bool>* cancel = nullptr;  ///< the caller sets it to true to stop the comparison
  std::function<void(const GridProgress&)> progress = {};  ///< called with news; may be empty
};

// --- results ------------------------------------------------------------------------------------------

/// Subject of a comparison.
enum class ComparisonKind { graphs, least_squares };
/// Which objectives are better.
enum class Better { larger, smaller };

/// A case of a comparison: a graph or a panel.
struct ComparisonCase {
  std::string name;                  ///< name of the graph or panel
  std::vector<std::uint32_t> sizes;  ///< sizes
  std::vector<std::size_t> methods;  ///< positions of the methods that ran on it, increasing
  Vertex vertices = 0;               ///< of a graph: number of vertices
  EdgeCount edges = 0;               ///< of a graph: number of edges
  bool weighted = false;             ///< the graph has weights
  bool labels = false;               ///< names of vertices are labels, not integers
};

/// A method of a comparison.
struct ComparisonMethod {
  std::string label;                       ///< the method as requested: "hybrid", "hybrid:paper"
  std::string name;                        ///< name of the method
  subgraph::MethodSettings settings = {};  ///< settings of the method
  bool once = false;                       ///< the method runs once for any number of starts

  /// The preset; empty if none is set.
  std::string preset() const;
};

/// One finished run. Cases and methods are given by their positions in the comparison.
struct ComparisonRun {
  std::size_t place = 0;   ///< position of its case
  std::uint32_t s = 0;     ///< size
  std::size_t method = 0;  ///< position of its method
  int start = 1;           ///< number of the start, from 1
  std::uint64_t seed = 1;  ///< seed of the run
  double objective = 0.0;  ///< weight of the set; for least squares F(x)
  EdgeCount edges = 0;     ///< number of edges inside the set
  std::vector<std::uint32_t> support =
      {};                               ///< vertices of the set, or columns where x is not zero; increasing
  std::vector<double> x = {};           ///< for least squares: values of x in the order of `support`
  std::vector<std::string> names = {};  ///< original names of the vertices of the set
  StopReason stop_reason = StopReason::converged;  ///< why the run ended
  std::uint64_t iterations = 0;                    ///< step count of the method
  double seconds = 0.0;                            ///< time of the run
  double seconds_to_best = 0.0;                    ///< time until the answer was found
  Trace trace = {};                                ///< improvements, at most `comparison_trace_limit` points
};

/// Largest number of points that are kept of a trace.
inline constexpr std::size_t comparison_trace_limit = 256;

/// One method on one case and size, over all its starts.
struct ComparisonCell {
  std::size_t place = 0;              ///< position of the case
  std::uint32_t s = 0;                ///< size
  std::size_t method = 0;             ///< position of the method
  int runs = 0;                       ///< finished runs
  bool complete = false;              ///< all of its starts have finished
  int cut_short = 0;                  ///< runs that their time limit or an interruption ended
  double average = 0.0;               ///< average of the objectives
  double best = 0.0;                  ///< best objective
  double mean_seconds = 0.0;          ///< average time of a run
  double mean_seconds_to_best = 0.0;  ///< average time until the answer was found
  double relative = 0.0;    ///< `average` divided by the best objective of any method here; 1 if that is 0
  double rank = 0.0;        ///< rank by average among the methods run here, 1 for the best; equal ones (to a
                            ///< relative 1e-9) share a rank; 0 unless all methods are complete
  bool wins = false;        ///< no method run here has a better average, up to a relative 1e-9
  bool best_found = false;  ///< one of its runs reached the best objective of any run here, likewise
  Trace trace;              ///< average over the starts of the best objective known at each time
};

/// One case and size.
struct ComparisonInstance {
  std::size_t place = 0;       ///< position of the case
  std::uint32_t s = 0;         ///< size
  subgraph::Bound bound = {};  ///< upper bound, on graphs
  double best = 0.0;           ///< best objective of any run
  bool complete = false;       ///< every method has finished all of its starts
};

/// One method over the complete instances on which it ran.
struct ComparisonScore {
  std::size_t method = 0;      ///< position of the method
  std::size_t instances = 0;   ///< number of these instances
  double mean_rank = 0.0;      ///< average rank
  std::size_t wins = 0;        ///< instances where no method has a better average, up to a relative 1e-9
  std::size_t best_found = 0;  ///< instances where one of its starts reached the best objective of any run
  double relative = 1.0;       ///< geometric mean of ComparisonCell::relative
  double mean_seconds = 0.0;   ///< average over instances of the average time of a run
};

/// The results of a comparison. It is plain data; the report layer renders it.
struct Comparison {
  ComparisonKind kind = ComparisonKind::graphs;  ///< subject of the comparison
  std::vector<ComparisonCase> cases;             ///< the cases
  std::string start_rule;                        ///< on graphs: "own", "random", "degree" or "peeling"
  LeastSquaresExperiment experiment;             ///< for least squares: one panel per case
  std::vector<ComparisonMethod> methods;         ///< the methods
  int starts = 1;                                ///< number of starts
  std::uint64_t seed = 1;                        ///< seed of the first start
  double time_limit = 0.0;                       ///< seconds for each run
  std::vector<ComparisonRun> runs;               ///< by case, size, method, start
  std::vector<ComparisonInstance> instances;     ///< by case, size
  std::vector<ComparisonCell> cells;             ///< cells with a run, by case, size, method
  std::vector<ComparisonScore> scores;           ///< by method
  std::vector<std::vector<ComparisonScore>> case_scores;  ///< by case, then method
  std::size_t total_runs = 0;                             ///< runs of the whole grid
  std::size_t resumed_runs = 0;                           ///< runs taken from the journal
  bool interrupted = false;                               ///< the comparison was cancelled
  double seconds = 0.0;                                   ///< time of the whole comparison

  /// The direction of better objectives.
  Better better() const { return kind == ComparisonKind::graphs ? Better::larger : Better::smaller; }
};

/// Runs every method on every graph, size and start under the same rules: one thread, a separate deadline,
/// and the same bounds to stop at.
///
/// Every method gets the cheap bound of the size and the dense sets of the bounds, as from `lode find
/// --method METHOD` with cheap bounds.
///
/// With a journal, every finished run is appended when it ends. A later comparison with the same graphs,
/// seed, time limit, start rule and version continues from it, with any sizes, methods and number of starts.
/// Runs that are read back are recounted from their sets.
///
/// Cost:    the runs, each up to the time limit; cheap bounds of every graph and size.
/// Errors:  InvalidArgument for no size or a size out of range, an unknown method or preset, a method asked
///          for by name that does not take the weights of a graph, repeated names of graphs, fewer than one
///          start, StartKind::given, more than ten million runs, and a journal made with other options.
///          InputError for a bad record of the journal.
/// Deterministic for a given seed, except for times and for runs that ended at their deadline.
Comparison compare_methods(const std::vector<ComparisonInput>& inputs, const ComparisonOptions& options);

/// Runs every method on every panel of an experiment. The Gram matrix and the largest eigenvalue are computed
/// before the runs, and are in no run's time. Objectives that are read back are recomputed from x.
///
/// Cost:    the runs, each up to the time limit; a Gram matrix and an eigenvalue per instance.
/// Errors:  as compare_methods. InvalidArgument also for an unknown setting, a method asked for by name that
///          takes no panel, and options of graphs.
/// Deterministic as compare_methods.
Comparison compare_least_squares(const LeastSquaresExperiment& experiment, const ComparisonOptions& options);

}  // namespace lode
#pragma GCC visibility pop
