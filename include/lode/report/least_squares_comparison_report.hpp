#pragma once

#include <string>

#include <lode/study/least_squares_comparison.hpp>

namespace lode {

// Renderings of a least-squares comparison: pure functions of the struct.

/// For a terminal: a summary of the methods, then for every panel a table of methods against sizes with the
/// average objective over starts.
std::string render_text(const LeastSquaresComparison& comparison);
/// A header and one line per run, x left out.
std::string render_csv(const LeastSquaresComparison& comparison);
/// One JSON object, schema version 1: panels, methods, runs (support, x and trace) and aggregates. One run
/// per line.
std::string render_json(const LeastSquaresComparison& comparison);
/// One self-contained HTML page in the style of the comparison of subgraph methods: summary, heat map of
/// methods and panels, objective against sparsity, objective against time, numbers. Below 2 MB: points beyond
/// what fits are left out, and the page says so.
std::string render_html(const LeastSquaresComparison& comparison);

}  // namespace lode
