#pragma once

#include <string>
#include <vector>

#include <lode/study/compare.hpp>

#include "core/column.hpp"

namespace lode::detail {

/// The inputs and results in plain sentences, without markup.
std::string comparison_summary(const Comparison& all);
/// The meaning of the numbers in plain sentences.
std::string comparison_meaning(const Comparison& all);

// The columns refer to the comparison. Columns of runs are in study/compare/run_columns.hpp.
Columns<ComparisonScore> score_columns(const Comparison& all);
Columns<ComparisonCell> cell_columns(const Comparison& all);
Columns<ComparisonInstance> instance_columns(const Comparison& all);

/// Scores by mean rank; methods without a scored instance come last.
std::vector<ComparisonScore> ranked_scores(const Comparison& all);

/// The JSON document of a comparison, which also feeds the page. The runs come last.
Json comparison_document(const Comparison& all);

}  // namespace lode::detail
