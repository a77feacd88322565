#pragma once

#include <string>
#include <utility>
#include <vector>

#include <lode/study/least_squares_comparison.hpp>

#include "report/tables/table.hpp"

namespace lode::detail {

/// What was compared and what came out, in plain sentences; no markup.
std::string least_squares_summary(const LeastSquaresComparison& comparison);
/// What was compared, as (name, value).
std::vector<std::pair<std::string, std::string>> least_squares_facts(
    const LeastSquaresComparison& comparison);
/// What the numbers mean, in plain sentences.
std::string least_squares_meaning(const LeastSquaresComparison& comparison);
/// Methods by mean rank, those without a scored size last.
std::vector<std::size_t> methods_by_rank(const std::vector<LeastSquaresScore>& scores);
Table score_table(const LeastSquaresComparison& comparison);
/// One panel: a row per method, a column per size (one called "objective" where there is no size); the least
/// averages carry a star.
Table cell_table(const LeastSquaresComparison& comparison, std::size_t panel);
/// A ratio to the best as an excess: "best", "+1.25 %", "x 4.5".
std::string excess_text(double ratio);
/// An average objective for tables: six significant digits.
std::string average_objective(double objective);

/// The cell of a panel, size and method, or nullptr.
const LeastSquaresCell* find_cell(const LeastSquaresComparison& comparison, std::size_t panel,
                                  least_squares::Index s, std::size_t method);
const LeastSquaresInstanceSummary& find_instance(const LeastSquaresComparison& comparison, std::size_t panel,
                                                 least_squares::Index s);

}  // namespace lode::detail
