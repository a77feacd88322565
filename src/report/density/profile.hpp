#pragma once

#include <string>

#include <lode/study/density_report.hpp>

#include "core/column.hpp"

namespace lode::detail {

/// The findings of the report in a few plain sentences, without markup, with commas between thousands.
std::string density_summary(const DensityReport& report);
/// The columns of a size. New columns are declared only here. The columns refer to the report, and their rows
/// are its sizes.
Columns<DensityReportSize> size_columns(const DensityReport& report);
/// The columns of the largest sets of some densities.
Columns<FindAnswer> largest_columns();
/// The report as a JSON document, for `--json` and the page.
Json density_document(const DensityReport& report);

}  // namespace lode::detail
