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

/// Cells as text, one row after the other, each with as many cells as there are columns.
struct Table {
  std::vector<TableColumn> columns;
  std::vector<std::vector<std::string>> rows;
};

/// A table without rows whose columns are all set alike.
inline Table table_of(std::initializer_list<const char*> titles, Align align) {
  Table table;
  for (const char* title : titles) table.columns.push_back({title, align});
  return table;
}

// One line per row, each ending in a newline, the titles first.
// Errors: InternalError if a row has another number of cells than there are columns.

/// Columns padded with spaces to a common width, two spaces between, no trailing spaces.
std::string table_text(const Table& table);
/// A GitHub-flavoured Markdown table; cells are escaped.
std::string table_markdown(const Table& table);
/// Begins a file of LaTeX tables.
inline constexpr std::string_view latex_head =
    "% Made by lode. The preamble needs \\usepackage{booktabs}.\n\n";
/// A LaTeX tabular with the lines of the package booktabs; cells are escaped.
std::string table_latex(const Table& table);
/// A LaTeX table with that tabular, a caption and a label for \ref, and below it as comments what the numbers
/// mean. The caption is escaped, the label is not.
std::string float_latex(const Table& table, std::string_view caption, std::string_view label,
                        std::string_view meaning = {});
/// Comma-separated values; cells are quoted where needed.
std::string table_csv(const Table& table);

}  // namespace lode
