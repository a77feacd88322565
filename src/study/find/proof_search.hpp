#pragma once

#include <functional>
#include <string>

#include <lode/study/find.hpp>
#include <lode/subgraph/problem.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/plan.hpp"

namespace lode {

struct ProofSearchOptions {
  std::string method = "hybrid";
  subgraph::MethodSettings settings = {};
  std::function<void(const ProofEvent&)> log = {};  ///< called when best or bound changes, and at the start
  /// Called in every turn: what the caller can do for answer and bound beside method and rules. Returns the
  /// least bound known to the caller.
  std::function<double(subgraph::Solution&, const RunContext&)> settle = {};
};

/// Tightens bound and answer of one size in turns of doubling length until they meet or the run ends. The
/// answer begins as `solution` and is replaced by better ones; the bound is left in the ledger of the plan,
/// which is of problem.graph.
///
/// A method that takes a start begins at random ones from the second turn on, or always at the one that the
/// problem asks for. Where it would only repeat what it did before, the turn is left to the bounds.
///
/// Cost:   the time limit of the run, unless the answer is proven optimal before, or neither bounds nor
///         method have anything left to do. A quarter of every turn goes into answers, the rest into bounds.
/// Errors: InvalidArgument as solve().
void search_proof(const subgraph::Problem& problem, const ProofSearchOptions& options,
                  subgraph::BoundPlan& plan, subgraph::Solution& solution, const RunContext& run);

}  // namespace lode
