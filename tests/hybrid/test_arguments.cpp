// Blocks whose sizes do not match, or that name what is not there, are refused before they are solved.
#include <cmath>
#include <limits>

#include <lode/core/error.hpp>
#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/box_qp.hpp"
#include "hybrid/block/selection/selection.hpp"
#include "hybrid/block/sign/sign_search.hpp"
#include "hybrid/block/support/support_search.hpp"
#include "hybrid/objective/quadratic.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;

namespace {

const double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Every public function of a selection refuses it together with `chosen`.
template <class Problem>
void require_refused(const Problem& problem, std::uint64_t chosen) {
  CHECK_THROWS_AS(selection_value(problem, chosen), InvalidArgument);
  CHECK_THROWS_AS(select_by_search(problem, chosen), InvalidArgument);
  CHECK_THROWS_AS(select_by_enumeration(problem, chosen), InvalidArgument);
}

void require_refused(const SignProblem& problem, std::uint64_t plus) {
  CHECK_THROWS_AS(sign_value(problem, plus), InvalidArgument);
  CHECK_THROWS_AS(signs_by_enumeration(problem, plus), InvalidArgument);
  CHECK_THROWS_AS(signs_by_search(problem, plus), InvalidArgument);
}

void require_refused(const SupportProblem& problem) {
  const auto visit = [](std::uint64_t, double gain) { return gain; };
  CHECK_THROWS_AS(support_by_enumeration(problem, 0.0), InvalidArgument);
  CHECK_THROWS_AS(support_by_search(problem, 0.0), InvalidArgument);
  CHECK_THROWS_AS(visit_supports(problem, 0.0, visit), InvalidArgument);
}

DenseBlock block_of_two() { return {2, {1.0, 0.0, 0.0, 1.0}, {-1.0, -2.0}, {1.0, 0.0}, 0}; }

template <class Constraint>
void require_sizes_asked(const Constraint& constraint) {
  const RunContext run;
  CHECK(constraint.solve(block_of_two(), 0.0, run).exact);
  for (const auto& change :
       {+[](DenseBlock& block) { block.quadratic.pop_back(); },
        +[](DenseBlock& block) { block.linear.pop_back(); },
        +[](DenseBlock& block) { block.current.clear(); }, +[](DenseBlock& block) { block.size = 5; },
        +[](DenseBlock& block) { block.size = -1; }, +[](DenseBlock& block) { block.size = 65; }}) {
    DenseBlock block = block_of_two();
    change(block);
    CHECK_THROWS_AS(constraint.solve(block, 0.0, run), InvalidArgument);
    CHECK_THROWS_AS(constraint.solve(block, 1.0, run), InvalidArgument);
  }
}

}  // namespace

TEST_CASE("selections of sizes that do not match, and sets beyond them, are refused") {
  require_refused(BitSelection<std::int64_t>{.size = 5, .linear = {}, .rows = {}}, 3);
  require_refused(BitSelection<std::int64_t>{2, {1, 1}, {0}}, 1);
  require_refused(BitSelection<std::int64_t>{2, {1}, {0, 0}}, 1);
  require_refused(BitSelection<std::int64_t>{2, {1, 1}, {0, 0}}, 4);
  require_refused(BitSelection<std::int64_t>{-1, {}, {}}, 0);
  require_refused(BitSelection<double>{.size = 5, .linear = {}, .rows = {}}, 3);
  require_refused(DenseSelection{.size = 5, .linear = {}, .pairs = {}}, 3);
  require_refused(DenseSelection{2, {1.0, 1.0}, {0.0, 0.0}}, 1);
  require_refused(DenseSelection{2, {1.0}, {0.0, 0.0, 0.0, 0.0}}, 1);
  require_refused(DenseSelection{2, {1.0, 1.0}, {0.0, 0.0, 0.0, 0.0}}, 8);
  require_refused(DenseSelection{65, {}, {}}, 0);
  CHECK(selection_value(DenseSelection{}, 0) == 0.0);
  CHECK(select_by_search(BitSelection<std::int64_t>{}, 0).chosen == 0);
}

TEST_CASE("selections of values that are not finite cannot be sorted, and are refused") {
  CHECK_THROWS_AS(select_by_search(BitSelection<double>{2, {1.0, not_a_number}, {0, 0}}, 1), InvalidArgument);
  CHECK_THROWS_AS(select_by_search(DenseSelection{2, {not_a_number, 1.0}, {0, 0, 0, 0}}, 1), InvalidArgument);
  CHECK_THROWS_AS(select_by_search(DenseSelection{2, {1.0, 1.0}, {0, INFINITY, INFINITY, 0}}, 1),
                  InvalidArgument);
}

TEST_CASE("sign problems of sizes that do not match, and signs beyond them, are refused") {
  require_refused(SignProblem{5, {}, {}}, 0);
  require_refused(SignProblem{2, {1.0, 0.0, 0.0}, {1.0, 1.0}}, 0);
  require_refused(SignProblem{2, {1.0, 0.0, 0.0, 1.0}, {1.0}}, 0);
  require_refused(SignProblem{2, {1.0, 0.0, 0.0, 1.0}, {1.0, 1.0}}, 4);
  require_refused(SignProblem{-1, {}, {}}, 0);
  CHECK_THROWS_AS(signs_by_search(SignProblem{2, {1.0, 0.0, 0.0, 1.0}, {1.0, not_a_number}}, 0),
                  InvalidArgument);
}

TEST_CASE("support problems of sizes that do not match, and sets beyond them, are refused") {
  require_refused(SupportProblem{.size = 5, .quadratic = {}, .linear = {}});
  require_refused(SupportProblem{.size = 2, .quadratic = {1.0, 0.0, 0.0}, .linear = {1.0, 1.0}});
  require_refused(SupportProblem{.size = 2, .quadratic = {1.0, 0.0, 0.0, 1.0}, .linear = {1.0}});
  SupportProblem problem{.size = 2, .quadratic = {1.0, 0.0, 0.0, 1.0}, .linear = {1.0, 1.0}};
  CHECK_THROWS_AS(support_values(problem, 4), InvalidArgument);
  CHECK_THROWS_AS(support_values(SupportProblem{.size = 5, .quadratic = {}, .linear = {}}, 1),
                  InvalidArgument);
  CHECK_THROWS_AS(visit_supports(problem, 0.0, {}), InvalidArgument);
  problem.budget = -1;
  require_refused(problem);
}

TEST_CASE("every constraint asks a block for its sizes") {
  require_sizes_asked(Binary{});
  require_sizes_asked(BinaryC{});
  require_sizes_asked(Sparse{});
  require_sizes_asked(SparseC{1});
  const RunContext run;
  for (const double proximal : {0.0, 1.0}) {
    CHECK_THROWS_AS(BinaryC{}.solve(BitBlock{.size = 3, .gain = {1, 1}, .rows = {0, 0, 0}}, proximal, run),
                    InvalidArgument);
    CHECK_THROWS_AS(BinaryC{}.solve(BitBlock{.size = 3, .gain = {1, 1, 1}, .rows = {}}, proximal, run),
                    InvalidArgument);
    CHECK_THROWS_AS(
        BinaryC{}.solve(BitBlock{.size = 1, .gain = {1}, .rows = {0}, .current = 2}, proximal, run),
        InvalidArgument);
  }
}

TEST_CASE("a quadratic objective has blocks of different coordinates that exist, at most 64") {
  QuadraticObjective objective({1.0, 0.0, 0.0, 1.0}, {1.0, 1.0}, {0.0, 1.0});
  CHECK(objective.block(std::vector<Coordinate>{1, 0}).current == std::vector<double>{1.0, 0.0});
  CHECK_THROWS_AS(objective.block(std::vector<Coordinate>{0, 2}), InvalidArgument);
  CHECK_THROWS_AS(objective.block(std::vector<Coordinate>{1, 1}), InvalidArgument);
  CHECK_THROWS_AS(objective.block(std::vector<Coordinate>{1, 0, 1}), InvalidArgument);
  CHECK_THROWS_AS(objective.block(std::vector<Coordinate>(65, 0)), InvalidArgument);
  const std::vector<Coordinate> both = {0, 1};
  for (const int position : {-1, 2}) {
    CHECK_THROWS_AS(objective.apply(both, std::vector<Change>{{position, 1.0}}), InvalidArgument);
  }
  CHECK_THROWS_AS(objective.apply(std::vector<Coordinate>{0, 2}, std::vector<Change>{{1, 1.0}}),
                  InvalidArgument);
}

TEST_CASE("a box program asks for its sizes and for a box") {
  const std::vector<double> h = {1.0, 0.0, 0.0, 1.0};
  const std::vector<double> p = {-3.0, 0.5};
  CHECK(minimise_in_box(h, p, 1.0, {0.0, 0.0}) == std::vector<double>{1.0, -0.5});
  CHECK_THROWS_AS(minimise_in_box(std::vector<double>{1.0}, p, 1.0, {0.0, 0.0}), InvalidArgument);
  CHECK_THROWS_AS(minimise_in_box(h, p, 1.0, {0.0}), InvalidArgument);
  CHECK_THROWS_AS(minimise_in_box(h, {}, 1.0, {}), InvalidArgument);
  CHECK_THROWS_AS(minimise_in_box(h, p, -1.0, {0.0, 0.0}), InvalidArgument);
  CHECK_THROWS_AS(minimise_in_box(h, p, not_a_number, {0.0, 0.0}), InvalidArgument);
  CHECK_THROWS_AS(minimise_in_box(h, p, 1.0, {0.0, 0.0}, {}), InvalidArgument);
}
