#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include <nlohmann/json.hpp>

#include <lode/graph/cores.hpp>
#include <lode/report/density_report.hpp>

#include "report/page_check.hpp"
#include "report/samples.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t page_limit = 1'500'000;

Json document_of(const std::string& html) { return test::page_document(html, page_limit); }

}  // namespace

TEST_CASE("the JSON report has the graph, the sizes and their types") {
  DensityReport report = test::sample_density_report();
  const Json json = Json::parse(render_json(report));
  CHECK(json["schema_version"] == 1);
  CHECK(json["command"] == "report");
  CHECK(json["graph"]["vertices"] == 1000);
  CHECK(json["graph"]["total_weight"].is_number_integer());
  CHECK(json["graph"]["degeneracy"] == 9);
  CHECK(json["degrees"].size() == 4);
  CHECK(json["cores"][2] == Json{{"core_number", 9}, {"vertices", 99}});
  CHECK(json["requested_sizes"] == Json::array({2, 20, 200}));
  REQUIRE(json["results"].size() == 3);
  const Json& result = json["results"][1];
  CHECK(result["s"] == 20);
  CHECK(result["edges"] == 150);
  CHECK(result["weight"].is_number_integer());
  CHECK(result["edge_density"].get<double>() == 150.0 / 190.0);
  CHECK(result["average_degree"] == 15);
  CHECK(result["bound"] == 190);
  CHECK(result["bound_rule"] == "degree");
  CHECK(result["gap"].get<double>() == 40.0 / 190.0);
  CHECK(result["proven_optimal"] == false);
  CHECK(json["results"][0]["proven_optimal"] == true);
  CHECK(result["vertices"].size() == 20);
  CHECK(result["vertices"][1] == 102);
  CHECK(result["seconds"]["solve"].get<double>() == 0.1);
  CHECK(json["stop_reason"] == "converged");
  CHECK(json["seed"] == 7);

  report = test::sample_density_report([](Vertex v) { return std::to_string(v + 100); });
  CHECK(Json::parse(render_json(report))["results"][1]["vertices"][1] == "102");
  report.name = test::hostile;
  CHECK(Json::parse(render_json(report))["graph"]["name"].get<std::string>().find("<script>") == 0);
}

TEST_CASE("members of a JSON report have the degrees, cores and edges of the graph") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Graph graph = test::random_graph(90, 0.1, seed, static_cast<test::TestWeights>(seed % 3));
    DensityReport report = make_density_report(graph, "g", {.sizes = {4, 17, 40}}, RunContext());
    report.attributes = {{"parity", {}}, {"name", {}}};
    for (Vertex v = 0; v < 90; ++v) report.attributes[0].values.emplace_back(v % 2 == 0 ? "even" : "odd");
    for (Vertex v = 0; v < 90; ++v) report.attributes[1].values.push_back(std::to_string(v / 3));
    const Json json = Json::parse(render_json(report));
    const Json& members = json["members"];
    const auto vertices = members["vertices"].get<std::vector<Vertex>>();
    const std::vector<Vertex> cores = core_numbers(graph);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      CHECK(members["degrees"][i] == graph.degree(vertices[i]));
      CHECK(members["core_numbers"][i] == cores[vertices[i]]);
      CHECK(members["attributes"][0]["values"][i] == (vertices[i] % 2 == 0 ? "even" : "odd"));
      if (graph.weighted())
        CHECK(members["strengths"][i].get<double>() == Approx(graph.strength(vertices[i])));
    }
    CHECK(members["attributes"][0]["counts"][1] == Json{{"value", "odd"}, {"vertices", 45}});
    CHECK(members["attributes"].size() == 2);
    std::size_t drawn = 0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) drawn += graph.adjacent(vertices[i], vertices[j]) ? 1 : 0;
    }
    CHECK(json["drawn_edges"]["ends"].size() == 2 * drawn);
    for (const Json& result : json["results"]) {
      EdgeCount ends = 0;
      double weight = 0.0;
      for (std::size_t i = 0; i < result["members"].size(); ++i) {
        CHECK(vertices[result["members"][i].get<std::size_t>()] == result["vertices"][i]);
        ends += result["degrees_inside"][i].get<EdgeCount>();
        weight += (graph.weighted() ? result["weights_inside"] : result["degrees_inside"])[i].get<double>();
      }
      CHECK(ends == 2 * result["edges"].get<EdgeCount>());
      CHECK(weight == Approx(2.0 * result["weight"].get<double>()));
    }
  }
}

TEST_CASE("the columns of the text report align") {
  std::istringstream lines(render_text(test::sample_density_report()));
  std::vector<std::string> table;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("upper bound  bound") != std::string::npos || !table.empty()) table.push_back(line);
    if (table.size() == 4) break;
  }
  REQUIRE(table.size() == 4);
  for (const char* title : {"edges", "edge density", "avg degree", "upper bound", "gap", "time"}) {
    const std::size_t end = table[0].find(title) + std::string(title).size();
    for (std::size_t row = 1; row < 4; ++row) {
      CAPTURE(title, table[0], table[row]);
      REQUIRE(table[row].size() >= end);
      CHECK(table[row][end - 1] != ' ');
      CHECK((table[row].size() == end || table[row][end] == ' '));
    }
  }
}

TEST_CASE("the text holds every size and what the numbers mean") {
  DensityReport report = test::sample_density_report();
  std::string text = render_text(report);
  std::ranges::replace(text, '\n', ' ');  // paragraphs are wrapped
  CHECK(text.find("1 of 3 answers is proven optimal") != std::string::npos);
  CHECK(text.find("edge density: edges / (s(s-1)/2)") != std::string::npos);
  CHECK(text.find("has 20 vertices and holds 150 of 190 possible edges") != std::string::npos);
  report.name = test::hostile;
  CHECK(render_text(report).find('\x1b') == std::string::npos);

  report.graph.weighted = true;
  report.graph.total_weight = 1234.5;
  const std::string weighted = render_text(report);
  CHECK(weighted.find("total weight") != std::string::npos);
  CHECK(weighted.find("weight per pair: weight / (s(s-1)/2)") != std::string::npos);
}

TEST_CASE("the page shows the document of --json, without the trace and the names of each set") {
  const DensityReport report = test::sample_density_report();
  Json expected = Json::parse(render_json(report));
  for (Json& result : expected["results"]) {
    for (const char* list : {"vertices", "trace"}) result.erase(list);
  }
  CHECK(document_of(render_html(report)) == expected);
}

TEST_CASE("hostile names, labels and methods stay text") {
  DensityReport report =
      test::sample_density_report([](Vertex v) { return test::hostile + std::to_string(v); });
  report.name = test::hostile;
  report.input_summary = test::hostile;
  for (DensityReportSize& size : report.sizes) size.method = test::hostile;
  const std::string html = render_html(report);
  const Json document = document_of(html);
  CHECK(document["members"]["vertices"][3].get<std::string>().find("<script>alert") == 0);
  CHECK(html.find("<script>alert") == std::string::npos);
  CHECK(html.find("<title>&lt;script&gt;") != std::string::npos);
  CHECK(html.find('\x1b') == std::string::npos);
  CHECK(html.find('\xff') == std::string::npos);
}

TEST_CASE("empty reports and impossible numbers make valid pages") {
  const double infinity = std::numeric_limits<double>::infinity();
  DensityReport cut = test::sample_density_report();
  cut.stop_reason = StopReason::deadline;
  cut.sizes.clear();
  DensityReport odd = test::sample_density_report();
  odd.sizes[1].bound.value = infinity;
  odd.sizes[1].gap = std::nan("");
  odd.sizes[2].solution.seconds = infinity;
  DensityReport edgeless = test::sample_density_report();
  edgeless.graph = {
      .vertices = 12, .components = 12, .isolated = 12, .degrees = {{0, 12}}, .cores = {{0, 12}}};
  for (const DensityReport& report : {DensityReport{}, cut, odd, edgeless}) {
    document_of(render_html(report));
    const std::string text = render_text(report);
    for (const char* bad : {"nan ", "nan<", "nan\"", " inf", "inf "}) {
      const std::size_t at = text.find(bad);
      CAPTURE(bad, at == std::string::npos ? "" : text.substr(at, 60));
      CHECK(at == std::string::npos);
    }
    CHECK(Json::parse(render_json(report))["command"] == "report");
  }
  CHECK(render_text(cut).find("No size was solved before the time limit was reached.") != std::string::npos);
  CHECK(render_text(edgeless).find("The graph has no edges") != std::string::npos);
}

TEST_CASE("a page stays small for many sizes, large sets and long labels", "[slow]") {
  DensityReport report;
  report.name = std::string(100'000, 'n');
  report.input_summary = std::string(100'000, 's');
  for (std::uint64_t d = 1; d <= 5000; ++d) report.graph.degrees.push_back({d, 1});
  report.graph.vertices = 5000;
  report.graph.edges = 6'000'000;
  std::vector<std::string> labels;
  for (Vertex v = 0; v < 1400; ++v) labels.push_back(std::string(400, '"') + std::to_string(v));
  report.data = test::random_graph(1400, 0.5, 1).with_names(VertexNames::from_labels(labels));
  for (Vertex s = 100; s < 700; ++s) {
    DensityReportSize size;
    size.s = s;
    size.method = "method-0";
    size.solution = test::sample_solution(s, s, s);
    size.bound = {"trivial", s, 2.0 * s, 0.0};
    size.gap = 0.5;
    for (Vertex v = 0; v < s; ++v) size.solution.vertices[v] = v;
    size.names = report.data.names().subset(size.solution.vertices);
    report.sizes.push_back(size);
    report.requested_sizes.push_back(s);
  }
  const Json page = document_of(render_html(report));
  const Json whole = Json::parse(render_json(report));
  CHECK(page["left_out"].size() >= 2);
  CHECK(page["results"].size() == 500);
  CHECK(page["results"][0]["members"] == whole["results"][0]["members"]);
  CHECK_FALSE(page["results"][499].contains("members"));
  CHECK(page["degrees"].size() <= 2000);
  std::uint64_t vertices = 0;
  for (const Json& bin : page["degrees"]) vertices += bin["vertices"].get<std::uint64_t>();
  CHECK(vertices == 5000);
  // The table has exactly the members of the results in the page.
  std::size_t most = 0;
  for (const Json& result : page["results"]) {
    if (!result.contains("members")) continue;
    for (const Json& place : result["members"]) most = std::max(most, place.get<std::size_t>() + 1);
  }
  CHECK(page["members"]["vertices"].size() == most);
  CHECK(page["members"]["degrees"].size() == most);
  for (const Json& end : page["drawn_edges"]["ends"]) CHECK(end.get<std::size_t>() < most);
}

TEST_CASE("a report says what there was no time to count") {
  DensityReport report = test::sample_density_report();
  report.graph.cores.clear();
  report.graph.components = 0;
  report.core_numbers.clear();
  const Json json = Json::parse(render_json(report));
  CHECK(json["graph"]["degeneracy"].is_null());
  CHECK(json["graph"]["components"].is_null());
  CHECK(json["results"][0]["smallest_core_number"].is_null());
  CHECK(document_of(render_html(report))["cores"].empty());
  const std::string text = render_text(report);
  CHECK(text.find("not counted: the time was up") != std::string::npos);
  CHECK(text.find("4294967295") == std::string::npos);
}
