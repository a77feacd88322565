#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <lode/study/density_report.hpp>

#include "report/tables/table.hpp"

namespace lode::detail {

/// What the report found, in a few plain sentences; no markup, numbers with commas between thousands.
std::string density_summary(const DensityReport& report);
/// Facts about the graph as (name, value) in the order they are shown.
std::vector<std::pair<std::string, std::string>> graph_facts(const DensityReport& report);
/// One row per size, cells as plain text.
Table size_table(const DensityReport& report);
/// `proven` with the tolerance of the proof, or the gap to the bound.
std::string proven_or_gap(const DensityReportSize& size, std::string_view proven);
/// "3" or "2 to 5": the core numbers inside a best set.
std::string core_range(const DensityReportSize& size);
/// Indices 0 ... count-1, or `limit` of them spread evenly, both ends included.
std::vector<std::size_t> spread_indices(std::size_t count, std::size_t limit);

}  // namespace lode::detail
