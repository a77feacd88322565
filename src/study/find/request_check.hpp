#pragma once

#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>

namespace lode::detail {

/// Errors: InvalidArgument for sizes out of range, given twice or too many, and for what is known of other
///         sizes, with vertices to exclude, with an effort that looks for bounds itself, or of a declared
///         core.
void check_request(const Graph& graph, const FindRequest& request);

}  // namespace lode::detail
