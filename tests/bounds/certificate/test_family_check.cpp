#include <limits>
#include <string>
#include <vector>

#include <lode/core/error.hpp>

#include "bounds/certificate/check.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::subgraph;
using lode::subgraph::detail::check_reduced_family;

namespace {

/// What is wrong with a reduced family; empty if nothing is.
std::string found_wrong(const Graph& graph, const SetFamily& asked, const ReducedFamily& reduced) {
  try {
    check_reduced_family(graph, asked, reduced);
  } catch (const VerificationError& error) {
    const std::string text = error.what();
    const std::string before = "the one that was asked about: ";
    const std::size_t at = text.find(before);
    return at == std::string::npos ? text : text.substr(at + before.size());
  }
  return "";
}

using Edges = std::vector<WeightedEdge>;

Graph graph_of(const Edges& edges, Vertex n) {
  return Graph::from_edges(edges, n, RunContext(), WeightSigns::any);
}

/// Six vertices, of which 0 and 1 are included and 5 is excluded.
const Edges whole_edges{{0, 1, 3.0}, {0, 2, 1.0}, {1, 2, 2.0}, {1, 4, 1.0},
                        {2, 3, 4.0}, {3, 4, 2.0}, {4, 5, 6.0}};
/// The edges among 2, 3 and 4, by their numbers in the part.
const Edges part_edges{{0, 1, 4.0}, {1, 2, 2.0}};

SetFamily some_family() {
  return {.include = {0, 1}, .exclude = {5}, .values = {1.0, 2.0, 0.0, 3.0, 1.0, 7.0}};
}

}  // namespace

TEST_CASE("a reduced family has the vertices and edges that were asked about") {
  const Graph graph = graph_of(whole_edges, 6);
  const SetFamily asked = some_family();
  const ReducedFamily good = reduce_family(graph, asked);
  REQUIRE(good.part.graph.integral());
  CHECK(found_wrong(graph, asked, good) == "");
  const auto wrong = [&](auto&& change) {
    ReducedFamily bad = good;
    change(bad);
    return found_wrong(graph, asked, bad);
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double unit : {0.0, -1.0, infinity, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(wrong([&](ReducedFamily& f) { f.unit = unit; }) == "its weights have an impossible unit");
  }
  const std::string vertices = "other vertices are included or excluded";
  CHECK(wrong([](ReducedFamily& f) { f.include = {0, 2}; }) == vertices);
  CHECK(wrong([](ReducedFamily& f) { f.include = {0}; }) == vertices);
  CHECK(wrong([](ReducedFamily& f) { f.exclude = {}; }) == vertices);
  CHECK(wrong([](ReducedFamily& f) { f.part.original = {2, 3, 5}; }) == vertices);
  CHECK(wrong([](ReducedFamily& f) { f.part.original = {}; }) == vertices);
  CHECK(wrong([](ReducedFamily& f) { f.part.graph = graph_of(part_edges, 4); }) ==
        "it has another number of vertices");
  CHECK(wrong([](ReducedFamily& f) {
          f.values = VertexValues({4.0, 4.0}, true);
        }) == "it has another number of values");
  const std::string edges = "it has other edges or weights";
  CHECK(wrong([](ReducedFamily& f) { f.part.graph = graph_of({{0, 1, 4.0}}, 3); }) == edges);
  CHECK(wrong([](ReducedFamily& f) { f.part.graph = graph_of({{0, 2, 4.0}, {1, 2, 2.0}}, 3); }) == edges);
  CHECK(wrong([](ReducedFamily& f) { f.part.graph = graph_of({{0, 1, 4.0}, {1, 2, 1.0}}, 3); }) == edges);
  CHECK(wrong([](ReducedFamily& f) {
          f.part.graph = graph_of({{0, 1, 4.0}, {0, 2, 1.0}, {1, 2, 2.0}}, 3);
        }) == edges);
}

TEST_CASE("the values of a reduced family are no less than what was asked about") {
  const Graph graph = graph_of(whole_edges, 6);
  const SetFamily asked = some_family();
  const ReducedFamily good = reduce_family(graph, asked);
  // 0 and 1 weigh their values and the edge between them.
  CHECK(good.base == 6.0);
  // 2, 3 and 4 add their values and their edges to 0 and 1.
  const std::vector<double> adds{3.0, 3.0, 2.0};
  const auto with_values = [&](double each, std::vector<double> values) {
    ReducedFamily other = good;
    other.each = each;
    other.values = VertexValues(std::move(values), true);
    return found_wrong(graph, asked, other);
  };
  CHECK(with_values(0.0, adds) == "");
  CHECK(with_values(2.0, {1.0, 1.0, 0.0}) == "");
  CHECK(with_values(2.0, {1.0, 5.0, 0.0}) == "");  // more is no false bound
  for (std::size_t i = 0; i < adds.size(); ++i) {
    std::vector<double> less = adds;
    less[i] -= 1.0;
    CHECK(with_values(0.0, less) == "a vertex adds more to a set");
  }
  CHECK(with_values(1.0, {1.0, 1.0, 0.0}) == "a vertex adds more to a set");
  ReducedFamily other = good;
  other.base = 7.0;
  CHECK(found_wrong(graph, asked, other) == "");
  other.base = 5.0;
  CHECK(found_wrong(graph, asked, other) == "the included vertices weigh more");
}

TEST_CASE("a reduced family is integral only if all weights and values are and sum to less than 2^53") {
  const Graph graph = graph_of(whole_edges, 6);
  const SetFamily asked = some_family();
  const ReducedFamily good = reduce_family(graph, asked);
  const std::string wrong = "it is said to be integral and is not";
  SetFamily real = asked;
  real.values[3] = 2.5;
  CHECK(found_wrong(graph, real, good) == wrong);
  real = asked;
  real.values[5] = 0.5;  // of an excluded vertex: in no set
  CHECK(found_wrong(graph, real, good) == "");
  Edges half = whole_edges;
  half.back().weight = 0.5;
  CHECK(found_wrong(graph_of(half, 6), asked, good) == wrong);
  ReducedFamily large = good;
  large.base = 6.5;
  CHECK(found_wrong(graph, asked, large) == wrong);
  large.base = 0x1p53;
  CHECK(found_wrong(graph, asked, large) == wrong);
  large.base = 0x1p51;
  CHECK(found_wrong(graph, asked, large) == "");
}

TEST_CASE("weights of a reduced family are multiples of its unit") {
  const Edges edges{{0, 1, 6.0}, {1, 2, 6.0}, {0, 2, 3.0}};
  const Graph graph = graph_of(edges, 3);
  ReducedFamily family = reduce_family(graph, {});
  CHECK(family.unit == 3.0);
  CHECK(found_wrong(graph, {}, family) == "");
  family.unit = 9.0;
  CHECK(found_wrong(graph, {}, family) == "a weight is no multiple of its unit");
  family.unit = 1.0;
  CHECK(found_wrong(graph, {}, family) == "it has other edges or weights");
}

TEST_CASE("no pair of a reduced family weighs less than the one that was asked about") {
  const Edges edges{{0, 1, 3.0}, {0, 2, -2.0}, {1, 2, 1.0}, {2, 3, 4.0}};
  const Graph graph = graph_of(edges, 4);
  ReducedFamily family = reduce_family(graph, {});
  REQUIRE(family.signs == SignForm::pairs);
  CHECK(family.raised == 2.0);
  CHECK(found_wrong(graph, {}, family) == "");
  const auto with_edges = [&](const Edges& here) {
    ReducedFamily other = family;
    other.part.graph = graph_of(here, 4);
    return found_wrong(graph, {}, other);
  };
  const std::string more = "a pair of vertices weighs more";
  const Edges raised{{0, 1, 5.0}, {0, 3, 2.0}, {1, 2, 3.0}, {1, 3, 2.0}, {2, 3, 6.0}};
  CHECK(with_edges(raised) == "");
  for (std::size_t i = 0; i < raised.size(); ++i) {
    Edges less = raised;
    less[i].weight -= 1.0;
    CHECK(with_edges(less) == more);
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK(with_edges(less) == more);
    Edges greater = raised;
    greater[i].weight += 1.0;
    CHECK(with_edges(greater) == "");
  }
  Edges negative = raised;
  negative.push_back({0, 2, -1.0});
  CHECK(with_edges(negative) == "it has a negative weight");
  for (const double raise : {-1.0, std::numeric_limits<double>::infinity()}) {
    ReducedFamily other = family;
    other.raised = raise;
    CHECK(found_wrong(graph, {}, other) == "its pairs have an impossible raise");
  }
  // The other form leaves negative edges out.
  family.signs = SignForm::positive;
  family.raised = 0.0;
  const Edges positive{{0, 1, 3.0}, {1, 2, 1.0}, {2, 3, 4.0}};
  CHECK(with_edges(positive) == "");
  for (std::size_t i = 0; i < positive.size(); ++i) {
    Edges less = positive;
    less[i].weight -= 0.5;
    CHECK(with_edges(less) == more);
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    CHECK(with_edges(less) == more);
  }
}
