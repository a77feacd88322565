#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode::subgraph {

/// How much is spent on upper bounds.
enum class Effort {
  none,   ///< the trivial bound alone
  cheap,  ///< degree, degeneracy, turan, lp, chain: each within about 2 s of work, less than most searches
  automatic,  ///< "auto": then about 2 s a size for a core with dummies (rule outside) where the gap is above
              ///< 1 %, and the other strong ones by as much work as the searches took
  strong,     ///< the cheap ones, and what the strong ones give in a time per size
  proof       ///< the same again and again, until answer and bound meet or the time ends
};
std::string_view to_string(Effort effort);
/// Errors: InvalidArgument for any other word.
Effort parse_effort(std::string_view word);

/// The sets that bounds are about, and what they weigh: w(S) + the sum of the values of S, over all sets of s
/// vertices that hold every one of `include` and none of `exclude`. By default all sets, by edges alone.
struct SetFamily {
  VertexSet include = {};
  VertexSet exclude = {};
  std::vector<Weight> values = {};  ///< one per vertex, in units of weight, finite, of any sign; empty: none
  /// The graph at hand is a core of a larger one, whose sets these are, by strength if it has weights: only
  /// what lies inside is known. Vertices outside are neither included nor excluded, and cannot have values.
  std::optional<CoreOrigin> core_of = {};
};

/// A proven upper bound on the weight of every s-vertex set.
struct Bound {
  std::string_view name;  ///< row of the registry it comes from
  Vertex s = 0;
  double value = 0.0;    ///< an integer when the graph's weights are integral; never below the optimum
  double seconds = 0.0;  ///< time spent on it (shared work is charged to the first size)
};

/// One kind of bound.
struct BoundRow {
  std::string_view name;
  std::string_view statement;  ///< what it proves, one line
  std::string_view cost;
  std::string_view source;
  bool cheap = true;  ///< computed beside every answer
  /// Takes negative weights: in graphs of up to 200 vertices, and in many of up to 2000, all pairs are raised
  /// by one number, which changes no bound but by a constant. In other graphs edges of negative weight are
  /// left out, and no set weighs more without them.
  bool signs = true;
  bool repeatable =
      true;  ///< computed again it has the same value, whatever was known and however long it took
  std::function<std::vector<Bound>(const Graph&, std::span<const Vertex> sizes, const RunContext&)> compute;
};

std::span<const BoundRow> bound_rows();
const BoundRow& bound_row(std::string_view name);
/// True for the name of a repeatable bound; false for others, and for what is no bound's name.
bool is_repeatable(std::string_view name);

/// Every cheap bound for every size, grouped by size in the order given.
std::vector<std::vector<Bound>> cheap_bounds(const Graph& graph, std::span<const Vertex> sizes,
                                             const RunContext& run);
/// The smallest of some bounds on one size; the first among equals.
const Bound& best_bound(std::span<const Bound> bounds);

/// (bound - weight) / bound, 0 where both are equal. An objective with values of vertices may be negative or
/// 0: then the larger magnitude of the two is what the gap is relative to.
double relative_gap(double upper_bound, double objective);
/// Integral weights: the weight is the bound; real ones: it is less by 1e-9 of the bound at most
/// (core/tolerance.hpp), so another set may be better by that much.
bool proves_optimal(const Graph& graph, double upper_bound, double weight);
/// The same of objectives that are summed so.
inline bool proves_optimal(Sums sums, double upper_bound, double objective) {
  return meets(upper_bound, objective, sums);
}

}  // namespace lode::subgraph
#pragma GCC visibility pop
