#include <cmath>
#include <limits>

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

void check_comparison_page(const std::string& html) {
  test::check_page(html, comparison_page_limit, 1);
  CHECK(html.find("script-src 'nonce-lode'") != std::string::npos);
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
  const Comparison comparison = test::sample_comparison();
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
        "seed 7", ".keys{", ".heat{", ".group-1{display:block}"}) {
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
  check_comparison_page(html);
  for (const std::string& text :
       {html, render_text(odd), render_markdown(odd), render_csv(odd), render_json(odd)}) {
    for (const char* bad : {"nan ", "nan<", "nan\"", "nan,", " inf", "inf ", ",inf"}) {
      const std::size_t at = text.find(bad);
      CAPTURE(bad, at == std::string::npos ? "" : text.substr(at > 30 ? at - 30 : 0, 90));
      CHECK(at == std::string::npos);
    }
  }
  Comparison weighted = test::sample_comparison();
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
  check_comparison_page(html);
  CHECK(html.find("The first 24 of 30 graphs are shown.") != std::string::npos);
  CHECK(html.find("The first 32 of 40 methods are shown.") != std::string::npos);
  CHECK(html.find("Long curves are drawn through a part of their points.") != std::string::npos);
}
