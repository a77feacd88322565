#include <nlohmann/json.hpp>

#include <lode/report/find_report.hpp>
#include <lode/study/sides.hpp>

#include "support/catch.hpp"

using namespace lode;
using Json = nlohmann::ordered_json;

namespace {

/// Left 5, 6 and 9; right 5, 6 and 7, which are other vertices.
SidedReport sample() {
  SidedReport report;
  report.name = "rows";
  const std::vector<std::uint64_t> ids = {5, 6, 9, 5, 6, 7};
  const Graph graph = Graph::from_edges({{0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {2, 5}, {2, 3}}, 6);
  report.sides = {graph.with_names(VertexNames::from_ids(ids)), 3};
  report.input.vertices = 6;
  report.input.edges = 7;
  return report;
}

}  // namespace

TEST_CASE("a pair of a size is told with its sides, its bound and its names") {
  SidedReport report = sample();
  report.answers = best_pairs(report.sides, {{{2, 2}}});
  const Json json = Json::parse(sided_json(report));
  CHECK(json["command"] == "find");
  CHECK(json["graph"]["left"] == 3);
  CHECK(json["graph"]["right"] == 3);
  const Json& result = json["results"][0];
  CHECK(result["s"] == 4);
  CHECK(result["left"] == Json({5, 6}));
  CHECK(result["right"] == Json({5, 6}));
  CHECK(result["edges"] == 4);
  CHECK(result["bound_of"] == "edges");
  CHECK(result["bound"] == 4);
  CHECK(result["proven_optimal"] == true);
  CHECK_FALSE(result.contains("min_density"));
  CHECK(sided_text(report).find("upper bound     edges 4 (subsets): proven optimal") != std::string::npos);
  CHECK(sided_pair_lines(report.sides, report.answers[0].left, report.answers[0].right, 4) ==
        "# edges 4\nleft\t5\nleft\t6\nright\t5\nright\t6\n");
}

TEST_CASE("bounds of bicliques are on the area") {
  SidedReport report = sample();
  report.answers = {largest_area(report.sides, {3, 1})};
  const Json results = Json::parse(sided_json(report))["results"];
  CHECK(results[0]["bound_of"] == "area");
  CHECK(results[0]["bound"] == 3);
  CHECK(results[0]["edges"] == 3);
  CHECK(results[0]["least_left"] == 3);
  const std::string csv = sided_csv(report);
  CHECK(csv.find("\n4,3,1,3,3,3,1,area,3,bicliques,0,true,3,1,") != std::string::npos);
  CHECK(csv.find(",5 6 9,5\n") != std::string::npos);
}

TEST_CASE("no answer is told as none") {
  SidedReport report = sample();
  CHECK(sided_text(report).find("no answer") != std::string::npos);
  report.answers = {largest_area(report.sides, {3, 2})};
  CHECK(report.answers[0].proven_optimal);
  CHECK(sided_text(report).find("no pair of sets was found that does this") != std::string::npos);
  CHECK(Json::parse(sided_json(report))["results"][0]["left"] == Json::array());
}

TEST_CASE("degrees and cores of both sides are told") {
  const SidedReport report = sample();
  const Json info = Json::parse(sided_info_json(report));
  CHECK(info["left"]["most_degree"] == 3);
  CHECK(info["right"]["least_degree"] == 2);
  CHECK(sided_info_text(report).find("left degrees    2 to 3 edges, 0 without any") != std::string::npos);
  CHECK(sided_cores_csv(report.sides, sided_cores(report.sides)).find("left,5,1,3\n") != std::string::npos);
  const DirectedDensest densest = densest_pair(report.sides);
  CHECK(Json::parse(sided_densest_json(report, densest))["result"]["edges"] == densest.arcs);
  CHECK(sided_densest_text(report, densest).find("no pair has a larger rho") != std::string::npos);
}
