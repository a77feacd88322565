#pragma once

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/column.hpp"

namespace lode {

struct TableColumn {
  std::string title;
  Align align = Align::right;
};

/// Text cells, row by row, with one cell per column in each row.
struct Table {
  std::vector<TableColumn> columns;
  std::vector<std::vector<std::string>> rows;

  /// Adds a column with the cell cell(element) for each element of a list, which has one element per row.
  template <class List, class Cell>
  void add(TableColumn column, const List& list, const Cell& cell) {
    columns.push_back(std::move(column));
    rows.resize(list.size());
    auto row = rows.begin();
    for (const auto& element : list) (row++)->push_back(cell(element));
  }
};

// One line per row, each ending in a newline, the titles first. Errors: InternalError if a row does not have
// one cell per column.

/// Columns padded with spaces to a common width and separated by two spaces, without trailing spaces.
std::string table_text(const Table& table);
/// A GitHub-flavoured Markdown table; cells are escaped.
std::string table_markdown(const Table& table);
/// Comma-separated values; cells are quoted where needed.
std::string table_csv(const Table& table);

namespace detail {

// Tables made of columns.

/// A CSV cell: "n/a" for JSON null, empty for a missing value.
std::string csv_cell(const Json& value);

/// A header and one line per row.
template <class Row, class Target, class List>
std::string csv_rows(const Columns<Row, Target>& columns, const List& rows) {
  Table table;
  for (const auto& column : columns) {
    if ((column.files & in_csv) == 0) continue;
    table.add({column.key}, rows, [&](const Row& row) { return csv_cell(column.value(row)); });
  }
  return table_csv(table);
}

/// A table for people.
template <class Row, class Target, class List>
Table text_table(const Columns<Row, Target>& columns, const List& rows) {
  Table table;
  for (const auto* column : columns.shown()) {
    table.add({column->title, column->align}, rows, [&](const Row& row) {
      return column->cell ? column->cell(row) : csv_cell(column->value(row));
    });
  }
  return table;
}

/// Calls visit(column, sentence) for every line about a row.
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

}  // namespace detail
}  // namespace lode
