#pragma once

#include <span>
#include <vector>

#include "least_squares/hybrid/exchange.hpp"

namespace lode::least_squares::detail {

/// The best step of a support, all values refitted.
struct ExactStep {
  ExchangeMove move;    ///< `decrease` is of F, the penalty included; no columns: there is no step
  bool settled = true;  ///< false: stopped, or rounding may hide a step of a larger decrease than `least`
};
enum class StepKinds { all, exchanges };

/// Scores the steps of a support by orthogonal projections of A, which keep the digits that products of
/// nearly dependent columns lose (ExchangeState). A member that depends on the others leaves without a loss.
///
/// Takes: additions, removals and exchanges that the constraint allows, sparse or sparse-c without a box, or
///        exchanges alone. `least` is the decrease that counts.
/// Cost:  exact_step_work multiply-adds, and O(m s) for each nearly dependent column.
ExactStep best_exact_step(const Problem& problem, std::span<const Index> support, double least,
                          StepKinds kinds, const RunContext& run);
double exact_step_work(const Instance& instance, std::size_t support_size);

/// x refitted, or a better point that exact steps lead to from x, and under sparse-c from the answers of ols
/// and omp, as far as `work` multiply-adds go. For sparse constraints without a box.
std::vector<double> polished(const Problem& problem, std::vector<double> x, double work,
                             const RunContext& run);

}  // namespace lode::least_squares::detail
