#pragma once

#include <span>
#include <vector>

#include <lode/subgraph/hybrid.hpp>

namespace lode::subgraph {

/// Checks that sizes increase, and that upper bounds are numbers, one per size or none.
///
/// Errors:  InvalidArgument if they are not.
void check_sizes(std::span<const Vertex> sizes, std::span<const double> upper_bounds);

/// HYBRID for many sizes together: each size is searched by kicks and restarts (team.hpp), without tabu
/// exchanges, and good sets travel up and down the sizes, a vertex of largest d_S added or of least d_S
/// dropped at a time, so that one run serves every size. Three rounds of search, each followed by sweeps over
/// the sizes until nothing moves; at the end every set goes through the descent and the check of
/// `hybrid_search`; the idle blocks after which that descent ends are at most 200,000 over all sizes. Hints
/// are not used.
///
/// `problem.s`, `target` and `upper_bound` are not looked at; `sizes` are increasing, and `upper_bounds` (one
/// per size, or none) end the search of a size that meets its bound.
///
/// Cost:    O(n + m) once, then per size and round `work` * 4 / sizes arcs without an improvement, at
///          least 2e5 and at most `work`; memory O(n) per thread and size in work.
/// Returns: one solution per size, in order, each block-k stationary as its report says; sizes that the end
///          of the run left without the last descent have none. `seconds` and the
///          traces count the time spent on the size itself.
/// Needs:   some sizes, as check_sizes asks for them, of problems that check_problem accepts; options with
/// kicks. Errors:  InvalidArgument for options that check_options refuses. Deterministic for a given seed,
/// for any number of threads, unless the run is stopped.
std::vector<Solution> hybrid_curve(const Problem& problem, std::span<const Vertex> sizes,
                                   std::span<const double> upper_bounds, const HybridOptions& options,
                                   const RunContext& run);

}  // namespace lode::subgraph
