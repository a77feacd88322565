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

/// How the parts of a comparison are called.
struct ComparisonLabels {
  const char* command;  ///< "compare"
  const char* place;    ///< "graph"
  const char* places;
  const char* instance;  ///< a case and size: "size"
  const char* instances;
  const char* best;            ///< "largest"
  const char* better;          ///< "larger"
  const char* averages;        ///< "averages"
  const char* instances_key;   ///< of JSON
  const char* relative_key;    ///< of JSON
  const char* relative_title;  ///< of tables
  const char* relative_word;   ///< beginning a sentence
  std::string (*relative)(double relative);
};

/// A comparison to be shown: its cells and instances found by case, size and method, its words and numbers.
/// Refers to the comparison.
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

  /// An objective for people. Of graphs integers as they are, else one decimal (six digits for weights); of
  /// least squares seven significant digits.
  std::string objective(std::size_t place, double value) const;
  /// "edges", "weight" or "objective".
  std::string objective_name(std::size_t place) const;

 private:
  std::map<std::tuple<std::size_t, std::uint32_t, std::size_t>, const ComparisonCell*> cells_;
  std::map<std::pair<std::size_t, std::uint32_t>, const ComparisonInstance*> instances_;
};

/// What was compared and what came out, in plain sentences; no markup.
std::string comparison_summary(const ComparisonView& view);
/// What the numbers mean, in plain sentences.
std::string comparison_meaning(const ComparisonView& view);

/// The fields of the JSON document above its runs, and its field "seconds".
Json comparison_head(const ComparisonView& view);
Json comparison_seconds(const Comparison& comparison);

/// Scores by mean rank, those without a scored instance last.
std::vector<ComparisonScore> ranked_scores(const Comparison& comparison);

// The columns keep a reference to the view. Those of runs are in study/compare/run_columns.hpp.
Columns<ComparisonScore> score_columns(const ComparisonView& view);
Columns<ComparisonCell> cell_columns(const ComparisonView& view);
Columns<ComparisonInstance> instance_columns(const ComparisonView& view);
/// One row per method in the order of ranked_scores.
Table score_table(const ComparisonView& view);

enum class CellValue { average, best };
/// Those that tables show: of graphs the best, too, where there are several starts.
std::vector<CellValue> values_shown(const ComparisonView& view);
/// "edges, average over 2 starts (* largest)".
std::string value_title(const ComparisonView& view, std::size_t place, CellValue value);
/// One case: a row per method (and of graphs the upper bound last), a column per size of `sizes`. The best
/// values of a column carry a star; "-" where no run is finished.
Table cell_table(const ComparisonView& view, std::size_t place, const std::vector<std::uint32_t>& sizes,
                 CellValue value);

}  // namespace lode::detail
