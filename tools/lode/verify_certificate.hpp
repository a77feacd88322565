#pragma once

#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/study/verify.hpp>

#include "shell/arguments/graph.hpp"

namespace lode::tool {

/// Checks the bounds of a certificate, and says of what they are and on what they rest.
/// Errors: those of read_certificate, check_same_core and verify_certificate.
/// `values`: of the vertices, empty where claims count none.
std::string certificate_text(const std::string& path, const std::vector<double>& values, SearchSteps searches,
                             const GraphArgument::Loaded& loaded, const RunContext& run);

/// The same for a certificate of densest --directed: reads the graph with directions.
std::string directed_certificate_text(const std::string& path, const GraphArgument& graph, int threads,
                                      const Session& session);

}  // namespace lode::tool
