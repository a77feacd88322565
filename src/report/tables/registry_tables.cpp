#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/report/format.hpp>
#include <lode/report/tables.hpp>

#include "report/tables/core_sentence.hpp"
#include "report/tables/json.hpp"
#include "report/tables/option_tables.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_number;

/// Names of the bounds present, in registry order, then any the rows do not know.
std::vector<std::string_view> bound_names(const BoundsReport& report) {
  std::vector<std::string_view> present;
  for (const auto& of_size : report.bounds) {
    for (const subgraph::Bound& bound : of_size) {
      if (std::find(present.begin(), present.end(), bound.name) == present.end()) {
        present.push_back(bound.name);
      }
    }
  }
  const auto rank = [&](std::string_view name) {
    return std::find_if(report.rows.begin(), report.rows.end(),
                        [&](const subgraph::BoundRow& row) { return row.name == name; }) -
           report.rows.begin();
  };
  std::stable_sort(present.begin(), present.end(),
                   [&](std::string_view a, std::string_view b) { return rank(a) < rank(b); });
  return present;
}

double total_seconds(const BoundsReport& report, std::string_view name) {
  double seconds = 0.0;
  for (const auto& of_size : report.bounds) {
    for (const subgraph::Bound& bound : of_size) {
      if (bound.name == name) seconds += bound.seconds;
    }
  }
  return seconds;
}

/// Name, value and further lines, each "  name  value"; empty values are left out.
std::string described(std::string_view title,
                      const std::vector<std::pair<std::string_view, std::string>>& lines) {
  std::string text = fmt::format("{}\n", title);
  for (const auto& [name, value] : lines) {
    if (!value.empty()) text += fmt::format("  {:<10} {}\n", name, value);
  }
  return text;
}

std::string described(const subgraph::BoundRow& row, const std::string& seconds) {
  return described(row.name, {{"proves", std::string(row.statement)},
                              {"cost", std::string(row.cost)},
                              {"time here", seconds},
                              {"source", std::string(row.source)}});
}

Json json_bound_rows(std::span<const subgraph::BoundRow> rows) {
  return detail::json_list(rows, [](const subgraph::BoundRow& row) -> Json {
    return {{"name", row.name},
            {"statement", row.statement},
            {"cost", row.cost},
            {"source", row.source},
            {"cheap", row.cheap}};
  });
}

}  // namespace

std::string bounds_text(const BoundsReport& report) {
  const std::vector<std::string_view> names = bound_names(report);
  const std::string_view unit = report.weighted ? "weight" : "edges";
  Table table;
  table.columns.push_back({"s"});
  for (const std::string_view name : names) table.columns.push_back({std::string(name)});
  table.columns.push_back({"best"});
  table.columns.push_back({"bound", Align::left});
  table.columns.push_back({"density at most"});
  for (const auto& of_size : report.bounds) {
    const subgraph::Bound& best = subgraph::best_bound(of_size);
    std::vector<std::string> row = {std::to_string(best.s)};
    for (const std::string_view name : names) {
      const auto found = std::find_if(of_size.begin(), of_size.end(),
                                      [&](const subgraph::Bound& bound) { return bound.name == name; });
      row.push_back(found == of_size.end() ? "-" : format_weight(found->value));
    }
    row.push_back(format_weight(best.value));
    row.push_back(std::string(best.name));
    row.push_back(format_density(weight_density(best.value, best.s)));
    table.rows.push_back(std::move(row));
  }
  std::string text =
      fmt::format("{}: {}, {}, {}\n{}upper bounds on the {} inside any s vertices\n\n{}",
                  escape_terminal(report.graph), format_plural(report.vertices, "vertex", "vertices"),
                  format_plural(report.edges, "edge", "edges"), report.weighted ? "weighted" : "unweighted",
                  report.core_of ? detail::core_sentence(*report.core_of) : "",
                  report.weighted ? "total weight" : "number of edges", table_text(table));
  for (const subgraph::BoundRow& row : report.rows) {
    if (std::find(names.begin(), names.end(), row.name) == names.end()) continue;
    text += '\n' + described(row, format_seconds(total_seconds(report, row.name)));
  }
  text += fmt::format("\nbest: the smallest, in {}; density at most: best / (s(s-1)/2)\n", unit);
  return text;
}

std::string bounds_json(const BoundsReport& report) {
  Json json = detail::json_document("bounds");
  json["graph"] = {{"name", report.graph},
                   {"vertices", report.vertices},
                   {"edges", report.edges},
                   {"weighted", report.weighted}};
  if (report.core_of) json["core_of"] = detail::json_core_of(*report.core_of);
  const auto json_bound = [](const subgraph::Bound& bound) -> Json {
    return {{"bound", bound.name},
            {"upper_bound", json_number(bound.value)},
            {"seconds", json_number(bound.seconds)}};
  };
  json["results"] = detail::json_list(report.bounds, [&](const auto& of_size) -> Json {
    const subgraph::Bound& best = subgraph::best_bound(of_size);
    return {{"s", best.s},
            {"upper_bound", json_number(best.value)},
            {"bound", best.name},
            {"density_bound", json_number(weight_density(best.value, best.s))},
            {"bounds", detail::json_list(of_size, json_bound)}};
  });
  json["bounds"] = json_bound_rows(report.rows);
  json["seconds"] = {{"total", json_number(report.seconds)}};
  return detail::json_text(json);
}

std::string bounds_csv(const BoundsReport& report) {
  Table table = table_of({"s", "bound", "upper_bound", "density_bound", "best", "seconds"}, Align::right);
  for (const auto& of_size : report.bounds) {
    const subgraph::Bound& best = subgraph::best_bound(of_size);
    for (const subgraph::Bound& bound : of_size) {
      table.rows.push_back({std::to_string(bound.s), std::string(bound.name), format_exact(bound.value),
                            format_exact(weight_density(bound.value, bound.s)),
                            &bound == &best ? "true" : "false", format_exact(bound.seconds)});
    }
  }
  return table_csv(table);
}

std::string methods_text(std::span<const subgraph::MethodRow> methods,
                         std::span<const subgraph::BoundRow> bounds) {
  std::string text = "METHODS\n";
  for (const subgraph::MethodRow& row : methods) {
    text +=
        '\n' + described(row.name,
                         {{"does", std::string(row.summary)},
                          {"objective", std::string(row.objective)},
                          {"guarantee", std::string(row.guarantee)},
                          {"cost", std::string(row.cost)},
                          {"weights", row.weights ? "yes" : "no"},
                          {"start", row.uses_start ? "any" : "its own"},
                          {"monotone", row.monotone ? "yes" : "no"},
                          {"include", row.anchors ? "yes" : "no"},
                          {"connected", row.connected ? "yes" : "no"},
                          {"presets", fmt::format("{}", fmt::join(row.presets, ", "))},
                          {"settings", fmt::format("{}", fmt::join(detail::option_names(row.options), ", "))},
                          {"source", std::string(row.source)}});
  }
  text += "\nUPPER BOUNDS\n";
  for (const subgraph::BoundRow& row : bounds) text += '\n' + described(row, "");
  return text;
}

std::string methods_markdown(std::span<const subgraph::MethodRow> methods,
                             std::span<const subgraph::BoundRow> bounds) {
  Table table =
      table_of({"method", "what it does", "guarantee", "cost", "weights", "include", "connected", "source"},
               Align::left);
  for (const subgraph::MethodRow& row : methods) {
    table.rows.push_back({std::string(row.name), std::string(row.summary), std::string(row.guarantee),
                          std::string(row.cost), row.weights ? "yes" : "no", row.anchors ? "yes" : "no",
                          row.connected ? "yes" : "no", std::string(row.source)});
  }
  std::string text = table_markdown(table) + '\n';
  Table bound_table = table_of({"upper bound", "what it proves", "cost", "source"}, Align::left);
  for (const subgraph::BoundRow& row : bounds) {
    bound_table.rows.push_back(
        {std::string(row.name), std::string(row.statement), std::string(row.cost), std::string(row.source)});
  }
  return text + table_markdown(bound_table);
}

std::string methods_json(std::span<const subgraph::MethodRow> methods,
                         std::span<const subgraph::BoundRow> bounds) {
  Json json = detail::json_document("methods");
  json["methods"] = detail::json_list(methods, [](const subgraph::MethodRow& row) -> Json {
    return {{"name", row.name},           {"summary", row.summary},
            {"objective", row.objective}, {"guarantee", row.guarantee},
            {"cost", row.cost},           {"source", row.source},
            {"presets", row.presets},     {"settings", detail::option_names(row.options)},
            {"weights", row.weights},     {"uses_start", row.uses_start},
            {"monotone", row.monotone},   {"anchors", row.anchors},
            {"connected", row.connected}};
  });
  json["bounds"] = json_bound_rows(bounds);
  return detail::json_text(json);
}

}  // namespace lode
