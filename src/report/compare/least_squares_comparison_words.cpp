#include "report/compare/least_squares_comparison_words.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

#include "report/compare/comparison_words.hpp"
#include "study/compare/scores.hpp"

namespace lode::detail {
namespace {

using least_squares::Index;

}  // namespace

std::string excess_text(double ratio) {
  if (!std::isfinite(ratio)) return "n/a";
  if (ratio < 1.0 + 5e-7) return "best";
  if (ratio >= 2.0) return "x " + format_rounded(ratio, 3);
  return "+" + format_percent(ratio - 1.0);
}

std::string average_objective(double objective) { return format_rounded(objective, 7); }

std::vector<std::size_t> methods_by_rank(const std::vector<LeastSquaresScore>& scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if ((scores[a].instances == 0) != (scores[b].instances == 0)) return scores[b].instances == 0;
    return scores[a].mean_rank < scores[b].mean_rank;
  });
  return order;
}

std::string least_squares_summary(const LeastSquaresComparison& comparison) {
  std::string text;
  if (comparison.runs.size() < comparison.total_runs) {
    text += fmt::format("{}: {} of {} runs are finished. ",
                        comparison.interrupted ? "Interrupted" : "Not complete",
                        grouped(comparison.runs.size()), grouped(comparison.total_runs));
  }
  const auto scored = static_cast<std::size_t>(std::count_if(
      comparison.instances.begin(), comparison.instances.end(), [](const auto& i) { return i.complete; }));
  if (scored == 0) return text + "No panel and size has all of its runs yet, so nothing is ranked.";
  text += fmt::format("{} on {} of {}. ", format_plural(comparison.methods.size(), "method", "methods"),
                      format_plural(scored, "problem", "problems"),
                      format_plural(comparison.experiment.panels.size(), "panel", "panels"));
  if (comparison.methods.size() == 1) return text;
  const auto groups = rank_groups(comparison.scores, comparison.methods,
                                  [](const LeastSquaresScore& score) { return score.ratio; });
  const auto excess = [](const RankGroup& group) {
    return group.range([](double ratio) {
      if (!std::isfinite(ratio)) return excess_text(ratio);
      return ratio < 1.0 + 5e-7 ? std::string("nothing") : format_percent(ratio - 1.0);
    });
  };
  const RankGroup& first = groups.front();
  if (groups.size() == 1) {
    return text + fmt::format("All share the mean rank {}, on average {} above the least objective found.",
                              format_rounded(first.mean_rank, 3), excess(first));
  }
  const RankGroup& last = groups.back();
  return text +
         fmt::format(
             "The best mean rank, {}, is that of {}, on average {} above the least objective found. Last "
             "{} {}, {} above it.",
             format_rounded(first.mean_rank, 3), first.named(), excess(first),
             last.labels.size() == 1 ? "is" : "are", last.named(), excess(last));
}

std::vector<std::pair<std::string, std::string>> least_squares_facts(
    const LeastSquaresComparison& comparison) {
  return {{"panels", grouped(comparison.experiment.panels.size())},
          {"methods", grouped(comparison.methods.size())},
          {"runs", grouped(comparison.runs.size())},
          {"starts", std::to_string(comparison.starts)},
          {"first seed", std::to_string(comparison.seed)},
          {"limit per run",
           std::isfinite(comparison.time_limit) ? format_seconds(comparison.time_limit) : "none"}};
}

std::string least_squares_meaning(const LeastSquaresComparison& comparison) {
  return fmt::format(
      "Each run had one thread and {}; the Gram matrix and its largest eigenvalue were computed before and "
      "are "
      "in no run's time. Averages are over {}; a method that takes no start is run once. Ranks compare the "
      "average objectives on one panel and size, equal ones (to 1e-9 of them) share. Wins: problems where no "
      "method's average "
      "is "
      "less. Best found: problems where a run of the method reached the least objective of all runs. Excess: "
      "average / that least objective, geometric mean over problems. Only problems with all runs are scored.",
      std::isfinite(comparison.time_limit) ? "at most " + format_seconds(comparison.time_limit)
                                           : std::string("no time limit"),
      format_plural(static_cast<std::uint64_t>(comparison.starts), "start", "starts"));
}

Table score_table(const LeastSquaresComparison& comparison) {
  Table table;
  table.columns = {{"method", Align::left},
                   {"mean rank"},
                   {"wins"},
                   {"best found"},
                   {"problems"},
                   {"excess"},
                   {"mean time"}};
  for (const std::size_t m : methods_by_rank(comparison.scores)) {
    const LeastSquaresScore& score = comparison.scores[m];
    const std::string& label = comparison.methods[m].label;
    if (score.instances == 0) {
      table.rows.push_back({label, "-", "-", "-", "0", "-", "-"});
      continue;
    }
    table.rows.push_back({label, format_rounded(score.mean_rank, 3), std::to_string(score.wins),
                          std::to_string(score.best_found), std::to_string(score.instances),
                          excess_text(score.ratio), format_seconds(score.mean_seconds)});
  }
  return table;
}

Table cell_table(const LeastSquaresComparison& comparison, std::size_t panel) {
  const LeastSquaresPanel& described = comparison.experiment.panels[panel];
  Table table;
  table.columns.push_back({"method", Align::left});
  std::vector<double> least;
  for (const Index s : described.sizes) {
    table.columns.push_back({s > 0 ? fmt::format("s = {}", s) : "objective"});
    double value = std::numeric_limits<double>::infinity();
    for (const std::size_t m : comparison.panel_methods[panel]) {
      if (const auto* cell = find_cell(comparison, panel, s, m)) value = std::min(value, cell->average);
    }
    least.push_back(value);
  }
  for (const std::size_t m : comparison.panel_methods[panel]) {
    std::vector<std::string> row = {comparison.methods[m].label};
    for (std::size_t i = 0; i < described.sizes.size(); ++i) {
      const LeastSquaresCell* cell = find_cell(comparison, panel, described.sizes[i], m);
      row.push_back(!cell ? "- "
                          : average_objective(cell->average) +
                                (reaches_least(cell->average, least[i]) ? "*" : " "));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

const LeastSquaresCell* find_cell(const LeastSquaresComparison& comparison, std::size_t panel, Index s,
                                  std::size_t method) {
  for (const LeastSquaresCell& cell : comparison.cells) {
    if (cell.panel == panel && cell.s == s && cell.method == method) return &cell;
  }
  return nullptr;
}

const LeastSquaresInstanceSummary& find_instance(const LeastSquaresComparison& comparison, std::size_t panel,
                                                 Index s) {
  for (const LeastSquaresInstanceSummary& instance : comparison.instances) {
    if (instance.panel == panel && instance.s == s) return instance;
  }
  throw InternalError("a panel has the sizes it was compared on");
}

}  // namespace lode::detail
