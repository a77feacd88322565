#pragma once

#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>

namespace lode::detail {

/// Errors: InvalidArgument for sizes out of range, given twice or too many, and for what is known of other
///         sizes, with vertices to exclude, with an effort that looks for bounds itself, or of a declared
///         core.
void check_request(const Graph& graph, const FindRequest& request);

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

}  // namespace lode::detail
