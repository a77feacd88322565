#pragma once

#include <lode/graph/graph.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>
#include <lode/study/threshold.hpp>

#include "find/arguments.hpp"
#include "shell/session.hpp"

namespace lode::tool {

/// Notes of the search and lines of its proofs, on standard error.
FindEvents events_of(Session& session);

/// Refuses names of files that cannot hold the sets of all sizes and ranks asked for, and files that exist.
/// Errors: InvalidArgument.
void check_set_files(const FindArguments& arguments, const FindRequest& request, Session& session);

/// Prints the answers in the format asked for, and writes the set, its induced subgraph and the certificate,
/// as far as they are asked for. The certificate takes the time it needs; one that cannot be finished leaves
/// the rest as it is. Says in the answers of the report what can be checked.
void tell_found(const FindArguments& arguments, const Graph& graph, const FindResult& result,
                FindReport& report, Session& session);
/// The same of largest sets, whose certificate is there already.
void tell_largest(const FindArguments& arguments, const Graph& graph, const ThresholdResult& result,
                  FindReport& report, Session& session);

}  // namespace lode::tool
