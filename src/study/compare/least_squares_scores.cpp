#include <algorithm>
#include <map>

#include <lode/study/least_squares_comparison.hpp>

#include "study/compare/position_check.hpp"
#include "study/compare/scores.hpp"

namespace lode {
namespace {

using least_squares::Index;
using LeastSquaresRuns = std::vector<const LeastSquaresRun*>;

/// average_trace is of values that rise.
Trace average_falling_trace(const LeastSquaresRuns& runs) {
  std::vector<Trace> negated;
  std::vector<const Trace*> traces;
  for (const LeastSquaresRun* run : runs) {
    negated.push_back(run->solution.trace);
    for (TracePoint& point : negated.back()) point.weight = -point.weight;
  }
  for (const Trace& trace : negated) traces.push_back(&trace);
  Trace average = average_trace(traces);
  for (TracePoint& point : average) point.weight = -point.weight;
  return average;
}

LeastSquaresCell cell_of(const LeastSquaresComparison& comparison, const LeastSquaresRuns& runs) {
  const LeastSquaresRun& first = *runs.front();
  LeastSquaresCell cell;
  cell.panel = first.panel;
  cell.s = first.s;
  cell.method = first.method;
  cell.runs = static_cast<int>(runs.size());
  cell.complete = cell.runs == (comparison.methods[first.method].once ? 1 : comparison.starts);
  std::vector<double> objectives;
  std::vector<double> seconds;
  std::vector<double> seconds_to_best;
  for (const LeastSquaresRun* run : runs) {
    objectives.push_back(run->solution.objective);
    seconds.push_back(run->solution.seconds);
    seconds_to_best.push_back(run->solution.seconds_to_best);
  }
  cell.average = mean(objectives);
  cell.best = *std::min_element(objectives.begin(), objectives.end());
  cell.mean_seconds = mean(seconds);
  cell.mean_seconds_to_best = mean(seconds_to_best);
  cell.trace = average_falling_trace(runs);
  return cell;
}

std::vector<LeastSquaresCell> cells_of(const LeastSquaresComparison& comparison) {
  std::vector<LeastSquaresCell> cells;
  LeastSquaresRuns runs;
  const auto finish = [&] {
    if (!runs.empty()) cells.push_back(cell_of(comparison, runs));
    runs.clear();
  };
  for (const LeastSquaresRun& run : comparison.runs) {
    if (!runs.empty()) {
      const LeastSquaresRun& last = *runs.back();
      if (last.panel != run.panel || last.s != run.s || last.method != run.method) finish();
    }
    runs.push_back(&run);
  }
  finish();
  return cells;
}

/// Compares the cells of one panel and size with each other.
void score_instance(std::size_t methods, std::vector<LeastSquaresCell*>& cells,
                    LeastSquaresInstanceSummary& instance) {
  std::vector<double> falling;
  for (const LeastSquaresCell* cell : cells) {
    instance.best = falling.empty() ? cell->best : std::min(instance.best, cell->best);
    falling.push_back(-cell->average);
  }
  instance.complete = cells.size() == methods && std::all_of(cells.begin(), cells.end(),
                                                             [](const auto* cell) { return cell->complete; });
  const std::vector<double> ranks = descending_ranks(falling);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i]->ratio = instance.best > 0.0 ? cells[i]->average / instance.best : 1.0;
    cells[i]->rank = instance.complete ? ranks[i] : 0.0;
  }
}

/// What a score is made of: the cells of one method on complete instances.
struct LeastSquaresTally {
  std::vector<double> ranks;
  std::vector<double> ratios;
  std::vector<double> seconds;
  std::size_t wins = 0;
  std::size_t best_found = 0;

  void add(const LeastSquaresCell& cell, double least_average, double best) {
    ranks.push_back(cell.rank);
    ratios.push_back(cell.ratio);
    seconds.push_back(cell.mean_seconds);
    wins += reaches_least(cell.average, least_average) ? 1 : 0;
    best_found += reaches_least(cell.best, best) ? 1 : 0;
  }

  LeastSquaresScore score(std::size_t method) const {
    return {method, ranks.size(), mean(ranks), wins, best_found, geometric_mean(ratios), mean(seconds)};
  }
};

std::vector<LeastSquaresScore> scores_of(const std::vector<LeastSquaresTally>& tallies) {
  std::vector<LeastSquaresScore> scores;
  for (std::size_t m = 0; m < tallies.size(); ++m) scores.push_back(tallies[m].score(m));
  return scores;
}

void check_positions(const LeastSquaresComparison& comparison) {
  const std::size_t panels = std::min(comparison.experiment.panels.size(), comparison.panel_methods.size());
  for (const LeastSquaresRun& run : comparison.runs) {
    detail::check_position("panel", run.panel, panels);
    detail::check_position("method", run.method, comparison.methods.size());
  }
  for (const LeastSquaresInstanceSummary& instance : comparison.instances) {
    detail::check_position("panel", instance.panel, panels);
  }
}

}  // namespace

void score_comparison(LeastSquaresComparison& comparison) {
  check_positions(comparison);
  comparison.cells = cells_of(comparison);
  std::map<std::pair<std::size_t, Index>, std::vector<LeastSquaresCell*>> groups;
  for (LeastSquaresCell& cell : comparison.cells) groups[{cell.panel, cell.s}].push_back(&cell);

  std::vector<LeastSquaresTally> all(comparison.methods.size());
  std::vector<std::vector<LeastSquaresTally>> by_panel(comparison.experiment.panels.size(), all);
  for (LeastSquaresInstanceSummary& instance : comparison.instances) {
    std::vector<LeastSquaresCell*>& cells = groups[{instance.panel, instance.s}];
    score_instance(comparison.panel_methods[instance.panel].size(), cells, instance);
    if (!instance.complete) continue;
    double least_average = cells.front()->average;
    for (const LeastSquaresCell* cell : cells) least_average = std::min(least_average, cell->average);
    for (const LeastSquaresCell* cell : cells) {
      all[cell->method].add(*cell, least_average, instance.best);
      by_panel[instance.panel][cell->method].add(*cell, least_average, instance.best);
    }
  }
  comparison.scores = scores_of(all);
  comparison.panel_scores.clear();
  for (const auto& tallies : by_panel) comparison.panel_scores.push_back(scores_of(tallies));
}

}  // namespace lode
