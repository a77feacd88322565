#pragma once

// What the relaxations share: rounding, the start, the product with a mostly zero vector, the best rounding
// seen so far, and the loop around a step.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/spectra.hpp>
#include <lode/subgraph/problem.hpp>

#include "core/options/option_table.hpp"
#include "hybrid/escape/incumbent.hpp"
#include "hybrid/steps.hpp"

namespace lode::subgraph {

/// The s vertices of largest value, ties to the smaller vertex, in increasing order.
///
/// Cost:   O(n) time and memory.
/// Errors: InvalidArgument unless 1 <= s <= values.size(), or for NaN.
VertexSet top_s(std::span<const double> values, Vertex s);

namespace detail {

/// 1 on the set of make_start(problem, kind), 0 elsewhere.
std::vector<double> start_indicator(const Problem& problem, StartKind kind, const RunContext& run);
/// s/n everywhere when the problem names no start, else the indicator of the start.
std::vector<double> uniform_or_start(const Problem& problem, const RunContext& run);

/// y = W x for vectors that are mostly zero: the rows of the nonzeros when they are few, else all rows in
/// parallel. Deterministic: which of the two depends on x alone.
class SupportProduct {
 public:
  explicit SupportProduct(const AdjacencyOperator& adjacency) : adjacency_(&adjacency) {}
  void multiply(const double* x, double* y) const;

 private:
  const AdjacencyOperator* adjacency_;
};

/// The best top-s set of the iterates of one run, with its trace.
class BestRounding {
 public:
  BestRounding(const Problem& problem, const RunContext& run, std::string_view phase);

  /// Counts the weight of the s largest entries of x when they are another set than at the last call.
  /// Cost: O(n), and O(sum of their degrees) for another set.
  void consider(std::span<const double> x, std::uint64_t iteration);

  /// The reason to end before the method's own rule says so: target or bound reached, cancel, deadline.
  std::optional<StopReason> should_end();

  /// Replaces the words shown with the progress of the run.
  void set_phase(std::string_view phase) { incumbent_.set_phase(phase); }
  Solution finish(StopReason reason, std::uint64_t iterations);

 private:
  Weight weight_inside(const VertexSet& vertices);

  const Problem& problem_;
  const RunContext& run_;
  hybrid::Incumbent incumbent_;
  VertexSet last_;
  VertexSet best_;
  std::vector<char> inside_;
};

/// Moves x from the start and offers its points.
using RelaxationIteration =
    std::function<hybrid::StepsEnd(std::span<const double> start, BestRounding& best)>;

/// Rounds the start, iterates in the arena of the run, and returns the best rounding. When every set has the
/// same weight (s = n, or no positive weight) the rounded start is the answer and nothing is iterated.
Solution run_relaxation(const Problem& problem, const RunContext& run, std::string_view phase,
                        std::span<const double> start, const RelaxationIteration& iterate);

/// Runs a relaxation from s/n everywhere, or from the start that the problem names. The `Relaxation` is made
/// of the problem, the options, the adjacency matrix, the run and the start; it has `step()` and `x()`.
/// Errors: InvalidArgument as check_problem, and for options outside their range.
template <class Relaxation, class Options>
Solution relax(const Problem& problem, const Options& options,
               const lode::detail::OptionTable<Options>& table, const RunContext& run, std::string_view phase,
               std::uint64_t max_steps) {
  check_problem(problem);
  table.check(options);
  const auto iterate = [&](std::span<const double> start, BestRounding& best) {
    const AdjacencyOperator matrix(problem.graph);
    Relaxation relaxation(problem, options, matrix, run, start);
    const auto offer = [&](std::uint64_t steps) {
      const auto& x = relaxation.x();
      best.consider({x.data(), static_cast<std::size_t>(x.size())}, steps);
    };
    return hybrid::make_steps(
        max_steps, run, [&] { return best.should_end(); }, [&] { return relaxation.step(); }, offer);
  };
  return run_relaxation(problem, run, phase, uniform_or_start(problem, run), iterate);
}

}  // namespace detail

}  // namespace lode::subgraph
