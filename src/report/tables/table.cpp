#include "report/tables/table.hpp"

#include <algorithm>
#include <limits>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

namespace lode {
namespace {

/// The titles, then one line per row, each made of cell(text, number of the column).
template <class Cell>
std::vector<std::string> lines_of(const Table& table, const char* separator, const Cell& cell) {
  std::vector<std::string> lines;
  const auto add = [&](const auto& text_at) {
    std::string& line = lines.emplace_back();
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      line += (i > 0 ? separator : "") + cell(text_at(i), i);
  };
  add([&](std::size_t i) { return table.columns[i].title; });
  for (const auto& row : table.rows) {
    if (row.size() != table.columns.size()) throw InternalError("a table row has the wrong number of cells");
    add([&](std::size_t i) { return row[i]; });
  }
  return lines;
}

}  // namespace

std::string table_text(const Table& table) {
  std::vector<std::size_t> widths(table.columns.size(), 0);
  lines_of(table, "", [&](const std::string& cell, std::size_t i) {
    widths[i] = std::max(widths[i], character_count(cell));
    return cell;
  });
  std::string text;
  for (std::string line : lines_of(table, "  ", [&](const std::string&cell, std::size_t i) {
         const std::string space(widths[i] - character_count(cell), ' ');
         return table.columns[i].align == Align::left ? cell + space : space + cell;
       })) {
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string table_markdown(const Table& table) {
  std::string text;
  for (const std::string& line :
       lines_of(table, " | ", [](const std::string&cell, std::size_t) { return escape_markdown(cell); })) {
    const bool is_first = text.empty();
    text += "| " + line + " |\n";
    if (!is_first) continue;
    for (const TableColumn& column : table.columns) text += column.align == Align::left ? "|---" : "|--:";
    text += "|\n";
  }
  return text;
}

std::string table_csv(const Table& table) {
  std::string text;
  for (const std::string& line :
       lines_of(table, ",", [](const std::string&cell, std::size_t) { return escape_csv(cell); })) {
    text += line + '\n';
  }
  return text;
}

std::string detail::csv_cell(const Json& value) {
  if (value.is_discarded()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return format_exact(value.get<double>());
  return value.is_null() ? format_exact(std::numeric_limits<double>::quiet_NaN()) : value.dump();
}

}  // namespace lode
