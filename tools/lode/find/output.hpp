#pragma once

#include <lode/graph/graph.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>

#include "find/arguments.hpp"
#include "shell/session.hpp"

namespace lode::tool {

/// Notes of the search and lines of its proofs, on standard error.
FindEvents events_of(Session& session);

/// Refuses file names without places for all sizes and ranks, and files that exist. Errors: InvalidArgument.
void check_set_files(const FindArguments& arguments, const FindRequest& request, Session& session);

/// Prints the answers in the requested format, and writes the requested files: set, induced subgraph,
/// certificate. The certificate ignores the time limit; if it fails, the other outputs remain. Sets
/// `checkable` of the answers in the report.
void tell_found(const FindArguments& arguments, const Graph& graph, const FindResult& result,
                FindReport& report, Session& session);

}  // namespace lode::tool
