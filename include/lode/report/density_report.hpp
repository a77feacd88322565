#pragma once

#include <string>
#include <vector>

#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>
#include <lode/study/density_report.hpp>

#pragma GCC visibility push(default)
namespace lode {

// Renderings of a density report. All are pure functions of the struct: the same report gives the same bytes.

/// The report for a terminal: the graph, then one aligned line per size.
std::string render_text(const DensityReport& report);
/// The report as Markdown tables.
std::string render_markdown(const DensityReport& report);
/// The report as one JSON object, schema version 1, with all of its contents: distributions, best sets,
/// traces.
std::string render_json(const DensityReport& report);
/// The report as one HTML page that needs no other file and makes no request to a network: a slider over the
/// sizes, the set at each, and tables. One inline script draws the JSON document of render_json, which the
/// page contains. The page is light or dark, printable, and below 1.5 MB. If there are too many sizes,
/// members, edges or points of traces, some are left out, and the page says so.
///
/// Cost:    proportional to the text of render_json, and the places of the vertices that are drawn: at most
///          about 10^8 pairs of vertices are visited over all sizes.
std::string render_html(const DensityReport& report);

// A set and its neighbours for other programs. Vertices carry their original name as `label`, and `member`,
// which is 1 for the set and 0 for its neighbours. Edges of weighted graphs carry `weight`, exactly. In
// labels, U+FFFD replaces control characters and bytes that are not UTF-8. Both functions are pure. They
// throw SystemError when `run` is cancelled.

/// The network as GraphML, written by Boost.Graph.
std::string render_graphml(const EgoNetwork& network, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
