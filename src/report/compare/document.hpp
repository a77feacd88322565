#pragma once

#include "study/compare/comparison.hpp"

namespace lode::detail {

inline bool of_graphs(const Comparison& all) { return all.kind == ComparisonKind::graphs; }
inline const char* place_key(const Comparison& all) { return of_graphs(all) ? "graph" : "panel"; }
inline const char* places_key(const Comparison& all) { return of_graphs(all) ? "graphs" : "panels"; }

// The columns refer to the comparison.
Columns<ComparisonScore> score_columns(const Comparison& all);
Columns<ComparisonCell> cell_columns(const Comparison& all);
Columns<ComparisonInstance> instance_columns(const Comparison& all);

/// The document without its tables.
Json comparison_head(const Comparison& all);

/// The document of a comparison without its runs, for `--json` and the page. rows(columns, list) renders the
/// rows of a table.
template <class Rows>
Json comparison_document(const Comparison& all, const Rows& rows) {
  Json json = comparison_head(all);
  const Columns<ComparisonScore> scores = score_columns(all);
  Json& aggregates = json["aggregates"];
  aggregates["methods"] = rows(scores, all.scores);
  Json& of_cases = aggregates[places_key(all)] = Json::array();
  for (std::size_t place = 0; place < all.case_scores.size(); ++place) {
    of_cases.push_back(
        {{place_key(all), all.cases[place].name}, {"methods", rows(scores, all.case_scores[place])}});
  }
  aggregates["instances"] = rows(instance_columns(all), all.instances);
  aggregates["cells"] = rows(cell_columns(all), all.cells);
  return json;
}

}  // namespace lode::detail
