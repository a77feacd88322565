#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <lode/study/comparison.hpp>

#include "study/compare/journal.hpp"

namespace lode::detail {

/// What a journal of a comparison must agree on.
JournalHeader comparison_header(const std::vector<ComparisonInput>& inputs, const ComparisonOptions& options,
                                const std::string& start_rule);

/// The name of a run in its grid.
std::string comparison_key(const std::string& graph, Vertex s, const std::string& method, int start);

/// A run as a line of a journal; the vertices by number.
std::string comparison_record(const ComparisonRun& run, const std::string& graph, const std::string& method);

/// The runs of a journal by key. Runs of methods that are not in `methods` are left out.
///
/// Errors: InputError naming the line of a record that cannot be read, or whose set does not hold the edges
///         and weight it claims.
std::map<std::string, ComparisonRun> comparison_runs(const Journal& journal,
                                                     const std::vector<ComparisonInput>& inputs,
                                                     const std::vector<ComparisonMethod>& methods);

}  // namespace lode::detail
