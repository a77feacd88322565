#include "report/compare/comparison_words.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

#include "study/compare/scores.hpp"

namespace lode::detail {
namespace {

std::size_t scored_instances(const Comparison& comparison) {
  return static_cast<std::size_t>(std::count_if(comparison.instances.begin(), comparison.instances.end(),
                                                [](const auto& instance) { return instance.complete; }));
}

/// "a", "a and b", "a, b and c".
std::string enumeration(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  return text;
}

/// The labels of the methods that share the largest value of a score.
template <class Value>
std::vector<std::string> leaders(const Comparison& comparison, const Value& value) {
  std::vector<std::string> labels;
  auto best = value(comparison.scores.front());
  for (const ComparisonScore& score : comparison.scores) best = std::max(best, value(score));
  for (const ComparisonScore& score : comparison.scores) {
    if (value(score) >= best - same_score * std::abs(best))
      labels.push_back(comparison.methods[score.method].label);
  }
  return labels;
}

}  // namespace

std::string RankGroup::named() const {
  constexpr std::size_t most_named = 3;
  if (labels.size() <= most_named) return enumeration(labels);
  return fmt::format("{} methods", labels.size());
}

std::string unfinished_text(const Comparison& comparison) {
  if (comparison.runs.size() == comparison.total_runs) return "";
  return fmt::format("{}: {} of {} runs are finished. ",
                     comparison.interrupted ? "Interrupted" : "Not complete", grouped(comparison.runs.size()),
                     grouped(comparison.total_runs));
}

std::string comparison_summary(const Comparison& comparison) {
  const std::size_t instances = scored_instances(comparison);
  std::string text = unfinished_text(comparison);
  if (instances == 0) return text + "No graph and size has all of its runs yet, so nothing is ranked.";
  text += fmt::format("{} on {} of {}. ", format_plural(comparison.methods.size(), "method", "methods"),
                      format_plural(instances, "size", "sizes"),
                      format_plural(comparison.graphs.size(), "graph", "graphs"));
  if (comparison.methods.size() == 1) return text;
  const auto groups = rank_groups(comparison.scores, comparison.methods,
                                  [](const ComparisonScore& score) { return score.relative; });
  const auto relatives = [](const RankGroup& group) { return group.range(relative_text); };
  const RankGroup& first = groups.front();
  if (groups.size() == 1) {
    return text + fmt::format("All share the mean rank {}, with {} of the best objective found.",
                              format_rounded(first.mean_rank, 3), relatives(first));
  }
  text += fmt::format("The best mean rank, {}, is that of {}. ", format_rounded(first.mean_rank, 3),
                      first.named());
  RankGroup nearest;
  nearest.labels =
      leaders(comparison, [](const ComparisonScore& s) { return s.instances > 0 ? s.relative : -1.0; });
  double highest = 0.0;
  for (const ComparisonScore& score : comparison.scores) {
    if (score.instances > 0) highest = std::max(highest, score.relative);
  }
  const RankGroup& last = groups.back();
  return text +
         fmt::format(
             "Closest to the best objective found, by geometric mean: {} with {}; last in mean rank {} {} "
             "with {}.",
             nearest.named(), relative_text(highest), last.labels.size() == 1 ? "is" : "are", last.named(),
             relatives(last));
}

std::vector<std::pair<std::string, std::string>> comparison_facts(const Comparison& comparison) {
  std::vector<std::pair<std::string, std::string>> facts = {
      {"graphs", grouped(comparison.graphs.size())},
      {"methods", grouped(comparison.methods.size())},
      {"runs", grouped(comparison.runs.size())},
      {"starts", fmt::format("{}", comparison.starts)},
      {"start rule", comparison.start_rule},
      {"first seed", std::to_string(comparison.seed)},
      {"limit per run",
       std::isfinite(comparison.time_limit) ? format_seconds(comparison.time_limit) : "none"}};
  return facts;
}

std::string comparison_meaning(const Comparison& comparison) {
  std::string text = fmt::format(
      "Each run had one thread and {}. Averages are over {}; a method that takes no start is run once. Ranks "
      "compare the averages on one graph and size, equal ones (to 1e-9 of them) share. Wins: sizes where no "
      "method's average "
      "is "
      "larger. Best found: sizes where a run of the method reached the largest objective of all runs. "
      "Relative: average / that largest objective, geometric mean over sizes. Only sizes with all runs are "
      "scored.",
      std::isfinite(comparison.time_limit) ? fmt::format("at most {}", format_seconds(comparison.time_limit))
                                           : std::string("no time limit"),
      format_plural(static_cast<std::uint64_t>(comparison.starts), "start", "starts"));
  if (comparison.parallel) {
    text += " Times marked * were taken with other runs going on beside: compare them with care.";
  }
  return text;
}

std::vector<std::size_t> methods_by_rank(const std::vector<ComparisonScore>& scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if ((scores[a].instances == 0) != (scores[b].instances == 0)) return scores[b].instances == 0;
    return scores[a].mean_rank < scores[b].mean_rank;
  });
  return order;
}

std::string relative_text(double relative) {
  if (relative < 1.0 && relative >= 0.99995) return "99.99 %";
  return format_percent(relative);
}

std::string time_text(const Comparison& comparison, double seconds) {
  return format_seconds(seconds) + (comparison.parallel ? " *" : "");
}

Table score_table(const Comparison& comparison) {
  Table table;
  table.columns = {{"method", Align::left},
                   {"mean rank"},
                   {"wins"},
                   {"best found"},
                   {"sizes"},
                   {"relative"},
                   {"mean time"}};
  for (const std::size_t m : methods_by_rank(comparison.scores)) {
    const ComparisonScore& score = comparison.scores[m];
    const std::string& label = comparison.methods[m].label;
    if (score.instances == 0) {
      table.rows.push_back({label, "-", "-", "-", "0", "-", "-"});
    } else {
      table.rows.push_back({label, format_rounded(score.mean_rank, 3), std::to_string(score.wins),
                            std::to_string(score.best_found), std::to_string(score.instances),
                            relative_text(score.relative), time_text(comparison, score.mean_seconds)});
    }
  }
  return table;
}

std::string objective_name(const ComparisonGraph& graph) { return graph.weighted ? "weight" : "edges"; }

std::string average_text(double value, bool weighted) {
  if (weighted || value == std::floor(value)) return format_weight(value);
  return std::isfinite(value) ? fmt::format("{:.1f}", value) : "n/a";
}

const ComparisonCell* find_cell(const Comparison& comparison, std::size_t graph, Vertex s,
                                std::size_t method) {
  const auto found =
      std::find_if(comparison.cells.begin(), comparison.cells.end(), [&](const ComparisonCell& cell) {
        return cell.graph == graph && cell.s == s && cell.method == method;
      });
  return found == comparison.cells.end() ? nullptr : &*found;
}

const ComparisonInstance& find_instance(const Comparison& comparison, std::size_t graph, Vertex s) {
  const auto found = std::find_if(
      comparison.instances.begin(), comparison.instances.end(),
      [&](const ComparisonInstance& instance) { return instance.graph == graph && instance.s == s; });
  if (found == comparison.instances.end()) throw InternalError("a comparison lacks a size");
  return *found;
}

Table cell_table(const Comparison& comparison, std::size_t graph, const std::vector<Vertex>& sizes,
                 CellValue value) {
  const ComparisonGraph& described = comparison.graphs[graph];
  Table table;
  table.columns = {{"method", Align::left}};
  for (const Vertex s : sizes) table.columns.push_back({fmt::format("s={}", s)});
  const auto value_of = [&](const ComparisonCell& cell) {
    return value == CellValue::average ? cell.average : cell.best;
  };
  std::vector<double> largest;
  for (const Vertex s : sizes) {
    double most = -1.0;
    for (const std::size_t m : described.methods) {
      if (const ComparisonCell* cell = find_cell(comparison, graph, s, m))
        most = std::max(most, value_of(*cell));
    }
    largest.push_back(most);
  }
  for (const std::size_t m : described.methods) {
    std::vector<std::string> row = {comparison.methods[m].label};
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const ComparisonCell* cell = find_cell(comparison, graph, sizes[i], m);
      row.push_back(!cell ? "- "
                          : average_text(value_of(*cell), described.weighted) +
                                (reaches_largest(value_of(*cell), largest[i]) ? "*" : " "));
    }
    table.rows.push_back(std::move(row));
  }
  std::vector<std::string> bounds = {"upper bound"};
  for (const Vertex s : sizes) {
    bounds.push_back(format_weight(find_instance(comparison, graph, s).bound.value) + " ");
  }
  table.rows.push_back(std::move(bounds));
  return table;
}

}  // namespace lode::detail
