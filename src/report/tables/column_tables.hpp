#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/column.hpp"
#include "report/tables/table.hpp"

// Tables made of columns.

namespace lode::detail {

/// A CSV cell: "n/a" for JSON null, empty for a missing value.
std::string csv_cell(const Json& value);

/// A header and one line per row.
template <class Row, class Target, class List>
std::string csv_rows(const Columns<Row, Target>& columns, const List& rows) {
  std::vector<const Column<Row, Target>*> shown;
  Table table;
  for (const auto& column : columns) {
    if ((column.files & in_csv) == 0) continue;
    shown.push_back(&column);
    table.columns.push_back({column.key});
  }
  for (const Row& row : rows) {
    auto& cells = table.rows.emplace_back();
    for (const auto* column : shown) cells.push_back(csv_cell(column->value(row)));
  }
  return table_csv(table);
}

/// A table for people.
template <class Row, class Target, class List>
Table text_table(const Columns<Row, Target>& columns, const List& rows) {
  Table table;
  for (const auto* column : columns.shown()) table.columns.push_back({column->title, column->align});
  for (const Row& row : rows) {
    auto& cells = table.rows.emplace_back();
    for (const auto* column : columns.shown()) {
      cells.push_back(column->cell ? column->cell(row) : csv_cell(column->value(row)));
    }
  }
  return table;
}

/// Calls visit(name, sentence) for every line about a row.
template <class Row, class Target, class Visit>
void for_each_line(const Columns<Row, Target>& columns, const Row& row, const Visit& visit) {
  for (const auto& column : columns) {
    if (column.line.empty()) continue;
    if (const std::string text = column.sentence(row); !text.empty()) visit(column, text);
  }
}

/// The lines about a row, which begin with names padded to `width`.
template <class Row, class Target>
std::string lines_text(const Columns<Row, Target>& columns, const Row& row, int width = 15) {
  std::string text;
  for_each_line(columns, row, [&](const auto& column, const std::string& sentence) {
    text += fmt::format("  {:<{}} {}\n", column.line, width, sentence);
  });
  return text;
}

/// The names of rows, each above its lines.
template <class Row, class List>
std::string blocks_text(const Columns<Row>& columns, const List& rows, int width) {
  std::string text;
  for (const Row& row : rows) {
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", row.name) + lines_text(columns, row, width);
  }
  return text;
}

}  // namespace lode::detail
