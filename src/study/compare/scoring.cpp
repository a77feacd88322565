#include <algorithm>
#include <map>

#include <lode/core/error.hpp>
#include <lode/study/compare.hpp>

#include "study/compare/scores.hpp"

namespace lode {
namespace {

using RunList = std::vector<const ComparisonRun*>;

bool is_better(double one, double other, Better better) {
  return better == Better::larger ? one > other : one < other;
}

ComparisonCell cell_of(const Comparison& comparison, const RunList& runs) {
  const ComparisonRun& first = *runs.front();
  ComparisonCell cell;
  cell.place = first.place;
  cell.s = first.s;
  cell.method = first.method;
  cell.runs = static_cast<int>(runs.size());
  cell.complete = cell.runs == (comparison.methods[first.method].once ? 1 : comparison.starts);
  const auto mean_of = [&](const auto& value) {
    std::vector<double> values;
    for (const ComparisonRun* run : runs) values.push_back(value(*run));
    return mean(values);
  };
  std::vector<const Trace*> traces;
  for (const ComparisonRun* run : runs) {
    traces.push_back(&run->trace);
    const bool cut = run->stop_reason == StopReason::deadline || run->stop_reason == StopReason::interrupted;
    cell.cut_short += cut ? 1 : 0;
    if (run == runs.front() || is_better(run->objective, cell.best, comparison.better())) {
      cell.best = run->objective;
      cell.best_edges = run->edges;
    }
  }
  cell.average = mean_of([](const ComparisonRun& run) { return run.objective; });
  cell.average_edges = mean_of([](const ComparisonRun& run) { return static_cast<double>(run.edges); });
  cell.mean_seconds = mean_of([](const ComparisonRun& run) { return run.seconds; });
  cell.mean_seconds_to_best = mean_of([](const ComparisonRun& run) { return run.seconds_to_best; });
  cell.trace = average_trace(traces, comparison.better());
  return cell;
}

std::vector<ComparisonCell> cells_of(const Comparison& comparison) {
  std::vector<ComparisonCell> cells;
  RunList runs;
  const auto finish = [&] {
    if (!runs.empty()) cells.push_back(cell_of(comparison, runs));
    runs.clear();
  };
  for (const ComparisonRun& run : comparison.runs) {
    if (!runs.empty()) {
      const ComparisonRun& last = *runs.back();
      if (last.place != run.place || last.s != run.s || last.method != run.method) finish();
    }
    runs.push_back(&run);
  }
  finish();
  return cells;
}

/// Compares the cells of one case and size with each other.
void score_instance(const Comparison& comparison, std::vector<ComparisonCell*>& cells,
                    ComparisonInstance& instance) {
  instance.best = cells.empty() ? 0.0 : cells.front()->best;
  std::vector<double> averages;
  for (const ComparisonCell* cell : cells) {
    if (is_better(cell->best, instance.best, comparison.better())) instance.best = cell->best;
    averages.push_back(cell->average);
  }
  instance.complete =
      cells.size() == comparison.cases[instance.place].methods.size() &&
      std::all_of(cells.begin(), cells.end(), [](const auto* cell) { return cell->complete; });
  const std::vector<double> ranks = ranks_of(averages, comparison.better());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i]->relative = instance.best > 0.0 ? cells[i]->average / instance.best : 1.0;
    cells[i]->rank = instance.complete ? ranks[i] : 0.0;
  }
}

/// What a score is made of: the cells of one method on complete instances.
struct Tally {
  std::vector<double> ranks;
  std::vector<double> relatives;
  std::vector<double> seconds;
  std::size_t wins = 0;
  std::size_t best_found = 0;

  void add(const ComparisonCell& cell, bool won, bool reached) {
    ranks.push_back(cell.rank);
    relatives.push_back(cell.relative);
    seconds.push_back(cell.mean_seconds);
    wins += won ? 1 : 0;
    best_found += reached ? 1 : 0;
  }
};

std::vector<ComparisonScore> scores_of(const std::vector<Tally>& tallies) {
  std::vector<ComparisonScore> scores;
  scores.reserve(tallies.size());
  for (const Tally& tally : tallies) {
    scores.push_back({scores.size(), tally.ranks.size(), mean(tally.ranks), tally.wins, tally.best_found,
                      geometric_mean(tally.relatives), mean(tally.seconds)});
  }
  return scores;
}

void check_position(const char* name, std::size_t position, std::size_t count) {
  if (position < count) return;
  throw InvalidArgument(std::string("position of a ") + name, std::to_string(position),
                        "is not below " + std::to_string(count) + ", their number");
}

void check_positions(const Comparison& comparison) {
  const char* name = comparison.kind == ComparisonKind::graphs ? "graph" : "panel";
  for (const ComparisonRun& run : comparison.runs) {
    check_position(name, run.place, comparison.cases.size());
    check_position("method", run.method, comparison.methods.size());
  }
  for (const ComparisonInstance& instance : comparison.instances) {
    check_position(name, instance.place, comparison.cases.size());
  }
}

}  // namespace

void score_comparison(Comparison& comparison) {
  check_positions(comparison);
  const Better better = comparison.better();
  comparison.cells = cells_of(comparison);
  std::map<std::pair<std::size_t, std::uint32_t>, std::vector<ComparisonCell*>> groups;
  for (ComparisonCell& cell : comparison.cells) groups[{cell.place, cell.s}].push_back(&cell);

  std::vector<Tally> all(comparison.methods.size());
  std::vector<std::vector<Tally>> by_case(comparison.cases.size(), all);
  for (ComparisonInstance& instance : comparison.instances) {
    std::vector<ComparisonCell*>& cells = groups[{instance.place, instance.s}];
    score_instance(comparison, cells, instance);
    if (!instance.complete || cells.empty()) continue;
    double best_average = cells.front()->average;
    for (const ComparisonCell* cell : cells) {
      if (is_better(cell->average, best_average, better)) best_average = cell->average;
    }
    for (const ComparisonCell* cell : cells) {
      const bool won = reaches(cell->average, best_average, better);
      const bool reached = reaches(cell->best, instance.best, better);
      all[cell->method].add(*cell, won, reached);
      by_case[instance.place][cell->method].add(*cell, won, reached);
    }
  }
  comparison.scores = scores_of(all);
  comparison.case_scores.clear();
  for (const auto& tallies : by_case) comparison.case_scores.push_back(scores_of(tallies));
}

}  // namespace lode
