#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/linalg/portable_math.hpp"
#include "study/compare/comparison.hpp"

namespace lode {
namespace {

bool is_better(double one, double other, Better better) {
  return better == Better::larger ? one > other : one < other;
}

/// True if `value` is no worse than `best`, up to a relative 1e-9 for rounding.
bool reaches(double value, double best, Better better) {
  constexpr double same_score = 1e-9;
  const double room = same_score * std::abs(best);
  return better == Better::larger ? value >= best - room : value <= best + room;
}

ComparisonCell cell_of(const Comparison& comparison, std::span<const ComparisonRun> runs) {
  const ComparisonRun& first = runs.front();
  ComparisonCell cell;
  cell.place = first.place;
  cell.s = first.s;
  cell.method = first.method;
  cell.runs = static_cast<int>(runs.size());
  cell.complete = cell.runs == (comparison.methods[first.method].once ? 1 : comparison.starts);
  const auto mean_of = [&](const auto& value) {
    std::vector<double> values;
    for (const ComparisonRun& run : runs) values.push_back(static_cast<double>(run.*value));
    return mean(values);
  };
  std::vector<const Trace*> traces;
  for (const ComparisonRun& run : runs) {
    traces.push_back(&run.trace);
    const bool cut = run.stop_reason == StopReason::deadline || run.stop_reason == StopReason::interrupted;
    cell.cut_short += cut ? 1 : 0;
    if (&run == &first || is_better(run.objective, cell.best, comparison.better())) cell.best = run.objective;
  }
  cell.average = mean_of(&ComparisonRun::objective);
  cell.mean_seconds = mean_of(&ComparisonRun::seconds);
  cell.mean_seconds_to_best = mean_of(&ComparisonRun::seconds_to_best);
  cell.trace = average_trace(traces, comparison.better());
  return cell;
}

std::vector<ComparisonCell> cells_of(const Comparison& comparison) {
  const std::vector<ComparisonRun>& runs = comparison.runs;
  const auto same_cell = [](const ComparisonRun& a, const ComparisonRun& b) {
    return a.place == b.place && a.s == b.s && a.method == b.method;
  };
  std::vector<ComparisonCell> cells;
  for (auto begin = runs.begin(); begin != runs.end();) {
    const auto end =
        std::find_if_not(begin, runs.end(), [&](const auto& run) { return same_cell(*begin, run); });
    cells.push_back(cell_of(comparison, {begin, end}));
    begin = end;
  }
  return cells;
}

/// Scores the cells of one case and size.
void score_instance(const Comparison& comparison, std::span<ComparisonCell* const> cells,
                    ComparisonInstance& instance) {
  instance.best = 0.0;
  instance.complete = !cells.empty() && cells.size() == comparison.cases[instance.place].methods.size() &&
                      std::ranges::all_of(cells, [](const ComparisonCell* cell) { return cell->complete; });
  if (cells.empty()) return;
  const Better better = comparison.better();
  std::vector<double> averages;
  instance.best = cells.front()->best;
  double best_average = cells.front()->average;
  for (const ComparisonCell* cell : cells) {
    if (is_better(cell->best, instance.best, better)) instance.best = cell->best;
    if (is_better(cell->average, best_average, better)) best_average = cell->average;
    averages.push_back(cell->average);
  }
  const std::vector<double> ranks = ranks_of(averages, better);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    ComparisonCell& cell = *cells[i];
    cell.relative = instance.best > 0.0 ? cell.average / instance.best : 1.0;
    cell.rank = instance.complete ? ranks[i] : 0.0;
    cell.wins = reaches(cell.average, best_average, better);
    cell.best_found = reaches(cell.best, instance.best, better);
  }
}

/// The scores of all methods over the cells of complete instances.
std::vector<ComparisonScore> scores_of(std::size_t methods, std::span<const ComparisonCell* const> cells) {
  std::vector<ComparisonScore> scores(methods);
  for (std::size_t m = 0; m < methods; ++m) {
    ComparisonScore& score = scores[m];
    score.method = m;
    std::vector<double> ranks, relatives, seconds;
    for (const ComparisonCell* cell : cells) {
      if (cell->method != m || cell->rank == 0.0) continue;
      ranks.push_back(cell->rank);
      relatives.push_back(cell->relative);
      seconds.push_back(cell->mean_seconds);
      score.wins += cell->wins ? 1 : 0;
      score.best_found += cell->best_found ? 1 : 0;
    }
    score.instances = ranks.size();
    score.mean_rank = mean(ranks);
    score.relative = geometric_mean(relatives);
    score.mean_seconds = mean(seconds);
  }
  return scores;
}

}  // namespace

std::vector<double> ranks_of(std::span<const double> values, Better better) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return is_better(values[a], values[b], better); });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && reaches(values[order[end]], values[order[begin]], better)) ++end;
    const double shared = (static_cast<double>(begin + 1) + static_cast<double>(end)) / 2.0;
    for (; begin < end; ++begin) ranks[order[begin]] = shared;
  }
  return ranks;
}

double mean(std::span<const double> values) {
  if (values.empty()) return 0.0;
  // Sums differences from the first value, so that the mean of equal values is exact.
  double sum = 0.0;
  for (const double value : values) sum += value - values.front();
  return values.front() + sum / static_cast<double>(values.size());
}

double geometric_mean(std::span<const double> values) {
  double logarithms = 0.0;
  for (const double value : values) {
    if (value <= 0.0) return 0.0;
    logarithms += detail::portable_log(value);
  }
  return values.empty() ? 1.0 : detail::portable_exp(logarithms / static_cast<double>(values.size()));
}

Trace thinned_trace(const Trace& trace, std::size_t limit) {
  if (trace.size() <= limit) return trace;
  Trace kept;
  for (std::size_t i = 0; i < limit; ++i) kept.push_back(trace[i * (trace.size() - 1) / (limit - 1)]);
  return kept;
}

Trace average_trace(std::span<const Trace* const> traces, Better better) {
  struct Step {
    double seconds;
    std::size_t run;
    double weight;
  };
  std::vector<Step> steps;
  for (std::size_t run = 0; run < traces.size(); ++run) {
    for (const TracePoint& point : *traces[run]) steps.push_back({point.seconds, run, point.weight});
  }
  std::ranges::stable_sort(steps, {}, &Step::seconds);
  std::vector<double> now(traces.size(), 0.0);
  std::vector<char> begun(traces.size(), 0);
  std::size_t waiting = traces.size();
  Trace average;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (!std::exchange(begun[step.run], 1)) --waiting;
    now[step.run] = step.weight;
    const bool more_now = i + 1 < steps.size() && steps[i + 1].seconds == step.seconds;
    if (waiting > 0 || more_now) continue;
    const double value = mean(now);
    if (average.empty() || is_better(value, average.back().weight, better)) {
      average.push_back({step.seconds, value, 0});
    }
  }
  return average;
}

void score_comparison(Comparison& comparison) {
  comparison.cells = cells_of(comparison);
  std::map<std::pair<std::size_t, std::uint32_t>, std::vector<ComparisonCell*>> groups;
  std::vector<const ComparisonCell*> all;
  std::vector<std::vector<const ComparisonCell*>> by_case(comparison.cases.size());
  for (ComparisonCell& cell : comparison.cells) {
    groups[{cell.place, cell.s}].push_back(&cell);
    all.push_back(&cell);
    by_case[cell.place].push_back(&cell);
  }
  for (ComparisonInstance& instance : comparison.instances) {
    score_instance(comparison, groups[{instance.place, instance.s}], instance);
  }
  comparison.scores = scores_of(comparison.methods.size(), all);
  comparison.case_scores.clear();
  for (const auto& cells : by_case) {
    comparison.case_scores.push_back(scores_of(comparison.methods.size(), cells));
  }
}

}  // namespace lode
