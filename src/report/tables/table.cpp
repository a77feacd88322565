#include "report/tables/table.hpp"

#include <algorithm>
#include <limits>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

namespace lode {
namespace {

void check_shape(const Table& table) {
  for (const auto& row : table.rows) {
    if (row.size() != table.columns.size()) throw InternalError("a table row has the wrong number of cells");
  }
}

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string space(width - character_count(cell), ' ');
  return align == Align::left ? cell + space : space + cell;
}

template <class Row, class CellText>
std::string joined(const Row& row, std::string_view separator, const CellText& text) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) line += separator;
    line += text(row[i], i);
  }
  return line;
}

}  // namespace

std::string table_text(const Table& table) {
  check_shape(table);
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    widths.push_back(character_count(table.columns[i].title));
    for (const auto& row : table.rows) widths[i] = std::max(widths[i], character_count(row[i]));
  }
  const auto finished = [](std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
  };
  std::string text = finished(joined(table.columns, "  ", [&](const TableColumn& column, std::size_t i) {
    return padded(column.title, widths[i], column.align);
  }));
  for (const auto& row : table.rows) {
    text += finished(joined(row, "  ", [&](const std::string& cell, std::size_t i) {
      return padded(cell, widths[i], table.columns[i].align);
    }));
  }
  return text;
}

std::string table_markdown(const Table& table) {
  check_shape(table);
  std::string text = "| " + joined(table.columns, " | ", [](const TableColumn& column, std::size_t) {
                       return escape_markdown(column.title);
                     });
  text += " |\n|" + joined(table.columns, "|", [](const TableColumn& column, std::size_t) {
            return std::string(column.align == Align::left ? "---" : "--:");
          });
  text += "|\n";
  for (const auto& row : table.rows) {
    text += "| " +
            joined(row, " | ", [](const std::string& cell, std::size_t) { return escape_markdown(cell); }) +
            " |\n";
  }
  return text;
}

std::string table_csv(const Table& table) {
  check_shape(table);
  std::string text = joined(table.columns, ",",
                            [](const TableColumn& column, std::size_t) { return escape_csv(column.title); }) +
                     '\n';
  for (const auto& row : table.rows) {
    text += joined(row, ",", [](const std::string& cell, std::size_t) { return escape_csv(cell); }) + '\n';
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
