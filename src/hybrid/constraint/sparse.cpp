#include <algorithm>
#include <cmath>
#include <utility>

#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/box_qp.hpp"
#include "hybrid/block/box_search.hpp"
#include "hybrid/block/checks.hpp"
#include "hybrid/block/support_search.hpp"

namespace lode::hybrid {
namespace {

/// Blocks from which branch and bound is used (tools/bench/lsq_block.cpp).
constexpr int support_search_from = 12;

SupportProblem regularised(const DenseBlock& block, double proximal, double lambda, int budget) {
  detail::check_block(block);
  SupportProblem problem{block.size, block.quadratic, block.linear, lambda, budget};
  for (int i = 0; i < block.size; ++i) {
    problem.form()(i, i) += proximal;
    problem.linear.data()[i] -= proximal * block.current.data()[i];
  }
  return problem;
}

double value_at(const std::vector<double>& quadratic, const std::vector<double>& linear,
                const std::vector<double>& z, double lambda) {
  const std::size_t k = z.size();
  double value = 0.0;
  for (std::size_t i = 0; i < k; ++i) {
    if (z[i] == 0.0) continue;
    double half = 0.0;
    for (std::size_t j = 0; j < k; ++j) half += quadratic[i * k + j] * z[j];
    value += z[i] * (0.5 * half + linear[i]) + lambda;
  }
  return value;
}

SupportResult search(const SupportProblem& problem, double least, BlockSolver solver, const RunContext& run) {
  if (solver == BlockSolver::automatic) {
    solver = problem.size < support_search_from ? BlockSolver::enumeration : BlockSolver::search;
  }
  return solver == BlockSolver::enumeration
             ? support_by_enumeration(problem, least)
             : support_by_search(problem, least, [&run] { return run.should_stop(); });
}

BlockMove to_move(const DenseBlock& block, const std::vector<double>& values, double lambda) {
  BlockMove move;
  for (int i = 0; i < block.size; ++i) {
    const double value = values[static_cast<std::size_t>(i)];
    if (value != block.current[static_cast<std::size_t>(i)]) move.changes.push_back({i, value});
  }
  move.decrease = value_at(block.quadratic, block.linear, block.current, lambda) -
                  value_at(block.quadratic, block.linear, values, lambda);
  return move;
}

bool inside(const std::vector<double>& values, double box) {
  return std::all_of(values.begin(), values.end(), [box](double value) { return std::abs(value) <= box; });
}

/// The minimiser inside the box with nonzeros in `chosen` only.
std::vector<double> boxed_values(const SupportProblem& problem, std::uint64_t chosen, double box) {
  std::vector<int> set;
  for (int i = 0; i < problem.size; ++i) {
    if (chosen >> i & 1u) set.push_back(i);
  }
  std::vector<double> quadratic;
  std::vector<double> linear;
  std::vector<double> start;
  const std::vector<double> unboxed = support_values(problem, chosen);
  for (const int i : set) {
    linear.push_back(problem.linear[static_cast<std::size_t>(i)]);
    start.push_back(unboxed[static_cast<std::size_t>(i)]);
    for (const int j : set) quadratic.push_back(problem.q(i, j));
  }
  const std::vector<double> z = minimise_in_box(quadratic, linear, box, std::move(start));
  std::vector<double> values(static_cast<std::size_t>(problem.size), 0.0);
  for (std::size_t i = 0; i < set.size(); ++i) values[static_cast<std::size_t>(set[i])] = z[i];
  return values;
}

}  // namespace

BlockMove Sparse::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  const SupportProblem problem = regularised(block, proximal, lambda, max_block_size);
  const double present = -value_at(problem.quadratic, problem.linear, block.current, lambda);
  SupportResult result = search(problem, present, solver, run);
  std::vector<double> values = block.current;
  if (result.found) {
    values = support_values(problem, result.chosen);
    if (!inside(values, box)) {
      const auto fit = [&](std::uint64_t set) {
        BoxFit boxed{boxed_values(problem, set, box), 0.0};
        boxed.loss = value_at(problem.quadratic, problem.linear, boxed.values, 0.0);
        return boxed;
      };
      BoxSearchResult boxed =
          search_in_box(problem.size, lambda, -present, fit, [&run] { return run.should_stop(); });
      values = boxed.found ? std::move(boxed.values) : block.current;
      result.exact = boxed.exact;
      result.nodes += boxed.nodes;
    }
  }
  BlockMove move = to_move(block, values, lambda);
  move.exact = result.exact;
  move.nodes = result.nodes;
  return move;
}

BlockMove SparseC::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  const int budget = static_cast<int>(
      std::min<Coordinate>(static_cast<Coordinate>(max_block_size), s - std::min(s, block.outside)));
  const SupportProblem problem = regularised(block, proximal, 0.0, budget);
  const double present = -value_at(problem.quadratic, problem.linear, block.current, 0.0);
  const SupportResult result = search(problem, present, solver, run);
  BlockMove move = to_move(block, result.found ? support_values(problem, result.chosen) : block.current, 0.0);
  move.exact = result.exact;
  move.nodes = result.nodes;
  return move;
}

}  // namespace lode::hybrid
