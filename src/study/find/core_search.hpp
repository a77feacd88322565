#pragma once

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>

namespace lode::detail {

/// Whether the rows of a graph take more memory than FindRequest::memory leaves for them.
/// Errors: InvalidArgument if they do where that is given, and passes cannot help: with weights.
bool exceeds_memory(const Graph& graph, const FindRequest& request);

/// What `find` does for such a graph: the core of least minimum degree that fits is found by passes over the
/// rows (core_in_passes), searched in memory, and declared to be a core of the graph, so that bounds are of
/// the graph (FindRequest::core_of). They are held below its own degree bounds as well.
///
/// Cost:   core_in_passes; then that of `find` on the core, beside which O(n) time and O(largest size)
/// memory. Errors: InvalidArgument if the memory does not suffice for vertices, or for a core of as many
/// vertices as the
///         largest set has; for vertices to include or begin with that are not in the core; for what is known
///         of sizes, and where proofs are to be kept.
FindResult find_in_core(const Graph& graph, const FindRequest& request, const RunContext& run,
                        const FindEvents& events);

}  // namespace lode::detail
