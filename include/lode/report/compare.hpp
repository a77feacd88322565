#pragma once

#include <string>

#include <lode/study/compare.hpp>

#pragma GCC visibility push(default)
namespace lode {

// Renderings of a comparison, of graphs and of least squares alike. All are pure functions of the struct: the
// same comparison gives the same bytes. Cost: proportional to runs, traces and what is printed, times a
// logarithm. Errors: none but std::bad_alloc; text that is not UTF-8 is replaced.

/// For a terminal: a summary of the methods, then for every case a table of methods against sizes with the
/// average over starts, and for graphs one with the best.
std::string render_text(const Comparison& comparison);
/// A header and one line per run, sets and x left out.
std::string render_csv(const Comparison& comparison);
/// One JSON object, schema version 1: cases, methods, runs (sets by original name, or support and x; traces),
/// and aggregates. One run per line.
std::string render_json(const Comparison& comparison);
/// The same tables as render_text in Markdown.
std::string render_markdown(const Comparison& comparison);
/// One self-contained HTML page: what was found in words, the summary, a heat map of methods and cases,
/// density (least squares: objective) against size, objective against time, and the numbers. Inline SVG and
/// one inline script for hover values and for showing single methods; readable without it. No external
/// request, light and dark, printable, below 2 MB: what does not fit is thinned or left out, and the page
/// says so.
std::string render_html(const Comparison& comparison);

}  // namespace lode
#pragma GCC visibility pop
