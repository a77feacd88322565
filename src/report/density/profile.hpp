#pragma once

#include <string>

#include <lode/study/density_report.hpp>

#include "report/find/answer_columns.hpp"

namespace lode::detail {

/// The findings of the report in a few plain sentences, without markup, with commas between thousands.
std::string density_summary(const DensityReport& report);
/// The columns of answers, and those of the sizes of a report, to which they refer.
AnswerColumns size_columns(const DensityReport& report);
/// The report as a JSON document, for `--json` and the page.
Json density_document(const DensityReport& report);

}  // namespace lode::detail
