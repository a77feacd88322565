#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lode/hybrid/constraints.hpp>
#include <lode/subgraph/registry.hpp>

#pragma GCC visibility push(default)
namespace lode::subgraph {

/// Stopping rule of a descent.
enum class HybridStop {
  relative_decrease,  ///< the rule of the paper: mean relative decrease over `window` blocks <= epsilon
  idle_blocks         ///< `idle` blocks in a row without a move
};

/// The sets that kicks disturb. A kick exchanges a part of a set for other vertices.
enum class Starts {
  all,   ///< the first start, and restarts
  first  ///< the first start alone
};

/// Largest number of exchanges for an exhaustive check of stationarity. Beyond it, random blocks are checked.
inline constexpr double exhaustive_stationarity = 200'000.0;

/// Options of `hybrid_search`.
struct HybridOptions {
  StartKind start = StartKind::peeling;         ///< used when the problem names no start
  hybrid::WorkingSetSize working_set = {6, 6};  ///< size of the blocks of the last descent
  double theta = 0.0;  ///< proximal parameter; sigma is 1, or the mean weight on weighted graphs
  HybridStop stop = HybridStop::idle_blocks;  ///< when a descent ends
  double epsilon = 1e-5;                      ///< for relative_decrease only
  std::uint64_t window = 50;                  ///< for relative_decrease only
  std::uint64_t idle = 0;  ///< for idle_blocks only; 0: max(50, 5n/|B|), and after kicks at most 100,000
  std::uint64_t max_iterations = 0;  ///< largest number of blocks of a descent without kicks; 0: no limit
  std::uint64_t stationarity_blocks = 2000;  ///< blocks of the sampled check of stationarity; 0: no check
  /// Work without an improvement before the final descent, in arcs visited by kicks and restarts. It is at
  /// most `passes` times n + 2m. 0: no kicks.
  std::uint64_t work = 20'000'000;
  std::uint64_t passes = 2000;  ///< limit of `work` in passes over the graph
  int block = 12;               ///< block size of the descents between kicks, 2 to 32
  Vertex cluster = 40;          ///< largest number of vertices that one kick exchanges
  Starts starts = Starts::all;  ///< the sets that kicks disturb
  /// Number of independent searches. They exchange their best sets and share the threads. Some use tabu
  /// exchanges instead of kicks. The third and later searches begin in longer runs, or with hints. Hints add
  /// two searches.
  int searchers = 4;
  /// Continue the descent from an improving block found by the check of stationarity, until the check holds.
  bool repair_stationarity = true;
};

/// The options of a preset:
///
/// - "default": peeling start, kicks and restarts, theta 0, idle rule, blocks from bucket arrays
/// - "fast" and "thorough": the default with a tenth of the work, and with 50 times the work
/// - "descent": without kicks
/// - "paper": uniformly random start, R6-G6, theta 1e-3, epsilon 1e-5 over 50 blocks, at most 1000 blocks
///
/// Errors:  InvalidArgument listing the names.
HybridOptions hybrid_preset(std::string_view name);
/// The names of all presets.
const std::vector<std::string_view>& hybrid_presets();

/// Checks options.
///
/// Errors:  InvalidArgument for options outside their range, and for options that have no effect. These are a
///          limit of iterations, theta or the stop rule of the paper together with kicks; options of kicks
///          without kicks; and options of the other stop rule.
void check_options(const HybridOptions& options);

/// HYBRID for the densest s-vertex subgraph: exchanges inside small working sets, each solved to optimality.
///
/// It minimises -x'Wx over {x in {0,1}^n, 1'x = s} by block descent (hybrid/descent.hpp). It never returns
/// less than its start. The attached report describes the block-k stationarity of the answer: every exchange
/// of at most k/2 pairs is visited if their number is at most 200,000. Otherwise random blocks are solved.
/// The random part of a working set is half members, half other vertices. (The source draws from all
/// vertices.)
///
/// With `work`, kicks, tabu exchanges and restarts come before the descent. They work in the core of the
/// graph that the start suggests. In graphs of 2^24 arcs or more, the answer of peeling is found in the dense
/// part of the graph, and that answer suggests the core. Problem::hints guide two of the searches. Without
/// hints and without weights, the layers of the core's dense decomposition guide them, once the search has
/// visited the arcs of the core 40 times. Vertices of Problem::include stay in the set throughout.
///
/// Cost:    O(n + m) for the start and the core. Kicks continue until `work` arcs pass without an
///          improvement. Then each block costs O(k^2 + 2^k in the worst case of the block solver + degrees of
///          the vertices that move).
/// Memory:  O(n); O(vertices of the core) for every searcher but the first; a copy of the edges of the core;
///          and matrices of small or dense parts, of up to 16 MB, 128 MB with real weights.
/// Returns: exactly s vertices; weight = edges (or weight) inside.
/// Errors:  InvalidArgument as check_problem and check_options.
/// Deterministic for a given seed and any number of threads, unless the run is stopped.
/// Source:  G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493. Kicks and restarts are an addition of this
///          library. Tabu exchanges are as in tabu.hpp.
Solution hybrid_search(const Problem& problem, const HybridOptions& options, const RunContext& run);

}  // namespace lode::subgraph
#pragma GCC visibility pop
