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

// Methods against each other on graphs, or on instances of least squares. Both are one kind of study: every
// method on every case (a graph, a panel), size and start under the same rules.

#pragma GCC visibility push(default)
namespace lode {

// --- what is compared ---------------------------------------------------------------------------------

/// A graph to compare on.
struct ComparisonInput {
  std::string name;  ///< unique among the graphs
  Graph graph;
  std::vector<Vertex> sizes;  ///< a size given again is run once
};

/// Where the A and b of a panel come from.
struct LeastSquaresSource {
  enum class Kind { regression, uniform, given };
  Kind kind = Kind::regression;
  least_squares::RegressionOptions regression = {};
  least_squares::UniformOptions uniform = {};
  std::shared_ptr<const least_squares::Instance> given = {};

  std::size_t rows() const;
  least_squares::Index columns() const;
};

/// One picture: an instance under a constraint, for one or more sizes s.
struct LeastSquaresPanel {
  std::string name;  ///< unique: "AI + bI, 512 x 2048"
  LeastSquaresSource source = {};
  least_squares::ConstraintKind constraint = least_squares::ConstraintKind::sparse_c;
  double lambda = 0.0;
  double box = std::numeric_limits<double>::infinity();
  std::vector<least_squares::Index> sizes = {0};  ///< s; one entry, 0, where the constraint has none
  /// Of the normal values that methods with a random start begin from; unset: their own.
  std::optional<double> start_scale = {};

  /// The constraint at a size.
  least_squares::Constraint at(least_squares::Index s) const { return {constraint, s, lambda, box}; }
};

/// Panels that stand together on a page.
struct LeastSquaresFigure {
  std::string title;
  std::vector<std::size_t> panels;
};

struct LeastSquaresExperiment {
  std::string name;  ///< "figure1"
  std::string title;
  std::vector<LeastSquaresPanel> panels;
  std::vector<LeastSquaresFigure> figures;
  std::vector<std::string> methods;  ///< as ComparisonOptions::methods
};

/// What is left of an experiment's grid; empty: all of it.
struct ExperimentFilter {
  std::vector<std::size_t> rows = {};
  std::vector<least_squares::Index> columns = {};
  std::vector<least_squares::Design> designs = {};
  std::vector<least_squares::Noise> noises = {};
  std::vector<least_squares::Index> sizes = {};  ///< instead of the experiment's
  std::uint64_t seed = 1;                        ///< of the instances
};

// The experiments of G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493, on the portable instances of
// least_squares/generators.hpp. Errors: InvalidArgument when a filter leaves nothing.

/// Convergence on 200 x 500 uniform instances: x in {-1, 1}^n and lambda = 0.1, starts of scale 0.001 and
/// 0.01.
LeastSquaresExperiment figure_one_experiment(const ExperimentFilter& filter);
/// F against s = 3, 8, ..., 48, 50: m = 512 with four n, n = 2048 with four m, for each design and noise.
/// Rows and columns of the filter replace these numbers.
LeastSquaresExperiment sparsity_experiment(const ExperimentFilter& filter);
/// F against time for m = 512, n = 2048, s = 20, AI + bI and AII + bII.
LeastSquaresExperiment convergence_experiment(const ExperimentFilter& filter);

/// Told when a run begins and when it ends.
struct GridProgress {
  enum class Event { began, ended };
  Event event = Event::began;
  std::string_view key;                     ///< of that run
  std::size_t finished = 0;                 ///< runs with an outcome, those of an earlier session included
  std::size_t left = 0;                     ///< runs without one
  double seconds = 0.0;                     ///< since the grid began
  std::optional<double> seconds_left = {};  ///< estimate; unset until a run begun here has ended
};

struct ComparisonOptions {
  /// On graphs: names as METHOD or METHOD:PRESET; empty or "all": every registered method in its default
  /// preset, and hybrid:paper. "all" leaves out exhaustive methods, and those that do not take a graph's
  /// weights.
  /// Of least squares: either may be followed by @SETTING=VALUE any number of times; empty: those of the
  /// experiment; "all": every registered method. A method is run on the panels whose constraint it takes;
  /// those of "all" and of the experiment that take none are left out.
  std::vector<std::string> methods = {};
  /// Runs of a method that begins somewhere; one that builds its answer from nothing (no uses_start in its
  /// row) is run once, and that run counts for every start.
  int starts = 3;
  /// On graphs only. Unset: the start each method prefers; `given` is not taken.
  std::optional<subgraph::StartKind> start = {};
  std::uint64_t seed = 1;    ///< of the first start; start k, counted from 1, has seed + k - 1
  double time_limit = 30.0;  ///< seconds per run, and for the bounds per size
  /// On graphs only: several runs at once, each still on one thread: times suffer.
  bool parallel = false;
  int threads = 0;           ///< for the bounds, and runs at once if parallel; 0: all cores
  std::string journal = {};  ///< file to keep finished runs in and to go on from; empty: none
  const Clock* clock = nullptr;
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const GridProgress&)> progress = {};
};

// --- what came out ------------------------------------------------------------------------------------

enum class ComparisonKind { graphs, least_squares };
enum class Better { larger, smaller };

/// A graph or a panel.
struct ComparisonCase {
  std::string name;
  std::vector<std::uint32_t> sizes;
  std::vector<std::size_t> methods;  ///< those run on it, increasing
};

/// What else is known of a case that is a graph.
struct ComparisonGraph {
  Vertex vertices = 0;
  EdgeCount edges = 0;
  bool weighted = false;
  bool labels = false;  ///< names are labels, not integers
};

struct ComparisonMethod {
  std::string label;  ///< as it was asked for: "hybrid", "hybrid:paper"
  std::string name;
  subgraph::MethodSettings settings = {};
  bool once = false;  ///< run once, whatever the number of starts

  /// Empty when none is set.
  std::string preset() const;
};

/// One finished run. Cases and methods are given by their positions in the comparison.
struct ComparisonRun {
  std::size_t place = 0;  ///< its case
  std::uint32_t s = 0;
  std::size_t method = 0;
  int start = 1;  ///< counted from 1
  std::uint64_t seed = 1;
  bool parallel = false;                    ///< other runs went on beside it
  double objective = 0.0;                   ///< the set's weight; of least squares F(x)
  EdgeCount edges = 0;                      ///< inside the set
  std::vector<std::uint32_t> support = {};  ///< the set's vertices, or where x is not zero; increasing
  std::vector<double> x = {};               ///< of least squares: aligned with `support`
  std::vector<std::string> names = {};      ///< original names of the set's vertices
  StopReason stop_reason = StopReason::converged;
  std::uint64_t iterations = 0;
  double seconds = 0.0;
  double seconds_to_best = 0.0;
  Trace trace = {};  ///< at most `comparison_trace_limit` points
};

inline constexpr std::size_t comparison_trace_limit = 256;

/// One method on one case and size, over its starts.
struct ComparisonCell {
  std::size_t place = 0;
  std::uint32_t s = 0;
  std::size_t method = 0;
  int runs = 0;           ///< finished
  bool complete = false;  ///< all of its starts are
  double average = 0.0;   ///< of the objectives
  double best = 0.0;
  double average_edges = 0.0;
  EdgeCount best_edges = 0;
  double mean_seconds = 0.0;
  double mean_seconds_to_best = 0.0;
  double relative = 0.0;  ///< average / best objective any method found here; 1 when that is 0
  double rank = 0.0;      ///< by average among the methods run here, 1 for the best; equal ones (to 1e-9 of
                          ///< them) share; 0 unless all are complete
  Trace trace;            ///< mean over the starts of the best objective known, see average_trace
};

/// One case and size.
struct ComparisonInstance {
  std::size_t place = 0;
  std::uint32_t s = 0;
  subgraph::Bound bound = {};  ///< of graphs
  double best = 0.0;           ///< best objective any run found
  bool complete = false;       ///< every method has all of its starts
};

/// One method over the complete instances it was run on.
struct ComparisonScore {
  std::size_t method = 0;
  std::size_t instances = 0;
  double mean_rank = 0.0;
  std::size_t wins = 0;        ///< instances where no method's average is better, but for 1e-9 of it
  std::size_t best_found = 0;  ///< instances where one of its starts reached the best objective of any run
  double relative = 1.0;       ///< geometric mean of ComparisonCell::relative
  double mean_seconds = 0.0;   ///< over instances, of the mean over starts
};

/// Everything a comparison shows; plain data, rendered by the report layer.
struct Comparison {
  ComparisonKind kind = ComparisonKind::graphs;
  std::vector<ComparisonCase> cases;
  std::vector<ComparisonGraph> graphs;  ///< of graphs: one per case
  std::string start_rule;               ///< of graphs: "own", "random", "degree", "peeling"
  LeastSquaresExperiment experiment;    ///< of least squares: one panel per case
  std::vector<ComparisonMethod> methods;
  int starts = 1;
  std::uint64_t seed = 1;
  double time_limit = 0.0;
  std::vector<ComparisonRun> runs;                        ///< by case, size, method, start
  std::vector<ComparisonInstance> instances;              ///< by case, size
  std::vector<ComparisonCell> cells;                      ///< those with a run; by case, size, method
  std::vector<ComparisonScore> scores;                    ///< by method
  std::vector<std::vector<ComparisonScore>> case_scores;  ///< by case, then method
  std::size_t total_runs = 0;                             ///< of the whole grid
  std::size_t resumed_runs = 0;                           ///< taken from the journal
  bool parallel = false;  ///< some run had others beside it: times are not those of a quiet machine
  bool interrupted = false;
  double seconds = 0.0;

  Better better() const { return kind == ComparisonKind::graphs ? Better::larger : Better::smaller; }
};

/// Runs every method on every graph, size and start under the same rules: one thread, its own deadline, and
/// the same bounds to stop at. A run is a call of `find` (find.hpp) for one size with Effort::none,
/// TimeUse::as_needed and what the cheap bounds of that size found as FindRequest::known, so that the answer
/// is that of `lode find --method METHOD` with cheap bounds. Its hints are used (Hints::use): every method is
/// offered the same dense sets, as by `find`, and those that begin elsewhere pass them by.
///
/// With a journal every finished run is appended as it ends, and a later comparison with the same graphs,
/// seed, time limit, start rule and version goes on from it; sizes, methods and the number of starts may
/// differ, and no run depends on which others there are. Runs that are read back are recounted from their
/// sets.
///
/// Cost:    the runs, each up to the time limit; cheap bounds of every graph and size.
/// Errors:  InvalidArgument for a size below 1 or above n, no size, an unknown method or preset, one asked
///          for by name that does not take a graph's weights, repeated graph names, fewer than one start,
///          StartKind::given, more than ten million runs, a journal made with other options; InputError for a
///          bad record.
/// Deterministic for a given seed but for times and runs that ended at their deadline.
Comparison compare_methods(const std::vector<ComparisonInput>& inputs, const ComparisonOptions& options);

/// The same for every panel of an experiment: the Gram matrix and the largest eigenvalue are computed before
/// the runs and are in no run's time. Objectives read back are recomputed from x.
///
/// Cost:    the runs, each up to the time limit; a Gram matrix and an eigenvalue per instance.
/// Errors:  InvalidArgument for an unknown method, preset or setting, a method asked for by name that takes
///          no panel, methods given twice, fewer than one start, options of graphs, more than ten million
///          runs, a journal made with other options; InputError for a bad record.
/// Deterministic for a given seed but for times and runs that ended at their deadline.
Comparison compare_least_squares(LeastSquaresExperiment experiment, const ComparisonOptions& options);

/// Fills instances' best and complete, cells, scores and case_scores from the runs.
/// Errors: InvalidArgument for a run or instance of a case or method that the comparison does not have.
void score_comparison(Comparison& comparison);

}  // namespace lode
#pragma GCC visibility pop
