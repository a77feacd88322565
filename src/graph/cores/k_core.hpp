#pragma once

#include <lode/core/run_context.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/part.hpp>

namespace lode::detail {

/// k_core for a caller that has no answer without the core: a run that should stop is not cut short.
Part finished_k_core(const Graph& graph, Vertex k, const RunContext& run);

}  // namespace lode::detail
