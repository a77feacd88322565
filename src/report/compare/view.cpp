#include "report/compare/view.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

#include "study/compare/scores.hpp"

namespace lode::detail {
namespace {

/// A share of the largest objective: "99.31 %", and "100 %" only for exactly 1.
std::string share_text(double relative) {
  if (relative < 1.0 && relative >= 0.99995) return "99.99 %";
  return format_percent(relative);
}

/// The excess over the least objective: "best", "+1.25 %", "x 4.5".
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

/// [[seconds, value], ...]
Json json_pairs(const Trace& trace) {
  return json_list(trace, [](const TracePoint& point) -> Json {
    return {json_number(point.seconds), json_number(point.weight)};
  });
}

/// The value of a cell in a table.
double value_of(const ComparisonCell& cell, CellValue value) {
  return value == CellValue::average ? cell.average : cell.best;
}

/// The best value of a case and size.
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

std::vector<ComparisonScore> ranked_scores(const Comparison& comparison) {
  std::vector<ComparisonScore> scores = comparison.scores;
  std::stable_sort(scores.begin(), scores.end(), [](const ComparisonScore& a, const ComparisonScore& b) {
    if ((a.instances == 0) != (b.instances == 0)) return b.instances == 0;
    return a.mean_rank < b.mean_rank;
  });
  return scores;
}

Columns<ComparisonScore> score_columns(const ComparisonView& view) {
  using Score = ComparisonScore;
  Columns<Score> columns;
  // A method without a scored instance has no value and no cell.
  const auto add_scored = [&](const char* key, int place, const char* title, auto value, auto text) {
    columns
        .add(key,
             [value](const Score& score) { return score.instances == 0 ? no_value() : Json(value(score)); })
        .table(place, title, [text](const Score& score) { return score.instances == 0 ? "-" : text(score); });
  };
  const auto add_count = [&](const char* key, int place, const char* title, std::size_t Score::*count) {
    add_scored(
        key, place, title, [count](const Score& score) { return score.*count; },
        [count](const Score& score) { return std::to_string(score.*count); });
  };
  const auto add_number = [&](const char* key, int place, const char* title, double Score::*number,
                              auto text) {
    add_scored(
        key, place, title, [number](const Score& score) { return json_number(score.*number); },
        [number, text](const Score& score) { return text(score.*number); });
  };
  columns.add("method", [&view](const Score& score) { return view.all.methods[score.method].label; })
      .table(1, "method", {}, Align::left);
  columns.add(view.labels.instances_key, [](const Score& score) { return score.instances; })
      .table(5, view.labels.instances);
  add_number("mean_rank", 2, "mean rank", &Score::mean_rank,
             [](double rank) { return format_rounded(rank, 3); });
  add_count("wins", 3, "wins", &Score::wins);
  add_count("best_found", 4, "best found", &Score::best_found);
  add_number(view.labels.relative_key, 6, view.labels.relative_title, &Score::relative, view.labels.relative);
  add_number("mean_seconds", 7, "mean time", &Score::mean_seconds, format_seconds);
  return columns;
}

Columns<ComparisonCell> cell_columns(const ComparisonView& view) {
  using Cell = ComparisonCell;
  const Comparison& all = view.all;
  const bool of_graphs = view.of_graphs();
  Columns<Cell> columns;
  columns.add(view.labels.place, [&all](const Cell& cell) { return all.cases[cell.place].name; });
  columns.add("s", [](const Cell& cell) { return cell.s; });
  columns.add("method", [&all](const Cell& cell) { return all.methods[cell.method].label; });
  columns.add("runs", [](const Cell& cell) { return cell.runs; });
  columns.add("complete", [](const Cell& cell) { return cell.complete; });
  columns.add("cut_short", [](const Cell& cell) { return cell.cut_short; });
  columns.add(of_graphs ? "average_weight" : "average",
              [](const Cell& cell) { return json_number(cell.average); });
  columns.add(of_graphs ? "best_weight" : "best", [](const Cell& cell) { return json_number(cell.best); });
  if (of_graphs) {
    columns.add("average_edges", [](const Cell& cell) { return json_number(cell.average_edges); });
    columns.add("best_edges", [](const Cell& cell) { return cell.best_edges; });
  }
  columns.add(view.labels.relative_key, [](const Cell& cell) { return json_number(cell.relative); });
  columns.add("rank",
              [](const Cell& cell) { return cell.rank > 0.0 ? json_number(cell.rank) : Json(nullptr); });
  columns.add("mean_seconds", [](const Cell& cell) { return json_number(cell.mean_seconds); });
  columns.add("mean_seconds_to_best",
              [](const Cell& cell) { return json_number(cell.mean_seconds_to_best); });
  columns.add("trace", [](const Cell& cell) { return json_pairs(cell.trace); });
  return columns;
}

Columns<ComparisonInstance> instance_columns(const ComparisonView& view) {
  using Instance = ComparisonInstance;
  Columns<Instance> columns;
  columns.add(view.labels.place,
              [&all = view.all](const Instance& instance) { return all.cases[instance.place].name; });
  columns.add("s", [](const Instance& instance) { return instance.s; });
  columns.add(view.of_graphs() ? "best_weight" : "best",
              [](const Instance& instance) { return json_number(instance.best); });
  if (view.of_graphs()) {
    columns.add("upper_bound", [](const Instance& instance) { return json_number(instance.bound.value); });
    columns.add("bound", [](const Instance& instance) { return instance.bound.name; });
  }
  columns.add("complete", [](const Instance& instance) { return instance.complete; });
  return columns;
}

Table score_table(const ComparisonView& view) {
  return text_table(score_columns(view), ranked_scores(view.all));
}

std::vector<CellValue> values_shown(const ComparisonView& view) {
  if (!view.of_graphs() || view.all.starts == 1) return {CellValue::average};
  return {CellValue::average, CellValue::best};
}

std::string value_title(const ComparisonView& view, std::size_t place, CellValue value) {
  return fmt::format("{}, {} {} (* {})", view.objective_name(place),
                     value == CellValue::average ? "average over" : "best of",
                     format_plural(static_cast<std::uint64_t>(view.all.starts), "start", "starts"),
                     view.labels.best);
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
