#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/text.hpp>
#include <lode/io/read_graph.hpp>

#include "io/text/fields.hpp"

namespace lode::detail {

/// The text without white space at its ends.
inline std::string_view without_white_space(std::string_view text) {
  constexpr std::string_view white = " \t\r\n\f\v";
  text.remove_prefix(std::min(text.find_first_not_of(white), text.size()));
  return text.substr(0, text.find_last_not_of(white) + 1);
}

/// Collects the attributes of vertices as a reader meets them (ReadOptions::attributes).
///
/// Attributes have the order in which their first values come. White space around a name or a value does not
/// count, and an empty value is none. Control characters and bytes that are not UTF-8 become U+FFFD. An
/// attribute is left out, and a note says so, if it comes after `most_columns` others, has a name or a value
/// of more than `longest_text` bytes, or all together would take more than `most_bytes`.
///
/// Memory: sizeof(std::string) for every attribute and vertex, and the longer texts.
class AttributeColumns {
 public:
  static constexpr std::size_t most_columns = 64;
  static constexpr std::size_t longest_text = 1024;

  explicit AttributeColumns(std::uint64_t most_bytes = std::uint64_t{1} << 29) : most_bytes_(most_bytes) {}

  /// Vertices may come in any order. The first value of an attribute at a vertex counts.
  void add(std::string_view name, std::uint64_t vertex, std::string_view value) {
    value = without_white_space(value);
    if (value.empty()) return;
    const std::string key = printable_text(without_white_space(name).substr(0, longest_text + 1));
    auto column = std::ranges::find(
        columns_, key, [](const Column& each) -> auto& { return each.texts.name; });
    if (column == columns_.end()) {
      if (columns_.size() > most_columns) return;
      column = columns_.insert(column, Column{{key, {}}});
      column->left_out = key.size() > longest_text || columns_.size() > most_columns;
    }
    if (column->left_out) return;
    std::vector<std::string>& values = column->texts.values;
    if (vertex < values.size() && !values[vertex].empty()) {
      ++repeated_;
    } else if (value.size() > longest_text) {
      leave_out(*column);
    } else if (make_room(*column, vertex + 1, value.size())) {
      values[vertex] = printable_text(value);
    }
  }

  /// All of them, each with `num_vertices` values. Adds to the notes. Must be the last call.
  std::vector<VertexTexts> take(std::uint64_t num_vertices, std::vector<std::string>& notes) {
    std::vector<VertexTexts> kept;
    std::vector<std::string> left_out;
    for (Column& column : columns_) {
      if (!column.left_out && make_room(column, num_vertices, 0)) {
        kept.push_back(std::move(column.texts));
      } else {
        left_out.push_back(fmt::format("'{}'", excerpt(column.texts.name)));
      }
    }
    if (!left_out.empty()) {
      notes.push_back(
          fmt::format("{} left out: there may be {} attributes, of {} bytes a value, and {} MiB in all",
                      fmt::join(left_out, ", "), most_columns, longest_text, most_bytes_ >> 20));
    }
    if (repeated_ > 0) {
      notes.push_back(
          format_plural(repeated_, "further value of an attribute", "further values of attributes") +
          " at a vertex that has one ignored");
    }
    return kept;
  }

 private:
  struct Column {
    VertexTexts texts;
    std::uint64_t bytes = 0;
    bool left_out = false;
  };

  void leave_out(Column& column) {
    bytes_ -= std::exchange(column.bytes, 0);
    column.texts.values = {};
    column.left_out = true;
  }
  /// Grows a column to a number of values and bytes of text, or leaves it out.
  bool make_room(Column& column, std::uint64_t values, std::uint64_t bytes) {
    std::vector<std::string>& texts = column.texts.values;
    if (values > texts.size()) bytes += (values - texts.size()) * sizeof(std::string);
    bytes_ += bytes;
    column.bytes += bytes;
    if (bytes_ > most_bytes_) leave_out(column);
    if (column.left_out) return false;
    if (values > texts.size()) texts.resize(values);
    return true;
  }

  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;  ///< of all columns
  std::vector<Column> columns_;
  std::uint64_t repeated_ = 0;  ///< values at vertices that have one
};

}  // namespace lode::detail
