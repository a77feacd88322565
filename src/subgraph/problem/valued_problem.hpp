#pragma once

#include <lode/core/run_context.hpp>
#include <lode/subgraph/problem.hpp>

#include "subgraph/problem/goal.hpp"

namespace lode::subgraph::detail {

/// Conversion of a problem with values or negative weights.
enum class ValueForm {
  hub,   ///< one vertex more, which every answer includes (graph_with_hub): for methods that keep anchors
  pairs  ///< all pairs are edges (graph_of_pairs), and none weighs less than 0: for every method; with
         ///< values s is at least 2
};

/// Graphs of more vertices do not become graphs of all pairs, which would take 48 MB and more.
inline constexpr Vertex most_paired_vertices = 2000;

/// A problem with values of vertices as one without, for methods that use only edge weights.
///
/// The least value is taken off all of them, so that none is negative: it counts s times in every set.
/// With ValueForm::pairs negative weights go the same way: all pairs are raised by one number, which counts
/// s (s - 1) / 2 times. Vertices keep their numbers.
///
/// Cost:   that of the graph.
/// Errors: InvalidArgument as check_values.
class ValuedProblem {
 public:
  ValuedProblem(const Problem& problem, ValueForm form);

  /// Not connected: an answer of that kind needs the edges of the problem at hand.
  const Problem& problem() const { return inner_; }
  /// A size, bound or target of the problem at hand as one of problem().
  Vertex size_in_part(Vertex s) const { return form_ == ValueForm::hub ? s + 1 : s; }
  double to_part(double objective, Vertex s) const;
  /// A run that converts reports of a search for problem() to objectives of the problem at hand.
  RunContext to_part(const RunContext& run) const {
    return run.with_reports_as(1.0 / times_,
                               least_ * outer_.s - static_cast<double>(raised(outer_.s)) / times_);
  }
  /// An answer of problem() as one of the problem at hand, with weight and value counted there.
  Solution to_graph(Solution solution) const;

  /// Returns solve(problem(), run) as an answer of the problem at hand. Errors: a bound that is refused
  /// is named as the caller gave it.
  template <class Solve>
  Solution solved(const RunContext& run, const Solve& solve) const {
    return to_graph(in_own_terms([&] { return solve(inner_, to_part(run)); }));
  }
  template <class Solve>
  auto in_own_terms(const Solve& solve) const {
    try {
      return solve();
    } catch (const BoundRefused&) {
      throw BoundRefused(outer_.upper_bound, "is below the objective of a set");
    }
  }

 private:
  double to_graph(double weight, Vertex s) const {
    return static_cast<double>((weight - raised(s)) / times_ + static_cast<long double>(least_) * s);
  }
  double graph_bound(double bound, Vertex s) const;
  /// True if a set that is optimal by its weight here is so by its objective, which may be far smaller.
  bool is_optimal(Weight weight, double objective) const;
  /// Total raise of a set of s vertices.
  long double raised(Vertex s) const { return 0.5L * raise_ * s * (s - 1.0L); }

  Problem outer_;
  ValueForm form_;
  Weight least_ = 0.0;  ///< of all values
  bool exact_ = false;  ///< all sums are
  double times_ = 1.0;  ///< factor of objectives
  double raise_ = 0.0;  ///< of every pair, after that
  Problem inner_;
};

/// The vertex of largest value, for answers of one vertex where nothing is included.
Solution most_valued_vertex(const Problem& problem, const RunContext& run);

}  // namespace lode::subgraph::detail
