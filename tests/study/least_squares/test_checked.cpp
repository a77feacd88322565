#include <lode/study/least_squares.hpp>

#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

least_squares::Problem sparse_problem(least_squares::Index s) {
  return test::make_problem(test::normal_instance(30, 60, 3),
                            {.kind = least_squares::ConstraintKind::sparse_c, .s = s});
}

}  // namespace

TEST_CASE("an answer comes with the conditions it satisfies, and is that of its method") {
  const auto problem = sparse_problem(5);
  const RunContext run;
  const LeastSquaresResult result = solve_and_check(problem, "omp", {}, OptimalityCheck::yes, run);
  const auto plain = least_squares::solve("omp", problem, {}, run);
  CHECK(result.solution.objective == plain.objective);
  CHECK(result.solution.support == plain.support);
  CHECK(result.method == "omp");
  CHECK(result.constraint.s == 5);
  REQUIRE(result.solution.certificate);
  const LeastSquaresResult unchecked = solve_and_check(problem, "omp", {}, OptimalityCheck::no, run);
  CHECK(!unchecked.solution.certificate);
  CHECK(unchecked.certificate_seconds == 0.0);
}

TEST_CASE("a preset is named as given, or the first of the method") {
  const auto problem = sparse_problem(2);
  CHECK(solve_and_check(problem, "hybrid", {}, OptimalityCheck::no).preset == "default");
  CHECK(solve_and_check(problem, "hybrid", {{"preset", "fast"}}, OptimalityCheck::no).preset == "fast");
  CHECK(solve_and_check(problem, "omp", {}, OptimalityCheck::no).preset.empty());
}

TEST_CASE("a time limit is what ends a search whose work was not limited") {
  const test::FakeClock clock(1e-4);
  const RunContext run({.time_limit = 1.0, .clock = &clock});
  const LeastSquaresResult result =
      solve_and_check(sparse_problem(8), "hybrid", {}, OptimalityCheck::no, run);
  CHECK(result.solution.stop_reason == StopReason::deadline);
  const RunContext again({.time_limit = 1.0, .clock = &clock});
  const LeastSquaresResult limited =
      solve_and_check(sparse_problem(8), "hybrid", {{"work", "1000"}}, OptimalityCheck::no, again);
  CHECK(limited.solution.stop_reason != StopReason::deadline);
}

TEST_CASE("a path has one checked answer per size") {
  const auto results = solve_path_and_check(sparse_problem(6), {}, OptimalityCheck::yes);
  REQUIRE(results.size() == 6);
  for (std::size_t i = 0; i < results.size(); ++i) {
    CHECK(results[i].constraint.s == i + 1);
    CHECK(results[i].method == "path");
    CHECK(results[i].solution.support.size() <= i + 1);
    REQUIRE(results[i].solution.certificate);
    if (i > 0) CHECK(results[i].solution.objective <= results[i - 1].solution.objective);
  }
}

TEST_CASE("the checks of a path share one amount of work") {
  const auto problem = test::make_problem(test::normal_instance(100, 3000, 3),
                                          {.kind = least_squares::ConstraintKind::sparse_c, .s = 30});
  double work = 0.0;
  std::size_t cut = 0;
  for (const LeastSquaresResult& result : solve_path_and_check(problem, {}, OptimalityCheck::yes)) {
    work += result.solution.certificate->work;
    if (result.solution.certificate->stopped == StopReason::iterations) ++cut;
  }
  CHECK(work <= 1.0001e8);
  CHECK(cut > 0);
  CHECK(cut < 30);
}
