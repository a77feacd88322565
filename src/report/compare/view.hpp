#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <lode/study/compare.hpp>

#include "report/tables/column_tables.hpp"

namespace lode::detail {

/// Words for the parts of a comparison.
struct ComparisonLabels {
  const char* command;  ///< "compare"
  const char* place;    ///< "graph"
  const char* places;
  const char* instance;  ///< a case and size: "size"
  const char* instances;
  const char* best;            ///< "largest"
  const char* better;          ///< "larger"
  const char* averages;        ///< "averages"
  const char* instances_key;   ///< key in JSON
  const char* relative_key;    ///< key in JSON
  const char* relative_title;  ///< title in tables
  const char* relative_word;   ///< beginning of a sentence
  std::string (*relative)(double relative);
};

/// A comparison with its cells and instances by case, size and method, and with its words and numbers. Keeps
/// a reference to the comparison.
class ComparisonView {
 public:
  explicit ComparisonView(const Comparison& comparison);

  const Comparison& all;
  const ComparisonLabels& labels;

  bool of_graphs() const { return all.kind == ComparisonKind::graphs; }
  /// The cell of a case, size and method, or nullptr.
  const ComparisonCell* cell(std::size_t place, std::uint32_t s, std::size_t method) const;
  /// Errors: InternalError if the case has no such size.
  const ComparisonInstance& instance(std::size_t place, std::uint32_t s) const;

  /// An objective for people. Graphs: integers exactly, other values with one decimal (weights with six
  /// digits). Least squares: seven significant digits.
  std::string objective(std::size_t place, double value) const;
  /// "edges", "weight" or "objective".
  std::string objective_name(std::size_t place) const;

 private:
  std::map<std::tuple<std::size_t, std::uint32_t, std::size_t>, const ComparisonCell*> cells_;
  std::map<std::pair<std::size_t, std::uint32_t>, const ComparisonInstance*> instances_;
};

/// The inputs and results in plain sentences, without markup.
std::string comparison_summary(const ComparisonView& view);
/// The meaning of the numbers in plain sentences.
std::string comparison_meaning(const ComparisonView& view);

/// The fields of the JSON document before its runs, and its field "seconds".
Json comparison_head(const ComparisonView& view);
Json comparison_seconds(const Comparison& comparison);

/// Scores by mean rank; methods without a scored instance come last.
std::vector<ComparisonScore> ranked_scores(const Comparison& comparison);

// The columns keep a reference to the view. Columns of runs are in study/compare/run_columns.hpp.
Columns<ComparisonScore> score_columns(const ComparisonView& view);
Columns<ComparisonCell> cell_columns(const ComparisonView& view);
Columns<ComparisonInstance> instance_columns(const ComparisonView& view);
/// One row per method in the order of ranked_scores.
Table score_table(const ComparisonView& view);

enum class CellValue { average, best };
/// The values in tables: averages, and for graphs with several starts also the best.
std::vector<CellValue> values_shown(const ComparisonView& view);
/// "edges, average over 2 starts (* largest)".
std::string value_title(const ComparisonView& view, std::size_t place, CellValue value);
/// The table of one case: a row per method (for graphs, also the upper bound as last row), a column per size
/// of `sizes`. A star marks the best values of a column; "-" means no finished run.
Table cell_table(const ComparisonView& view, std::size_t place, const std::vector<std::uint32_t>& sizes,
                 CellValue value);

}  // namespace lode::detail
