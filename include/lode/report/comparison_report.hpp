#pragma once

#include <string>

#include <lode/study/comparison.hpp>

namespace lode {

// Renderings of a comparison. All are pure functions of the struct: the same comparison gives the same bytes.

/// For a terminal: a summary of the methods, then for every graph a table of methods against sizes with the
/// average over starts, and one with the best.
std::string render_text(const Comparison& comparison);
/// A header and one line per run, sets left out.
std::string render_csv(const Comparison& comparison);
/// One JSON object, schema version 1: runs (sets by original name, traces), instances with their bounds, and
/// the aggregates per method, per method and graph, and per cell. One run per line.
std::string render_json(const Comparison& comparison);
/// The same tables as render_text in Markdown.
std::string render_markdown(const Comparison& comparison);
/// One self-contained HTML page: what was found in words, the summary, a heat map of methods and graphs,
/// density against size and objective against time for every graph, and the numbers. Inline SVG and one
/// inline script for hover values and for showing single methods; readable without it. No external request,
/// light and dark, printable, below 2 MB: points beyond what fits are thinned, and the page says so.
std::string render_html(const Comparison& comparison);

}  // namespace lode
