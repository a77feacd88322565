#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lode/study/density_report.hpp>

#include "core/column.hpp"

namespace lode::detail {

/// What the report found, in a few plain sentences; no markup, numbers with commas between thousands.
std::string density_summary(const DensityReport& report);
/// Facts about the graph as (name, value) in the order they are shown.
std::vector<std::pair<std::string, std::string>> graph_facts(const DensityReport& report);
/// Everything there is to tell of a size. A new column is declared here and nowhere else. The columns refer
/// to the report, and their rows are its sizes.
Columns<DensityReportSize> size_columns(const DensityReport& report);
/// The same of the largest sets of some densities.
Columns<FindAnswer> largest_columns();
/// What these numbers mean; no markup.
std::string largest_meaning();
std::string size_meaning(const DensityReport& report);
/// The report as a JSON document, which `--json` writes and the page shows.
Json density_document(const DensityReport& report);
/// Indices 0 ... count-1, or `limit` of them spread evenly, both ends included.
std::vector<std::size_t> spread_indices(std::size_t count, std::size_t limit);

}  // namespace lode::detail
