#include <limits>
#include <sstream>

#include <nlohmann/json.hpp>

#include <lode/report/graph_report.hpp>

#include "report/samples.hpp"
#include "support/catch.hpp"

using namespace lode;
using ParsedJson = nlohmann::json;

namespace {

/// A clique of four and a pendant vertex, under wide ids; decomposed.
DensestReport sample_report(bool weighted) {
  std::vector<WeightedEdge> edges{{0, 4, 1.5}};
  for (Vertex u = 0; u < 4; ++u) {
    for (Vertex v = u + 1; v < 4; ++v) edges.push_back({u, v, 2.5});
  }
  std::vector<Edge> plain;
  for (const WeightedEdge& e : edges) plain.push_back({e.u, e.v});
  DensestReport report;
  report.name = "clique";
  report.answer.graph = weighted ? Graph::from_edges(std::span<const WeightedEdge>(edges))
                                 : Graph::from_edges(std::span<const Edge>(plain));
  report.answer.graph = report.answer.graph.with_names(
      VertexNames::from_ids(std::vector<std::uint64_t>{10, 20, 30, 40, 18446744073709551615u}));
  RunContext run;
  report.answer.densest = densest_subgraph(report.answer.graph, run);
  report.answer.decomposition = dense_decomposition(report.answer.graph, run);
  return report;
}

}  // namespace

TEST_CASE("the densest subgraph is shown with its fraction and original ids") {
  const DensestReport report = sample_report(false);
  const std::string text = densest_text(report);
  for (const char* words :
       {"4 vertices", "6 of 6 possible", "6/4 = 1.5 edges per vertex", "average degree  3", "2 layers",
        "10 20 30 40", "a split of the edges of 4 vertices"}) {
    INFO(words);
    CHECK(text.find(words) != std::string::npos);
  }
  CHECK(densest_text(sample_report(true)).find("15/4 = 3.75 weight per vertex") != std::string::npos);
  DensestReport stopped = report;
  stopped.answer.densest.proven_optimal = false;
  stopped.answer.densest.optimality_tolerance = 0.001;
  CHECK(densest_text(stopped).find("proven within ±0.001") != std::string::npos);
  stopped.answer.densest.optimality_tolerance = std::numeric_limits<double>::infinity();
  CHECK(densest_text(stopped).find("found so far") != std::string::npos);
}

TEST_CASE("the densest subgraph as JSON") {
  const ParsedJson json = ParsedJson::parse(densest_json(sample_report(false)));
  CHECK(json["command"] == "densest");
  CHECK(json["result"]["vertices"] == ParsedJson({10, 20, 30, 40}));
  CHECK(json["result"]["ratio"] == ParsedJson({{"numerator", 6}, {"denominator", 4}, {"value", 1.5}}));
  CHECK(json["result"]["edge_density"] == 1);
  CHECK(json["result"]["average_degree"] == 3);
  CHECK(json["result"]["proven_optimal"] == true);
  REQUIRE(json["layers"].size() == 2);
  CHECK(json["layers"][0]["size"] == 4);
  CHECK(json["layers"][1]["size"] == 5);
  CHECK(json["layers"][1]["numerator"] == 1);
  CHECK(json["layers"][1]["marginal_density"] == 1);
  const ParsedJson weighted = ParsedJson::parse(densest_json(sample_report(true)));
  CHECK(weighted["result"]["weight"] == 15);
  CHECK(weighted["result"]["edges"] == 6);
  CHECK(weighted["layers"][1]["numerator"] == 1.5);
}

TEST_CASE("the decomposition as CSV, labels quoted") {
  const DensestReport report = sample_report(true);
  CHECK(decomposition_csv(report.answer.graph, *report.answer.decomposition) ==
        "id,layer,numerator,denominator,marginal_density\n"
        "10,1,15,4,3.75\n20,1,15,4,3.75\n30,1,15,4,3.75\n40,1,15,4,3.75\n"
        "18446744073709551615,2,1.5,1,1.5\n");
  DensestReport labelled = sample_report(false);
  labelled.answer.graph =
      labelled.answer.graph.with_names(VertexNames::from_labels({"a,b", "c\"d", "e", test::hostile, "f"}));
  labelled.name = test::hostile;
  const std::string csv = decomposition_csv(labelled.answer.graph, *labelled.answer.decomposition);
  CHECK(csv.find("\n\"a,b\",1,6,4,1.5\n\"c\"\"d\",1,") != std::string::npos);
  CHECK(densest_text(labelled).find('\x1b') == std::string::npos);
  CHECK(ParsedJson::parse(densest_json(labelled))["result"]["vertices"][0] == "a,b");
}
