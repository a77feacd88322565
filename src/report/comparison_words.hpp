#pragma once

#include <string>
#include <utility>
#include <vector>

#include <lode/report/table.hpp>
#include <lode/study/comparison.hpp>

namespace lode::detail {

/// What was compared and what came out, in plain sentences; no markup.
std::string comparison_summary(const Comparison& comparison);
/// What was compared, as (name, value).
std::vector<std::pair<std::string, std::string>> comparison_facts(const Comparison& comparison);
/// What the numbers mean, in plain sentences.
std::string comparison_meaning(const Comparison& comparison);
/// Methods by mean rank, those without a scored instance last.
std::vector<std::size_t> methods_by_rank(const std::vector<ComparisonScore>& scores);
/// One row per method in the order of methods_by_rank.
Table score_table(const Comparison& comparison);
/// A relative value: "99.31 %", and "100 %" only for a full 1.
std::string relative_text(double relative);
/// The mean time with a mark when other runs went on beside.
std::string time_text(const Comparison& comparison, double seconds);
/// Why the comparison is not complete, a sentence; empty when it is.
std::string unfinished_text(const Comparison& comparison);

enum class CellValue { average, best };
/// One graph: a row per method and the upper bound last, a column per size of `sizes`. The largest values of
/// a column carry a star; "-" where no run is finished.
Table cell_table(const Comparison& comparison, std::size_t graph, const std::vector<Vertex>& sizes,
                 CellValue value);
/// The objective of a graph: "edges" or "weight".
std::string objective_name(const ComparisonGraph& graph);
/// An average for people: integers as they are, else one decimal (six digits for weights).
std::string average_text(double value, bool weighted);

/// The cell of a graph, size and method, or nullptr.
const ComparisonCell* find_cell(const Comparison& comparison, std::size_t graph, Vertex s,
                                std::size_t method);
/// The instance of a graph and size.
const ComparisonInstance& find_instance(const Comparison& comparison, std::size_t graph, Vertex s);

}  // namespace lode::detail
