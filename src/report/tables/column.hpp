#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/error.hpp>

#include "report/tables/json.hpp"
#include "report/tables/table.hpp"

namespace lode::detail {

/// Which files a column is in. Tables for people name theirs.
enum class ColumnFiles { all, csv, json };

/// A column of some kind of rows, for every format at once.
template <class Row>
struct Column {
  std::string title;                                 ///< above a table for people; empty: in none
  std::string json_key;                              ///< field in JSON, heading in CSV
  std::function<std::string(const Row&)> text = {};  ///< cell of such a table; unset: as in CSV
  std::function<Json(const Row&)> value = {};        ///< what files hold; in CSV no list or object
  ColumnFiles files = ColumnFiles::all;
  Align align = Align::right;
};

/// A value as a CSV file has it: what JSON writes as null is "n/a".
std::string csv_cell(const Json& value);

/// The JSON object of a row.
template <class Row>
Json json_row(const std::vector<Column<Row>>& columns, const Row& row) {
  Json json = Json::object();
  for (const Column<Row>& column : columns) {
    if (column.files == ColumnFiles::all || column.files == ColumnFiles::json) {
      json[column.json_key] = column.value(row);
    }
  }
  return json;
}

/// A header and one line per row.
template <class Row>
std::string csv_rows(const std::vector<Column<Row>>& columns, const std::vector<Row>& rows) {
  std::vector<const Column<Row>*> shown;
  Table table;
  for (const Column<Row>& column : columns) {
    if (column.files != ColumnFiles::all && column.files != ColumnFiles::csv) continue;
    shown.push_back(&column);
    table.columns.push_back({column.json_key});
  }
  for (const Row& row : rows) {
    auto& cells = table.rows.emplace_back();
    for (const Column<Row>* column : shown) cells.push_back(csv_cell(column->value(row)));
  }
  return table_csv(table);
}

/// The columns with these keys, in this order, of those that have a title. Errors: InternalError for a key
/// that no such column has.
template <class Row>
std::vector<Column<Row>> picked(const std::vector<Column<Row>>& columns,
                                const std::vector<std::string_view>& keys) {
  std::vector<Column<Row>> chosen;
  for (const std::string_view key : keys) {
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column<Row>& column) {
      return column.json_key == key && !column.title.empty();
    });
    if (found == columns.end()) throw InternalError("a table has no column " + std::string(key));
    chosen.push_back(*found);
  }
  return chosen;
}

/// A table for people.
template <class Row>
Table text_table(const std::vector<Column<Row>>& columns, const std::vector<Row>& rows) {
  Table table;
  for (const Column<Row>& column : columns) table.columns.push_back({column.title, column.align});
  for (const Row& row : rows) {
    auto& cells = table.rows.emplace_back();
    for (const Column<Row>& column : columns) {
      cells.push_back(column.text ? column.text(row) : csv_cell(column.value(row)));
    }
  }
  return table;
}

}  // namespace lode::detail
