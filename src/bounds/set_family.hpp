#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

namespace lode::subgraph {

/// Non-negative values of vertices, one each, or none. Integral values sum to less than 2^53.
class VertexValues {
 public:
  VertexValues() = default;
  /// Cost: O(n log n).
  VertexValues(std::vector<Weight> values, bool integral)
      : margin_(integral ? 0.0 : std::numeric_limits<double>::epsilon()), values_(std::move(values)) {
    std::vector<Weight> sorted = values_;
    std::ranges::sort(sorted, std::greater<>());
    falling_.resize(sorted.size() + 1);
    rising_.resize(sorted.size() + 1);
    std::partial_sum(sorted.begin(), sorted.end(), falling_.begin() + 1);
    std::partial_sum(sorted.rbegin(), sorted.rend(), rising_.begin() + 1);
  }

  bool empty() const { return values_.empty(); }
  Weight operator[](Vertex v) const { return values_[v]; }
  std::span<const Weight> all() const { return values_; }
  /// Upper bound on the values of s vertices. Exact for integral values; a sum of s non-negative doubles is
  /// within a factor 1 +- s 2^-53 of the true one, so real sums are multiplied by 1 + 2 (s + 1) 2^-53.
  double largest(Vertex s) const { return empty() ? 0.0 : falling_[s] * (1.0 + (s + 1.0) * margin_); }
  /// Lower bound on the values of s vertices.
  double least(Vertex s) const { return empty() ? 0.0 : rising_[s] * (1.0 - (s + 1.0) * margin_); }
  /// A bound on edges plus that on the values of s vertices, rounded up unless it is exact.
  double added_to(double bound, Vertex s) const {
    const double sum = bound + largest(s);
    return margin_ == 0.0 ? sum : std::nextafter(sum, std::numeric_limits<double>::infinity());
  }
  /// The values of the vertices of a part, in its order; or an empty list.
  std::vector<Weight> of(const Part& part) const {
    std::vector<Weight> values;
    for (Vertex v = 0; !empty() && v < part.graph.num_vertices(); ++v) {
      values.push_back(values_[part.to_graph(v)]);
    }
    return values;
  }

 private:
  double margin_ = 0.0;  ///< 2^-52, or 0 if the values are integral
  std::vector<Weight> values_;
  std::vector<double> falling_, rising_;  ///< sums of the largest and of the smallest values, by their number
};

/// Bound of a larger simple graph of which the graph at hand is the C-core. Vertices of less than C
/// neighbours (of strength below C) were removed from it, one after the other, until there were none. Take a
/// set of s vertices that does not lie inside the core. Its first vertex removed has at most C - 1 neighbours
/// (less than C strength) in the set. The other s - 1 are a set of the larger graph. So
///   f(s) <= max(f inside (s), f(s - 1) + C - 1),  C in place of C - 1 by strength.
/// Without weights f(s) <= s(s-1)/2, too. The inequality holds for sets with vertices to include, which lie
/// inside and are never removed. It also holds for sets without some other vertices.
///
/// In the reduced form of a family C - 1 is lowered by the shift of the values. Real sums are enlarged
/// by 2^-51 of their terms.
/// Source: peeling as in D. Matula, L. Beck, J. ACM 30 (1983) 417-427.
struct LiftedBound {
  enum class Reason {
    few_vertices,  ///< no edges yet, or the pairs of vertices
    inside,        ///< the bound of the core
    outside,       ///< the bound of s - 1 plus one more vertex
    stated         ///< by the input
  };
  double value = 0.0;
  Reason reason = Reason::few_vertices;
};

/// Treatment of negative weights.
enum class SignForm {
  none,     ///< no weight is negative
  pairs,    ///< every pair of vertices is raised by the same number, so that none weighs less than 0
  positive  ///< edges of negative weight are left out
};

/// A family of sets as rules see it: all sets of the vertices that are neither included nor excluded, with
/// weights and values that are not negative.
///
/// With I the vertices to include and c their values, a set I + T weighs w(I) + c(I), plus w(T), plus c_v +
/// w(v, I) for every v of T. The least of these numbers, `each`, is taken off all of them and counts once for
/// each vertex of T.
///
/// Where all weights and values are integers times one number, and their sums are exact, all are divided by
/// the largest such number, `unit`. Then sets are counted in integers, and bounds are floored. The family is
/// integral if the graph of the part is. Otherwise that graph is one of real weights, even without edges, and
/// all numbers are rounded up, so that no set weighs more than the reduced family says.
///
/// With SignForm::pairs, a set of t vertices weighs more by `raised` t (t - 1) / 2, and nothing is lost. The
/// graph has O(n^2) edges then; pairs that weigh nothing after the raise are left out. This form is taken for
/// up to 200 vertices, and for up to 2000 where half of all pairs are edges, or negative weights have at
/// least half of the magnitude of all. With SignForm::positive, the cost of negative edges is not seen.
struct ReducedFamily {
  Part part;            ///< the vertices neither included nor excluded
  VertexSet include;    ///< increasing
  VertexSet exclude;    ///< increasing
  VertexValues values;  ///< of the vertices of part.graph
  double base = 0.0;    ///< weight of the vertices to include
  double each = 0.0;    ///< number taken off every value
  SignForm signs = SignForm::none;
  double raised = 0.0;                     ///< raise of every pair
  bool gains = true;                       ///< false: no weight is above 0, and there are no values
  double unit = 1.0;                       ///< divisor of weights and values, without a remainder
  std::optional<CoreOrigin> core_of = {};  ///< larger graph of which the graph was declared to be a core
  bool by_strength = false;                ///< the core is one by strength
  bool valued = false;                     ///< vertices were given values

  /// How many vertices a set of s has in the part. Errors: InvalidArgument if s is less than those to
  /// include.
  Vertex to_part(Vertex s) const;
  Vertex to_graph(Vertex t) const { return t + static_cast<Vertex>(include.size()); }
  /// The raise of a set of t vertices of the part.
  long double raised_by(Vertex t) const { return 0.5L * raised * t * (t - 1.0L); }
  /// The largest distance of an answer of s vertices and its bound that rounding may leave: rules stop at
  /// 1e-9 of the sums they count, to which base, each and the raise are added. 0 if the part is integral.
  double room(Vertex s) const;
  /// A bound on sets of t vertices of the part as one on sets of the family, rounded up unless exact.
  double graph_bound(Vertex t, double bound) const;
  /// About the weight in the part of a set of the family with t vertices of the part; not negative. With
  /// SignForm::positive a set may weigh more there.
  double weight_in_part(Vertex t, Weight weight) const;
  /// Upper bound on the weight in the part of t vertices, from a bound on sets of the family, or from the
  /// weight of one of them as `induced_totals` counts it.
  double bound_in_part(Vertex t, double upper_bound) const;
  /// A set of vertices of the part by numbers of the whole graph, with those to include, increasing then.
  VertexSet set_in_graph(const VertexSet& vertices) const;

  // Bounds of the larger graph of a declared core.

  /// Upper bound of the weight that a vertex outside adds to a set.
  double added_outside() const { return core_of->core - (by_strength ? 0.0 : 1.0) - each; }
  /// The least stated bound on sets of t vertices: those on larger sets hold for smaller ones.
  double stated_value(Vertex t) const;
  /// The bound of t vertices from a bound inside the core and the bound of t - 1.
  LiftedBound lifted_step(Vertex t, double inside, double smaller) const;
  /// Bounds by size, from bounds inside the core.
  std::vector<LiftedBound> lifted_bounds(std::span<const double> inside) const;
};

/// Cost:   O(n log n + m) unless the family is all sets; O(n^2) with SignForm::pairs.
/// Errors: InvalidArgument for negative weights or values in a declared core, for a vertex that does not
///         exist, is repeated or is in both lists; as check_values and check_core_origin.
ReducedFamily reduce_family(const Graph& graph, const SetFamily& family);

}  // namespace lode::subgraph
