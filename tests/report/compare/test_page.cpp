#include <limits>
#include <string>

#include <nlohmann/json.hpp>

#include <lode/report/compare.hpp>

#include "report/compare/sample_comparison.hpp"
#include "report/markup_check.hpp"
#include "report/page_check.hpp"
#include "support/catch.hpp"

using namespace lode;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t comparison_page_limit = 2'000'000;

Json page_document(const std::string& html) { return test::page_document(html, comparison_page_limit); }

/// The objects that {"keys", "rows"} stand for.
Json objects_of(const Json& table) {
  Json list = Json::array();
  for (const Json& row : table["rows"]) {
    REQUIRE(row.size() == table["keys"].size());
    Json object = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i) object[table["keys"][i].get<std::string>()] = row[i];
    list.push_back(std::move(object));
  }
  return list;
}

/// A list of the JSON document in the form of the page: names replaced by positions.
Json expected_rows(Json list, const Json& document) {
  const auto position = [&](const char* name, const char* key, const Json& value) -> Json {
    for (std::size_t i = 0; i < document[name].size(); ++i) {
      if (document[name][i][key] == value) return i;
    }
    return "no such name";
  };
  for (Json& row : list) {
    if (row.contains("graph")) row["graph"] = position("graphs", "name", row["graph"]);
    if (row.contains("method")) {
      row["method"] = position("methods", "label", row["method"]);
    }
  }
  return list;
}

}  // namespace

TEST_CASE("a comparison that is not complete says so and leaves gaps") {
  Comparison comparison = test::sample_comparison();
  comparison.runs.resize(7);
  comparison.interrupted = true;
  score_comparison(comparison);
  const std::string text = render_text(comparison);
  CHECK(text.find("Interrupted: 7 of 20 runs are finished.") != std::string::npos);
  CHECK(text.find("\npeeling         29      -\n") != std::string::npos);
  const Json document = page_document(render_html(comparison));
  CHECK(document["summary"].get<std::string>().find("Interrupted: 7 of 20 runs are finished.") == 0);
  CHECK(document["interrupted"] == true);
  const Json cells = objects_of(document["aggregates"]["cells"]);
  CHECK(cells.size() == 4);
  CHECK(cells[3]["rank"].is_null());
  CHECK(objects_of(document["aggregates"]["instances"])[1]["complete"] == false);
  comparison.runs.clear();
  score_comparison(comparison);
  CHECK(render_text(comparison).find("Interrupted: 0 of 20 runs are finished.") != std::string::npos);
  CHECK(page_document(render_html(comparison))["summary"].get<std::string>().ends_with(
      "so nothing is ranked."));
}

TEST_CASE("the page shows the numbers of --json") {
  const Comparison comparison = test::sample_comparison();
  const std::string html = render_html(comparison);
  const Json page = page_document(html);
  const Json json = Json::parse(render_json(comparison));
  for (const auto& [name, value] : json.items()) {
    CAPTURE(name);
    REQUIRE(page.contains(name) == (name != "runs"));
    if (name != "runs" && name != "aggregates") CHECK(page[name] == value);
  }
  const Json& aggregates = json["aggregates"];
  CHECK(objects_of(page["aggregates"]["methods"]) == expected_rows(aggregates["methods"], json));
  CHECK(objects_of(page["aggregates"]["cells"]) == expected_rows(aggregates["cells"], json));
  CHECK(page["aggregates"]["cells"]["rows"].size() == 12);
  CHECK(objects_of(page["aggregates"]["instances"]) == expected_rows(aggregates["instances"], json));
  CHECK(page["left_out"].empty());
  CHECK(render_html(comparison) == html);

  Comparison one = comparison;
  one.cases.resize(1);
  one.case_scores.resize(1);
  std::erase_if(one.instances, [](const auto& instance) { return instance.place == 1; });
  std::erase_if(one.runs, [](const auto& run) { return run.place == 1; });
  score_comparison(one);
  const std::string single = render_html(one);
  CHECK(page_document(single)["graphs"].size() == 1);
  CHECK(single.find("<title>first: methods compared</title>") != std::string::npos);
}

TEST_CASE("runs that a limit cut short are counted, and the curve of a cell is the mean of its runs") {
  Comparison comparison = test::sample_comparison();
  comparison.runs[0].stop_reason = StopReason::deadline;
  comparison.runs[1].stop_reason = StopReason::interrupted;
  comparison.runs[0].trace = {{0.5, 30.0, 1}, {2.0, 34.0, 2}};
  comparison.runs[1].trace = {{1.0, 20.0, 1}, {2.0, 35.0, 2}};
  score_comparison(comparison);
  for (const Json& cells : {Json::parse(render_json(comparison))["aggregates"]["cells"],
                            objects_of(page_document(render_html(comparison))["aggregates"]["cells"])}) {
    CHECK(cells[0]["cut_short"] == 2);
    CHECK(cells[1]["cut_short"] == 0);
    CHECK(cells[0]["trace"] == Json::parse("[[1, 25], [2, 34.5]]"));
  }
}

TEST_CASE("hostile names stay text in every form") {
  Comparison comparison = test::sample_comparison();
  for (ComparisonCase& one : comparison.cases) one.name = test::hostile;
  for (ComparisonMethod& method : comparison.methods) {
    method.name = test::hostile;
    method.label = std::string("</script>") + test::hostile;
    method.settings["preset"] = test::hostile;
  }
  for (ComparisonInstance& instance : comparison.instances) instance.bound.name = test::hostile;
  for (ComparisonRun& run : comparison.runs) {
    for (std::string& name : run.names) name = test::hostile;
  }
  const std::string html = render_html(comparison);
  const Json page = page_document(html);
  CHECK(page["graphs"][1]["name"].get<std::string>().find("<script>") == 0);
  CHECK(page["methods"][2]["label"].get<std::string>().find("</script><script>") == 0);
  CHECK(html.find("<script>alert") == std::string::npos);
  CHECK(html.find('\xff') == std::string::npos);
  CHECK(html.find('\x1b') == std::string::npos);
  CHECK(render_text(comparison).find('\x1b') == std::string::npos);
  const Json json = Json::parse(render_json(comparison));
  CHECK(json["graphs"][0]["name"].get<std::string>().find("<script>") == 0);
  CHECK(json["runs"][0]["vertices"][0].is_string());
}

TEST_CASE("odd numbers never reach a reader") {
  const double infinity = std::numeric_limits<double>::infinity();
  Comparison odd = test::sample_comparison();
  odd.time_limit = infinity;
  odd.instances[0].bound.value = infinity;
  odd.runs[0].trace[0].seconds = 0.0;
  odd.runs[3].seconds = infinity;
  for (ComparisonRun& run : odd.runs) {
    if (run.place == 1) run.objective = 0.0;
  }
  score_comparison(odd);
  const std::string html = render_html(odd);
  CHECK(objects_of(page_document(html)["aggregates"]["instances"])[0]["bound"].is_null());
  const std::string document =
      html.substr(html.find("id=\"document\""), html.rfind("<script") - html.find("id=\"document\""));
  for (const std::string& text : {document, render_text(odd), render_csv(odd), render_json(odd)}) {
    for (const char* bad : {"nan ", "nan<", "nan\"", "nan,", " inf", "inf ", ",inf"}) {
      const std::size_t at = text.find(bad);
      CAPTURE(bad, at == std::string::npos ? "" : text.substr(at > 30 ? at - 30 : 0, 90));
      CHECK(at == std::string::npos);
    }
  }
  Comparison weighted = test::sample_comparison();
  weighted.cases[0].weighted = true;
  weighted.runs[0].objective = 34.0625;
  score_comparison(weighted);
  CHECK(render_text(weighted).find("weight, average over 2 starts") != std::string::npos);
  CHECK(render_text(weighted).find("34.5312*") != std::string::npos);
}

TEST_CASE("a page stays small for many graphs, sizes, methods, long names and traces") {
  Comparison comparison;
  comparison.starts = 1;
  for (std::size_t m = 0; m < 40; ++m)
    comparison.methods.push_back({"method-" + std::to_string(m), "method"});
  std::vector<std::size_t> all;
  for (std::size_t m = 0; m < 40; ++m) all.push_back(m);
  for (std::size_t g = 0; g < 40; ++g) {
    ComparisonCase graph{std::string(5000, '"') + std::to_string(g), {}, all, 100000, 5000};
    for (Vertex s = 10; s < 30; ++s) {
      graph.sizes.push_back(s);
      ComparisonInstance instance;
      instance.place = g;
      instance.s = s;
      instance.bound = {"degree", s, 3.0 * s + 10.0, 0.001};
      comparison.instances.push_back(instance);
      for (std::size_t m = 0; m < 40; ++m) {
        ComparisonRun run = test::sample_run(g, s, m, 1, 2 * s + m % 7);
        run.names.clear();
        run.trace.clear();
        for (int i = 0; i < 100; ++i) run.trace.push_back({0.001 * i, 1.0 * i, 1});
        comparison.runs.push_back(std::move(run));
      }
    }
    comparison.cases.push_back(std::move(graph));
  }
  comparison.total_runs = comparison.runs.size();
  score_comparison(comparison);
  const std::string html = render_html(comparison);
  const Json page = page_document(html);
  for (const char* words :
       {"At most 3 sizes of a graph are shown.", "Long curves are drawn through a part of their points."}) {
    CAPTURE(words);
    CHECK(page["left_out"].dump().find(words) != std::string::npos);
  }
  const Json cells = objects_of(page["aggregates"]["cells"]);
  CHECK(cells.size() == 3u * 40u * 40u);
  CHECK(cells.back()["graph"] == 39);
  CHECK(page["graphs"][39]["sizes"].size() == 3);
  std::size_t points = 0;
  for (const Json& cell : cells) points += cell["trace"].size();
  CHECK(points > 4000);
}
