#pragma once

#include <initializer_list>
#include <string_view>

#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>

// The parts of `find`: checks of a request, and the searches that it chooses among.

namespace lode::detail {

/// Errors: InvalidArgument for sizes out of range, given twice or too many.
void check_request(const Graph& graph, const FindRequest& request);

/// Refuses a request that asks for one of these: "certificate", "connected", "core_of", "memory", "minimise",
/// "target", "top" or "values". Errors: InvalidArgument with the problem and the remedy.
void refuse_asked(const FindRequest& request, std::initializer_list<std::string_view> names,
                  const char* problem, const char* remedy);

/// The request with vertices to include and exclude whose values demand it; a note counts them.
///
/// A value is a demand if it is above what a set can gain by the heaviest weight for each of its pairs and
/// the median magnitude of values for each vertex, or below minus that: it would hide the weights. Its vertex
/// is included if fewer than s others may add as much to a set as it adds at least, and excluded if s others
/// add more than it may: then an exchange improves every set without it, or with it. Sums are exact.
/// Connected sets, several answers of a size, and methods that keep no vertices make no such exchange.
///
/// Cost: O(n + m). Errors: as check_request and check_values.
FindRequest with_value_demands(const Graph& graph, const FindRequest& request, const FindEvents& events);

/// The heaviest sets of a request for a graph in memory, whose values demand nothing.
FindResult find_in_graph(const Graph& graph, const FindRequest& request, const FindEvents& events,
                         const RunContext& run);

/// The lightest sets: the heaviest ones of the graph with all weights and values times -1, told in the
/// weights and values given. Errors: as find; InvalidArgument for a declared core.
FindResult find_lightest(const Graph& graph, const FindRequest& request, const FindEvents& events,
                         const RunContext& run);

/// Whether the rows of a graph take more memory than FindRequest::memory leaves for them.
/// Errors: InvalidArgument if they do where that is given, and passes cannot help: with weights.
bool exceeds_memory(const Graph& graph, const FindRequest& request);

/// The sets of such a graph. The core of least minimum degree that fits is found by passes over the rows
/// (core_in_passes), searched in memory, and declared to be a core of the graph, so that bounds are of the
/// graph (FindRequest::core_of). They are held below the degree bounds of the graph as well.
///
/// Cost:   core_in_passes; then that of `find` on the core, and O(n) time and O(largest size) memory.
/// Errors: InvalidArgument if the memory does not suffice for vertices, or for a core of as many vertices as
///         the largest set has; for vertices to include or begin with that are not in the core; for values,
///         and where proofs are to be kept.
FindResult find_in_core(const Graph& graph, const FindRequest& request, const RunContext& run,
                        const FindEvents& events);

}  // namespace lode::detail
