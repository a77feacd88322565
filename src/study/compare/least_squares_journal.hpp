#pragma once

#include <functional>
#include <map>
#include <string>

#include <lode/study/least_squares_comparison.hpp>

#include "study/compare/journal.hpp"

namespace lode::detail {

/// The instance of a panel of the comparison.
using InstanceSource = std::function<std::shared_ptr<const least_squares::Instance>(std::size_t panel)>;

/// What a journal must agree on for its runs to be those of this comparison.
JournalHeader least_squares_header(const LeastSquaresExperiment& experiment,
                                   const LeastSquaresComparisonOptions& options);
/// The name of a run, unique in its comparison.
std::string least_squares_key(const std::string& panel, least_squares::Index s, const std::string& method,
                              int start);
/// One record, a line without its end.
std::string least_squares_record(const LeastSquaresRun& run, const std::string& panel,
                                 const std::string& method);

/// The finished runs of the methods asked for, by key, their objectives recomputed.
/// Errors: InputError, naming the line, for a record that is not one, or whose x is not feasible or does not
/// have the objective it claims.
std::map<std::string, LeastSquaresRun> least_squares_runs(const Journal& journal,
                                                          const LeastSquaresExperiment& experiment,
                                                          const std::vector<LeastSquaresMethod>& methods,
                                                          const InstanceSource& instance_of);

}  // namespace lode::detail
