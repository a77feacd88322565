#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/report/format.hpp>
#include <lode/report/least_squares_report.hpp>

#include "report/tables/json.hpp"
#include "report/tables/option_tables.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::Json;

template <class List>
std::string joined(const List& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::vector<std::string> constraint_names(const least_squares::MethodRow& row) {
  std::vector<std::string> names;
  for (const auto kind : row.constraints) names.emplace_back(to_string(kind));
  return names;
}

std::string yes_or_no(bool value) { return value ? "yes" : "no"; }

Table stationary_table(const std::vector<StationaryRow>& rows) {
  Table table;
  table.columns = {{"constraint", Align::left}, {"ties or points", Align::left}, {"basic"}, {"L"}};
  const std::size_t n = rows.empty() ? 0 : rows.front().counts.block.size();
  for (std::size_t k = 1; k <= n; ++k) table.columns.push_back({fmt::format("block-{}", k)});
  for (const StationaryRow& row : rows) {
    std::vector<std::string> cells = {row.constraint, row.rule, std::to_string(row.counts.basic),
                                      std::to_string(row.counts.l_stationary)};
    for (const std::uint64_t count : row.counts.block) cells.push_back(std::to_string(count));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace

std::string least_squares_methods_text(std::span<const least_squares::MethodRow> methods) {
  std::string text;
  for (const least_squares::MethodRow& row : methods) {
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", row.name);
    const auto line = [&](std::string_view name, const std::string& value) {
      if (!value.empty()) text += fmt::format("  {:<12} {}\n", name, value);
    };
    line("does", std::string(row.summary));
    line("constraints", joined(constraint_names(row)));
    line("guarantee", std::string(row.guarantee));
    line("cost", std::string(row.cost));
    line("start", row.uses_start ? "any" : "its own");
    line("monotone", yes_or_no(row.monotone));
    line("logistic", yes_or_no(row.logistic));
    line("presets", joined(row.presets));
    line("settings", joined(detail::option_names(row.options)));
    line("source", std::string(row.source));
  }
  return text;
}

std::string least_squares_methods_markdown(std::span<const least_squares::MethodRow> methods) {
  Table table =
      table_of({"method", "what it does", "constraints", "guarantee", "cost", "source"}, Align::left);
  for (const least_squares::MethodRow& row : methods) {
    table.rows.push_back({std::string(row.name), std::string(row.summary), joined(constraint_names(row)),
                          std::string(row.guarantee), std::string(row.cost), std::string(row.source)});
  }
  return table_markdown(table);
}

std::string least_squares_methods_json(std::span<const least_squares::MethodRow> methods) {
  Json json = detail::json_document("lsq methods");
  json["methods"] = detail::json_list(methods, [](const least_squares::MethodRow& row) -> Json {
    return {{"name", row.name},
            {"summary", row.summary},
            {"constraints", constraint_names(row)},
            {"guarantee", row.guarantee},
            {"cost", row.cost},
            {"source", row.source},
            {"presets", row.presets},
            {"settings", detail::option_names(row.options)},
            {"uses_start", row.uses_start},
            {"monotone", row.monotone},
            {"logistic", row.logistic}};
  });
  return detail::json_text(json);
}

std::string stationary_text(const std::vector<StationaryRow>& rows) {
  return "Points of 1/2 x'Qx + p'x, Q = cc' + I, c = (1, ..., 6), p = 1, that satisfy each condition:\n"
         "x in {-1, 1}^6, or with the penalty 0.01 |x|_0 among the minimisers on the 64 supports\n\n" +
         table_text(stationary_table(rows)) +
         "\nlexicographic: of equal minimisers of a block the first counts, -1 before 1; member: all of them "
         "count;\nstrict: none. supports: one point per support; distinct: equal points are one.\n";
}

std::string stationary_json(const std::vector<StationaryRow>& rows) {
  Json json = detail::json_document("lsq stationary");
  json["rows"] = detail::json_list(rows, [](const StationaryRow& row) -> Json {
    return {{"constraint", row.constraint},
            {"rule", row.rule},
            {"basic", row.counts.basic},
            {"l_stationary", row.counts.l_stationary},
            {"block", row.counts.block}};
  });
  return detail::json_text(json);
}

std::string stationary_csv(const std::vector<StationaryRow>& rows) {
  return table_csv(stationary_table(rows));
}

}  // namespace lode
