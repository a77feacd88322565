#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lode/hybrid/working_set.hpp>
#include <lode/subgraph/registry.hpp>

#pragma GCC visibility push(default)
namespace lode::subgraph {

/// When the descent ends by itself.
enum class HybridStop {
  relative_decrease,  ///< the paper's rule: mean relative decrease over `window` blocks <= epsilon
  idle_blocks         ///< `idle` blocks in a row without a move
};

/// Where kicks go on from.
enum class Starts {
  all,   ///< the first start, and restarts
  first  ///< the first start alone
};

/// Stationarity is checked by visiting all exchanges where there are at most so many, else by random blocks.
inline constexpr double exhaustive_stationarity = 200'000.0;

struct HybridOptions {
  StartKind start = StartKind::peeling;  ///< used when the problem names none
  hybrid::WorkingSetSize working_set = {6, 6};
  double theta = 0.0;  ///< proximal parameter; sigma is 1, or the mean weight on weighted graphs
  HybridStop stop = HybridStop::idle_blocks;
  double epsilon = 1e-5;                     ///< relative_decrease only
  std::uint64_t window = 50;                 ///< relative_decrease only
  std::uint64_t idle = 0;                    ///< idle_blocks only; 0: max(50, 5n/|B|), after kicks <= 100,000
  std::uint64_t max_iterations = 0;          ///< of a descent without kicks; 0: no limit
  std::uint64_t stationarity_blocks = 2000;  ///< blocks of the sampled check; 0: no check
  /// Arcs visited without an improvement by kicks and restarts (team.hpp) before the final descent, at
  /// most `passes` times n + 2m; 0: no kicks.
  std::uint64_t work = 20'000'000;
  std::uint64_t passes = 2000;
  int block = 12;               ///< block size of the descents between kicks, 2 to 64
  Vertex cluster = 40;          ///< vertices exchanged by one kick, at most
  Starts starts = Starts::all;  ///< where kicks go on from
  /// Independent searches that exchange their best and share the threads, some by tabu exchanges instead of
  /// kicks (team.hpp says which); the third and later ones begin when the search goes on or when there
  /// are hints, and hints bring two more.
  int searchers = 4;
  /// Go on from an improving block that the check finds, until the check holds.
  bool repair_stationarity = true;
};

/// The presets: "default" (peeling start, kicks and restarts, theta 0, idle rule, blocks from bucket arrays),
/// "fast" and "thorough" (the same with a tenth and 50 times the work), "descent" (without kicks), and
/// "paper" (uniformly random start, R6-G6, theta 1e-3, epsilon 1e-5 over 50 blocks, at most 1000 blocks).
/// Errors: InvalidArgument listing the names.
HybridOptions hybrid_preset(std::string_view name);
const std::vector<std::string_view>& hybrid_presets();

/// Errors: InvalidArgument for options outside their range, and for those that nothing would come of: a limit
///         of iterations, theta or the paper's stop rule where kicks go on, options of kicks where there are
///         none, and what belongs to the other stop rule.
void check_options(const HybridOptions& options);

/// The settings of method "hybrid" that say the same as `options`: a preset, and what differs from it. With
/// them typed options go through everything that takes a method by name (solve, find). As with settings, a
/// limit of `work` that is left out is lifted by a time limit of `find`.
/// Errors: InvalidArgument for options that check_options refuses, and where no preset has that `start` or
///         that `repair_stationarity`: the former is said by the problem, the latter by no setting.
MethodSettings settings_of(const HybridOptions& options);

/// HYBRID for the densest s-vertex subgraph: exchanges inside small working sets, each solved to optimality.
///
/// Minimises -x'Wx over {x in {0,1}^n, 1'x = s} by block descent (hybrid/descent.hpp); never returns less
/// than its start. Ends at a point that is block-k stationary as far as the attached report says: every
/// exchange of at most k/2 pairs visited when there are at most 200,000 of them, random blocks otherwise. The
/// random part of a working set is half members, half outsiders (the source draws from all vertices).
///
/// With `work` the descent comes after kicks, tabu exchanges and restarts (team.hpp) in the core of
/// the graph that the start suggests; in graphs of 2^24 arcs and more, what peeling leaves is found in their
/// dense part (dense_part.hpp), which bounds that core too. Problem::hints guide two of the searches; without
/// them, and without weights, the layers of the core's dense decomposition (densest_layers.hpp) do once the
/// search has visited its arcs 40 times. Vertices of Problem::include stay in the set throughout.
///
/// Cost:    O(n + m) for the start and the core; kicks until `work` arcs pass without an improvement;
///          then per block O(k^2 + 2^k in the worst case of the block solver + degrees of what moves). Memory
///          O(n), and for every searcher but the first O(vertices of that core); a copy of the core's edges;
///          matrices of small or dense parts, of up to 16 MB, 128 MB with real weights.
/// Returns: exactly s vertices; weight = edges (or weight) inside.
/// Errors:  InvalidArgument as check_problem and check_options.
/// Deterministic for a given seed, whatever the number of threads, unless the run is stopped.
/// Source:  G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493; kicks and restarts are this library's,
///          tabu exchanges those of tabu.hpp.
Solution hybrid_search(const Problem& problem, const HybridOptions& options, const RunContext& run);

}  // namespace lode::subgraph
#pragma GCC visibility pop
