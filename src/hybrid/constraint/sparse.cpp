#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/box_qp.hpp"
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

/// Minimises loss(z) + lambda |z|_0 inside a box by branch and bound. A node holds the variables that are in,
/// and those that are still open. Its bound is the loss of both together and lambda for each variable that is
/// in. The open variable of largest magnitude is decided next. The bound needs no independence of the
/// variables: inside a box, two equal columns reach twice as far as one.
///
/// Cost: one minimisation per variable that is left out; exponential in the worst case.
class BoxSearch {
 public:
  /// Begins with the best point known, whose objective is `value`.
  BoxSearch(const SupportProblem& problem, double box, std::vector<double> values, double value,
            const RunContext& run)
      : problem_(problem), box_(box), run_(run), values_(std::move(values)), value_(value) {}

  void search() {
    const std::uint64_t everything = detail::all_items(problem_.size);
    const Fit all = fit(everything);
    offer(all);
    offer(fit(0));
    // Fits are rounded. Their differences may not open nodes. The first value may be large, so a fit comes
    // first.
    slack_ = 1e-13 * (std::abs(value_) + std::abs(all.loss));
    node(all, 0, everything);
  }

  const std::vector<double>& values() const { return values_; }
  bool exact() const { return exact_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  /// The minimiser of the loss inside the box over the variables of one set; other variables are 0.
  struct Fit {
    std::vector<double> values;
    double loss;
  };

  Fit fit(std::uint64_t set) const {
    std::vector<double> values = boxed_values(problem_, set, box_);
    const double loss = value_at(problem_.quadratic, problem_.linear, values, 0.0);
    return {std::move(values), loss};
  }

  void offer(const Fit& fit) {
    double value = fit.loss;
    for (const double z : fit.values) value += z != 0.0 ? problem_.lambda : 0.0;
    if (!(value < value_)) return;
    value_ = value;
    values_ = fit.values;
  }

  /// All sets that hold `in` and some of `open`; `both` is the fit of both together.
  void node(Fit both, std::uint64_t in, std::uint64_t open) {
    for (;;) {
      ++nodes_;
      exact_ &= !run_.should_stop();
      const double bound = both.loss + problem_.lambda * std::popcount(in);
      if (!exact_ || bound >= value_ - slack_) return;
      int next = -1;
      double most = 0.0;
      for (int i = 0; i < problem_.size; ++i) {
        const double magnitude = std::abs(both.values[static_cast<std::size_t>(i)]);
        if (!(open >> i & 1u) || magnitude <= most) continue;
        most = magnitude;
        next = i;
      }
      if (next < 0) return;
      open ^= detail::bit(next);
      Fit without = fit(in | open);
      offer(without);
      node(both, in | detail::bit(next), open);
      both = std::move(without);
    }
  }

  const SupportProblem& problem_;
  const double box_;
  const RunContext& run_;
  std::vector<double> values_;
  double value_;
  double slack_ = 0.0;
  bool exact_ = true;
  std::uint64_t nodes_ = 0;
};

}  // namespace

BlockMove Sparse::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  const SupportProblem problem = regularised(block, proximal, lambda, max_block_size);
  const double present = -value_at(problem.quadratic, problem.linear, block.current, lambda);
  SupportResult result = search(problem, present, solver, run);
  std::vector<double> values = block.current;
  if (result.found) {
    values = support_values(problem, result.chosen);
    if (!inside(values, box)) {
      BoxSearch boxed(problem, box, block.current, -present, run);
      boxed.search();
      values = boxed.values();
      result.exact = boxed.exact();
      result.nodes += boxed.nodes();
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
