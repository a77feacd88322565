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
/// The report as one JSON object, schema version 1, with all of its contents: distributions, best sets,
/// traces.
std::string render_json(const DensityReport& report);
/// The report as one HTML page that needs no other file and makes no request to a network: a slider over the
/// sizes, the set at each, and tables. One inline script draws the JSON document of render_json, which the
/// page contains, without traces. The page is light or dark, printable, and below 1.5 MB. If there are too
/// many sizes, members or edges, some are left out, and the page says so.
///
/// Cost:    proportional to the text of render_json.
std::string render_html(const DensityReport& report);

}  // namespace lode
#pragma GCC visibility pop
