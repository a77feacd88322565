#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

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
};

/// A table without rows whose columns have the same alignment.
inline Table table_of(std::initializer_list<const char*> titles, Align align) {
  Table table;
  for (const char* title : titles) table.columns.push_back({title, align});
  return table;
}

// One line per row, each ending in a newline, the titles first. Errors: InternalError if a row does not have
// one cell per column.

/// Columns padded with spaces to a common width and separated by two spaces, without trailing spaces.
std::string table_text(const Table& table);
/// A GitHub-flavoured Markdown table; cells are escaped.
std::string table_markdown(const Table& table);
/// Comma-separated values; cells are quoted where needed.
std::string table_csv(const Table& table);

}  // namespace lode
