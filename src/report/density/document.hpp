#pragma once

#include <lode/study/density_report.hpp>

#include "core/json.hpp"
#include "report/density/sentences.hpp"

namespace lode::detail {

/// The report as a JSON document, which `--json` writes and the page shows.
Json density_document(const DensityReport& report);

}  // namespace lode::detail
