#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <lode/study/run_grid.hpp>
#include <lode/subgraph/bounds/bounds.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode {

/// A graph to compare on.
struct ComparisonInput {
  std::string name;  ///< unique among the graphs
  Graph graph;
  std::vector<Vertex> sizes;  ///< a size given again is run once
};

struct ComparisonOptions {
  /// Names as METHOD or METHOD:PRESET; empty or "all": every registered method in its default preset, and
  /// hybrid:paper. "all" leaves out exhaustive methods, and those that do not take a graph's weights.
  std::vector<std::string> methods = {};
  /// Runs of a method that begins somewhere; one that builds its answer from nothing (no uses_start in its
  /// row) is run once, and that run counts for every start.
  int starts = 3;
  std::optional<StartKind> start = {};  ///< unset: the start each method prefers; `given` is not taken
  std::uint64_t seed = 1;               ///< of the first start; start k, counted from 1, has seed + k - 1
  double time_limit = 30.0;             ///< seconds per run, and for the bounds per size
  bool parallel = false;                ///< several runs at once, each still on one thread: times suffer
  int threads = 0;                      ///< for the bounds, and runs at once if parallel; 0: all cores
  std::string journal = {};             ///< file to keep finished runs in and to go on from; empty: none
  const Clock* clock = nullptr;
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const GridProgress&)> progress = {};
};

struct ComparisonMethod {
  std::string name;
  std::string preset;  ///< empty when the method has none
  std::string label;   ///< as it was asked for: "hybrid", "hybrid:paper"
  bool once = false;   ///< run once, whatever the number of starts
};

struct ComparisonGraph {
  std::string name;
  Vertex vertices = 0;
  EdgeCount edges = 0;
  bool weighted = false;
  bool labels = false;  ///< names are labels, not integers
  std::vector<Vertex> sizes;
  std::vector<std::size_t> methods;  ///< those that take it, increasing
};

/// One finished run. Graphs and methods are given by their positions in the comparison.
struct ComparisonRun {
  std::size_t graph = 0;
  Vertex s = 0;
  std::size_t method = 0;
  int start = 1;  ///< counted from 1
  std::uint64_t seed = 1;
  bool parallel = false;                ///< other runs went on beside it
  Solution solution;                    ///< the trace holds at most `comparison_trace_limit` points
  std::vector<std::string> names = {};  ///< original names of solution.vertices
};

inline constexpr std::size_t comparison_trace_limit = 256;

/// One method on one graph and size, over its starts.
struct ComparisonCell {
  std::size_t graph = 0;
  Vertex s = 0;
  std::size_t method = 0;
  int runs = 0;           ///< finished
  bool complete = false;  ///< all of its starts are
  double average = 0.0;   ///< of the weights
  double best = 0.0;
  double average_edges = 0.0;
  EdgeCount best_edges = 0;
  double mean_seconds = 0.0;
  double mean_seconds_to_best = 0.0;
  double relative = 0.0;  ///< average / largest weight any method found here; 1 when that is 0
  double rank = 0.0;      ///< by average among the methods run here, ties share; 0 unless all are complete
  Trace trace;            ///< mean over the starts of the best weight known, see average_trace
};

/// One graph and size.
struct ComparisonInstance {
  std::size_t graph = 0;
  Vertex s = 0;
  Bound bound;
  double best = 0.0;      ///< largest weight any run found
  bool complete = false;  ///< every method has all of its starts
};

/// One method over the complete instances it was run on.
struct ComparisonScore {
  std::size_t method = 0;
  std::size_t instances = 0;
  double mean_rank = 0.0;
  std::size_t wins = 0;        ///< instances where no method's average is larger
  std::size_t best_found = 0;  ///< instances where one of its starts reached the best weight any run found
  double relative = 0.0;       ///< geometric mean of ComparisonCell::relative
  double mean_seconds = 0.0;   ///< over instances, of the mean over starts
};

/// Everything a comparison shows; plain data, rendered by the report layer.
struct Comparison {
  std::vector<ComparisonGraph> graphs;
  std::vector<ComparisonMethod> methods;
  int starts = 1;
  std::string start_rule;  ///< "own", "random", "degree", "peeling"
  std::uint64_t seed = 1;
  double time_limit = 0.0;
  std::vector<ComparisonRun> runs;                         ///< by graph, size, method, start
  std::vector<ComparisonInstance> instances;               ///< by graph, size
  std::vector<ComparisonCell> cells;                       ///< those with a run; by graph, size, method
  std::vector<ComparisonScore> scores;                     ///< by method
  std::vector<std::vector<ComparisonScore>> graph_scores;  ///< by graph, then method
  std::size_t total_runs = 0;                              ///< of the whole grid
  std::size_t resumed_runs = 0;                            ///< taken from the journal
  bool parallel = false;  ///< some run had others beside it: times are not those of a quiet machine
  bool interrupted = false;
  double seconds = 0.0;
};

/// Runs every method on every graph, size and start under the same rules: one thread, its own deadline, and
/// the same upper bound to stop at; see run_grid.
///
/// With a journal every finished run is appended as it ends, and a later comparison with the same graphs,
/// seed, time limit, start rule and version goes on from it; sizes, methods and the number of starts may
/// differ. Runs that are read back are recounted from their sets.
///
/// Errors:  InvalidArgument for a size below 1 or above n, no size, an unknown method or preset, one asked
///          for by name that does not take a graph's weights, repeated methods or graph names, fewer than one
///          start, StartKind::given, a journal made with other options; InputError for a bad record.
/// Deterministic for a given seed but for times and runs that ended at their deadline.
Comparison compare_methods(const std::vector<ComparisonInput>& inputs, const ComparisonOptions& options);

/// Fills instances' best and complete, cells, scores and graph_scores from the runs.
/// Errors: InvalidArgument for a run or instance of a graph or method that the comparison does not have.
void score_comparison(Comparison& comparison);

}  // namespace lode
