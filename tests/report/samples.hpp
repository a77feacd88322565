#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <lode/report/find_report.hpp>
#include <lode/study/density_report.hpp>

namespace lode::test {

/// A graph name that breaks out of anything that does not escape.
inline constexpr const char* hostile = "<script>alert(\"x\")</script>' onload=1 & | `a` \x1b[2J \xff";

inline subgraph::Solution sample_solution(Vertex s, EdgeCount edges, double weight) {
  subgraph::Solution solution;
  for (Vertex v = 0; v < s; ++v) solution.vertices.push_back(2 * v);
  solution.edges = edges;
  solution.weight = weight;
  solution.seconds = 0.1;
  solution.seconds_to_best = 0.01;
  solution.iterations = 40;
  solution.trace = {{0.0, weight / 2.0, 0}, {0.005, 0.75 * weight, 3}, {0.01, weight, 7}};
  return solution;
}

inline FindReport sample_find_report() {
  FindAnswer result;
  result.s = 50;
  result.method = "hybrid";
  result.preset = "default";
  result.seed = 1;
  result.threads = 2;
  result.solution = sample_solution(50, 294, 294);
  result.solution.stationarity = subgraph::StationarityReport{
      .k = 12, .mode = subgraph::StationarityReport::Mode::sampled, .blocks = 10000, .holds = true};
  result.bound = {"lp", 50, 431, 0.2};
  result.gap = (431.0 - 294.0) / 431.0;
  std::vector<std::uint64_t> ids;
  for (const Vertex v : result.solution.vertices) ids.push_back(18446744073709551615u - 1000u + v);
  result.names = VertexNames::from_ids(ids);

  FindReport report;
  report.graph = "p2p-Gnutella08";
  report.input.vertices = 6301;
  report.input.edges = 20777;
  report.results = {result};
  report.provenance = {{"find", "p2p-Gnutella08", "-s", "50"}, "00ff", "gcc", "native", "cpu"};
  report.load_seconds = 0.02;
  report.total_seconds = 0.4;
  return report;
}

/// Sizes 2, 20, 200; the name of vertex v is name_of(v), or v + 100.
inline DensityReport sample_density_report(const std::function<std::string(Vertex)>& name_of = {}) {
  DensityReport report;
  std::vector<std::uint64_t> ids;
  std::vector<std::string> labels;
  for (Vertex v = 0; v < 1000; ++v) {
    ids.push_back(v + 100);
    if (name_of) labels.push_back(name_of(v));
  }
  report.data = Graph::from_edges({}, 1000).with_names(name_of ? VertexNames::from_labels(labels)
                                                               : VertexNames::from_ids(ids));
  report.core_numbers.assign(1000, 3);
  report.core_numbers[2] = 9;
  report.name = "sample";
  report.input_summary = "edge list: 1000 vertices, 5000 edges";
  report.graph = {.vertices = 1000,
                  .edges = 5000,
                  .total_weight = 5000,
                  .weighted = false,
                  .components = 2,
                  .largest_component = 990,
                  .isolated = 1,
                  .max_degree = 60,
                  .average_degree = 10,
                  .degeneracy = 9,
                  .degrees = {{0, 1}, {3, 500}, {10, 498}, {60, 1}},
                  .cores = {{0, 1}, {3, 900}, {9, 99}}};
  report.requested_sizes = {2, 20, 200};
  for (const auto& [s, edges, bound] :
       {std::tuple{2u, 1u, 1.0}, std::tuple{20u, 150u, 190.0}, std::tuple{200u, 1500u, 2400.0}}) {
    DensityReportSize size;
    size.s = s;
    size.method = "hybrid";
    size.solution = sample_solution(s, edges, edges);
    size.bound = {"degree", s, bound, 0.001};
    size.gap = (bound - edges) / bound;
    size.proven_optimal = bound == edges;
    size.components = 1;
    size.names = report.data.names().subset(size.solution.vertices);
    report.sizes.push_back(size);
  }
  report.seed = 7;
  report.seconds = 1.5;
  return report;
}

}  // namespace lode::test
