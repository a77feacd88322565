#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/json.hpp"

namespace lode {

enum class Align { left, right };

namespace detail {

/// Where the values of a column are written.
enum ColumnFiles : unsigned { in_json = 1, in_csv = 2, in_journal = 4 };

/// The value of a column for a row that has no such value: the JSON object lacks the field, the cell is
/// empty.
inline Json no_value() { return Json(Json::value_t::discarded); }

/// A column of a kind of rows. It is declared once, and JSON, CSV, tables and lines for people are made from
/// the declaration. A value of a file is read back into a `Target`.
template <class Row, class Target = Row>
struct Column {
  using Text = std::function<std::string(const Row&)>;

  std::string key;                        ///< field in JSON, heading in CSV
  std::function<Json(const Row&)> value;  ///< in files
  unsigned files = in_json | in_csv;      ///< of ColumnFiles
  int place = 0;                          ///< from the left in printed tables; 0: in none
  std::string title = {};                 ///< there
  Align align = Align::right;             ///< there
  Text cell = {};                         ///< there; unset: as in CSV
  std::string line = {};                  ///< begins a line about one row; empty: no line
  Text sentence = {};                     ///< the rest of that line; empty: no line
  bool common = false;                    ///< all rows share the line: print it below their table
  std::function<void(const Json&, Target&)> take = {};  ///< reads the value; unset: it is not read
  bool optional = false;                                ///< a file may lack the field

  Column& only(unsigned in) {
    files = in;
    return *this;
  }
  Column& table(int at, std::string heading, Text text = {}, Align side = Align::right) {
    place = at;
    title = std::move(heading);
    cell = std::move(text);
    align = side;
    return *this;
  }
  Column& tell(std::string name, Text text, bool of_all = false) {
    line = std::move(name);
    sentence = std::move(text);
    common = of_all;
    return *this;
  }
  Column& read(std::function<void(const Json&, Target&)> reader, bool may_lack = false) {
    take = std::move(reader);
    optional = may_lack;
    return *this;
  }
};

/// The columns of a kind of rows, in the order of JSON and CSV.
template <class Row, class Target = Row>
class Columns {
 public:
  using Value = std::function<Json(const Row&)>;

  /// A column of JSON and CSV; of one kind of file alone; of no file, but of tables or lines for people.
  Column<Row, Target>& add(std::string key, Value value) {
    return columns_.emplace_back(Column<Row, Target>{std::move(key), std::move(value)});
  }
  Column<Row, Target>& json(std::string key, Value value) {
    return add(std::move(key), std::move(value)).only(in_json);
  }
  Column<Row, Target>& csv(std::string key, Value value) {
    return add(std::move(key), std::move(value)).only(in_csv);
  }
  Column<Row, Target>& journal(std::string key, Value value) {
    return add(std::move(key), std::move(value)).only(in_journal);
  }
  Column<Row, Target>& text(std::string key, Value value) {
    return add(std::move(key), std::move(value)).only(0);
  }

  auto begin() const { return columns_.begin(); }
  auto end() const { return columns_.end(); }

  /// The columns of tables for people, from left to right.
  std::vector<const Column<Row, Target>*> shown() const {
    std::vector<const Column<Row, Target>*> shown;
    for (const auto& column : columns_) {
      if (column.place > 0) shown.push_back(&column);
    }
    std::sort(shown.begin(), shown.end(), [](auto* a, auto* b) { return a->place < b->place; });
    return shown;
  }

  /// The object of a row.
  Json object(const Row& row, ColumnFiles file = in_json) const {
    Json json = Json::object();
    for (const auto& column : columns_) {
      if ((column.files & file) == 0) continue;
      Json value = column.value(row);
      if (value.is_discarded()) continue;
      json[column.key] = std::move(value);
    }
    return json;
  }

  /// The objects of rows.
  template <class List>
  Json objects(const List& rows) const {
    return json_list(rows, [&](const Row& row) { return object(row); });
  }

 private:
  std::vector<Column<Row, Target>> columns_;
};

}  // namespace detail
}  // namespace lode
