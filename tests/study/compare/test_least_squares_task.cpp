#include <cmath>

#include <lode/core/error.hpp>
#include <lode/study/compare.hpp>

#include "study/compare/comparison.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using Catch::Matchers::Contains;
using least_squares::ConstraintKind;
using least_squares::Design;
using least_squares::Noise;

namespace {

/// Two panels of 20 x 30 with s = 2 and 4.
LeastSquaresExperiment small_experiment() {
  return sparsity_experiment({.rows = {20},
                              .columns = {30},
                              .designs = {Design::ai, Design::aii},
                              .noises = {Noise::bi},
                              .sizes = {2, 4}});
}

Comparison compared(const std::string& journal = "", std::vector<std::string> methods = {}) {
  ComparisonOptions options;
  options.methods =
      methods.empty() ? std::vector<std::string>{"omp", "ppa", "swap", "omp@columns=raw"} : methods;
  options.starts = 2;
  options.journal = journal;
  return compare_least_squares(small_experiment(), options);
}

/// Everything but times.
bool same_least_squares_answers(const Comparison& one, const Comparison& two) {
  if (one.runs.size() != two.runs.size()) return false;
  for (std::size_t i = 0; i < one.runs.size(); ++i) {
    const ComparisonRun& a = one.runs[i];
    const ComparisonRun& b = two.runs[i];
    if (a.place != b.place || a.s != b.s || a.method != b.method || a.start != b.start || a.seed != b.seed)
      return false;
    if (a.support != b.support || a.x != b.x) return false;
    if (std::abs(a.objective - b.objective) > 1e-9 * a.objective) return false;
  }
  return true;
}

ComparisonRun hand_made_least_squares(least_squares::Index s, std::size_t method, int start,
                                      double objective) {
  ComparisonRun run{0, s, method, start, static_cast<std::uint64_t>(start)};
  run.objective = objective;
  run.seconds = 2.0;
  run.seconds_to_best = 1.0;
  run.trace = {{0.0, 2.0 * objective, 0}, {1.0, objective, 3}};
  return run;
}

}  // namespace

TEST_CASE("the paper's sparsity sweeps have seven shapes for each design and noise") {
  const LeastSquaresExperiment experiment = sparsity_experiment({});
  CHECK(experiment.panels.size() == 28);
  for (const LeastSquaresPanel& panel : experiment.panels) {
    CHECK((panel.source.rows() == 512 || panel.source.columns() == 2048));
    CHECK(panel.sizes == std::vector<least_squares::Index>{3, 8, 13, 18, 23, 28, 33, 38, 43, 48, 50});
    CHECK(panel.constraint == ConstraintKind::sparse_c);
  }
}

TEST_CASE("the other experiments, and filters") {
  const LeastSquaresExperiment first = figure_one_experiment({});
  REQUIRE(first.panels.size() == 4);
  for (const LeastSquaresPanel& panel : first.panels) {
    CHECK((panel.source.rows() == 200 && panel.source.columns() == 500));
    CHECK((panel.start_scale == 0.001 || panel.start_scale == 0.01));
    CHECK(panel.lambda == (panel.constraint == ConstraintKind::sparse ? 0.1 : 0.0));
  }
  const LeastSquaresExperiment convergence = convergence_experiment({});
  REQUIRE(convergence.panels.size() == 2);
  CHECK(convergence.panels[0].name == "AI + bI, 512 x 2048");
  CHECK(convergence.panels[1].name == "AII + bII, 512 x 2048");
  CHECK(convergence.panels[0].sizes == std::vector<least_squares::Index>{20});
  CHECK(sparsity_experiment({.designs = {Design::aii}, .noises = {Noise::bi}}).panels.size() == 7);
  const LeastSquaresExperiment narrow = sparsity_experiment({.columns = {40}, .sizes = {3, 50}});
  REQUIRE(narrow.panels.size() == 4);
  CHECK(narrow.panels[0].sizes == std::vector<least_squares::Index>{3});
  CHECK_THROWS_AS(convergence_experiment({.designs = {Design::ai}, .noises = {Noise::bii}}), InvalidArgument);
  CHECK_THROWS_AS(sparsity_experiment({.columns = {2}, .sizes = {3}}), InvalidArgument);
}

TEST_CASE("averages, ranks, wins and ratios of least-squares methods by hand") {
  Comparison comparison;
  comparison.kind = ComparisonKind::least_squares;
  comparison.cases = {{"panel", {5, 9}, {0, 1}}};
  comparison.methods = {{"x", "x", {}, false}, {"y", "y", {}, true}};
  comparison.starts = 2;
  comparison.instances = {{0, 5}, {0, 9}};
  comparison.runs = {hand_made_least_squares(5, 0, 1, 10.0), hand_made_least_squares(5, 0, 2, 14.0),
                     hand_made_least_squares(5, 1, 1, 11.0), hand_made_least_squares(9, 0, 1, 4.0),
                     hand_made_least_squares(9, 1, 1, 8.0)};
  score_comparison(comparison);
  REQUIRE(comparison.cells.size() == 4);
  const ComparisonCell& cell = comparison.cells[0];
  CHECK(cell.average == 12.0);
  CHECK(cell.best == 10.0);
  CHECK(cell.complete);
  CHECK(cell.relative == Approx(1.2));
  CHECK(cell.rank == 2.0);
  CHECK(comparison.cells[1].rank == 1.0);
  REQUIRE(cell.trace.size() == 2);
  CHECK(cell.trace[0].weight == 24.0);
  CHECK(cell.trace[1].weight == 12.0);
  // s = 9 lacks the second start of x: it is shown, not scored.
  CHECK_FALSE(comparison.cells[2].complete);
  CHECK(comparison.cells[2].rank == 0.0);
  CHECK(comparison.instances[0].complete);
  CHECK_FALSE(comparison.instances[1].complete);
  CHECK(comparison.scores[0].instances == 1);
  CHECK(comparison.scores[0].wins == 0);
  CHECK(comparison.scores[0].best_found == 1);
  CHECK(comparison.scores[1].wins == 1);
  CHECK(comparison.scores[1].best_found == 0);
  CHECK(comparison.scores[1].relative == Approx(1.1));
}

TEST_CASE("every run of a least-squares comparison is made once, from its own seed") {
  const Comparison comparison = compared();
  // Per panel and size: omp twice, once each; ppa and swap with two starts.
  CHECK(comparison.total_runs == 2u * 2u * 6u);
  REQUIRE(comparison.runs.size() == comparison.total_runs);
  bool starts_differ = false;
  for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
    const ComparisonRun& run = comparison.runs[i];
    CHECK(run.seed == static_cast<std::uint64_t>(run.start));
    CHECK(run.support.size() <= run.s);
    if (run.start == 2) starts_differ |= run.x != comparison.runs[i - 1].x;
  }
  CHECK(starts_differ);
  CHECK(same_least_squares_answers(comparison, compared()));
  REQUIRE(comparison.scores.size() == 4);
  CHECK(comparison.scores[0].instances == 4);
  // swap goes down from ols, and nothing here does better.
  CHECK(comparison.scores[2].relative <= comparison.scores[0].relative * (1.0 + 1e-12));
}

TEST_CASE("a least-squares comparison goes on from its journal") {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "runs.jsonl").string();
  const Comparison whole = compared(path);
  CHECK(whole.resumed_runs == 0);
  const std::string all = test::read_file(path);
  const Comparison again = compared(path);
  CHECK(again.resumed_runs == again.total_runs);
  CHECK(same_least_squares_answers(whole, again));
  CHECK(test::read_file(path) == all);

  // Half of it: the rest is made anew.
  std::size_t cut = all.size() / 2;
  while (all[cut - 1] != '\n') --cut;
  folder.write("runs.jsonl", all.substr(0, cut));
  const Comparison half = compared(path);
  CHECK(half.resumed_runs > 0);
  CHECK(half.resumed_runs < half.total_runs);
  CHECK(same_least_squares_answers(whole, half));

  // A record that claims another objective.
  std::string forged = all;
  const std::size_t at = forged.find("\"objective\":") + 12;
  forged[at] = forged[at] == '9' ? '8' : '9';
  folder.write("runs.jsonl", forged);
  CHECK_THROWS_WITH(compared(path), Contains(":2: the answer does not have the objective"));
  folder.write("runs.jsonl", all.substr(0, all.find('\n') + 1) + "{\"panel\":1}\n");
  CHECK_THROWS_AS(compared(path), InputError);

  // A journal of other instances.
  folder.write("runs.jsonl", all);
  ComparisonOptions options;
  options.methods = {"omp"};
  options.journal = path;
  CHECK_THROWS_AS(
      compare_least_squares(sparsity_experiment({.rows = {20}, .columns = {31}, .sizes = {2}}), options),
      InvalidArgument);
}

TEST_CASE("methods a least-squares comparison cannot run are refused") {
  for (const char* name : {"lars", "msm", "omp@columns", "hybrid:none"}) {
    INFO(name);
    CHECK_THROWS_AS(compared("", {"omp", name}), InvalidArgument);
  }
  CHECK(compared("", {"omp", "omp"}).methods.size() == 1);
  CHECK_THROWS_AS(compared("", {"omp@columns=wide"}), InvalidArgument);
  // "all" leaves out those that do not take the constraint.
  const Comparison comparison = compared("", {"all"});
  for (const ComparisonScore& score : comparison.scores) {
    CHECK((score.instances == 4) == (comparison.methods[score.method].name != "msm"));
  }
}

TEST_CASE("options of graphs are refused by a comparison of least squares") {
  ComparisonOptions options;
  options.start = StartKind::random;
  CHECK_THROWS_WITH(compare_least_squares(small_experiment(), options), Contains("start"));
}
