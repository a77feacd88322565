#pragma once

#include <string>

#include <lode/report/find_report.hpp>
#include <lode/study/density_report.hpp>

#pragma GCC visibility push(default)
namespace lode {

// Renderings of a density report. All are pure functions of the struct: the same report gives the same bytes.

/// For a terminal: the graph, then one aligned line per size.
std::string render_text(const DensityReport& report);
/// The same as Markdown tables.
std::string render_markdown(const DensityReport& report);
/// One JSON object, schema version 1, with everything the report holds: distributions, best sets, traces.
std::string render_json(const DensityReport& report);
/// The same with how to get it again.
std::string render_json(const DensityReport& report, const Provenance& provenance);
/// One self-contained HTML page with inline SVG figures: no script, no external request, light and dark,
/// printable, below 500 kB. Sizes, ids and traces beyond what fits are thinned, and the page says so.
std::string render_html(const DensityReport& report);

// A set and its neighbours for other programs. Vertices carry their original name as `label` and `member`,
// which is 1 for the set and 0 for its neighbours; edges of weighted graphs carry `weight`, exactly. Control
// characters and bytes that are not UTF-8 become U+FFFD in labels. Both are pure.
// Errors: SystemError when `run` is cancelled.

/// GraphML, written by Boost.Graph.
std::string render_graphml(const EgoNetwork& network, const RunContext& run = RunContext());
/// GEXF 1.3, for Gephi.
std::string render_gexf(const EgoNetwork& network, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
