#include <cmath>
#include <limits>
#include <memory>

#include <nlohmann/json.hpp>

#include <lode/core/error.hpp>
#include <lode/questions/quotas.hpp>
#include <lode/questions/thresholds.hpp>
#include <lode/report/find_report.hpp>
#include <lode/subgraph/registry.hpp>

#include "report/find/answer_columns.hpp"
#include "report/samples.hpp"
#include "study/find/finder.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using Json = nlohmann::ordered_json;

namespace {

std::vector<std::string> keys(const Json& json) {
  std::vector<std::string> names;
  for (const auto& [key, value] : json.items()) names.push_back(key);
  return names;
}

std::shared_ptr<const AnswerPart> some_counts() {
  const auto part = std::make_shared<KeptQuotas>();
  part->counts = {{"a group", 2, 1, 3, 0.5}};
  return part;
}

std::shared_ptr<const AnswerPart> some_largest_size() {
  const auto part = std::make_shared<LargestSize>();
  part->threshold = {.density = 0.5, .missing = 3, .plex = 2};
  return part;
}

}  // namespace

TEST_CASE("the JSON of find has the documented fields, in order, with their types") {
  const Json json = Json::parse(find_json(test::sample_find_report()));
  using Keys = std::vector<std::string>;
  CHECK(keys(json) ==
        Keys{"schema_version", "lode_version", "command", "graph", "results", "provenance", "seconds"});
  CHECK(keys(json["graph"]) == Keys{"name", "vertices", "edges", "self_loops_dropped", "duplicates_merged",
                                    "reciprocal_merged", "weighted", "notes"});
  const Json& result = json["results"][0];
  CHECK(keys(result) == Keys{"s",
                             "method",
                             "preset",
                             "seed",
                             "threads",
                             "edges",
                             "weight",
                             "edge_density",
                             "average_degree",
                             "bound",
                             "gap",
                             "bound_rule",
                             "proven_optimal",
                             "optimality_tolerance",
                             "vertices",
                             "stop_reason",
                             "iterations",
                             "stationarity",
                             "seconds",
                             "trace"});
  CHECK(keys(json["provenance"]) == Keys{"arguments", "input_sha256", "compiler", "arch", "cpu"});
  CHECK(keys(result["seconds"]) == Keys{"solve", "bound", "to_best"});
  CHECK(keys(json["seconds"]) == Keys{"load", "total"});

  CHECK(json["schema_version"] == 1);
  CHECK(json["command"] == "find");
  CHECK(json["graph"]["weighted"] == false);
  for (const char* field : {"s", "seed", "threads", "edges", "weight", "bound"}) {
    CAPTURE(field);
    CHECK(result[field].is_number_integer());
  }
  CHECK(result["weight"] == 294);
  CHECK(result["edge_density"].get<double>() == 294.0 / 1225.0);
  CHECK(result["average_degree"].get<double>() == 11.76);
  CHECK(result["gap"].get<double>() == (431.0 - 294.0) / 431.0);
  CHECK(result["bound_rule"] == "lp");
  CHECK(result["stop_reason"] == "converged");
  CHECK(result["stationarity"]["k"] == 12);
  CHECK(result["stationarity"]["mode"] == "sampled");
  CHECK(result["stationarity"]["blocks"] == 10000);
  CHECK(result["trace"].size() == 3);
  CHECK(result["trace"][2]["weight"] == 294);
  CHECK(result["vertices"].size() == 50);
  CHECK(result["vertices"][0].get<std::uint64_t>() == 18446744073709550615u);
}

TEST_CASE("every column of find is in every rendering that it names, and read back if it says so") {
  const Graph graph = test::random_graph(20, 0.5, 3);
  FindReport report;
  report.graph = "small";
  report.input.vertices = graph.num_vertices();
  report.input.edges = graph.num_edges();
  report.input.weighted = true;  // which has more columns
  report.results = find(graph, {.sizes = {4},
                                .include = {2},
                                .exclude = {3},
                                .values = std::vector<Weight>(20, -0.5),
                                .connected = true})
                       .answers;
  FindAnswer& answer = report.results.front();
  answer.earlier = named_vertices(graph, {5});
  answer.checkable = true;
  answer.proven_within = 0.25;
  answer.solution.note = "a note";
  answer.part = GENERATE(some_counts(), some_largest_size());
  answer.solution.stationarity = StationarityReport{.k = 2, .blocks = 9, .holds = true};
  const std::string block = find_text(report);
  report.results.push_back(answer);
  const std::string table = find_text(report);
  for (FindAnswer& one : report.results) one.rank = 1;
  const Json json = Json::parse(find_json(report));
  const std::string csv = find_csv(report);
  const std::string head = "," + csv.substr(0, csv.find('\n')) + ",";
  std::size_t read = 0;
  for (const auto& column : lode::detail::answer_columns(report)) {
    CAPTURE(column.key);
    if (column.files & lode::detail::in_json) CHECK(json["results"][0].contains(column.key));
    if (column.files & lode::detail::in_csv) CHECK(head.find("," + column.key + ",") != std::string::npos);
    if (column.place > 0) CHECK(table.find(column.title) != std::string::npos);
    if (!column.line.empty()) CHECK(block.find("\n  " + column.line + " ") != std::string::npos);
    if (!column.take) continue;
    Json wrong = json;
    wrong["results"][0][column.key] = Json::object();
    CHECK_THROWS_WITH(read_find_claims(std::span<const char>(wrong.dump()), graph),
                      Catch::Matchers::Contains("/results/0/" + column.key));
    wrong["results"][0].erase(column.key);
    if (column.optional) {
      CHECK_NOTHROW(read_find_claims(std::span<const char>(wrong.dump()), graph));
    } else {
      CHECK_THROWS_WITH(read_find_claims(std::span<const char>(wrong.dump()), graph),
                        Catch::Matchers::Contains("/results/0/" + column.key + " is missing"));
    }
    ++read;
  }
  CHECK(read >= 14);
}

TEST_CASE("value and objective are told of vertices with values alone") {
  FindReport report = test::sample_find_report();
  CHECK(find_csv(report).find("objective") == std::string::npos);
  CHECK(find_text(report).find("objective") == std::string::npos);
  report.results[0].valued = true;
  report.results[0].solution.value = -4.0;
  const Json result = Json::parse(find_json(report))["results"][0];
  CHECK(result["weight"] == 294);
  CHECK(result["value"] == -4);
  CHECK(result["objective"] == 290);
  const std::string text = find_text(report);
  CHECK(text.find("\n  value           -4 (sum over these vertices)\n") != std::string::npos);
  CHECK(text.find("\n  objective       290 (edges + value)\n") != std::string::npos);
  CHECK(text.find("431 objective (lp)") != std::string::npos);
  CHECK(find_csv(report).find(",weight,value,objective,edge_density,") != std::string::npos);
  report.results.push_back(report.results[0]);
  CHECK(find_text(report).find("upper bound: on objective\n") != std::string::npos);
}

TEST_CASE("a search by passes says what they were") {
  FindReport report = test::sample_find_report();
  CHECK(find_text(report).find("passes") == std::string::npos);
  report.passes = CorePasses{.passes = 7,
                             .bytes_read = 9'100'000,
                             .core = 35,
                             .vertices = 1200,
                             .edges = 40'000,
                             .cut_short = false,
                             .seconds = 2.0};
  const std::string sentence =
      "searched in its 35-core, 1200 vertices and 40000 edges: 7 passes over the rows, 9.1 MB read in ";
  CHECK(find_text(report).find(sentence) != std::string::npos);
  const Json json = Json::parse(find_json(report));
  CHECK(keys(json["core_in_passes"]) == std::vector<std::string>{"passes", "bytes_read", "core",
                                                                 "core_vertices", "core_edges", "cut_short",
                                                                 "seconds"});
  CHECK(json["core_in_passes"]["bytes_read"] == 9'100'000);
  CHECK(json["core_in_passes"]["core_vertices"] == 1200);
  CHECK(json["core_in_passes"]["cut_short"] == false);
  report.passes->cut_short = true;
  CHECK(find_text(report).find("7 passes over the rows (as many as there may be), ") != std::string::npos);
  report.results.clear();
  CHECK(find_text(report).find("35-core") != std::string::npos);
}

TEST_CASE("vertices are strings when they are labels, numbers when there are no names") {
  FindReport report = test::sample_find_report();
  report.results[0].solution = test::sample_solution(2, 1, 1);
  report.results[0].s = 2;
  report.results[0].names = VertexNames::from_labels({"7", test::hostile});
  report.graph = test::hostile;
  Json json = Json::parse(find_json(report));
  CHECK(json["results"][0]["vertices"][0] == "7");
  const std::string label = json["results"][0]["vertices"][1];
  CHECK(label.find("<script>alert(\"x\")</script>") == 0);
  CHECK(find_text(report).find('\x1b') == std::string::npos);

  report.results[0].names = VertexNames();
  json = Json::parse(find_json(report));
  CHECK(json["results"][0]["vertices"] == Json::array({0, 2}));
}

TEST_CASE("real weights round-trip and nothing infinite is printed") {
  FindReport report = test::sample_find_report();
  FindAnswer& result = report.results[0];
  result.solution.weight = 0.1 + 0.2;
  result.bound.value = std::numeric_limits<double>::infinity();
  result.gap = std::nan("");
  result.solution.stationarity.reset();
  const Json json = Json::parse(find_json(report));
  CHECK(json["results"][0]["weight"].get<double>() == 0.1 + 0.2);
  CHECK(json["results"][0]["bound"].is_null());
  CHECK(json["results"][0]["gap"].is_null());
  CHECK(json["results"][0]["stationarity"].is_null());
  for (const std::string& text : {find_text(report), find_csv(report)}) {
    CHECK(text.find("inf") == std::string::npos);
    CHECK(text.find("nan") == std::string::npos);
  }
}

TEST_CASE("what find printed is read back from a file and from memory") {
  const Graph graph = test::random_graph(20, 0.5, 3);
  const FindResult found = find(graph, {.sizes = {4, 7}}, RunContext());
  FindReport report;
  report.input.vertices = graph.num_vertices();
  report.input.edges = graph.num_edges();
  report.results = found.answers;
  const std::string text = find_json(report);
  const test::TemporaryFolder folder;
  for (const FindClaims& claims : {read_find_claims(folder.write("found.json", text), graph),
                                   read_find_claims(std::span<const char>(text), graph)}) {
    CHECK(claims.graph.vertices == 20);
    REQUIRE(claims.results.size() == 2);
    CHECK(claims.results[1].vertices == found.answers[1].solution.vertices);
    CHECK(claims.results[1].edges == found.answers[1].solution.edges);
  }
  CHECK_THROWS_WITH(read_find_claims(std::span<const char>("{", 1), graph),
                    Catch::Matchers::StartsWith("<memory>: is not JSON"));
}

TEST_CASE("the text of find says what each number is") {
  FindReport report = test::sample_find_report();
  const std::string text = find_text(report);
  for (const char* line :
       {"6301 vertices, 20777 edges", "edges           294 of 1225 possible\n",
        "edge density    0.24 (edges / 1225 vertex pairs)\n", "average degree  11.76 (2 edges / s)\n",
        "upper bound     431 edges (lp), gap 31.79 %\n", "block-12 stationary (10000 blocks sampled)",
        "18446744073709550615 "}) {
    CAPTURE(text, line);
    CHECK(text.find(line) != std::string::npos);
  }
  report.input.weighted = true;
  report.results[0].proven_optimal = true;
  const std::string weighted = find_text(report);
  CHECK(weighted.find("weight          294 (sum over these edges)\n") != std::string::npos);
  CHECK(weighted.find("(weight / 1225 vertex pairs)") != std::string::npos);
  CHECK(weighted.find("431 weight (lp): proven optimal") != std::string::npos);
}

TEST_CASE("the last line of an answer with a gap says what may close it") {
  FindReport report = test::sample_find_report();
  CHECK(find_text(report).ends_with("\ngap 31.79 %: a higher --effort or more --time may close it\n"));
  report.results[0].proven_optimal = true;
  CHECK(find_text(report).find("--effort") == std::string::npos);
}

TEST_CASE("several answers are one table and every set, complete") {
  FindReport report = test::sample_find_report();
  FindAnswer second = report.results[0];
  second.s = 3;
  second.solution = test::sample_solution(3, 3, 3);
  second.bound = {"trivial", 3, 3, 0.0};
  second.proven_optimal = true;
  second.names = VertexNames::from_ids(std::vector<std::uint64_t>{10, 20, 30});
  report.results.push_back(second);
  const std::string text = find_text(report);
  CHECK(text.find("\nvertices, s = 50\n") != std::string::npos);
  CHECK(text.find("\nvertices, s = 3\n  10 20 30\n") != std::string::npos);

  const std::string csv = find_csv(report);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 3);
  const std::string last = csv.substr(csv.rfind('\n', csv.size() - 2) + 1);
  CHECK(last.rfind("3,hybrid,default,1,2,3,3,1,2,3,", 0) == 0);
  CHECK(last.find(",trivial,true,converged,0.1,0,0.01,p2p-Gnutella08,10 20 30\n") != std::string::npos);

  report.results.clear();
  CHECK(find_text(report).find("no answer") != std::string::npos);
  CHECK(Json::parse(find_json(report))["results"].empty());
}

TEST_CASE("an answer is put beside its bound") {
  const Graph graph = test::random_graph(12, 0.5, 4);
  RunContext run({.seed = 9, .threads = 2});
  const Problem problem{.graph = graph, .s = 5};
  Solution solution = solve("peeling", problem, {}, run);
  const Weight weight = solution.weight;
  const FindAnswer result =
      lode::detail::make_find_answer(graph, {}, "peeling", "", solution, {"trivial", 5, 10, 0}, run);
  CHECK(result.s == 5);
  CHECK(result.seed == 9);
  CHECK(result.threads == 2);
  CHECK(result.gap == Approx((10 - weight) / 10));
  CHECK(result.proven_optimal == (weight == 10));
  for (Vertex i = 0; i < 5; ++i) CHECK(result.names.id(i) == solution.vertices[i]);
}

TEST_CASE("what was asked of an answer is shown beside it, and ranks only when there are several") {
  FindReport report = test::sample_find_report();
  FindAnswer& first = report.results[0];
  std::vector<std::string> labels;
  for (int i = 0; i < 12; ++i) labels.push_back("v" + std::to_string(i));
  const Graph graph =
      Graph::from_edges(std::vector<Edge>{{0, 11}}).with_names(VertexNames::from_labels(labels));
  first.include = named_vertices(graph, {3, 1});
  CHECK_THROWS_AS(named_vertices(graph, {3, graph.num_vertices()}), InvalidArgument);
  first.exclude = named_vertices(graph, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  first.connected = true;
  first.rank = 1;
  report.results.push_back(first);
  report.results[1].rank = 2;

  const Json json = Json::parse(find_json(report));
  CHECK(json["results"][0]["include"] == Json::array({"v3", "v1"}));
  CHECK(json["results"][0]["exclude"].size() == 12);
  CHECK(json["results"][0]["connected"] == true);
  CHECK(json["results"][1]["rank"] == 2);
  const std::string text = find_text(report);
  for (const char* line : {"s = 50, answer 1\n", "s = 50, answer 2\n", "  includes        v3 v1\n",
                           "v8 v9 and 2 more\n", "  connected       yes\n"}) {
    CAPTURE(text, line);
    CHECK(text.find(line) != std::string::npos);
  }
  const std::string csv = find_csv(report);
  CHECK(csv.find(",vertices,rank\n") != std::string::npos);
  CHECK(csv.rfind(",2\n") == csv.size() - 3);

  const FindReport plain = test::sample_find_report();
  CHECK(find_csv(plain).find("rank") == std::string::npos);
  for (const char* field : {"rank", "include", "exclude", "connected"}) {
    CHECK_FALSE(Json::parse(find_json(plain))["results"][0].contains(field));
  }
}
