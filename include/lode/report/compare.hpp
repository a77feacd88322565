#pragma once

#include <string>
#include <vector>

#include <lode/report/format.hpp>
#include <lode/study/compare.hpp>

#pragma GCC visibility push(default)
namespace lode {

// Renderings of comparisons of graphs and of least squares. All are pure functions of the struct: the same
// comparison gives the same bytes. The cost is proportional to the runs, the traces and the length of the
// text, times a logarithm. The only error is std::bad_alloc. Text that is not UTF-8 is replaced.

/// The comparison for a terminal: a summary of the methods, then for every case a table of methods against
/// sizes with the average over starts.
std::string render_text(const Comparison& comparison);
/// The comparison as CSV: a header and one line per run, without sets and x.
std::string render_csv(const Comparison& comparison);
/// The comparison as one JSON object, schema version 1: cases, methods, runs (sets by original name, or
/// support and x; traces), and aggregates. There is one run per line.
std::string render_json(const Comparison& comparison);
/// The comparison as one HTML page that needs no other file.
///
/// It holds the summary, density (least squares: objective) against size, objective against time, a
/// performance profile, and the averages over starts; render_csv has the single runs. The page's script draws
/// from a JSON document; figures can be saved as SVG, tables as CSV. The page makes no network requests. It
/// is light or dark, printable, and below 2 MB for up to 5000 pairs of a case and a method.
std::string render_html(const Comparison& comparison);

}  // namespace lode
#pragma GCC visibility pop
