#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lode/least_squares/generators.hpp>
#include <lode/least_squares/registry.hpp>
#include <lode/study/run_grid.hpp>

namespace lode {

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

/// What is compared on what.
struct LeastSquaresExperiment {
  std::string name;  ///< "figure1"
  std::string title;
  std::vector<LeastSquaresPanel> panels;
  std::vector<LeastSquaresFigure> figures;
  std::vector<std::string> methods;  ///< as LeastSquaresComparisonOptions::methods
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

struct LeastSquaresComparisonOptions {
  /// METHOD, METHOD:PRESET, either followed by @SETTING=VALUE any number of times; empty: those of the
  /// experiment; "all": every registered method. A method is run on the panels whose constraint it takes;
  /// those of "all" and of the experiment that take none are left out.
  std::vector<std::string> methods = {};
  int starts = 3;            ///< runs of a method that takes a start; others are run once
  std::uint64_t seed = 1;    ///< of the first start; start k, counted from 1, has seed + k - 1
  double time_limit = 30.0;  ///< seconds per run
  std::string journal = {};  ///< file to keep finished runs in and to go on from; empty: none
  const Clock* clock = nullptr;
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const GridProgress&)> progress = {};
};

struct LeastSquaresMethod {
  std::string label;  ///< as it was asked for
  std::string name;
  least_squares::MethodSettings settings;
  bool once = false;  ///< run once, whatever the number of starts
};

/// One finished run. Panels and methods are given by their positions.
struct LeastSquaresRun {
  std::size_t panel = 0;
  least_squares::Index s = 0;
  std::size_t method = 0;
  int start = 1;  ///< counted from 1
  std::uint64_t seed = 1;
  least_squares::Solution solution;  ///< the trace holds at most 256 points
};

/// One method on one panel and size, over its starts.
struct LeastSquaresCell {
  std::size_t panel = 0;
  least_squares::Index s = 0;
  std::size_t method = 0;
  int runs = 0;           ///< finished
  bool complete = false;  ///< all of its starts are
  double average = 0.0;   ///< of the objectives
  double best = 0.0;      ///< the least of them
  double mean_seconds = 0.0;
  double mean_seconds_to_best = 0.0;
  double ratio = 1.0;  ///< average / least objective any method found here, >= 1; 1 when that is 0
  double rank = 0.0;   ///< by average, 1 for the least, ties (to 1e-9) share; 0 unless complete
  Trace trace;         ///< mean over the starts of the least objective known
};

/// One panel and size.
struct LeastSquaresInstanceSummary {
  std::size_t panel = 0;
  least_squares::Index s = 0;
  double best = 0.0;      ///< least objective any run found
  bool complete = false;  ///< every method has all of its starts
};

/// One method over complete panels and sizes.
struct LeastSquaresScore {
  std::size_t method = 0;
  std::size_t instances = 0;
  double mean_rank = 0.0;
  std::size_t wins = 0;        ///< where no method's average is less, to 1e-9 of it
  std::size_t best_found = 0;  ///< where one of its starts reached the least objective, to 1e-9 of it
  double ratio = 1.0;          ///< geometric mean of LeastSquaresCell::ratio
  double mean_seconds = 0.0;
};

/// Everything a comparison shows; plain data, rendered by the report layer.
struct LeastSquaresComparison {
  LeastSquaresExperiment experiment;
  std::vector<LeastSquaresMethod> methods;
  std::vector<std::vector<std::size_t>> panel_methods;  ///< those run on each panel, increasing
  int starts = 1;
  std::uint64_t seed = 1;
  double time_limit = 0.0;
  std::vector<LeastSquaresRun> runs;  ///< by panel, size, method, start
  std::vector<LeastSquaresInstanceSummary> instances;
  std::vector<LeastSquaresCell> cells;                       ///< those with a run; by panel, size, method
  std::vector<LeastSquaresScore> scores;                     ///< by method
  std::vector<std::vector<LeastSquaresScore>> panel_scores;  ///< by panel, then method
  std::size_t total_runs = 0;
  std::size_t resumed_runs = 0;
  bool interrupted = false;
  double seconds = 0.0;
};

/// Runs every method on every panel, size and start under the same rules: one thread, its own deadline; the
/// Gram matrix and the largest eigenvalue are computed before and are in no run's time.
///
/// With a journal every finished run is appended as it ends, and a later comparison of the same panels, with
/// the same seed, time limit and version, goes on from it. Objectives read back are recomputed from x.
///
/// Errors:  InvalidArgument for an unknown method, preset or setting, a method asked for by name that takes
///          no panel, methods given twice, fewer than one start, a journal made with other options;
///          InputError for a bad record.
/// Deterministic for a given seed but for times and runs that ended at their deadline.
LeastSquaresComparison compare_least_squares(LeastSquaresExperiment experiment,
                                             const LeastSquaresComparisonOptions& options);

/// Fills instances' best and complete, cells and scores from the runs.
/// Errors: InvalidArgument for a run or instance of a panel or method that the comparison does not have.
void score_comparison(LeastSquaresComparison& comparison);

}  // namespace lode
