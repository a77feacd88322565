#pragma once

#include <lode/study/find.hpp>

namespace lode::detail {

/// What `find` does for FindRequest::minimise: the heaviest sets of the graph with all weights and values
/// times -1, told in the weights and values given. Errors: as find; InvalidArgument for what is known of
/// sizes and for a declared core.
FindResult find_lightest(const Graph& graph, const FindRequest& request, const FindEvents& events,
                         const RunContext& run);

}  // namespace lode::detail
