#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

namespace lode::subgraph {

/// What vertices add to the weight of a set that holds them: non-negative, one each; or nothing.
class VertexValues {
 public:
  VertexValues() = default;
  /// Integral values sum to less than 2^53. Cost: O(n log n).
  VertexValues(std::vector<Weight> values, bool integral)
      : margin_(integral ? 0.0 : std::numeric_limits<double>::epsilon()), values_(std::move(values)) {
    std::vector<Weight> sorted = values_;
    std::sort(sorted.begin(), sorted.end());
    for (const Weight value : sorted) rising_.push_back(rising_.back() + value);
    for (auto value = sorted.rbegin(); value != sorted.rend(); ++value) {
      falling_.push_back(falling_.back() + *value);
    }
  }

  bool empty() const { return values_.empty(); }
  Weight operator[](Vertex v) const { return values_[v]; }
  std::span<const Weight> all() const { return values_; }
  /// No s vertices have values of a larger sum. Exact for integral values; a sum of s non-negative doubles is
  /// within a factor 1 +- s 2^-53 of the true one, so real sums are multiplied by 1 + 2 (s + 1) 2^-53.
  double largest(Vertex s) const { return empty() ? 0.0 : falling_[s] * (1.0 + (s + 1.0) * margin_); }
  /// No s vertices have values of a smaller sum, likewise.
  double least(Vertex s) const { return empty() ? 0.0 : rising_[s] * (1.0 - (s + 1.0) * margin_); }
  /// A bound on edges with that on the values of s vertices added, rounded up unless it is exact.
  double added_to(double bound, Vertex s) const {
    if (empty()) return bound;
    const double sum = bound + largest(s);
    return margin_ == 0.0 ? sum : std::nextafter(sum, std::numeric_limits<double>::infinity());
  }
  /// Those of the vertices of a part, in its order; none if there are none.
  std::vector<Weight> of(const Part& part) const {
    std::vector<Weight> values;
    for (Vertex v = 0; !empty() && v < part.graph.num_vertices(); ++v) {
      values.push_back(values_[part.outward(v)]);
    }
    return values;
  }

 private:
  double margin_ = 0.0;  ///< 2^-52, or 0 if the values are integral
  std::vector<Weight> values_;
  std::vector<double> falling_ = {0.0};  ///< sums of the largest values, by their number
  std::vector<double> rising_ = {0.0};   ///< and of the smallest
};

/// What becomes of negative weights.
enum class SignForm {
  none,     ///< there are none
  pairs,    ///< every pair of vertices is raised by the same number, so that none weighs less than 0
  positive  ///< edges of negative weight are left out
};

/// A family of sets as rules see it: all sets of the vertices that are neither included nor excluded, weighed
/// with weights and values that are not negative.
///
/// With I the vertices to include and c their values, a set I + T weighs w(I) + c(I), and w(T) and, for every
/// v of T, c_v + w(v, I). The least of the latter is taken off all of them: it counts as often as T has
/// vertices. Where all are equal nothing is left of them.
///
/// Integral if the graph's weights and the values are, and all their sums stay below 2^53. Otherwise the
/// graph of the part is one of real weights, even where no edge is left in it. Real values are rounded up, so
/// that no set weighs more than what is said of it.
///
/// Where all weights and values are integers times one number, and their sums are exact, all of them are
/// divided by the largest such number. Then sets are counted in integers, and bounds are floored. Where each
/// edge weighs as much as that number, the graph of the part has no weights.
///
/// Negative weights. `pairs`: a set of t vertices weighs more by `raised` t (t - 1) / 2, whichever it is, so
/// every bound is one of the given weights, and nothing is lost. The graph has O(n^2) edges then: pairs that
/// weigh nothing after the raise are left out. `positive`: no set weighs more than its edges of positive
/// weight, so every bound is one of the given weights, too, but what negative edges cost is not seen. `pairs`
/// is taken for up to 200 vertices. It is also taken for up to 2000 where half of all pairs are edges, or
/// negative weights have at least half of the magnitude of all.
struct ReducedFamily {
  Part part;                               ///< the vertices neither included nor excluded
  VertexSet include;                       ///< increasing
  VertexSet exclude;                       ///< increasing
  VertexValues values;                     ///< of the vertices of part.graph
  double base = 0.0;                       ///< what the vertices to include weigh
  double each = 0.0;                       ///< what is taken off every value
  SignForm signs = SignForm::none;         ///< what became of negative weights
  double raised = 0.0;                     ///< by how much every pair weighs more
  bool gains = true;                       ///< false: no weight is above 0, and there are no values
  double unit = 1.0;                       ///< what weights and values are divided by, without a remainder
  std::optional<CoreOrigin> core_of = {};  ///< what the graph was declared to be a core of
  bool by_strength = false;                ///< and whether by strength
  bool valued = false;                     ///< vertices were given values

  /// How many vertices a set of s has in the part. Errors: InvalidArgument if s is less than those to
  /// include.
  Vertex inward(Vertex s) const;
  Vertex outward(Vertex t) const { return t + static_cast<Vertex>(include.size()); }
  /// What a set of t vertices of the part weighs more for the raise.
  long double raised_by(Vertex t) const { return 0.5L * raised * t * (t - 1.0L); }
  /// The largest distance of an answer of s vertices and its bound that rounding may leave: rules stop at
  /// 1e-9 of the sums they count, to which base, each and the raise are added. 0 if the part is integral.
  double room(Vertex s) const;
  /// A bound on sets of t vertices of the part as one of the sets of the family, rounded up unless exact.
  double outward_bound(Vertex t, double bound) const;
  /// About what a set of the family weighs in the part, for t of its vertices; not negative. With
  /// SignForm::positive a set may weigh more there.
  double inward_weight(Vertex t, Weight weight) const;
  /// No less than what is left to t vertices of the part by a bound on sets of the family, or by the weight
  /// of one of them as `induced_totals` counts it.
  double inward_bound(Vertex t, double upper_bound) const;
  /// A set of vertices of the part by numbers of the whole graph, with those to include, increasing then.
  VertexSet outward_set(const VertexSet& vertices) const;
};

/// Cost:   O(n log n + m) unless the family is that of all sets. Negative weights take O(n^2) in the form of
/// pairs. Errors: InvalidArgument for negative weights or values in a declared core, for a vertex that does
/// not exist, is given twice or both ways, and as check_values; those of check_core_origin.
ReducedFamily reduce_family(const Graph& graph, const SetFamily& family);

}  // namespace lode::subgraph
