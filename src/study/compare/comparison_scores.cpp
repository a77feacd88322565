#include <algorithm>
#include <map>

#include <lode/study/comparison.hpp>

#include "study/compare/position_check.hpp"
#include "study/compare/scores.hpp"

namespace lode {
namespace {

using RunList = std::vector<const ComparisonRun*>;

ComparisonCell cell_of(const Comparison& comparison, const RunList& runs) {
  const ComparisonRun& first = *runs.front();
  ComparisonCell cell;
  cell.graph = first.graph;
  cell.s = first.s;
  cell.method = first.method;
  cell.runs = static_cast<int>(runs.size());
  cell.complete = cell.runs == (comparison.methods[first.method].once ? 1 : comparison.starts);
  std::vector<double> weights;
  std::vector<double> edges;
  std::vector<double> seconds;
  std::vector<double> seconds_to_best;
  std::vector<const Trace*> traces;
  for (const ComparisonRun* run : runs) {
    weights.push_back(run->solution.weight);
    edges.push_back(static_cast<double>(run->solution.edges));
    seconds.push_back(run->solution.seconds);
    seconds_to_best.push_back(run->solution.seconds_to_best);
    traces.push_back(&run->solution.trace);
    if (run == runs.front() || run->solution.weight > cell.best) {
      cell.best = run->solution.weight;
      cell.best_edges = run->solution.edges;
    }
  }
  cell.average = mean(weights);
  cell.average_edges = mean(edges);
  cell.mean_seconds = mean(seconds);
  cell.mean_seconds_to_best = mean(seconds_to_best);
  cell.trace = average_trace(traces);
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
      if (last.graph != run.graph || last.s != run.s || last.method != run.method) finish();
    }
    runs.push_back(&run);
  }
  finish();
  return cells;
}

/// Compares the cells of one graph and size with each other.
void score_instance(const ComparisonGraph& graph, std::vector<ComparisonCell*>& cells,
                    ComparisonInstance& instance) {
  instance.best = 0.0;
  std::vector<double> averages;
  for (const ComparisonCell* cell : cells) {
    instance.best = std::max(instance.best, cell->best);
    averages.push_back(cell->average);
  }
  instance.complete =
      cells.size() == graph.methods.size() &&
      std::all_of(cells.begin(), cells.end(), [](const auto* cell) { return cell->complete; });
  const std::vector<double> ranks = descending_ranks(averages);
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

  void add(const ComparisonCell& cell, double largest_average, double best) {
    ranks.push_back(cell.rank);
    relatives.push_back(cell.relative);
    seconds.push_back(cell.mean_seconds);
    wins += reaches_largest(cell.average, largest_average) ? 1 : 0;
    best_found += reaches_largest(cell.best, best) ? 1 : 0;
  }

  ComparisonScore score(std::size_t method) const {
    ComparisonScore score;
    score.method = method;
    score.instances = ranks.size();
    score.mean_rank = mean(ranks);
    score.wins = wins;
    score.best_found = best_found;
    score.relative = geometric_mean(relatives);
    score.mean_seconds = mean(seconds);
    return score;
  }
};

std::vector<ComparisonScore> scores_of(const std::vector<Tally>& tallies) {
  std::vector<ComparisonScore> scores;
  for (std::size_t m = 0; m < tallies.size(); ++m) scores.push_back(tallies[m].score(m));
  return scores;
}

void check_positions(const Comparison& comparison) {
  for (const ComparisonRun& run : comparison.runs) {
    detail::check_position("graph", run.graph, comparison.graphs.size());
    detail::check_position("method", run.method, comparison.methods.size());
  }
  for (const ComparisonInstance& instance : comparison.instances) {
    detail::check_position("graph", instance.graph, comparison.graphs.size());
  }
}

}  // namespace

void score_comparison(Comparison& comparison) {
  check_positions(comparison);
  comparison.cells = cells_of(comparison);
  std::map<std::pair<std::size_t, Vertex>, std::vector<ComparisonCell*>> groups;
  for (ComparisonCell& cell : comparison.cells) groups[{cell.graph, cell.s}].push_back(&cell);

  const std::size_t methods = comparison.methods.size();
  std::vector<Tally> all(methods);
  std::vector<std::vector<Tally>> by_graph(comparison.graphs.size(), all);
  for (ComparisonInstance& instance : comparison.instances) {
    std::vector<ComparisonCell*>& cells = groups[{instance.graph, instance.s}];
    score_instance(comparison.graphs[instance.graph], cells, instance);
    if (!instance.complete) continue;
    double largest_average = 0.0;
    for (const ComparisonCell* cell : cells) largest_average = std::max(largest_average, cell->average);
    for (const ComparisonCell* cell : cells) {
      all[cell->method].add(*cell, largest_average, instance.best);
      by_graph[instance.graph][cell->method].add(*cell, largest_average, instance.best);
    }
  }
  comparison.scores = scores_of(all);
  comparison.graph_scores.clear();
  for (const auto& tallies : by_graph) comparison.graph_scores.push_back(scores_of(tallies));
}

}  // namespace lode
