#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

#include <lode/core/error.hpp>
#include <lode/report/compare.hpp>
#include <lode/report/least_squares_report.hpp>

#include "report/page_check.hpp"
#include "study/compare/comparison.hpp"
#include "support/catch.hpp"

using namespace lode;
using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;
using least_squares::Certificate;
using least_squares::ConstraintKind;

namespace {

LeastSquaresReport sample_report() {
  LeastSquaresReport report;
  report.a = {"A.npy", "NumPy, 8 x 9, dense", "aa"};
  report.b = {"b.npy", "NumPy, 8 x 1, dense", "bb"};
  report.rows = 8;
  report.columns = 9;
  report.zero_objective = 50.5;
  LeastSquaresResult result;
  result.constraint = {ConstraintKind::sparse_c, 2};
  result.method = "hybrid";
  result.preset = "default";
  result.seed = 3;
  result.threads = 2;
  result.solution.support = {1, 7};
  result.solution.x = {0.1, -2.0};
  result.solution.objective = 12.25;
  result.solution.seconds = 0.5;
  result.solution.seconds_to_best = 0.25;
  result.solution.trace = {{0.1, 20.0, 1}, {0.25, 12.25, 2}};
  Certificate certificate;
  certificate.stationarity = {{1, Certificate::Mode::exhaustive, 9, true, true},
                              {4, Certificate::Mode::sampled, 100, false, false}};
  certificate.single_exchange = true;
  result.solution.certificate = certificate;
  report.results.push_back(result);
  return report;
}

/// `panels` panels of `sizes` sizes with `methods` methods, one start.
Comparison sample_least_squares_comparison(std::size_t panels, std::size_t sizes, std::size_t methods) {
  Comparison comparison;
  comparison.kind = ComparisonKind::least_squares;
  comparison.experiment.name = "sparsity";
  comparison.experiment.title = "Objective & <sparsity>";
  comparison.starts = 1;
  for (std::size_t m = 0; m < methods; ++m) {
    comparison.methods.push_back({"method" + std::to_string(m), "omp", {}, true});
  }
  for (std::size_t p = 0; p < panels; ++p) {
    LeastSquaresPanel panel;
    panel.name = "panel <" + std::to_string(p) + ">";
    panel.sizes.clear();
    for (std::size_t i = 0; i < sizes; ++i)
      panel.sizes.push_back(static_cast<least_squares::Index>(3 + 5 * i));
    std::vector<std::size_t> taking;
    for (std::size_t m = 0; m < methods; ++m) taking.push_back(m);
    for (const auto s : panel.sizes) {
      comparison.instances.push_back({p, s});
      for (std::size_t m = 0; m < methods; ++m) {
        ComparisonRun run{p, s, m, 1, 1};
        run.objective = 1000.0 / (1.0 + s) + static_cast<double>(m);
        run.support = {0, 5};
        run.x = {1.5, -0.5};
        run.seconds = 0.01;
        for (int t = 0; t < 60; ++t) {
          run.trace.push_back({1e-4 * (t + 1), run.objective + 60.0 - t, 0});
        }
        comparison.runs.push_back(std::move(run));
      }
    }
    comparison.cases.push_back({panel.name, panel.sizes, std::move(taking)});
    comparison.experiment.panels.push_back(std::move(panel));
  }
  comparison.total_runs = comparison.runs.size();
  comparison.time_limit = 30.0;
  score_comparison(comparison);
  return comparison;
}

}  // namespace

TEST_CASE("an answer is shown with what is proven of it") {
  const std::string text = least_squares_text(sample_report());
  for (const char* words :
       {"sparse-c, s = 2", "12.25 = 1/2 |Ax - b|^2", "2 of 9", "hybrid, preset default, seed 3, 2 threads",
        "block-1 stationary (exhaustive, 9 blocks); not block-4 stationary (100 blocks sampled, stopped "
        "early); "
        "no single exchange with refit improves",
        "    1        0.1\n    7        -2\n"}) {
    CHECK_THAT(text, Contains(words));
  }
  LeastSquaresReport report = sample_report();
  report.results[0].constraint = {ConstraintKind::binary};
  report.results[0].solution.x = {1.0, -1.0};
  report.results[0].solution.certificate.reset();
  CHECK_THAT(least_squares_text(report), Contains("elsewhere -1)\n    1\n"));
  CHECK_THAT(least_squares_text(report), Contains("not checked"));
  report.results[0].constraint = {ConstraintKind::sparse, 0, 0.5, 3.0};
  CHECK_THAT(least_squares_text(report), Contains("sparse, lambda = 0.5, |x| <= 3"));
  CHECK_THAT(least_squares_text(report), Contains("+ lambda |x|_0"));
  report.results.push_back(report.results[0]);
  CHECK_THAT(least_squares_text(report), Contains("support, s = 0\n  1 7\n"));
  report.results.clear();
  CHECK_THAT(least_squares_text(report), Contains("no answer"));
}

TEST_CASE("the JSON of an answer has the fields that were promised") {
  const Json json = Json::parse(least_squares_json(sample_report()));
  CHECK(json.at("schema_version") == 1);
  CHECK(json.at("command") == "lsq solve");
  CHECK(json.at("instance").at("a").at("sha256") == "aa");
  const Json& result = json.at("results").at(0);
  CHECK(result.at("constraint") == "sparse-c");
  CHECK(result.at("s") == 2);
  CHECK(result.at("objective") == 12.25);
  CHECK(result.at("support") == Json({1, 7}));
  CHECK(result.at("x") == Json::parse("[0.1, -2]"));
  CHECK(result.at("seconds").at("solve") == 0.5);
  CHECK(result.at("certificate").at("single_exchange") == true);
  CHECK(result.at("certificate").at("stationarity").at(1) ==
        Json::parse(R"({"k":4,"mode":"sampled","blocks":100,"holds":false,"complete":false})"));
  LeastSquaresReport report = sample_report();
  report.results[0].solution.certificate.reset();
  report.results[0].constraint = {ConstraintKind::sparse, 0, 0.25};
  const Json penalised = Json::parse(least_squares_json(report)).at("results").at(0);
  CHECK(penalised.at("certificate").is_null());
  CHECK(penalised.at("lambda") == 0.25);
  CHECK(penalised.at("box").is_null());
}

TEST_CASE("the CSV of answers has one line each") {
  LeastSquaresReport report = sample_report();
  report.results.push_back(report.results[0]);
  std::istringstream lines(least_squares_csv(report));
  std::string line;
  std::getline(lines, line);
  CHECK_THAT(line, Catch::Matchers::EndsWith("certificate,support,x"));
  int count = 0;
  while (std::getline(lines, line)) {
    ++count;
    CHECK_THAT(line, Catch::Matchers::StartsWith("sparse-c,2,,,squared,hybrid,default,3,2,12.25,2,"));
    CHECK_THAT(line, Catch::Matchers::EndsWith(",1 7,0.1 -2"));
  }
  CHECK(count == 2);
}

TEST_CASE("the table of methods names every method") {
  const auto methods = least_squares::methods();
  const Json json = Json::parse(least_squares_methods_table("json", methods));
  REQUIRE(json.at("methods").size() == methods.size());
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const std::string name(methods[i].name);
    CHECK(json.at("methods").at(i).at("name") == name);
    CHECK_THAT(least_squares_methods_table("text", methods), Contains(name + "\n  does "));
    CHECK_THAT(least_squares_methods_table("markdown", methods), Contains("| " + name + " |"));
  }
}

TEST_CASE("the page of a least-squares comparison has the numbers of --json and is self-contained") {
  const Comparison comparison = sample_least_squares_comparison(3, 4, 3);
  const std::string html = render_html(comparison);
  CHECK(html.find("<sparsity>") == std::string::npos);
  const Json page = test::page_document(html, 2'000'000);
  const Json json = Json::parse(render_json(comparison));
  CHECK(page["panels"] == json["panels"]);
  CHECK(page["title"] == json["title"]);
  CHECK(page["summary"] == json["summary"]);
  const auto same = [](const Json& table, std::size_t row, const Json& expected,
                       std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
      CAPTURE(key);
      const auto& names = table["keys"];
      const auto at = std::find(names.begin(), names.end(), key) - names.begin();
      CHECK(table["rows"].at(row).at(static_cast<std::size_t>(at)) == expected.at(row).at(key));
    }
  };
  const Json& aggregates = json["aggregates"];
  for (std::size_t row = 0; row < 36; ++row) {
    same(page["aggregates"]["cells"], row, aggregates["cells"],
         {"s", "average", "best", "relative", "rank", "trace"});
  }
  for (std::size_t row = 0; row < 3; ++row) {
    same(page["aggregates"]["methods"], row, aggregates["methods"], {"instances", "mean_rank", "relative"});
    same(page["aggregates"]["instances"], row, aggregates["instances"], {"s", "best", "complete"});
  }
  CHECK(aggregates["panels"][1]["methods"][2]["mean_rank"] == 3);
  CHECK(aggregates["instances"].size() == 12);
  CHECK(render_html(comparison) == html);
}

TEST_CASE("the page of the largest experiment stays below 2 MB") {
  const Comparison comparison = sample_least_squares_comparison(32, 11, 14);
  const Json page = test::page_document(render_html(comparison), 2'000'000);
  CHECK(page["panels"].size() == 32);
  CHECK(page["methods"].size() == 14);
  CHECK(page["left_out"].dump().find("are shown") == std::string::npos);
}

TEST_CASE("a least-squares comparison as text, CSV and JSON") {
  const Comparison comparison = sample_least_squares_comparison(2, 3, 2);
  const std::string text = render_text(comparison);
  CHECK_THAT(text, Contains("method0"));
  CHECK_THAT(text, Contains("250*"));  // the least of s = 3
  CHECK_THAT(text, Contains("251 "));
  std::istringstream lines(render_csv(comparison));
  std::string line;
  int count = -1;
  while (std::getline(lines, line)) ++count;
  CHECK(count == 12);
  const Json json = Json::parse(render_json(comparison));
  CHECK(json.at("command") == "lsq compare");
  REQUIRE(json.at("runs").size() == 12);
  CHECK(json.at("runs").at(0).at("objective") == 250);
  CHECK(json.at("runs").at(0).at("support") == Json({0, 5}));
  CHECK(json.at("aggregates").at("methods").at(0).at("wins") == 6);
  CHECK(json.at("aggregates").at("cells").size() == 12);
}

TEST_CASE("the table of stationary points") {
  const std::vector<least_squares::StationaryCounts> rows = {
      {"binary", "member", 64, 58, {9, 8, 2, 2, 2, 2}}};
  CHECK_THAT(stationary_report("text", rows), Contains("64  58        9        8"));
  CHECK_THAT(stationary_report("csv", rows), Contains("binary,member,64,58,9,8,2,2,2,2\n"));
  CHECK(Json::parse(stationary_report("json", rows)).at("rows").at(0).at("block") ==
        Json({9, 8, 2, 2, 2, 2}));
}

TEST_CASE("certificates that were cut short say what is not known, and never more than was looked at") {
  using Mode = least_squares::Certificate::Mode;
  least_squares::Certificate certificate;
  certificate.stopped = StopReason::deadline;
  CHECK(certificate_sentence(certificate) == "not checked: time limit");
  certificate.stationarity = {{1, Mode::exhaustive, 9, true, true}, {2, Mode::exhaustive, 4, true, false}};
  CHECK(
      certificate_sentence(certificate) ==
      "block-1 stationary (exhaustive, 9 blocks); block-2 not settled (none of 4 blocks improves); the rest "
      "not checked: time limit");
  certificate.stopped.reset();
  CHECK(certificate_sentence(certificate) ==
        "block-1 stationary (exhaustive, 9 blocks); block-2 not settled (none of 4 blocks improves beyond "
        "rounding)");
  certificate.stationarity[1].blocks = 0;
  certificate.stopped = StopReason::interrupted;
  CHECK(certificate_sentence(certificate) ==
        "block-1 stationary (exhaustive, 9 blocks); the rest not checked: interrupted");
  LeastSquaresReport report = sample_report();
  report.results[0].solution.certificate = certificate;
  report.results[0].solution.note = "no fit on the final support: interrupted";
  const Json json = Json::parse(least_squares_json(report)).at("results").at(0);
  CHECK(json.at("certificate").at("stopped") == "interrupted");
  CHECK(json.at("certificate").at("stationarity").at(0).at("holds") == true);
  CHECK(json.at("certificate").at("stationarity").at(1).at("holds").is_null());
  CHECK(json.at("note") == "no fit on the final support: interrupted");
  CHECK_THAT(least_squares_text(report), Contains("note          no fit on the final support"));
  report.results.push_back(report.results[0]);
  CHECK_THAT(least_squares_text(report), Contains("note, s = 2: no fit on the final support"));
}

TEST_CASE("methods whose objectives differ by rounding share their rank, wins and bests") {
  Comparison comparison = sample_least_squares_comparison(1, 1, 4);
  const double value = 27950.72546012871;
  for (std::size_t m = 0; m < 4; ++m) {
    comparison.runs[m].objective = m < 2 ? value : value * (1.0 + 2e-16);
  }
  score_comparison(comparison);
  for (const ComparisonScore& score : comparison.scores) {
    CHECK(score.mean_rank == 2.5);
    CHECK(score.wins == 1);
    CHECK(score.best_found == 1);
  }
  comparison.runs[3].objective = value * 1.001;
  score_comparison(comparison);
  CHECK(comparison.scores[0].mean_rank == 2.0);
  CHECK(comparison.scores[3].mean_rank == 4.0);
}
