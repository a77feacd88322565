#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/column.hpp"
#include "study/compare/journal.hpp"
#include "study/compare/task.hpp"

// The runs of a comparison as the lines of its journal.

namespace lode::detail {

/// What a journal must agree on for its runs to be those of this comparison.
JournalHeader journal_header(const Comparison& comparison, const ComparisonTask& task);

/// The name of a run, unique in its comparison.
std::string run_key(const std::string& place, std::uint32_t s, const std::string& method, int start);

/// A run as a line, without its end.
std::string run_record(const ComparisonRun& run, const Columns<ComparisonRun>& columns);

/// The runs of a journal by key, their objectives recounted. Runs of methods that the comparison does not
/// have are left out.
/// Errors: InputError naming the line of a record that cannot be read, or whose answer does not have the
///         objective it claims.
std::map<std::string, ComparisonRun> recorded_runs(const Journal& journal, const Comparison& comparison,
                                                   ComparisonTask& task, const RunContext& whole);

}  // namespace lode::detail
