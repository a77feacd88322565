#include <cmath>

#include <lode/least_squares/registry.hpp>

#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

/// The least F over all changes of one coordinate, by their definition: a parabola through three points.
double best_single_change(const Problem& problem, const std::vector<double>& x) {
  const Constraint& constraint = problem.constraint;
  double best = test::plain_objective(problem, x);
  Index nonzeros = 0;
  for (const double value : x) nonzeros += value != 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double> changed = x;
    const auto value_at = [&](double t) {
      changed[i] = t;
      return test::plain_objective(problem, changed);
    };
    if (constraint.kind == ConstraintKind::binary) {
      best = std::min(best, value_at(-x[i]));
      continue;
    }
    best = std::min(best, value_at(0.0));
    if (constraint.kind == ConstraintKind::sparse_c && x[i] == 0.0 && nonzeros == constraint.s) continue;
    const double one = value_at(1.0);
    const double two = value_at(2.0);
    const double three = value_at(3.0);
    const double curvature = one - 2.0 * two + three;
    const double vertex = 2.0 - 0.5 * (three - one) / curvature;
    best = std::min(best, value_at(std::clamp(vertex, -constraint.box, constraint.box)));
  }
  return best;
}

}  // namespace

TEST_CASE("gpm ends where no single coordinate improves, with and without a Gram matrix") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto instance = test::normal_instance(15, 25, seed);
    const auto without_gram = std::make_shared<Instance>(
        Matrix::dense(15, 25, test::normals(15 * 25, seed, 1)), test::normals(15, seed, 2), 0);
    REQUIRE(without_gram->gram().empty());
    for (const Constraint& constraint :
         {Constraint{ConstraintKind::binary}, Constraint{ConstraintKind::sparse, 0, 0.3},
          Constraint{ConstraintKind::sparse, 0, 0.05, 0.2}, Constraint{ConstraintKind::sparse_c, 6}}) {
      Problem problem = test::make_problem(instance, constraint);
      problem.refit = false;
      RunContext run({.seed = seed, .threads = 1});
      const Solution solution = solve("gpm", problem, {}, run);
      REQUIRE(solution.stop_reason == StopReason::converged);
      const double best = best_single_change(problem, test::full(solution, 25));
      CHECK(best >= solution.objective - 1e-9);
      problem.instance = without_gram;
      const Solution other = solve("gpm", problem, {}, run);
      CHECK(other.support == solution.support);
      CHECK(other.objective == Approx(solution.objective).epsilon(1e-9));
    }
  }
}

TEST_CASE("the first change of gpm is the best one") {
  const auto instance = test::normal_instance(15, 25, 7);
  for (const Constraint& constraint :
       {Constraint{ConstraintKind::binary}, Constraint{ConstraintKind::sparse, 0, 0.3, 1.5},
        Constraint{ConstraintKind::sparse_c, 6}}) {
    Problem problem = test::make_problem(instance, constraint);
    problem.refit = false;
    std::vector<double> start = test::normals(25, 1, 5);
    start[3] = 0.0;
    problem.start = start;
    const double best = best_single_change(problem, project(constraint, start));
    CHECK(solve("gpm", problem, {{"max-iterations", "1"}}, RunContext({.threads = 1})).objective ==
          Approx(best).epsilon(1e-10));
  }
}
