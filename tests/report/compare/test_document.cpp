#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

#include <lode/core/error.hpp>
#include <lode/report/compare.hpp>

#include "report/compare/document.hpp"
#include "report/compare/sample_comparison.hpp"
#include "support/catch.hpp"

using namespace lode;
using Json = nlohmann::ordered_json;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("the JSON comparison has every run, its bound, and the aggregates") {
  const Comparison comparison = test::sample_comparison();
  const Json json = Json::parse(render_json(comparison));
  CHECK(json["schema_version"] == 1);
  CHECK(json["command"] == "compare");
  REQUIRE(json["runs"].size() == 20);
  const Json& run = json["runs"][1];
  for (const char* field : {"graph", "s", "method", "start", "seed", "edges", "weight", "seconds",
                            "seconds_to_best", "stop_reason", "iterations", "vertices", "trace"}) {
    CAPTURE(field);
    CHECK(run.contains(field));
  }
  CHECK(run["graph"] == "first");
  CHECK((run["s"] == 10 && run["method"] == "hybrid"));
  CHECK((run["start"] == 2 && run["seed"] == 8 && run["edges"] == 35));
  CHECK(run["weight"].is_number_integer());
  CHECK((run["vertices"].size() == 10 && run["vertices"][1] == 102));
  CHECK(run["trace"].size() == 3);
  CHECK(json["methods"][2]["runs"] == "once");
  const Json& scores = json["aggregates"]["methods"];
  REQUIRE(scores.size() == 3);
  CHECK((scores[0]["method"] == "hybrid" && scores[0]["mean_rank"] == 1 && scores[0]["wins"] == 4));
  CHECK((scores[2]["method"] == "peeling" && scores[2]["mean_rank"] == 3 && scores[2]["best_found"] == 0));
  CHECK(json["aggregates"]["graphs"][1]["graph"] == "second");
  CHECK(json["aggregates"]["graphs"][1]["methods"][0]["instances"] == 2);
  CHECK(json["aggregates"]["instances"].size() == 4);
  CHECK(json["aggregates"]["instances"][0]["best"] == 35);
  CHECK(json["aggregates"]["instances"][0]["bound"] == 40);
  REQUIRE(json["aggregates"]["cells"].size() == 12);
  CHECK(json["aggregates"]["cells"][0]["average"].get<double>() == 34.5);
  CHECK(json["seconds"]["total"].get<double>() == 1.5);
  CHECK(Json::parse(render_json(Comparison{}))["runs"].empty());
}

TEST_CASE("every column of compare is in every rendering that it names") {
  const Comparison comparison = test::sample_comparison();
  const Json json = Json::parse(render_json(comparison));
  const std::string csv = render_csv(comparison);
  const std::string head = "," + csv.substr(0, csv.find('\n')) + ",";
  const auto columns = lode::detail::run_columns(comparison);
  const Json kept =
      Json::parse(lode::detail::compact(columns.object(comparison.runs.front(), lode::detail::in_journal)));
  ComparisonRun read;
  for (const auto& column : columns) {
    CAPTURE(column.key);
    if (column.files & lode::detail::in_json) CHECK(json["runs"][0].contains(column.key));
    if (column.files & lode::detail::in_csv) CHECK(head.find("," + column.key + ",") != std::string::npos);
    if (column.files & lode::detail::in_journal) CHECK(kept.contains(column.key));
    if (column.take) column.take(kept.at(column.key), read);
  }
  for (const auto& column : columns) {  // values read from the journal are unchanged
    CAPTURE(column.key);
    if (column.take) CHECK(column.value(read) == column.value(comparison.runs.front()));
  }
  const std::string html = render_html(comparison);
  for (const auto& column : lode::detail::score_columns(comparison)) {
    CAPTURE(column.key);
    CHECK(json["aggregates"]["methods"][0].contains(column.key));
    CHECK(json["aggregates"]["graphs"][0]["methods"][0].contains(column.key));
    REQUIRE(column.place > 0);
    CHECK(render_text(comparison).find(column.title) != std::string::npos);
    // The page titles its columns itself; it has the values and that title.
    CHECK(html.find("\"" + column.key + "\"") != std::string::npos);
    CHECK(html.find("\"" + column.title + "\"") != std::string::npos);
  }
  for (const auto& column : lode::detail::cell_columns(comparison))
    CHECK(json["aggregates"]["cells"][0].contains(column.key));
  for (const auto& column : lode::detail::instance_columns(comparison)) {
    CHECK(json["aggregates"]["instances"][0].contains(column.key));
  }
}

TEST_CASE("the CSV comparison has one line per run with the same fields") {
  Comparison comparison = test::sample_comparison();
  comparison.cases[0].name = "a,\"b\"";
  const auto lines = lines_of(render_csv(comparison));
  REQUIRE(lines.size() == 21);
  CHECK(lines[0] ==
        "graph,s,method,start,seed,edges,weight,bound,bound_rule,seconds,seconds_to_best,stop_reason,"
        "iterations");
  CHECK(lines[2] == "\"a,\"\"b\"\"\",10,hybrid,2,8,35,35,40,degree,0.1,0.01,converged,40");
  CHECK(lines[5].rfind("\"a,\"\"b\"\"\",10,peeling,1,7,29,29,", 0) == 0);
}

TEST_CASE("the tables hold averages and bounds, with the largest marked") {
  const Comparison comparison = test::sample_comparison();
  const std::string text = render_text(comparison);
  const auto lines = lines_of(text);
  const auto has = [&](const std::string& line) {
    return std::find(lines.begin(), lines.end(), line) != lines.end();
  };
  CHECK(has("first: 1,000 vertices, 5,000 edges"));
  CHECK(has("edges, average over 2 starts (* largest)"));
  CHECK(has("hybrid        34.5*  64.5*"));
  CHECK(has("hybrid:paper    30     60"));
  CHECK(has("peeling         29     59"));
  CHECK(has("upper bound     40     70"));
  CHECK(has("hybrid                1     4           4          4    98.9 %     100 ms"));
}
