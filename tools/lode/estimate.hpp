#pragma once

#include <lode/study/memory.hpp>

#include "shell/graph_argument.hpp"
#include "shell/session.hpp"

namespace lode::tool {

enum class EstimateFormat { text, json };

/// Prints the memory that a command will need for a graph, before it is read (io/estimate_input.hpp).
void print_estimate(const GraphArgument& graph, int threads, GraphWork work, EstimateFormat format,
                    Session& session);

}  // namespace lode::tool
