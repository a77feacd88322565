#include <algorithm>
#include <cmath>
#include <numeric>
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
      : graph_(graph), asked_(asked), reduced_(reduced), place_(graph.num_vertices()) {}

  void check() {
    require(reduced_.unit > 0.0 && std::isfinite(reduced_.unit), "its weights have an impossible unit");
    require(reduced_.raised >= 0.0 && std::isfinite(reduced_.raised), "its pairs have an impossible raise");
    check_vertices();
    check_pairs();
    check_values();
    if (reduced_.part.graph.integral()) check_integers();
  }

 private:
  // Places of vertices that are not open; an open vertex has its number in the part.
  static constexpr Vertex excluded = no_vertex;
  static constexpr Vertex included = no_vertex - 1;

  static void require(bool holds, const char* what) {
    require_certified(holds, "the family of sets is not the one that was asked about: {}", what);
  }

  double own(Vertex v) const { return asked_.values.empty() ? 0.0 : scaled(asked_.values[v]); }
  /// In units of the family. Numbers must be exact in them.
  double scaled(double number) const {
    const double quotient = number / reduced_.unit;
    require(std::fma(quotient, reduced_.unit, -number) == 0.0, "a weight is no multiple of its unit");
    return quotient;
  }

  void check_vertices() {
    for (const Vertex v : asked_.exclude) place_.at(v) = excluded;
    for (const Vertex v : asked_.include) place_.at(v) = included;
    VertexSet open, include, exclude;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      VertexSet& list = place_[v] == included ? include : place_[v] == excluded ? exclude : open;
      if (&list == &open) place_[v] = n_++;
      list.push_back(v);
    }
    const bool whole = reduced_.part.original.empty() && n_ == graph_.num_vertices();
    require((whole || open == reduced_.part.original) && include == reduced_.include &&
                exclude == reduced_.exclude,
            "other vertices are included or excluded");
    require(reduced_.part.graph.num_vertices() == n_, "it has another number of vertices");
    require(reduced_.values.empty() || reduced_.values.all().size() == n_, "it has another number of values");
    require(reduced_.gains || reduced_.values.empty(), "it has values");
  }

  /// Pairs of vertices must weigh the same as in the input. With negative weights, a pair may weigh more than
  /// its raised weight, never less. A non-edge weighs 0.
  void check_pairs() const {
    std::vector<double> asked(n_, 0.0);
    std::vector<double> here(n_, 0.0);
    for (Vertex i = 0; i < n_; ++i) {
      std::vector<Vertex> others;
      graph_.for_each_neighbor(reduced_.part.outward(i), [&](Vertex u, Weight w) {
        if (place_[u] >= n_) return;
        asked[place_[u]] = scaled(w);
        others.push_back(place_[u]);
      });
      reduced_.part.graph.for_each_neighbor(i, [&](Vertex j, Weight w) {
        require(w >= 0.0, "it has a negative weight");
        here[j] = w;
        others.push_back(j);
      });
      if (reduced_.raised > 0.0) {  // pairs that are no edges weigh more, too
        others.resize(n_);
        std::iota(others.begin(), others.end(), Vertex{0});
      }
      for (const Vertex j : others) {
        require(reduced_.signs != SignForm::none || asked[j] == here[j], "it has other edges or weights");
        require(reduced_.gains || asked[j] <= 0.0, "a weight is above 0");
        ExactSum sum;
        if (reduced_.raised > 0.0) sum.add(asked[j]), sum.add(reduced_.raised), sum.subtract(here[j]);
        const bool more = reduced_.raised > 0.0 ? sum.sign() > 0 : asked[j] > here[j];
        require(i == j || !more, "a pair of vertices weighs more");
      }
      for (const Vertex j : others) asked[j] = here[j] = 0.0;
    }
  }

  /// Adds the value of v and its edges to included vertices: all, or those to smaller ones.
  void add_terms(Vertex v, bool each_edge, ExactSum& sum) const {
    sum.add(own(v));
    graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (place_[u] == included && (each_edge || u < v)) sum.add(scaled(w));
    });
  }

  void check_values() const {
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
    long double sum = reduced_.raised_by(n_) +
                      std::abs(static_cast<long double>(reduced_.each)) * (graph_.num_vertices() + 1.0L);
    bool integers = reduced_.each == std::floor(reduced_.each);
    const auto take = [&](double number) {
      integers = integers && number == std::floor(number);
      sum += std::abs(number);
    };
    take(reduced_.base);
    take(reduced_.raised);
    for (const Weight value : reduced_.values.all()) take(value);
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (place_[v] != excluded) take(own(v));
    }
    const auto becomes_integer = [&](double weight) { return scaled(weight) == std::floor(scaled(weight)); };
    integers = integers && (graph_.weighted() ? std::ranges::all_of(graph_.weights(), becomes_integer)
                                              : graph_.num_edges() == 0 || becomes_integer(1.0));
    for (Vertex i = 0; i < n_; ++i) {
      reduced_.part.graph.for_each_neighbor(i, [&](Vertex j, Weight w) { sum += j < i ? w : 0.0; });
    }
    require(integers && sum < 0x1p53L, "it is said to be integral and is not");
  }

  const Graph& graph_;
  const SetFamily& asked_;
  const ReducedFamily& reduced_;
  std::vector<Vertex> place_;
  Vertex n_ = 0;  ///< vertices neither included nor excluded
};

}  // namespace

void check_reduced_family(const Graph& graph, const SetFamily& asked, const ReducedFamily& reduced) {
  FamilyCheck(graph, asked, reduced).check();
}

}  // namespace lode::subgraph::detail
