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

/// How much work is spent on upper bounds.
enum class Effort {
  none,       ///< the trivial bound alone
  cheap,      ///< degree, degeneracy, turan, lp and chain: at most about 2 s of work each, less than most
              ///< searches
  automatic,  ///< "auto": the cheap rules; then, if the gap is above 1 %, about 2 s per size by rule
              ///< outside, and the other strong rules for as much work as the searches took
  strong,     ///< the cheap rules, and the strong rules, with a time limit for each size
  proof       ///< `strong` repeated until answer and bound meet or the time ends
};
/// The level as a word: "auto" for Effort::automatic, else the name of the enumerator.
std::string_view to_string(Effort effort);
/// The level that a word names. Errors: InvalidArgument for any other word.
Effort parse_effort(std::string_view word);

/// The sets that bounds are about, and their weights. The family is all sets of s vertices that contain
/// every vertex of `include` and no vertex of `exclude`. A set S weighs w(S) plus the sum of the values of
/// its vertices. By default the family is all sets, and only edges count.
struct SetFamily {
  VertexSet include = {};           ///< vertices that every set contains
  VertexSet exclude = {};           ///< vertices that no set contains
  std::vector<Weight> values = {};  ///< one value per vertex, in units of weight, of any sign; empty: none
  /// If present: the graph is a core of a larger graph (by strength if weighted), and the sets are sets of
  /// the larger graph. Only the core is known. Vertices outside the core are neither included nor excluded,
  /// and cannot have values.
  std::optional<CoreOrigin> core_of = {};
};

/// A proven upper bound on the weight of every set of s vertices.
struct Bound {
  std::string_view name;  ///< name of the rule (BoundRow) that gave it
  Vertex s = 0;           ///< size of the sets
  double value = 0.0;     ///< the bound: never below the optimum; an integer when the weights are integral
  double seconds = 0.0;   ///< time spent on it; shared work is charged to the first size
};

/// One rule that computes upper bounds.
struct BoundRow {
  std::string_view name;       ///< name of the rule
  std::string_view statement;  ///< proven statement, in one line
  std::string_view cost;       ///< asymptotic cost
  std::string_view source;     ///< paper behind the rule
  bool cheap = true;           ///< true: the rule is computed with every answer
  /// True if the rule takes negative weights. In graphs of up to 200 vertices, and in many of up to 2000, all
  /// pairs are then raised by one number. This changes every bound by a known constant alone. In other
  /// graphs, edges of negative weight are left out, which lowers the weight of no set.
  bool signs = true;
  /// True: the rule always gives the same value, independently of time and known bounds.
  bool repeatable = true;
  std::function<std::vector<Bound>(const Graph&, std::span<const Vertex> sizes, const RunContext&)>
      compute;  ///< computes bounds for some sizes
};

/// All rules, in the order in which they are listed to users.
std::span<const BoundRow> bound_rows();
/// The rule of this name. Errors: InvalidArgument if unknown.
const BoundRow& bound_row(std::string_view name);
/// True for the name of a repeatable rule. False for other names.
bool is_repeatable(std::string_view name);

/// The smallest of several bounds for one size. The first among equal ones.
const Bound& best_bound(std::span<const Bound> bounds);

/// The gap, (bound - weight) / bound. It is 0 if both are equal. With values of vertices, an objective may be
/// negative or 0. The gap is then relative to the larger magnitude of the two.
double relative_gap(double upper_bound, double objective);
/// True if the weight meets the bound, so that the set is proven optimal. Integral weights: the weight equals
/// the bound. Real weights: the weight is below the bound by at most a relative 1e-9 (core/tolerance.hpp), so
/// another set may be better by that much.
bool proves_optimal(const Graph& graph, double upper_bound, double weight);
/// Overload for objectives summed in this way.
inline bool proves_optimal(Sums sums, double upper_bound, double objective) {
  return meets(upper_bound, objective, sums);
}

}  // namespace lode::subgraph
#pragma GCC visibility pop
