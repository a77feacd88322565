#include <cmath>
#include <limits>
#include <sstream>

#include <nlohmann/json.hpp>

#include <lode/core/error.hpp>
#include <lode/report/compare.hpp>

#include "report/compare/view.hpp"
#include "report/markup_check.hpp"
#include "report/page_check.hpp"
#include "report/samples.hpp"
#include "study/compare/records.hpp"
#include "study/compare/run_columns.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::subgraph;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t comparison_page_limit = 2'000'000;

ComparisonRun sample_run(std::size_t place, Vertex s, std::size_t method, int start, EdgeCount edges) {
  const Solution solution = test::sample_solution(s, edges, static_cast<double>(edges));
  ComparisonRun run{place, s, method, start, static_cast<std::uint64_t>(start + 6)};
  run.objective = solution.weight;
  run.edges = solution.edges;
  run.support = solution.vertices;
  run.iterations = solution.iterations;
  run.seconds = solution.seconds;
  run.seconds_to_best = solution.seconds_to_best;
  run.trace = solution.trace;
  for (const Vertex v : run.support) run.names.push_back(std::to_string(v + 100));
  return run;
}

/// Two methods with two starts, one that runs once, on two graphs with sizes 10 and 20.
Comparison sample_comparison() {
  Comparison comparison;
  comparison.cases = {{"first", {10, 20}, {0, 1, 2}}, {"second", {10, 20}, {0, 1, 2}}};
  comparison.graphs = {{1000, 5000}, {2000, 7000}};
  comparison.methods = {{"hybrid", "hybrid", {{"preset", "default"}}},
                        {"hybrid:paper", "hybrid", {{"preset", "paper"}}},
                        {"peeling", "peeling", {}, true}};
  comparison.starts = 2;
  comparison.start_rule = "own";
  comparison.seed = 7;
  comparison.time_limit = 30.0;
  for (std::size_t g = 0; g < 2; ++g) {
    for (const Vertex s : {10u, 20u}) {
      ComparisonInstance instance;
      instance.place = g;
      instance.s = s;
      instance.bound = {"degree", s, 3.0 * s + 10.0, 0.001};
      comparison.instances.push_back(instance);
      comparison.runs.push_back(sample_run(g, s, 0, 1, 3 * s + 4));
      comparison.runs.push_back(sample_run(g, s, 0, 2, 3 * s + 5));
      comparison.runs.push_back(sample_run(g, s, 1, 1, 3 * s));
      comparison.runs.push_back(sample_run(g, s, 1, 2, 3 * s));
      comparison.runs.push_back(sample_run(g, s, 2, 1, 3 * s - 1));
    }
  }
  comparison.total_runs = comparison.runs.size();
  comparison.seconds = 1.5;
  score_comparison(comparison);
  return comparison;
}

void check_comparison_page(const std::string& html) {
  test::check_page(html, comparison_page_limit, 1);
  CHECK(html.find("script-src 'nonce-lode'") != std::string::npos);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("the JSON comparison has every run, its bound, and the aggregates") {
  const Comparison comparison = sample_comparison();
  const Json json = Json::parse(render_json(comparison));
  CHECK(json["schema_version"] == 1);
  CHECK(json["command"] == "compare");
  REQUIRE(json["runs"].size() == 20);
  const Json& run = json["runs"][1];
  for (const char* field :
       {"graph", "s", "method", "preset", "start", "seed", "edges", "weight", "density", "upper_bound",
        "seconds", "seconds_to_best", "stop_reason", "iterations", "parallel", "vertices", "trace"}) {
    CAPTURE(field);
    CHECK(run.contains(field));
  }
  CHECK(run["graph"] == "first");
  CHECK((run["s"] == 10 && run["method"] == "hybrid" && run["preset"] == "default"));
  CHECK((run["start"] == 2 && run["seed"] == 8 && run["edges"] == 35 && run["upper_bound"] == 40));
  CHECK(run["weight"].is_number_integer());
  CHECK(run["density"].get<double>() == 35.0 / 45.0);
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
  CHECK(json["aggregates"]["instances"][0]["best_weight"] == 35);
  REQUIRE(json["aggregates"]["cells"].size() == 12);
  CHECK(json["aggregates"]["cells"][0]["average_weight"].get<double>() == 34.5);
  CHECK(json["aggregates"]["cells"][0]["best_edges"] == 35);
  CHECK(json["seconds"]["total"].get<double>() == 1.5);
  CHECK(Json::parse(render_json(Comparison{}))["runs"].empty());
}

TEST_CASE("every column of compare is in every rendering that it names") {
  const Comparison comparison = sample_comparison();
  const Json json = Json::parse(render_json(comparison));
  const std::string csv = render_csv(comparison);
  const std::string head = "," + csv.substr(0, csv.find('\n')) + ",";
  const auto columns = lode::detail::run_columns(comparison);
  const Json kept = Json::parse(lode::detail::run_record(comparison.runs.front(), columns));
  ComparisonRun read;
  for (const auto& column : columns) {
    CAPTURE(column.key);
    if (column.files & lode::detail::in_json) CHECK(json["runs"][0].contains(column.key));
    if (column.files & lode::detail::in_csv) CHECK(head.find("," + column.key + ",") != std::string::npos);
    if (column.files & lode::detail::in_journal) CHECK(kept.contains(column.key));
    if (column.take) column.take(kept.at(column.key), read);
  }
  for (const auto& column : columns) {  // of what a journal keeps and gives back nothing is lost
    CAPTURE(column.key);
    if (column.take) CHECK(column.value(read) == column.value(comparison.runs.front()));
  }
  const lode::detail::ComparisonView view(comparison);
  const std::string html = render_html(comparison);
  for (const auto& column : lode::detail::score_columns(view)) {
    CAPTURE(column.key);
    CHECK(json["aggregates"]["methods"][0].contains(column.key));
    CHECK(json["aggregates"]["graphs"][0]["methods"][0].contains(column.key));
    REQUIRE(column.place > 0);
    CHECK(render_text(comparison).find(column.title) != std::string::npos);
    CHECK(render_markdown(comparison).find("| " + column.title + " |") != std::string::npos);
    CHECK(html.find("<th scope=\"col\">" + column.title + "</th>") != std::string::npos);
  }
  for (const auto& column : lode::detail::cell_columns(view))
    CHECK(json["aggregates"]["cells"][0].contains(column.key));
  for (const auto& column : lode::detail::instance_columns(view)) {
    CHECK(json["aggregates"]["instances"][0].contains(column.key));
  }
}

TEST_CASE("the CSV comparison has one line per run with the same fields") {
  Comparison comparison = sample_comparison();
  comparison.cases[0].name = "a,\"b\"";
  const auto lines = lines_of(render_csv(comparison));
  REQUIRE(lines.size() == 21);
  CHECK(lines[0] ==
        "graph,s,method,preset,start,seed,edges,weight,density,upper_bound,bound,seconds,seconds_to_best,"
        "stop_reason,"
        "iterations,parallel");
  CHECK(
      lines[2] ==
      "\"a,\"\"b\"\"\",10,hybrid,default,2,8,35,35,0.7777777777777778,40,degree,0.1,0.01,converged,40,false");
  CHECK(lines[5].rfind("\"a,\"\"b\"\"\",10,peeling,,1,7,29,29,", 0) == 0);
}

TEST_CASE("the tables hold averages, bests and bounds, with the largest marked") {
  const Comparison comparison = sample_comparison();
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
  CHECK(has("hybrid         35*   65*"));
  CHECK(has("hybrid                1     4           4      4    98.9 %     100 ms"));
  const std::string markdown = render_markdown(comparison);
  CHECK(markdown.find("| hybrid | 34.5\\* | 64.5\\* |") != std::string::npos);
  CHECK(markdown.find("## second: 2,000 vertices, 7,000 edges") != std::string::npos);

  Comparison marked = comparison;
  marked.parallel = true;
  CHECK(text.find("100 ms *") == std::string::npos);
  CHECK(render_text(marked).find("100 ms *") != std::string::npos);
  CHECK(render_markdown(marked).find("Times marked \\*") != std::string::npos);
}

TEST_CASE("runs and instances of graphs and methods that a comparison does not have are refused") {
  Comparison comparison = sample_comparison();
  comparison.runs.front().place = 99;
  CHECK_THROWS_AS(score_comparison(comparison), InvalidArgument);
  comparison = sample_comparison();
  comparison.runs.front().method = 99;
  CHECK_THROWS_AS(score_comparison(comparison), InvalidArgument);
  comparison = sample_comparison();
  comparison.instances.front().place = 99;
  CHECK_THROWS_AS(score_comparison(comparison), InvalidArgument);
}

TEST_CASE("a comparison that is not complete says so and leaves gaps") {
  Comparison comparison = sample_comparison();
  comparison.runs.resize(7);
  comparison.interrupted = true;
  score_comparison(comparison);
  const std::string text = render_text(comparison);
  CHECK(text.find("Interrupted: 7 of 20 runs are finished.") != std::string::npos);
  CHECK(text.find("\npeeling         29      -\n") != std::string::npos);
  const std::string html = render_html(comparison);
  check_comparison_page(html);
  CHECK(html.find("Interrupted: 7 of 20 runs are finished.") != std::string::npos);
  comparison.runs.clear();
  score_comparison(comparison);
  check_comparison_page(render_html(comparison));
  CHECK(render_text(comparison).find("Interrupted: 0 of 20 runs are finished.") != std::string::npos);
  CHECK(render_markdown(comparison).find("so nothing is ranked") != std::string::npos);
}

TEST_CASE("the page is well formed, self-contained, and readable without its script") {
  const Comparison comparison = sample_comparison();
  const std::string html = render_html(comparison);
  check_comparison_page(html);
  const test::MarkupCheck check(html);
  CHECK(check.count("details") == 2);
  CHECK(check.count("input") == 3 + 2);  // one per method, one per size
  // Two density figures, convergence for two graphs and two sizes; swatches besides.
  const auto drawings =
      static_cast<std::size_t>(std::count_if(check.attributes.begin(), check.attributes.end(),
                                             [](const std::string& a) { return a == "role=img"; }));
  CHECK(drawings == 2 + 4);
  CHECK(check.count("desc") == drawings);
  for (const char* part :
       {"hybrid, s = 10: 34.5 edges on average, best 35; density 0.7667, 98.57 % of the best",
        "upper bound (degree), s = 20: 70 edges", "hybrid on second: ", "prefers-color-scheme:dark",
        "@media print", "<label for=\"size-1\">s = 20</label>", "<td><b>34.5</b></td>", "data-series=\"2\"",
        "seed 7"}) {
    CAPTURE(part);
    CHECK(html.find(part) != std::string::npos);
  }
  const std::size_t shown_first = html.find("checked=\"\"/>\n<label");
  CHECK(shown_first == std::string::npos);

  Comparison one = comparison;
  one.cases.resize(1);
  one.graphs.resize(1);
  one.case_scores.resize(1);
  std::erase_if(one.instances, [](const auto& instance) { return instance.place == 1; });
  std::erase_if(one.runs, [](const auto& run) { return run.place == 1; });
  score_comparison(one);
  check_comparison_page(render_html(one));
}

TEST_CASE("hostile names stay text in every form") {
  Comparison comparison = sample_comparison();
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
  check_comparison_page(html);
  CHECK(html.find("<script>alert") == std::string::npos);
  CHECK(html.find("&lt;script&gt;") != std::string::npos);
  CHECK(html.find('\x1b') == std::string::npos);
  CHECK(render_text(comparison).find('\x1b') == std::string::npos);
  CHECK(render_markdown(comparison).find("<script>") == std::string::npos);
  const Json json = Json::parse(render_json(comparison));
  CHECK(json["graphs"][0]["name"].get<std::string>().find("<script>") == 0);
  CHECK(json["runs"][0]["vertices"][0].is_string());
}

TEST_CASE("odd numbers never reach a reader") {
  const double infinity = std::numeric_limits<double>::infinity();
  Comparison odd = sample_comparison();
  odd.time_limit = infinity;
  odd.instances[0].bound.value = infinity;
  odd.runs[0].trace[0].seconds = 0.0;
  odd.runs[3].seconds = infinity;
  for (ComparisonRun& run : odd.runs) {
    if (run.place == 1) run.objective = 0.0;
  }
  score_comparison(odd);
  const std::string html = render_html(odd);
  check_comparison_page(html);
  for (const std::string& text :
       {html, render_text(odd), render_markdown(odd), render_csv(odd), render_json(odd)}) {
    for (const char* bad : {"nan ", "nan<", "nan\"", "nan,", " inf", "inf ", ",inf"}) {
      const std::size_t at = text.find(bad);
      CAPTURE(bad, at == std::string::npos ? "" : text.substr(at > 30 ? at - 30 : 0, 90));
      CHECK(at == std::string::npos);
    }
  }
  Comparison weighted = sample_comparison();
  weighted.graphs[0].weighted = true;
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
  for (std::size_t g = 0; g < 30; ++g) {
    ComparisonCase graph{std::string(5000, '"') + std::to_string(g), {}, all};
    comparison.graphs.push_back({100000, 5000});
    for (Vertex s = 10; s < 30; ++s) {
      graph.sizes.push_back(s);
      ComparisonInstance instance;
      instance.place = g;
      instance.s = s;
      instance.bound = {"degree", s, 3.0 * s + 10.0, 0.001};
      comparison.instances.push_back(instance);
      for (std::size_t m = 0; m < 40; ++m) {
        ComparisonRun run = sample_run(g, s, m, 1, 2 * s + m % 7);
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
  check_comparison_page(html);
  CHECK(html.find("The first 24 of 30 graphs are shown.") != std::string::npos);
  CHECK(html.find("The first 32 of 40 methods are shown.") != std::string::npos);
  CHECK(html.find("Long curves are drawn through a part of their points.") != std::string::npos);
}

TEST_CASE("the summary of a comparison names ties and does not call equal methods last") {
  Comparison comparison = sample_comparison();
  const auto text_of = [](const Comparison& shown) {
    std::string text = render_text(shown);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  };
  CHECK_THAT(text_of(comparison), Catch::Contains("The best mean rank, 1, is that of hybrid.") &&
                                      Catch::Contains("last in mean rank is peeling"));
  for (ComparisonScore& score : comparison.scores) {
    score.mean_rank = 2.0;
    score.relative = 1.0;
  }
  CHECK_THAT(text_of(comparison),
             Catch::Contains("All share the mean rank 2, with 100 % of the best objective found."));
  CHECK_THAT(text_of(comparison), !Catch::Contains("last in mean rank"));
  comparison.scores[0].mean_rank = 1.0;
  comparison.scores[1].mean_rank = comparison.scores[2].mean_rank = 2.5;
  comparison.scores[2].relative = 0.9;
  CHECK_THAT(text_of(comparison),
             Catch::Contains("last in mean rank are hybrid:paper and peeling with 90 % to 100 %."));
}
