#include "report/compare/comparison_view.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/report/format.hpp>

#include "study/compare/scores.hpp"

namespace lode::detail {
namespace {

/// A share of the largest objective: "99.31 %", and "100 %" only for a full 1.
std::string share_text(double relative) {
  if (relative < 1.0 && relative >= 0.99995) return "99.99 %";
  return format_percent(relative);
}

/// What is above the least objective: "best", "+1.25 %", "x 4.5".
std::string excess_text(double relative) {
  if (!std::isfinite(relative)) return "n/a";
  if (relative < 1.0 + 5e-7) return "best";
  if (relative >= 2.0) return "x " + format_rounded(relative, 3);
  return "+" + format_percent(relative - 1.0);
}

constexpr ComparisonLabels graph_labels = {"compare",  "graph",    "graphs",   "size",      "sizes",
                                           "largest",  "larger",   "averages", "instances", "relative",
                                           "relative", "Relative", share_text};
constexpr ComparisonLabels least_squares_labels = {
    "lsq compare",        "panel",    "panels", "problem", "problems", "least",    "less",
    "average objectives", "problems", "ratio",  "excess",  "Excess",   excess_text};

std::string edge_average(double value) {
  if (value == std::floor(value)) return format_weight(value);
  return std::isfinite(value) ? fmt::format("{:.1f}", value) : "n/a";
}

std::string size_title(const ComparisonView& view, std::uint32_t s) {
  if (view.of_graphs()) return fmt::format("s={}", s);
  return s > 0 ? fmt::format("s = {}", s) : "objective";
}

}  // namespace

ComparisonView::ComparisonView(const Comparison& comparison)
    : all(comparison), labels(of_graphs() ? graph_labels : least_squares_labels) {
  for (const ComparisonCell& cell : all.cells) cells_.try_emplace({cell.place, cell.s, cell.method}, &cell);
  for (const ComparisonInstance& instance : all.instances) {
    instances_.try_emplace({instance.place, instance.s}, &instance);
  }
}

const ComparisonCell* ComparisonView::cell(std::size_t place, std::uint32_t s, std::size_t method) const {
  const auto found = cells_.find({place, s, method});
  return found == cells_.end() ? nullptr : found->second;
}

const ComparisonInstance& ComparisonView::instance(std::size_t place, std::uint32_t s) const {
  const auto found = instances_.find({place, s});
  if (found == instances_.end()) throw InternalError("a comparison lacks a size");
  return *found->second;
}

std::string ComparisonView::objective(std::size_t place, double value) const {
  if (!of_graphs()) return format_rounded(value, 7);
  return all.graphs[place].weighted ? format_weight(value) : edge_average(value);
}

std::string ComparisonView::objective_name(std::size_t place) const {
  if (!of_graphs()) return "objective";
  return all.graphs[place].weighted ? "weight" : "edges";
}

std::string ComparisonView::time(double seconds) const {
  return format_seconds(seconds) + (all.parallel ? " *" : "");
}

std::vector<ComparisonScore> ranked_scores(const Comparison& comparison) {
  std::vector<ComparisonScore> scores = comparison.scores;
  std::stable_sort(scores.begin(), scores.end(), [](const ComparisonScore& a, const ComparisonScore& b) {
    if ((a.instances == 0) != (b.instances == 0)) return b.instances == 0;
    return a.mean_rank < b.mean_rank;
  });
  return scores;
}

SourceWords source_words(const LeastSquaresSource& source) {
  switch (source.kind) {
    case LeastSquaresSource::Kind::regression:
      return {std::string(to_string(source.regression.design)),
              std::string(to_string(source.regression.noise)), source.regression.seed};
    case LeastSquaresSource::Kind::uniform:
      return {"uniform", "uniform", source.uniform.seed};
    case LeastSquaresSource::Kind::given:
      return {"given", "given", 0};
  }
  return {};
}

std::vector<Column<ComparisonRun>> run_columns(const ComparisonView& view) {
  using Run = ComparisonRun;
  const Comparison& all = view.all;
  std::vector<Column<Run>> columns;
  const auto add = [&](const char* key, auto value) { columns.push_back({"", key, {}, value}); };
  const auto add_json = [&](const char* key, auto value) {
    columns.push_back({"", key, {}, value, ColumnFiles::json});
  };
  const auto add_outcome = [&] {
    add("seconds", [](const Run& run) { return json_number(run.seconds); });
    add("seconds_to_best", [](const Run& run) { return json_number(run.seconds_to_best); });
    add("stop_reason", [](const Run& run) -> Json { return to_string(run.stop_reason); });
    add("iterations", [](const Run& run) -> Json { return run.iterations; });
  };
  const auto add_start = [&] {
    add("start", [](const Run& run) -> Json { return run.start; });
    add("seed", [](const Run& run) -> Json { return run.seed; });
  };
  add(view.labels.place, [&all](const Run& run) -> Json { return all.cases[run.place].name; });
  if (view.of_graphs()) {
    add("s", [](const Run& run) -> Json { return run.s; });
    add("method", [&all](const Run& run) -> Json { return all.methods[run.method].name; });
    add("preset", [&all](const Run& run) -> Json { return all.methods[run.method].preset(); });
    add_start();
    add("edges", [](const Run& run) -> Json { return run.edges; });
    add("weight", [](const Run& run) { return json_number(run.objective); });
    add("density", [](const Run& run) { return json_number(weight_density(run.objective, run.s)); });
    add_json("average_degree",
             [](const Run& run) { return json_number(average_degree(run.objective, run.s)); });
    add("upper_bound",
        [&view](const Run& run) { return json_number(view.instance(run.place, run.s).bound.value); });
    add("bound", [&view](const Run& run) -> Json { return view.instance(run.place, run.s).bound.name; });
    add_outcome();
    add("parallel", [](const Run& run) -> Json { return run.parallel; });
    add_json("vertices", [&all](const Run& run) {
      const bool labels = all.graphs[run.place].labels;
      return json_list(run.names, [&](const std::string& name) { return json_name(name, labels); });
    });
    add_json("trace", [](const Run& run) { return json_trace(run.trace); });
    return columns;
  }
  const auto add_panel = [&](const char* key, auto value) {
    const auto of_run = [&all, value](const Run& run) -> Json {
      return value(all.experiment.panels[run.place]);
    };
    columns.push_back({"", key, {}, of_run, ColumnFiles::csv});
  };
  using Panel = LeastSquaresPanel;
  add_panel("rows", [](const Panel& panel) { return panel.source.rows(); });
  add_panel("columns", [](const Panel& panel) { return panel.source.columns(); });
  add_panel("design", [](const Panel& panel) { return source_words(panel.source).design; });
  add_panel("noise", [](const Panel& panel) { return source_words(panel.source).noise; });
  add_panel("instance_seed", [](const Panel& panel) { return source_words(panel.source).seed; });
  add_panel("constraint", [](const Panel& panel) { return to_string(panel.constraint); });
  add("s", [](const Run& run) -> Json { return run.s; });
  add_panel("lambda", [](const Panel& panel) { return json_number(panel.lambda); });
  add_panel("start_scale",
            [](const Panel& panel) { return panel.start_scale ? Json(*panel.start_scale) : Json("own"); });
  add("method", [&all](const Run& run) -> Json { return all.methods[run.method].label; });
  add_start();
  add("objective", [](const Run& run) { return json_number(run.objective); });
  add("nonzeros", [](const Run& run) -> Json { return run.support.size(); });
  add_outcome();
  add_json("support", [](const Run& run) -> Json { return run.support; });
  add_json("x", [](const Run& run) -> Json { return run.x; });
  add_json("trace", [](const Run& run) {
    return json_list(run.trace, [](const TracePoint& point) -> Json {
      return {json_number(point.seconds), json_number(point.weight)};
    });
  });
  return columns;
}

std::vector<Column<ComparisonScore>> score_columns(const ComparisonView& view) {
  using Score = ComparisonScore;
  std::vector<Column<Score>> columns;
  const auto add = [&](const char* title, const char* key, auto text, auto value) {
    const auto scored = [text](const Score& score) -> std::string {
      return score.instances == 0 ? "-" : text(score);
    };
    columns.push_back({title, key, scored, value});
  };
  const auto add_count = [&](const char* title, const char* key, std::size_t Score::*count) {
    add(
        title, key, [count](const Score& score) { return std::to_string(score.*count); },
        [count](const Score& score) -> Json { return score.*count; });
  };
  const auto label = [&view](const Score& score) { return view.all.methods[score.method].label; };
  columns.push_back({"method", "method", label, label, ColumnFiles::all, Align::left});
  add_count(view.labels.instances, view.labels.instances_key, &Score::instances);
  columns.back().text = [](const Score& score) { return std::to_string(score.instances); };
  add(
      "mean rank", "mean_rank", [](const Score& score) { return format_rounded(score.mean_rank, 3); },
      [](const Score& score) { return json_number(score.mean_rank); });
  add_count("wins", "wins", &Score::wins);
  add_count("best found", "best_found", &Score::best_found);
  add(
      view.labels.relative_title, view.labels.relative_key,
      [&view](const Score& score) { return view.labels.relative(score.relative); },
      [](const Score& score) { return json_number(score.relative); });
  add(
      "mean time", "mean_seconds", [&view](const Score& score) { return view.time(score.mean_seconds); },
      [](const Score& score) { return json_number(score.mean_seconds); });
  return columns;
}

Table score_table(const ComparisonView& view) {
  return text_table(
      picked(score_columns(view), {"method", "mean_rank", "wins", "best_found", view.labels.instances_key,
                                   view.labels.relative_key, "mean_seconds"}),
      ranked_scores(view.all));
}

double value_of(const ComparisonCell& cell, CellValue value) {
  return value == CellValue::average ? cell.average : cell.best;
}

double best_value(const ComparisonView& view, std::size_t place, std::uint32_t s, CellValue value) {
  std::optional<double> best;
  for (const std::size_t m : view.all.cases[place].methods) {
    const ComparisonCell* cell = view.cell(place, s, m);
    if (!cell) continue;
    const double its = value_of(*cell, value);
    best = !best ? its : view.of_graphs() ? std::max(*best, its) : std::min(*best, its);
  }
  return best.value_or(0.0);
}

Table cell_table(const ComparisonView& view, std::size_t place, const std::vector<std::uint32_t>& sizes,
                 CellValue value) {
  Table table;
  table.columns = {{"method", Align::left}};
  for (const std::uint32_t s : sizes) table.columns.push_back({size_title(view, s)});
  for (const std::size_t m : view.all.cases[place].methods) {
    table.rows.push_back({view.all.methods[m].label});
  }
  if (view.of_graphs()) table.rows.push_back({"upper bound"});
  for (const std::uint32_t s : sizes) {
    const double best = best_value(view, place, s, value);
    auto row = table.rows.begin();
    for (const std::size_t m : view.all.cases[place].methods) {
      const ComparisonCell* cell = view.cell(place, s, m);
      (row++)->push_back(!cell ? "- "
                               : view.objective(place, value_of(*cell, value)) +
                                     (reaches(value_of(*cell, value), best, view.all.better()) ? "*" : " "));
    }
    if (view.of_graphs()) row->push_back(format_weight(view.instance(place, s).bound.value) + " ");
  }
  return table;
}

}  // namespace lode::detail
