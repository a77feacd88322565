#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/report/format.hpp>
#include <lode/report/least_squares_report.hpp>
#include <lode/report/tables.hpp>

#include "report/tables/answer_words.hpp"
#include "report/tables/json.hpp"
#include "report/tables/table.hpp"

// Tables of the registered methods, of graphs and of least squares, and of upper bounds.

namespace lode {
namespace {

using detail::Columns;
using detail::Json;
using detail::json_number;

/// Adds a column of words as a line, and to the table if `place` > 0.
template <class Row>
void add_words(Columns<Row>& columns, std::string_view Row::*words, const char* key, const char* line,
               int place = 0, const char* title = "") {
  columns.add(key, [=](const Row& row) { return row.*words; })
      .table(place, title, {}, Align::left)
      .tell(line, [=](const Row& row) { return std::string(row.*words); });
}

/// Adds a column of yes and no.
template <class Row>
void add_flag(Columns<Row>& columns, bool Row::*flag, const char* key, const char* line, int place = 0) {
  const auto text = [=](const Row& row) { return row.*flag ? "yes" : "no"; };
  columns.add(key, [=](const Row& row) { return row.*flag; })
      .table(place, line, text, Align::left)
      .tell(line, text);
}

/// Adds a column of lists of words.
template <class Row, class Words>
void add_list(Columns<Row>& columns, const char* key, const Words& words, int place = 0) {
  const auto text = [=](const Row& row) { return fmt::format("{}", fmt::join(words(row), ", ")); };
  columns.add(key, words).table(place, key, text, Align::left).tell(key, text);
}

/// Adds the columns common to methods of both kinds; the source comes last.
template <class Row>
void add_settings(Columns<Row>& columns, int source_place) {
  add_list(columns, "presets", [](const Row& row) { return row.presets; });
  add_list(columns, "settings", [](const Row& row) {
    std::vector<std::string_view> names;
    for (const OptionInfo& option : row.options) names.push_back(option.name);
    return names;
  });
  add_words(columns, &Row::source, "source", "source", source_place, "source");
}

template <class Row>
void add_start(Columns<Row>& columns) {
  columns.add("uses_start", [](const Row& row) { return row.uses_start; }).tell("start", [](const Row& row) {
    return row.uses_start ? "any" : "its own";
  });
}

Columns<subgraph::MethodRow> method_columns() {
  using Row = subgraph::MethodRow;
  Columns<Row> columns;
  columns.add("name", [](const Row& row) { return row.name; }).table(1, "method", {}, Align::left);
  add_words(columns, &Row::summary, "summary", "does", 2, "what it does");
  add_words(columns, &Row::objective, "objective", "objective");
  add_words(columns, &Row::guarantee, "guarantee", "guarantee", 3, "guarantee");
  add_words(columns, &Row::cost, "cost", "cost", 4, "cost");
  add_flag(columns, &Row::weights, "weights", "weights", 5);
  add_flag(columns, &Row::signs, "signs", "signs", 6);
  add_start(columns);
  add_flag(columns, &Row::monotone, "monotone", "monotone");
  add_flag(columns, &Row::anchors, "anchors", "include", 7);
  add_flag(columns, &Row::connected, "connected", "connected", 8);
  add_settings(columns, 9);
  return columns;
}

Columns<least_squares::MethodRow> least_squares_method_columns() {
  using Row = least_squares::MethodRow;
  Columns<Row> columns;
  columns.add("name", [](const Row& row) { return row.name; }).table(1, "method", {}, Align::left);
  add_words(columns, &Row::summary, "summary", "does", 2, "what it does");
  const auto constraints = [](const Row& row) {
    std::vector<std::string_view> names;
    for (const auto kind : row.constraints) names.push_back(to_string(kind));
    return names;
  };
  add_list(columns, "constraints", constraints, 3);
  add_words(columns, &Row::guarantee, "guarantee", "guarantee", 4, "guarantee");
  add_words(columns, &Row::cost, "cost", "cost", 5, "cost");
  add_start(columns);
  add_flag(columns, &Row::monotone, "monotone", "monotone");
  add_flag(columns, &Row::logistic, "logistic", "logistic");
  add_settings(columns, 6);
  return columns;
}

Columns<subgraph::BoundRow> bound_columns() {
  using Row = subgraph::BoundRow;
  Columns<Row> columns;
  columns.add("name", [](const Row& row) { return row.name; }).table(1, "upper bound", {}, Align::left);
  add_words(columns, &Row::statement, "statement", "proves", 2, "what it proves");
  add_words(columns, &Row::cost, "cost", "cost", 3, "cost");
  add_flag(columns, &Row::signs, "signs", "signs", 4);
  add_words(columns, &Row::source, "source", "source", 5, "source");
  columns.add("cheap", [](const Row& row) { return row.cheap; });
  return columns;
}

/// Names of the bounds present, in registry order, then names unknown to the rows.
std::vector<std::string_view> bound_names(const BoundsReport& report) {
  std::vector<std::string_view> present;
  for (const auto& of_size : report.bounds) {
    for (const subgraph::Bound& bound : of_size) {
      if (std::ranges::count(present, bound.name) == 0) present.push_back(bound.name);
    }
  }
  std::ranges::stable_sort(present, {}, [&](std::string_view name) {
    return std::ranges::find(report.rows, name, &subgraph::BoundRow::name) - report.rows.begin();
  });
  return present;
}

/// The columns of a size: all of its bounds. The bounds of `names` have columns of the table.
Columns<std::vector<subgraph::Bound>> size_columns(const BoundsReport& report,
                                                   const std::vector<std::string_view>& names) {
  using Bounds = const std::vector<subgraph::Bound>&;
  const auto best = [](Bounds all) -> const subgraph::Bound& { return subgraph::best_bound(all); };
  const auto density = [=](Bounds all) { return weight_density(best(all).value, best(all).s); };
  Columns<std::vector<subgraph::Bound>> columns;
  int place = 1;
  columns.add("s", [=](Bounds all) { return best(all).s; }).table(place++, "s");
  for (const std::string_view name : names) {
    columns.text("", {}).table(place++, std::string(name), [=](Bounds all) {
      const auto found = std::ranges::find(all, name, &subgraph::Bound::name);
      return found == all.end() ? "-" : format_weight(found->value);
    });
  }
  columns.add("bound", [=](Bounds all) { return json_number(best(all).value); })
      .table(place++, "best", [=](Bounds all) { return format_weight(best(all).value); });
  columns.add("bound_rule", [=](Bounds all) { return best(all).name; })
      .table(place++, "bound", {}, Align::left);
  columns
      .add(report.weighted ? "weight_per_pair_bound" : "edge_density_bound",
           [=](Bounds all) { return json_number(density(all)); })
      .table(place++, report.weighted ? "weight per pair at most" : "edge density at most",
             [=](Bounds all) { return format_density(density(all)); });
  columns.json("bounds", [](Bounds all) {
    return detail::json_list(all, [](const subgraph::Bound& bound) -> Json {
      return {{"bound", json_number(bound.value)},
              {"bound_rule", bound.name},
              {"seconds", json_number(bound.seconds)}};
    });
  });
  return columns;
}

}  // namespace

std::string bounds_text(const BoundsReport& report) {
  const std::vector<std::string_view> names = bound_names(report);
  std::string text =
      fmt::format("{}: {}, {}, {}\n{}upper bounds on the {} inside any s vertices\n\n{}",
                  escape_terminal(report.graph), format_plural(report.vertices, "vertex", "vertices"),
                  format_plural(report.edges, "edge", "edges"), report.weighted ? "weighted" : "unweighted",
                  report.core_of ? detail::core_sentence(*report.core_of) : "",
                  report.weighted ? "total weight" : "number of edges",
                  table_text(detail::text_table(size_columns(report, names), report.bounds)));
  std::vector<subgraph::BoundRow> rows(report.rows.begin(), report.rows.end());
  std::erase_if(rows, [&](const auto& row) { return std::ranges::count(names, row.name) == 0; });
  if (!rows.empty()) text += '\n' + detail::blocks_text(bound_columns(), rows, 10);
  text += fmt::format("\nbest: the smallest, in {}; {} at most: best / (s(s-1)/2)\n",
                      report.weighted ? "weight" : "edges", detail::density_words(report.weighted));
  return text;
}

std::string bounds_json(const BoundsReport& report) {
  Json json = detail::json_document("bounds");
  json["graph"] = {{"name", report.graph},
                   {"vertices", report.vertices},
                   {"edges", report.edges},
                   {"weighted", report.weighted}};
  if (report.core_of) json["core_of"] = detail::json_core_of(*report.core_of);
  json["results"] = size_columns(report, {}).objects(report.bounds);
  json["bounds"] = bound_columns().objects(report.rows);
  json["seconds"] = {{"total", json_number(report.seconds)}};
  return detail::json_text(json);
}

std::string bounds_csv(const BoundsReport& report) {
  using Row = std::pair<const subgraph::Bound*, bool>;  // a bound; whether it is the best of its size
  std::vector<Row> rows;
  for (const auto& of_size : report.bounds) {
    const subgraph::Bound* const best = &subgraph::best_bound(of_size);
    for (const subgraph::Bound& bound : of_size) rows.emplace_back(&bound, &bound == best);
  }
  Columns<Row> columns;
  columns.add("s", [](const Row& row) { return row.first->s; });
  columns.add("bound_rule", [](const Row& row) { return row.first->name; });
  columns.add("bound", [](const Row& row) { return json_number(row.first->value); });
  columns.add(report.weighted ? "weight_per_pair_bound" : "edge_density_bound",
              [](const Row& row) { return json_number(weight_density(row.first->value, row.first->s)); });
  columns.add("best", [](const Row& row) { return row.second; });
  columns.add("seconds", [](const Row& row) { return json_number(row.first->seconds); });
  return detail::csv_rows(columns, rows);
}

std::string methods_table(std::string_view format, std::span<const subgraph::MethodRow> methods,
                          std::span<const subgraph::BoundRow> bounds) {
  const auto methods_by = method_columns();
  const auto bounds_by = bound_columns();
  if (format == "markdown") {
    return table_markdown(detail::text_table(methods_by, methods)) + '\n' +
           table_markdown(detail::text_table(bounds_by, bounds));
  }
  if (format != "json") {
    return "METHODS\n\n" + detail::blocks_text(methods_by, methods, 10) + "\nUPPER BOUNDS\n\n" +
           detail::blocks_text(bounds_by, bounds, 10);
  }
  Json json = detail::json_document("methods");
  json["methods"] = methods_by.objects(methods);
  json["bounds"] = bounds_by.objects(bounds);
  return detail::json_text(json);
}

std::string least_squares_methods_table(std::string_view format,
                                        std::span<const least_squares::MethodRow> methods) {
  const auto columns = least_squares_method_columns();
  if (format == "markdown") return table_markdown(detail::text_table(columns, methods));
  if (format != "json") return detail::blocks_text(columns, methods, 12);
  Json json = detail::json_document("lsq methods");
  json["methods"] = columns.objects(methods);
  return detail::json_text(json);
}

}  // namespace lode
