#include <cmath>
#include <numeric>

#include "bounds/certificate/check.hpp"
#include "core/exact_sum.hpp"

namespace lode::subgraph::detail {
namespace {

using lode::detail::ExactSum;

struct FamilyCheck {
  // Places of vertices that are not open; an open vertex has its number in the part.
  static constexpr Vertex excluded = no_vertex;
  static constexpr Vertex included = no_vertex - 1;

  const Graph& graph;
  const SetFamily& asked;
  const ReducedFamily& reduced;
  std::vector<Vertex> place = std::vector<Vertex>(graph.num_vertices());
  Vertex n = 0;  ///< vertices neither included nor excluded

  void check() {
    require(reduced.unit > 0.0 && std::isfinite(reduced.unit), "its weights have an impossible unit");
    require(reduced.raised >= 0.0 && std::isfinite(reduced.raised), "its pairs have an impossible raise");
    check_vertices();
    check_pairs();
    check_values();
    if (reduced.part.graph.integral()) check_integers();
  }

  static void require(bool holds, const char* what) {
    require_certified(holds, "the family of sets is not the one that was asked about: {}", what);
  }

  double own(Vertex v) const { return asked.values.empty() ? 0.0 : scaled(asked.values[v]); }
  /// In units of the family. Numbers must be exact in them.
  double scaled(double number) const {
    const double quotient = number / reduced.unit;
    require(std::fma(quotient, reduced.unit, -number) == 0.0, "a weight is no multiple of its unit");
    return quotient;
  }

  void check_vertices() {
    for (const Vertex v : asked.exclude) place.at(v) = excluded;
    for (const Vertex v : asked.include) place.at(v) = included;
    VertexSet open, include, exclude;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      VertexSet& list = place[v] == included ? include : place[v] == excluded ? exclude : open;
      if (&list == &open) place[v] = n++;
      list.push_back(v);
    }
    const bool whole = reduced.part.original.empty() && n == graph.num_vertices();
    require(
        (whole || open == reduced.part.original) && include == reduced.include && exclude == reduced.exclude,
        "other vertices are included or excluded");
    require(reduced.part.graph.num_vertices() == n, "it has another number of vertices");
    require(reduced.values.empty() || reduced.values.all().size() == n, "it has another number of values");
    require(reduced.gains || reduced.values.empty(), "it has values");
  }

  /// Pairs of vertices must weigh the same as in the input. With negative weights, a pair may weigh more than
  /// its raised weight, never less. A non-edge weighs 0.
  void check_pairs() const {
    std::vector<double> input(n, 0.0);
    std::vector<double> here(n, 0.0);
    for (Vertex i = 0; i < n; ++i) {
      std::vector<Vertex> others;
      graph.for_each_neighbor(reduced.part.to_graph(i), [&](Vertex u, Weight w) {
        if (place[u] >= n) return;
        input[place[u]] = scaled(w);
        others.push_back(place[u]);
      });
      reduced.part.graph.for_each_neighbor(i, [&](Vertex j, Weight w) {
        require(w >= 0.0, "it has a negative weight");
        here[j] = w;
        others.push_back(j);
      });
      if (reduced.raised > 0.0) {  // pairs that are no edges weigh more, too
        others.resize(n);
        std::iota(others.begin(), others.end(), Vertex{0});
      }
      for (const Vertex j : others) {
        require(reduced.signs != SignForm::none || input[j] == here[j], "it has other edges or weights");
        require(reduced.gains || input[j] <= 0.0, "a weight is above 0");
        ExactSum sum;
        sum.add(input[j]), sum.add(reduced.raised), sum.subtract(here[j]);
        require(i == j || sum.sign() <= 0, "a pair of vertices weighs more");
      }
      for (const Vertex j : others) input[j] = here[j] = 0.0;
    }
  }

  /// Adds the value of v and its edges to included vertices: all, or those to smaller ones.
  void add_terms(Vertex v, bool each_edge, ExactSum& sum) const {
    sum.add(own(v));
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (place[u] == included && (each_edge || u < v)) sum.add(scaled(w));
    });
  }

  void check_values() const {
    ExactSum base;
    for (const Vertex v : reduced.include) add_terms(v, false, base);
    base.subtract(reduced.base);
    require(base.sign() <= 0, "the included vertices weigh more");
    for (Vertex i = 0; i < n; ++i) {
      ExactSum sum;
      add_terms(reduced.part.to_graph(i), true, sum);
      sum.subtract(reduced.each);
      if (!reduced.values.empty()) sum.subtract(reduced.values[i]);
      require(sum.sign() <= 0, "a vertex adds more to a set");
    }
  }

  void check_integers() const {
    bool integers = reduced.each == std::floor(reduced.each);
    long double sum = reduced.raised_by(n) +
                      std::abs(static_cast<long double>(reduced.each)) * (graph.num_vertices() + 1.0L);
    const auto take = [&](double number, double times = 1.0) {
      integers = integers && number == std::floor(number);
      sum += times * std::abs(number);
    };
    take(reduced.base);
    take(reduced.raised);
    for (const Weight value : reduced.values.all()) take(value);
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (place[v] != excluded) take(own(v));
      graph.for_each_neighbor(v, [&](Vertex, Weight w) { take(scaled(w), 0.0); });
    }
    for (Vertex i = 0; i < n; ++i) {
      reduced.part.graph.for_each_neighbor(i, [&](Vertex j, Weight w) { take(w, j < i ? 1.0 : 0.0); });
    }
    require(integers && sum < 0x1p53L, "it is said to be integral and is not");
  }
};

}  // namespace

void check_reduced_family(const Graph& graph, const SetFamily& asked, const ReducedFamily& reduced) {
  FamilyCheck{graph, asked, reduced}.check();
}

}  // namespace lode::subgraph::detail
