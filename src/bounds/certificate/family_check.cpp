#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "bounds/certificate/check.hpp"
#include "core/exact_sum.hpp"

namespace lode::subgraph::detail {
namespace {

using lode::detail::ExactSum;

class FamilyCheck {
 public:
  FamilyCheck(const Graph& graph, const SetFamily& asked, const ReducedFamily& reduced)
      : graph_(graph), asked_(asked), reduced_(reduced), place_(graph.num_vertices(), open) {}

  void check() {
    require(reduced_.unit > 0.0 && std::isfinite(reduced_.unit), "its weights have an impossible unit");
    check_vertices();
    if (reduced_.signs == SignForm::none) {
      check_edges();
    } else {
      check_pairs();
    }
    check_values();
    if (reduced_.part.graph.integral()) check_integers();
  }

 private:
  static constexpr std::uint8_t open = 0;
  static constexpr std::uint8_t included = 1;
  static constexpr std::uint8_t excluded = 2;

  static void require(bool holds, const char* what) {
    require_certified(holds, fmt::format("the family of sets is not the one that was asked about: {}", what));
  }

  double own(Vertex v) const { return asked_.values.empty() ? 0.0 : scaled(asked_.values[v]); }
  /// In units of the family. Numbers must be exact in them.
  double scaled(double number) const {
    const double quotient = number / reduced_.unit;
    require(std::fma(quotient, reduced_.unit, -number) == 0.0, "a weight is no multiple of its unit");
    return quotient;
  }
  /// Whether a number of the input is a whole number here, without any rounding.
  bool becomes_integer(double number) const {
    const double here = scaled(number);
    return here == std::floor(here);
  }

  void check_vertices() {
    for (const Vertex v : asked_.include) place_.at(v) = included;
    for (const Vertex v : asked_.exclude) place_.at(v) = excluded;
    std::vector<Vertex> vertices[3];
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      vertices[place_[v]].push_back(v);
    }
    n_ = static_cast<Vertex>(vertices[0].size());
    const bool whole = reduced_.part.original.empty() && n_ == graph_.num_vertices();
    require((whole || vertices[0] == reduced_.part.original) && vertices[1] == reduced_.include &&
                vertices[2] == reduced_.exclude,
            "other vertices are included or excluded");
    require(reduced_.part.graph.num_vertices() == n_, "it has another number of vertices");
    require(reduced_.values.empty() || reduced_.values.all().size() == n_, "it has another number of values");
  }

  void check_edges() {
    for (Vertex i = 0; i < n_; ++i) {
      ArcIndex arc = reduced_.part.graph.offsets()[i];
      const ArcIndex end = reduced_.part.graph.offsets()[i + 1];
      graph_.for_each_neighbor(reduced_.part.outward(i), [&](Vertex u, Weight w) {
        if (place_[u] != open) return;
        const bool same = arc < end && reduced_.part.outward(reduced_.part.graph.targets()[arc]) == u &&
                          reduced_.part.graph.arc_weight(arc) == scaled(w);
        require(same, "it has other edges or weights");
        ++arc;
      });
      require(arc == end, "it has further edges");
    }
  }

  /// Whether no pair of vertices weighs less than it does in the input, with the raise of all pairs. A pair
  /// that is no edge weighs 0.
  void check_pairs() const {
    require(reduced_.gains || reduced_.values.empty(), "it has values");
    require(reduced_.raised >= 0.0 && std::isfinite(reduced_.raised), "its pairs have an impossible raise");
    std::vector<double> asked(n_, 0.0);
    std::vector<Vertex> inside(graph_.num_vertices(), no_vertex);
    for (Vertex i = 0; i < n_; ++i) inside[reduced_.part.outward(i)] = i;
    const auto check_pair = [&](Vertex i, Vertex j, double here) {
      require(here >= 0.0, "it has a negative weight");
      require(reduced_.gains || asked[j] <= 0.0, "a weight is above 0");
      ExactSum sum;
      sum.add(asked[j]);
      sum.add(reduced_.raised);
      sum.subtract(here);
      require(i == j || sum.sign() <= 0, "a pair of vertices weighs more");
    };
    for (Vertex i = 0; i < n_; ++i) {
      const auto row = reduced_.part.graph.neighbors(i);
      std::vector<Vertex> set;
      graph_.for_each_neighbor(reduced_.part.outward(i), [&](Vertex u, Weight w) {
        if (inside[u] == no_vertex) return;
        asked[inside[u]] = scaled(w);
        set.push_back(inside[u]);
      });
      if (reduced_.raised > 0.0) {  // pairs that are no edges weigh more, too
        std::size_t k = 0;
        for (Vertex j = 0; j < n_; ++j) {
          const bool is_edge = k < row.size() && row[k] == j;
          check_pair(i, j,
                     is_edge ? reduced_.part.graph.arc_weight(reduced_.part.graph.offsets()[i] + k) : 0.0);
          k += is_edge ? 1 : 0;
        }
      } else {
        for (const Vertex j : set) check_pair(i, j, reduced_.part.graph.edge_weight(i, j).value_or(0.0));
      }
      for (const Vertex j : set) asked[j] = 0.0;
    }
  }

  /// Adds the value of v and its edges to included vertices: all, or those to smaller ones.
  void add_terms(Vertex v, bool each_edge, ExactSum& sum) const {
    sum.add(own(v));
    graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (place_[u] == included && (each_edge || u < v)) sum.add(scaled(w));
    });
  }

  void check_values() {
    ExactSum base;
    for (const Vertex v : reduced_.include) add_terms(v, false, base);
    base.subtract(reduced_.base);
    require(base.sign() <= 0, "the included vertices weigh more");
    for (Vertex i = 0; i < n_; ++i) {
      ExactSum sum;
      add_terms(reduced_.part.outward(i), true, sum);
      sum.subtract(reduced_.each);
      if (!reduced_.values.empty()) sum.subtract(reduced_.values[i]);
      require(sum.sign() <= 0, "a vertex adds more to a set");
    }
  }

  void check_integers() const {
    long double sum = reduced_.raised_by(n_) + std::abs(reduced_.base) +
                      std::abs(static_cast<long double>(reduced_.each)) * (graph_.num_vertices() + 1.0L);
    bool integers = true;
    const auto take = [&](double number) {
      integers = integers && number == std::floor(number);
      sum += std::abs(number);
    };
    take(reduced_.base);
    take(reduced_.each);
    take(reduced_.raised);
    for (const Weight value : reduced_.values.all()) take(value);
    for (Vertex v = 0; v < asked_.values.size(); ++v) {
      if (place_[v] == excluded) continue;
      integers = integers && becomes_integer(asked_.values[v]);
      sum += std::abs(scaled(asked_.values[v]));
    }
    if (!graph_.weighted() && graph_.num_edges() > 0) integers = integers && becomes_integer(1.0);
    for (const Weight weight : graph_.weights()) integers = integers && becomes_integer(weight);
    for (Vertex i = 0; i < n_; ++i) {
      reduced_.part.graph.for_each_neighbor(i, [&](Vertex j, Weight w) { sum += j < i ? w : 0.0; });
    }
    require(integers && sum < 0x1p53L, "it is said to be integral and is not");
  }

  const Graph& graph_;
  const SetFamily& asked_;
  const ReducedFamily& reduced_;
  std::vector<std::uint8_t> place_;
  Vertex n_ = 0;  ///< vertices neither included nor excluded
};

}  // namespace

void check_reduced_family(const Graph& graph, const SetFamily& asked, const ReducedFamily& reduced) {
  FamilyCheck(graph, asked, reduced).check();
}

}  // namespace lode::subgraph::detail
