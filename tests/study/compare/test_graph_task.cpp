#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include <lode/core/error.hpp>
#include <lode/study/compare.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/registry.hpp>

#include "study/compare/comparison.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using Catch::Matchers::Contains;

namespace {

std::vector<ComparisonInput> two_graphs() {
  return {{"a", test::random_graph(30, 0.2, 1), {4, 8, 4}},
          {"b", test::random_graph(25, 0.3, 2, test::TestWeights::real), {5}}};
}

/// Everything but times.
bool same_answers(const Comparison& one, const Comparison& two) {
  if (one.runs.size() != two.runs.size()) return false;
  for (std::size_t i = 0; i < one.runs.size(); ++i) {
    const ComparisonRun& a = one.runs[i];
    const ComparisonRun& b = two.runs[i];
    if (a.place != b.place || a.s != b.s || a.method != b.method || a.start != b.start || a.seed != b.seed)
      return false;
    if (a.support != b.support || a.names != b.names) return false;
    if (a.edges != b.edges || a.objective != b.objective) return false;
    if (a.iterations != b.iterations || a.stop_reason != b.stop_reason) return false;
    if (a.trace.size() != b.trace.size()) return false;
  }
  return true;
}

std::size_t runs_per_size(const Comparison& comparison) {
  std::size_t runs = 0;
  for (const ComparisonMethod& method : comparison.methods) {
    runs += method.once ? 1u : static_cast<std::size_t>(comparison.starts);
  }
  return runs;
}

ComparisonRun hand_made(std::size_t place, Vertex s, std::size_t method, int start, double weight,
                        double seconds) {
  ComparisonRun run{place, s, method, start, static_cast<std::uint64_t>(start)};
  run.objective = weight;
  run.edges = static_cast<EdgeCount>(weight);
  run.seconds = seconds;
  run.seconds_to_best = seconds / 2.0;
  run.trace = {{0.0, weight / 2.0, 0}, {seconds / 2.0, weight, 3}};
  return run;
}

/// Three methods (the last run once) with two starts on one graph and sizes 10 and 20.
Comparison hand_made_comparison() {
  Comparison comparison;
  comparison.cases = {{"g", {10, 20}, {0, 1, 2}, 100, 500}};
  comparison.methods = {{"x", "x"}, {"y:p", "y", {{"preset", "p"}}}, {"z", "z", {}, true}};
  comparison.starts = 2;
  comparison.instances.resize(2);
  comparison.instances[0].s = 10;
  comparison.instances[1].s = 20;
  comparison.runs = {hand_made(0, 10, 0, 1, 40, 1.0), hand_made(0, 10, 0, 2, 44, 3.0),
                     hand_made(0, 10, 1, 1, 42, 2.0), hand_made(0, 10, 1, 2, 42, 2.0),
                     hand_made(0, 10, 2, 1, 21, 0.5), hand_made(0, 20, 0, 1, 80, 4.0),
                     hand_made(0, 20, 0, 2, 60, 4.0), hand_made(0, 20, 1, 1, 75, 6.0),
                     hand_made(0, 20, 1, 2, 77, 6.0), hand_made(0, 20, 2, 1, 76, 0.5)};
  return comparison;
}

}  // namespace

/// Those that "all" names: a method that goes on until the optimum is proven is not among them.
static std::size_t methods_of_a_comparison() {
  return static_cast<std::size_t>(std::count_if(methods().begin(), methods().end(),
                                                [](const MethodRow& row) { return !row.exhaustive; }));
}

TEST_CASE("averages, ranks, wins and relative values by hand") {
  Comparison comparison = hand_made_comparison();
  score_comparison(comparison);
  REQUIRE(comparison.cells.size() == 6);
  const ComparisonCell& x10 = comparison.cells[0];
  CHECK((x10.runs == 2 && x10.complete));
  CHECK((x10.average == 42.0 && x10.best == 44.0));
  CHECK((x10.mean_seconds == 2.0 && x10.mean_seconds_to_best == 1.0));
  CHECK(x10.relative == Approx(42.0 / 44.0));
  CHECK(x10.rank == 1.5);  // shared with y
  CHECK((x10.wins && x10.best_found && comparison.cells[1].wins && !comparison.cells[1].best_found));
  CHECK(comparison.cells[1].rank == 1.5);
  CHECK(comparison.cells[2].rank == 3.0);
  CHECK(comparison.cells[2].complete);  // its one run counts for both starts
  REQUIRE(x10.trace.size() == 3);
  CHECK((x10.trace.front().weight == 21.0 && x10.trace.back().weight == 42.0));
  CHECK(comparison.cells[3].rank == 3.0);
  CHECK(comparison.cells[4].rank == 1.5);
  CHECK(comparison.cells[5].rank == 1.5);
  CHECK((comparison.instances[0].best == 44.0 && comparison.instances[0].complete));
  CHECK(comparison.instances[1].best == 80.0);

  REQUIRE(comparison.scores.size() == 3);
  const ComparisonScore& x = comparison.scores[0];
  const ComparisonScore& y = comparison.scores[1];
  const ComparisonScore& z = comparison.scores[2];
  CHECK((x.instances == 2 && x.mean_rank == 2.25 && x.wins == 1 && x.best_found == 2));
  CHECK((y.instances == 2 && y.mean_rank == 1.5 && y.wins == 2 && y.best_found == 0));
  CHECK((z.instances == 2 && z.mean_rank == 2.25 && z.wins == 1 && z.best_found == 0));
  CHECK(x.relative == Approx(std::sqrt(42.0 / 44.0 * 70.0 / 80.0)));
  CHECK(z.relative == Approx(std::sqrt(21.0 / 44.0 * 76.0 / 80.0)));
  CHECK((x.mean_seconds == 3.0 && y.mean_seconds == 4.0 && z.mean_seconds == 0.5));
  REQUIRE(comparison.case_scores.size() == 1);
  CHECK(comparison.case_scores[0][1].mean_rank == 1.5);
}

TEST_CASE("sizes that lack runs are shown but not scored") {
  Comparison comparison = hand_made_comparison();
  comparison.runs.erase(comparison.runs.begin() + 8);  // the second start of y at 20
  score_comparison(comparison);
  REQUIRE(comparison.cells.size() == 6);
  CHECK_FALSE(comparison.cells[4].complete);
  CHECK(comparison.cells[4].average == 75.0);
  CHECK(comparison.cells[4].rank == 0.0);
  CHECK_FALSE(comparison.instances[1].complete);
  CHECK(comparison.scores[0].instances == 1);
  CHECK(comparison.scores[0].mean_rank == 1.5);

  comparison.runs.resize(2);
  score_comparison(comparison);
  CHECK(comparison.cells.size() == 1);
  CHECK_FALSE(comparison.instances[0].complete);
  CHECK(comparison.scores[0].instances == 0);
}

TEST_CASE("where nothing can be found every method is level") {
  Comparison comparison = hand_made_comparison();
  for (ComparisonRun& run : comparison.runs) run.objective = 0.0;
  score_comparison(comparison);
  for (const ComparisonScore& score : comparison.scores) {
    CHECK((score.relative == 1.0 && score.mean_rank == 2.0 && score.wins == 2 && score.best_found == 2));
  }
}

TEST_CASE("the grid holds every graph, size, method and start once, with derived seeds and valid bounds") {
  const auto inputs = two_graphs();
  const Comparison comparison = compare_methods(inputs, {.starts = 2, .seed = 7});
  CHECK(comparison.cases[0].sizes == std::vector<Vertex>{4, 8});
  CHECK(comparison.start_rule == "own");
  CHECK(comparison.runs.size() == comparison.total_runs);
  CHECK_FALSE(comparison.interrupted);
  REQUIRE(comparison.instances.size() == 3);
  std::size_t at = 0;
  for (const ComparisonInstance& instance : comparison.instances) {
    const Graph& graph = inputs[instance.place].graph;
    CHECK(instance.complete);
    for (const std::size_t m : comparison.cases[instance.place].methods) {
      const int starts = comparison.methods[m].once ? 1 : 2;
      for (int start = 1; start <= starts; ++start) {
        REQUIRE(at < comparison.runs.size());
        const ComparisonRun& run = comparison.runs[at++];
        CAPTURE(comparison.methods[m].label, instance.s, start);
        CHECK((run.place == instance.place && run.s == instance.s && run.method == m && run.start == start));
        CHECK(run.seed == 7u + static_cast<std::uint64_t>(start) - 1u);
        CHECK(run.support.size() == instance.s);
        CHECK(run.objective == induced_totals(graph, run.support).weight);
        CHECK(run.objective <= instance.bound.value * (1.0 + 1e-12));
        CHECK(run.names.size() == instance.s);
        CHECK(run.names.front() == graph.name(run.support.front()));
      }
    }
  }
  CHECK(at == comparison.runs.size());
  bool paper = false;
  for (const ComparisonMethod& method : comparison.methods) paper = paper || method.label == "hybrid:paper";
  CHECK(paper);
  CHECK(comparison.methods.size() == methods_of_a_comparison() + 1);
}

TEST_CASE("a compared run is find with cheap bounds, whatever else is compared") {
  const std::vector<ComparisonInput> inputs = {
      {"plain", test::random_graph(300, 0.05, 3), {10, 40}},
      {"weighted", test::random_graph(120, 0.2, 4, test::TestWeights::real), {12}}};
  const ComparisonOptions options{
      .methods = {"hybrid", "hybrid:paper", "peeling", "tabu", "tpm"}, .starts = 2, .seed = 5};
  const Comparison comparison = compare_methods(inputs, options);
  REQUIRE(comparison.runs.size() == comparison.total_runs);
  for (const ComparisonRun& run : comparison.runs) {
    const ComparisonMethod& method = comparison.methods[run.method];
    CAPTURE(method.label, run.s, run.start);
    const FindResult found =
        find(inputs[run.place].graph,
             {.sizes = {run.s}, .method = method.name, .settings = method.settings, .effort = Effort::cheap},
             RunContext({.seed = run.seed, .threads = 1}));
    REQUIRE(found.answers.size() == 1);
    const Solution& solution = found.answers.front().solution;
    CHECK(run.support == solution.vertices);
    CHECK(run.objective == solution.weight);
    CHECK(run.iterations == solution.iterations);
    CHECK(run.stop_reason == solution.stop_reason);
    for (const ComparisonInstance& instance : comparison.instances) {
      if (instance.place == run.place && instance.s == run.s) {
        CHECK(instance.bound.value == found.answers.front().bound.value);
      }
    }
  }
}

TEST_CASE("forced starts reach the methods that take one and no other") {
  const std::vector<ComparisonInput> inputs = {{"g", test::random_graph(60, 0.1, 3), {10}}};
  const ComparisonOptions options{.methods = {"hybrid", "peeling"}, .starts = 3, .start = StartKind::random};
  const Comparison comparison = compare_methods(inputs, options);
  REQUIRE(comparison.runs.size() == 4);
  CHECK(comparison.start_rule == "random");
  for (int k = 0; k < 3; ++k) {
    const RunContext run({.seed = 1u + static_cast<std::uint64_t>(k), .threads = 1});
    const FindResult found =
        find(inputs[0].graph, {.sizes = {10}, .start = StartKind::random, .effort = Effort::cheap}, run);
    CHECK(comparison.runs[static_cast<std::size_t>(k)].support == found.answers.front().solution.vertices);
  }
  CHECK(comparison.methods[comparison.runs[3].method].label == "peeling");
}

TEST_CASE("methods are named once each, with their presets") {
  const std::vector<ComparisonInput> inputs = {{"g", test::random_graph(20, 0.3, 3), {5}}};
  const auto labels = [&](std::vector<std::string> names) {
    std::vector<std::string> list;
    const Comparison comparison = compare_methods(inputs, {.methods = std::move(names), .starts = 1});
    for (const ComparisonMethod& method : comparison.methods)
      list.push_back(method.label + "/" + method.preset());
    return list;
  };
  CHECK(labels({"peeling", "hybrid", "hybrid:paper", "hybrid:default", "peeling"}) ==
        std::vector<std::string>{"peeling/", "hybrid/default", "hybrid:paper/paper"});
  CHECK(labels({"hybrid:paper", "all"}).size() == methods_of_a_comparison() + 1);
  CHECK_THROWS_WITH(labels({"hybrid:magic"}), Contains("paper"));
  CHECK_THROWS_WITH(labels({"peeling:paper"}), Contains("it has none"));
  CHECK_THROWS_WITH(labels({"magic"}), Contains("is not known"));
}

TEST_CASE("impossible comparisons are refused before any run") {
  auto inputs = two_graphs();
  std::size_t begun = 0;
  ComparisonOptions options{.progress = [&](const GridProgress&) { ++begun; }};
  const auto refused = [&] { CHECK_THROWS_AS(compare_methods(inputs, options), InvalidArgument); };
  for (const Vertex s : {0u, 26u}) {
    inputs[1].sizes = {s};
    refused();
  }
  inputs[1].sizes = {};
  refused();
  inputs[1].sizes = {5};
  inputs[1].name = "a";
  refused();
  inputs[1].name = "b";
  options.starts = std::numeric_limits<int>::max();
  CHECK_THROWS_WITH(compare_methods(inputs, options), Contains("option 'starts'") && Contains("10000000"));
  options.starts = 0;
  refused();
  options.starts = 1;
  options.time_limit = std::nan("");
  refused();
  options.time_limit = 1.0;
  options.start = StartKind::given;
  refused();
  CHECK(begun == 0);
}

TEST_CASE("a comparison cut off anywhere goes on from its journal to the same result", "[slow]") {
  const test::TemporaryFolder folder;
  const std::vector<ComparisonInput> inputs = {
      {"a \"quoted\" \xff graph", test::random_graph(20, 0.3, 4), {4}},
      {"w", test::random_graph(15, 0.4, 5, test::TestWeights::real), {5}}};
  ComparisonOptions options{.methods = {"hybrid", "peeling"}, .starts = 2};
  const Comparison direct = compare_methods(inputs, options);
  options.journal = (folder.path() / "whole.jsonl").string();
  const Comparison kept = compare_methods(inputs, options);
  CHECK(same_answers(direct, kept));
  const std::string whole = test::read_file(options.journal);

  std::size_t lines_begin = whole.size();
  for (int i = 0; i < 3; ++i) lines_begin = whole.rfind('\n', lines_begin - 2) + 1;
  for (std::size_t bytes = lines_begin; bytes <= whole.size(); ++bytes) {
    options.journal = folder.write("cut.jsonl", whole.substr(0, bytes));
    const Comparison resumed = compare_methods(inputs, options);
    CAPTURE(bytes);
    const auto lines =
        static_cast<std::size_t>(std::count(whole.begin(), whole.begin() + static_cast<long>(bytes), '\n'));
    REQUIRE(resumed.resumed_runs == lines - 1);
    REQUIRE(same_answers(kept, resumed));
    for (std::size_t i = 0; i < resumed.resumed_runs; ++i) {
      REQUIRE(resumed.runs[i].seconds == kept.runs[i].seconds);
      REQUIRE(resumed.runs[i].trace.back().seconds == kept.runs[i].trace.back().seconds);
    }
    const std::string after = test::read_file(options.journal);
    REQUIRE(static_cast<std::size_t>(std::count(after.begin(), after.end(), '\n')) == kept.runs.size() + 1);
  }
}

TEST_CASE("a journal grows with more sizes, methods and starts") {
  const test::TemporaryFolder folder;
  std::vector<ComparisonInput> inputs = {{"g", test::random_graph(20, 0.3, 4), {4}}};
  ComparisonOptions options{.methods = {"hybrid"}, .starts = 1, .journal = (folder.path() / "j").string()};
  CHECK(compare_methods(inputs, options).resumed_runs == 0);
  inputs[0].sizes = {4, 6};
  options.methods = {"peeling", "hybrid"};
  options.starts = 2;
  const Comparison grown = compare_methods(inputs, options);
  CHECK(grown.resumed_runs == 1);
  CHECK(grown.runs.size() == 2 * runs_per_size(grown));
  options.methods = {"peeling"};
  const Comparison part = compare_methods(inputs, options);
  CHECK((part.resumed_runs == 2 && part.runs.size() == 2));
}

TEST_CASE("journals of other options, graphs or claims are refused") {
  const test::TemporaryFolder folder;
  const std::vector<ComparisonInput> inputs = {{"g", test::random_graph(20, 0.3, 4), {4}}};
  ComparisonOptions options{
      .methods = {"hybrid"}, .starts = 1, .seed = 3, .journal = (folder.path() / "j").string()};
  compare_methods(inputs, options);
  const auto refuses = [&](ComparisonOptions changed, const std::vector<ComparisonInput>& graphs,
                           const char* words) {
    CHECK_THROWS_AS(compare_methods(graphs, changed), InvalidArgument);
    CHECK_THROWS_WITH(compare_methods(graphs, changed), Contains(words));
  };
  ComparisonOptions changed = options;
  changed.seed = 4;
  refuses(changed, inputs, "was made with seed 3, not 4");
  changed = options;
  changed.time_limit = 2.5;
  refuses(changed, inputs, "was made with time limit 30, not 2.5");
  changed = options;
  changed.start = StartKind::random;
  refuses(changed, inputs, "was made with start rule own, not random");
  refuses(options, {{"g", test::random_graph(20, 0.3, 5), {4}}}, "was made with graph g of 20 vertices");
  refuses(options, {{"h", inputs[0].graph, {4}}}, "was made without graph h");

  const std::string whole = test::read_file(options.journal);
  for (const auto& [from, to] :
       {std::pair{"\"edges\":", "\"edges\":1"}, std::pair{"\"vertices\":[", "\"vertices\":[19,"},
        std::pair{"\"trace\":", "\"path\":"}, std::pair{"\"s\":4", "\"s\":\"4\""},
        std::pair{"\"graph\":\"g\"", "\"graph\":\"h\""}}) {
    std::string lie = whole;
    const std::size_t at = lie.find(from, lie.find('\n'));
    REQUIRE(at != std::string::npos);
    lie.replace(at, std::string(from).size(), to);
    options.journal = folder.write("lie", lie);
    CAPTURE(from);
    CHECK_THROWS_AS(compare_methods(inputs, options), InputError);
    CHECK_THROWS_WITH(compare_methods(inputs, options), Contains(options.journal + ":2"));
  }
}

TEST_CASE("foreign files are refused and stay as they are") {
  const test::TemporaryFolder folder;
  const std::vector<ComparisonInput> inputs = {{"g \xff", test::random_graph(9, 0.5, 4), {4}}};
  ComparisonOptions options{.methods = {"peeling"}, .starts = 1};
  for (const std::string content :
       {"precious", "precious\n", "0 1\n1 2\n", "{}\n", "[1]\n", "{\"journal\":7}\n", "\n"}) {
    options.journal = folder.write("foreign", content);
    CAPTURE(content);
    CHECK_THROWS_AS(compare_methods(inputs, options), InputError);
    CHECK(test::read_file(options.journal) == content);
  }
  options.journal = (folder.path() / "missing" / "j").string();
  CHECK_THROWS_AS(compare_methods(inputs, options), SystemError);
  for (const std::string& path : {folder.path().string(), std::string("/dev/null")}) {
    options.journal = path;
    CHECK_THROWS_AS(compare_methods(inputs, options), InvalidArgument);
  }
  options.journal = (folder.path() / "j").string();
  std::size_t told = 0;
  ComparisonOptions outer = options;
  outer.progress = [&](const GridProgress& progress) {
    CHECK((progress.finished == told && progress.left == 1 - told));
    CHECK(progress.key == "g \xff, s = 4, peeling, start 1");
    ++told;
  };
  compare_methods(inputs, outer);
  CHECK(told == 2);
  const std::string whole = test::read_file(options.journal);
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, whole.find('\n'), whole.find('\n') + 1}) {
    options.journal = folder.write("torn", whole.substr(0, bytes));
    CHECK(compare_methods(inputs, options).resumed_runs == 0);
    CHECK(compare_methods(inputs, options).resumed_runs == 1);
  }
}

TEST_CASE("a cancelled comparison keeps what is finished") {
  const test::TemporaryFolder folder;
  const auto inputs = two_graphs();
  std::atomic<bool> cancel{false};
  ComparisonOptions options{.starts = 2, .journal = (folder.path() / "j").string(), .cancel = &cancel};
  options.progress = [&](const GridProgress& progress) { cancel = progress.finished >= 3; };
  const Comparison part = compare_methods(inputs, options);
  CHECK(part.interrupted);
  CHECK(part.runs.size() == 3);
  CHECK(part.total_runs > 3);
  CHECK(part.instances.size() == 3);
  cancel = false;
  options.progress = {};
  const Comparison rest = compare_methods(inputs, options);
  CHECK(rest.resumed_runs == 3);
  CHECK_FALSE(rest.interrupted);
  options.journal.clear();
  CHECK(same_answers(rest, compare_methods(inputs, options)));
}

TEST_CASE("the deadline is that of each run") {
  const std::vector<ComparisonInput> inputs = {{"g", test::random_graph(80, 0.2, 6), {20, 21}}};
  test::FakeClock clock(0.001);
  const Comparison comparison = compare_methods(
      inputs,
      {.methods = {"hybrid"}, .starts = 1, .start = StartKind::random, .time_limit = 0.01, .clock = &clock});
  REQUIRE(comparison.runs.size() == 2);
  for (const ComparisonRun& run : comparison.runs) {
    CHECK(run.stop_reason == StopReason::deadline);
    CHECK(run.seconds < 0.1);
  }
}
