#pragma once

#include "session.hpp"

namespace lode::tool {

enum class AfterReading { search, info };
enum class EstimateFormat { text, json };

/// Prints the memory that a command will need for a graph, before it is read (io/estimate_input.hpp).
void print_estimate(const GraphArgument& graph, int threads, AfterReading after, EstimateFormat format,
                    Session& session);

}  // namespace lode::tool
