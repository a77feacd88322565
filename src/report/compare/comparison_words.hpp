#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <lode/study/comparison.hpp>

#include "report/tables/table.hpp"

namespace lode::detail {

/// Methods that share a mean rank, and the range of another score of theirs.
struct RankGroup {
  std::vector<std::string> labels;
  double mean_rank = 0.0;
  double least = 0.0;
  double most = 0.0;

  /// "a", "a and b", "a, b and c", "7 methods".
  std::string named() const;
  /// The range in words: one text where both ends read alike, "X to Y" otherwise.
  template <class Words>
  std::string range(Words&& words) const {
    const std::string low = words(least);
    const std::string high = words(most);
    return low == high ? low : low + " to " + high;
  }
};

/// Those of the best mean rank, then those of the worst: one group when all share it, none when nothing is
/// scored. `value(score)` is the other score.
template <class Scores, class Methods, class Value>
std::vector<RankGroup> rank_groups(const Scores& scores, const Methods& methods, Value&& value) {
  constexpr double same_rank = 1e-9;
  double best = std::numeric_limits<double>::infinity();
  double worst = 0.0;
  for (const auto& score : scores) {
    if (score.instances == 0) continue;
    best = std::min(best, score.mean_rank);
    worst = std::max(worst, score.mean_rank);
  }
  std::vector<RankGroup> groups;
  const auto add = [&](double rank) {
    RankGroup group;
    group.mean_rank = rank;
    for (const auto& score : scores) {
      if (score.instances == 0 || std::abs(score.mean_rank - rank) > same_rank) continue;
      const double its = value(score);
      group.least = group.labels.empty() ? its : std::min(group.least, its);
      group.most = group.labels.empty() ? its : std::max(group.most, its);
      group.labels.push_back(methods[score.method].label);
    }
    groups.push_back(std::move(group));
  };
  if (worst == 0.0) return groups;
  add(best);
  if (worst - best > same_rank) add(worst);
  return groups;
}

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
