#pragma once

#include <string>

#include <lode/study/density_report.hpp>

namespace lode {

// Renderings of a density report. All are pure functions of the struct: the same report gives the same bytes.

/// For a terminal: the graph, then one aligned line per size.
std::string render_text(const DensityReport& report);
/// The same as Markdown tables.
std::string render_markdown(const DensityReport& report);
/// One JSON object, schema version 1, with everything the report holds: distributions, best sets, traces.
std::string render_json(const DensityReport& report);
/// One self-contained HTML page with inline SVG figures: no script, no external request, light and dark,
/// printable, below 500 kB. Sizes, ids and traces beyond what fits are thinned, and the page says so.
std::string render_html(const DensityReport& report);

}  // namespace lode
