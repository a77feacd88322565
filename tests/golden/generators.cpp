// Generated graphs and instances: every edge and every value.
#include <fmt/format.h>

#include <lode/graph/generators.hpp>
#include <lode/least_squares/generators.hpp>

#include "golden.hpp"

namespace lode::golden {

namespace {

std::string text_of(const Graph& graph) {
  Hash edges;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight weight) { edges.add(v).add(u).add(weight); });
  }
  return fmt::format("n={} m={} weight={} edges={}", graph.num_vertices(), graph.num_edges(),
                     graph.total_weight(), edges.text());
}

std::string text_of(const PlantedGraph& planted) {
  return fmt::format("{} inside={} set={}", text_of(planted.graph), planted.planted_edges,
                     ids(planted.planted));
}

std::string text_of(const std::vector<Edge>& lines) {
  Hash hash;
  for (const Edge& edge : lines) hash.add(edge.u).add(edge.v);
  return "lines=" + hash.text();
}

std::string text_of(const least_squares::GeneratedData& data) {
  std::vector<double> first;
  Hash a;
  for (least_squares::Index j = 0; j < data.a.columns(); ++j) {
    const std::span<const double> column = data.a.dense_values().subspan(j * data.a.rows(), data.a.rows());
    first.push_back(column.front());
    a.add_all(column);
  }
  return fmt::format("a={} first-row={} b={} truth={}", a.text(), values(first), values(data.b),
                     values(data.truth));
}

}  // namespace

void add_generator_cases(std::vector<Case>& cases) {
  const auto add = [&](std::string name, auto make) {
    cases.push_back({.name = std::move(name), .extent = Extent::quick, .answer = [make](const RunContext&) {
                       return Answer{.fact = text_of(make())};
                     }});
  };
  for (const double probability : {0.0, 0.01, 0.5, 1.0}) {
    add(fmt::format("gnp n=300 p={}", probability),
        [=] { return gnp({.num_vertices = 300, .probability = probability, .seed = 4}); });
  }
  for (const bool permute : {false, true}) {
    const RmatOptions options{.scale = 10, .lines = 6000, .permute = permute, .seed = 5};
    add(fmt::format("rmat scale=10{}", permute ? " permuted" : ""), [=] { return rmat(options); });
    add(fmt::format("rmat lines scale=10{}", permute ? " permuted" : ""),
        [=] { return rmat_edges(options); });
  }
  add("rmat scale=8 skewed",
      [] { return rmat({.scale = 8, .lines = 3000, .a = 0.7, .b = 0.1, .c = 0.15, .d = 0.05, .seed = 6}); });
  for (const std::uint32_t max_weight : {0u, 9u}) {
    for (const double exponent : {2.1, 3.0}) {
      add(fmt::format("planted n=500 exponent={} max-weight={}", exponent, max_weight), [=] {
        return planted({.num_vertices = 500, .exponent = exponent, .max_weight = max_weight, .seed = 7});
      });
    }
  }
  for (const Vertex degree : {Vertex{3}, Vertex{8}, Vertex{40}}) {
    add(fmt::format("regular n=60 d={}", degree),
        [=] { return d_regular({.num_vertices = 60, .degree = degree, .seed = 8}); });
  }
  add("multipartite 3,0,5,7", [] { return complete_multipartite(std::vector<Vertex>{3, 0, 5, 7}); });
  using namespace least_squares;
  for (const Design design : {Design::ai, Design::aii}) {
    for (const Noise noise : {Noise::bi, Noise::bii}) {
      add(fmt::format("regression 40x120 {} {}", to_string(design), to_string(noise)), [=] {
        return regression_data({.rows = 40, .columns = 120, .design = design, .noise = noise, .seed = 9});
      });
    }
  }
  add("uniform 30x50", [] { return uniform_data({.rows = 30, .columns = 50, .seed = 10}); });
}

}  // namespace lode::golden
