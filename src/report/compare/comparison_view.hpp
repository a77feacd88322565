#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <lode/study/compare.hpp>

#include "report/tables/column.hpp"

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
  /// A time with a mark when other runs went on beside.
  std::string time(double seconds) const;

 private:
  std::map<std::tuple<std::size_t, std::uint32_t, std::size_t>, const ComparisonCell*> cells_;
  std::map<std::pair<std::size_t, std::uint32_t>, const ComparisonInstance*> instances_;
};

/// What was compared and what came out, in plain sentences; no markup.
std::string comparison_summary(const ComparisonView& view);
/// What was compared, as (name, value).
std::vector<std::pair<std::string, std::string>> comparison_facts(const ComparisonView& view);
/// What the numbers mean, in plain sentences.
std::string comparison_meaning(const ComparisonView& view);

/// Scores by mean rank, those without a scored instance last.
std::vector<ComparisonScore> ranked_scores(const Comparison& comparison);

// The columns keep a reference to the view.
std::vector<Column<ComparisonRun>> run_columns(const ComparisonView& view);
std::vector<Column<ComparisonScore>> score_columns(const ComparisonView& view);
/// One row per method in the order of ranked_scores.
Table score_table(const ComparisonView& view);

enum class CellValue { average, best };
/// One case: a row per method (and of graphs the upper bound last), a column per size of `sizes`. The best
/// values of a column carry a star; "-" where no run is finished.
Table cell_table(const ComparisonView& view, std::size_t place, const std::vector<std::uint32_t>& sizes,
                 CellValue value);
double value_of(const ComparisonCell& cell, CellValue value);
/// The best of the values of a case and size.
double best_value(const ComparisonView& view, std::size_t place, std::uint32_t s, CellValue value);

/// The parts of a panel's source that its runs are labelled with.
struct SourceWords {
  std::string design;
  std::string noise;
  std::uint64_t seed = 0;
};
SourceWords source_words(const LeastSquaresSource& source);

}  // namespace lode::detail
