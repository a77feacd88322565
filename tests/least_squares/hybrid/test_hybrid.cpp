#include <bit>
#include <numeric>

#include <lode/core/error.hpp>
#include <lode/least_squares/generators.hpp>
#include <lode/least_squares/registry.hpp>

#include "hybrid/working_set.hpp"
#include "least_squares/hybrid/hybrid.hpp"
#include "least_squares/least_squares_support.hpp"
#include "least_squares/problem/objective.hpp"
#include "least_squares/problem/point.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

/// The least F over all feasible points, supports one by one.
double brute_force(const Problem& problem) {
  const Constraint& constraint = problem.constraint;
  const auto n = static_cast<Index>(problem.instance->columns());
  double best = 1e300;
  for (std::uint32_t set = 0; set < (1u << n); ++set) {
    std::vector<double> x(n, constraint.kind == ConstraintKind::binary ? -1.0 : 0.0);
    std::vector<Index> support;
    for (Index i = 0; i < n; ++i) {
      if (!(set >> i & 1u)) continue;
      support.push_back(i);
      x[i] = 1.0;
    }
    if (constraint.kind == ConstraintKind::binary_c && support.size() != constraint.s) continue;
    if (constraint.kind == ConstraintKind::sparse_c && support.size() > constraint.s) continue;
    if (constraint.kind == ConstraintKind::sparse || constraint.kind == ConstraintKind::sparse_c) {
      const std::vector<double> values = least_squares_on(
          *problem.instance, support, constraint.kind == ConstraintKind::sparse ? constraint.box : INFINITY);
      for (std::size_t i = 0; i < support.size(); ++i) x[support[i]] = values[i];
    }
    best = std::min(best, test::plain_objective(problem, x));
  }
  return best;
}

std::vector<Constraint> all_constraints(Index s) {
  return {{ConstraintKind::binary},
          {ConstraintKind::binary_c, s},
          {ConstraintKind::sparse, 0, 0.4},
          {ConstraintKind::sparse, 0, 0.1, 0.2},
          {ConstraintKind::sparse_c, s}};
}

Solution run_hybrid(const Problem& problem, const HybridOptions& options, RunOptions run_options = {}) {
  RunContext run(std::move(run_options));
  return hybrid_search(problem, options, run);
}

}  // namespace

TEST_CASE("small problems are solved to optimality") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Index n = 4 + static_cast<Index>(seed);
    for (const Constraint& constraint : all_constraints(3)) {
      const Problem problem = test::make_problem(test::normal_instance(8, n, seed), constraint);
      INFO(to_string(constraint.kind) << ", n = " << n);
      const Solution solution = run_hybrid(problem, hybrid_preset("default", constraint.kind));
      CHECK(solution.objective == Approx(brute_force(problem)).epsilon(1e-9));
      CHECK(solution.stop_reason == StopReason::optimal);
    }
  }
}

/// (1, 0), (1, e) and b = (0, 1), beside columns that have no part in b.
Problem nearly_dependent(std::size_t n, double e) {
  const std::size_t m = n;
  std::vector<double> columns(m * n, 0.0);
  std::vector<double> b(m, 0.0);
  columns[0] = columns[m] = b[1] = 1.0;
  columns[m + 1] = e;
  for (std::size_t j = 2; j < n; ++j) columns[j * m + j] = 1.0;
  return test::make_problem(std::make_shared<Instance>(Matrix::dense(m, n, std::move(columns)), std::move(b)),
                            {.kind = ConstraintKind::sparse_c, .s = 2});
}

TEST_CASE("small problems are not called optimal where columns are too nearly dependent to tell") {
  for (const std::size_t n : {std::size_t{2}, std::size_t{11}, std::size_t{14}}) {
    CAPTURE(n);
    for (const double e : {1e-2, 1e-4}) {
      const Solution solution = hybrid_search(nearly_dependent(n, e), {.work = 1e6}, RunContext());
      CHECK(solution.objective < 1e-6);
      CHECK(solution.stop_reason == StopReason::optimal);
    }
    for (const double e : {1e-6, 1e-8, 1e-10}) {  // 0 at (-1/e, 1/e), which doubles do not show
      const Solution solution = hybrid_search(nearly_dependent(n, e), {.work = 1e6}, RunContext());
      CHECK(solution.stop_reason ==
            (solution.objective < 1e-6 ? StopReason::optimal : StopReason::converged));
    }
    const Solution equal = hybrid_search(nearly_dependent(n, 0.0), {.work = 1e6}, RunContext());
    CHECK(equal.objective == 0.5);
    CHECK(equal.stop_reason == StopReason::optimal);
  }
}

TEST_CASE("small problems of columns that depend on each other are solved to optimality") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    const std::size_t n = seed % 2 == 0 ? 9 : 13;
    const std::size_t m = 3 + seed % 4;
    std::vector<double> columns = test::normals(m * n, seed, 1);
    std::copy_n(columns.begin(), m, columns.begin() + static_cast<std::ptrdiff_t>(4 * m));  // a column twice
    const Problem problem = test::make_problem(
        std::make_shared<Instance>(Matrix::dense(m, n, columns), test::normals(m, seed, 2)),
        {.kind = ConstraintKind::sparse_c, .s = static_cast<Index>(1 + seed % 5)});
    const Solution solution = hybrid_search(problem, {.work = 1e6}, RunContext());
    CHECK(solution.stop_reason == StopReason::optimal);
    CHECK(solution.objective <= brute_force(problem) + 1e-9);
  }
}

TEST_CASE(
    "small problems are solved to optimality where the best point is better by a billionth of the largest "
    "weight") {
  const Problem problem = test::make_problem(
      std::make_shared<Instance>(Matrix::dense(1, 5, {26.0, 0.001, -0.0004, -28000000.0, 0.0}),
                                 std::vector<double>{0.0}),
      {.kind = ConstraintKind::binary_c, .s = 3});
  const Solution solution = hybrid_search(problem, {.work = 1e6}, RunContext());
  CHECK(solution.support == std::vector<Index>{1, 2, 4});
  CHECK(solution.objective == Approx(1.8e-7));
  CHECK(solution.stop_reason == StopReason::optimal);
}

TEST_CASE("the searches find the optimum of problems that are still small enough to enumerate") {
  // Beyond the size that is solved as one block: 22 columns, a fraction of them in any block.
  const Problem sparse = test::make_problem(test::normal_instance(12, 22, 3), {ConstraintKind::sparse_c, 4});
  double best = 1e300;
  for (std::uint32_t set = 0; set < (1u << 22); ++set) {
    if (std::popcount(set) != 4) continue;
    std::vector<Index> support;
    for (std::uint32_t left = set; left; left &= left - 1) {
      support.push_back(static_cast<Index>(std::countr_zero(left)));
    }
    const std::vector<double> values = least_squares_on(*sparse.instance, support);
    std::vector<double> x(22, 0.0);
    for (std::size_t i = 0; i < 4; ++i) x[support[i]] = values[i];
    best = std::min(best, objective_at(sparse, x));
  }
  CHECK(run_hybrid(sparse, hybrid_preset("fast", ConstraintKind::sparse_c)).objective == Approx(best));
}

TEST_CASE("the logistic majoriser lies above the loss, and descent lowers it") {
  std::vector<double> labels = test::normals(60, 4, 2);
  for (double& label : labels) label = label > 0.0 ? 1.0 : -1.0;
  for (const Constraint& constraint : all_constraints(4)) {
    Problem problem = test::make_problem(
        std::make_shared<Instance>(Matrix::dense(60, 25, test::normals(1500, 4, 1)), labels), constraint);
    problem.loss = Loss::logistic;
    PointObjective objective(problem, start_point(problem, 1.0, 3));
    const std::vector<Index> set = {1, 4, 9};
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const std::vector<double> x = objective.point();
      const hybrid::DenseBlock block = objective.block(set);
      const std::vector<double> z = test::normals(3, seed, 8);
      double promised = 0.0;
      for (int i = 0; i < 3; ++i) {
        const auto a = static_cast<std::size_t>(i);
        promised += block.linear[a] * (z[a] - block.current[a]);
        for (int j = 0; j < 3; ++j) {
          const auto c = static_cast<std::size_t>(j);
          promised += 0.5 * block.q(i, j) * (z[a] * z[c] - block.current[a] * block.current[c]);
        }
      }
      std::vector<double> moved = x;
      for (std::size_t i = 0; i < 3; ++i) moved[set[i]] = z[i];
      const double before = loss_at(problem, problem.instance->a().multiply(x));
      CHECK(loss_at(problem, problem.instance->a().multiply(moved)) <= before + promised + 1e-9);
    }
    HybridOptions options = hybrid_preset("fast", constraint.kind);
    options.work = 1e5;
    const Solution solution = run_hybrid(problem, options);
    INFO(to_string(constraint.kind));
    CHECK(solution.objective == Approx(test::plain_objective(problem, test::full(solution, 25))));
    CHECK(solution.objective <= objective_at(problem, start_point(problem, 0.0, 1)) + 1e-9);
    Problem from_answer = problem;
    from_answer.start = test::full(solution, 25);
    CHECK(run_hybrid(from_answer, options).objective <= solution.objective + 1e-9);
  }
}

TEST_CASE("the paper preset stops by its rule and never rises") {
  for (const Constraint& constraint : all_constraints(5)) {
    const Problem problem = test::make_problem(test::normal_instance(20, 60, 2), constraint);
    const HybridOptions options = hybrid_preset("paper", constraint.kind);
    CHECK(options.theta == 1e-3);
    CHECK(hybrid::to_string(options.working_set) ==
          (constraint.kind == ConstraintKind::sparse_c ? "R10-G10" : "R5-G5"));
    Problem raw = problem;
    raw.refit = false;
    const Solution solution = run_hybrid(raw, options);
    INFO(to_string(constraint.kind));
    CHECK(solution.iterations >= 50);
    CHECK(solution.iterations <= 1000);
    const double scale =
        constraint.kind == ConstraintKind::binary || constraint.kind == ConstraintKind::binary_c
            ? 1.0
            : options.start_scale;
    CHECK(solution.trace.front().weight == Approx(objective_at(raw, start_point(raw, scale, 1))));
    for (std::size_t i = 1; i < solution.trace.size(); ++i) {
      CHECK(solution.trace[i].weight < solution.trace[i - 1].weight);
    }
  }
}

TEST_CASE("an instance without room for its Gram matrix gets answers just as good") {
  const auto with = test::normal_instance(30, 60, 9);
  const std::vector<double> values(with->a().dense_values().begin(), with->a().dense_values().end());
  const std::vector<double> b(with->b().begin(), with->b().end());
  const auto without = std::make_shared<Instance>(Matrix::dense(30, 60, values), b, 64);
  for (const Constraint& constraint : all_constraints(5)) {
    const HybridOptions options = hybrid_preset("fast", constraint.kind);
    const Solution one = run_hybrid(test::make_problem(with, constraint), options);
    const Solution two = run_hybrid(test::make_problem(without, constraint), options);
    INFO(to_string(constraint.kind));
    CHECK(one.objective == Approx(two.objective).epsilon(1e-6));
    CHECK(without->ready_gram().empty());
  }
}

TEST_CASE("without a limit of work the time is used to its end, a target ends the run before") {
  const Problem problem = test::make_problem(test::normal_instance(20, 40, 1), {ConstraintKind::sparse_c, 5});
  const test::FakeClock clock(0.001);
  HybridOptions options = hybrid_preset("fast", ConstraintKind::sparse_c);
  options.work = 1e300;
  const Solution timed = run_hybrid(problem, options, {.time_limit = 2.0, .clock = &clock});
  CHECK(timed.stop_reason == StopReason::deadline);
  CHECK(clock.readings() > 1500);
  Problem target = problem;
  target.target = timed.objective * 1.0000001;
  CHECK(run_hybrid(target, options).stop_reason == StopReason::target);
}

TEST_CASE("hybrid for least squares checks typed options as it checks settings") {
  const Problem problem = test::make_problem(test::normal_instance(40, 60, 1), {ConstraintKind::sparse_c, 5});
  RunContext run;
  const auto refused = [&](auto&& change) {
    HybridOptions options;
    change(options);
    CHECK_THROWS_AS(hybrid_search(problem, options, run), InvalidArgument);
  };
  for (const hybrid::WorkingSetSize size : {hybrid::WorkingSetSize{100, 100},
                                            {0, 0},
                                            {-3, 9},
                                            {9, -3},
                                            {2000000000, 2000000000},
                                            {1, 0},
                                            {33, 32}}) {
    refused([&](HybridOptions& options) { options.working_set = size; });
  }
  refused([](HybridOptions& options) { options.window = 0; });
  refused([](HybridOptions& options) { options.window = std::uint64_t{1} << 60; });
  refused([](HybridOptions& options) { options.theta = 0.5; });
  refused([](HybridOptions& options) { options.theta = NAN; });
  refused([](HybridOptions& options) { options.epsilon = INFINITY; });
  refused([](HybridOptions& options) { options.work = -1.0; });
  refused([](HybridOptions& options) { options.start_scale = NAN; });
  CHECK_THROWS_AS(hybrid_preset("slow", ConstraintKind::binary), InvalidArgument);
  Problem no_target = problem;
  no_target.target = NAN;
  CHECK_THROWS_AS(hybrid_search(no_target, {}, run), InvalidArgument);
}

namespace {

/// Labels that the sign of column 0 gives, and a few of them turned round.
Problem labelled(std::size_t m, std::size_t n, const Constraint& constraint, std::size_t wrong) {
  const std::vector<double> values = test::normals(m * n, 5, 1);
  std::vector<double> labels(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(m));
  for (std::size_t i = 0; i < m; ++i) labels[i] = (labels[i] > 0.0) == (i >= wrong) ? 1.0 : -1.0;
  Problem problem =
      test::make_problem(std::make_shared<Instance>(Matrix::dense(m, n, values), labels), constraint);
  problem.loss = Loss::logistic;
  return problem;
}

}  // namespace

TEST_CASE("labels that can be separated end the descent of the logistic loss, and the answer says so") {
  for (const auto& [m, n, s] : {std::tuple{4u, 3u, 1u}, {20u, 10u, 1u}, {200u, 100u, 2u}}) {
    for (const std::string_view preset : {"default", "paper"}) {
      const Problem problem = labelled(m, n, {ConstraintKind::sparse_c, s}, 0);
      const Solution solution = run_hybrid(problem, hybrid_preset(preset, ConstraintKind::sparse_c));
      INFO(m << " x " << n << " " << preset);
      CHECK(solution.iterations < 5000);
      CHECK(solution.objective < 1e-9);
      CHECK_THAT(solution.note, Catch::Contains("separate the labels"));
    }
  }
  // A plain descent without any limit of its own.
  HybridOptions plain;
  plain.work = 0.0;
  CHECK(run_hybrid(labelled(20, 10, {ConstraintKind::sparse_c, 1}, 0), plain).iterations < 5000);
  // Under a penalty nothing but the penalty is left; inside a box there is a minimiser, and nothing to say.
  const Solution penalised = run_hybrid(labelled(20, 10, {ConstraintKind::sparse, 0, 0.1}, 0),
                                        hybrid_preset("fast", ConstraintKind::sparse));
  CHECK(penalised.objective == Approx(0.1 * static_cast<double>(penalised.support.size())).epsilon(1e-6));
  CHECK_THAT(penalised.note, Catch::Contains("separate the labels"));
  const Solution boxed = run_hybrid(labelled(20, 10, {ConstraintKind::sparse, 0, 0.1, 1.0}, 0),
                                    hybrid_preset("fast", ConstraintKind::sparse));
  CHECK(boxed.note.empty());
  const Solution wrong = run_hybrid(labelled(200, 20, {ConstraintKind::sparse_c, 2}, 20),
                                    hybrid_preset("fast", ConstraintKind::sparse_c));
  CHECK(wrong.note.empty());
  CHECK(wrong.objective > 1.0);
}
