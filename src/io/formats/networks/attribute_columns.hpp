#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <lode/io/read_graph.hpp>

namespace lode::detail {

/// The text without white space at its ends.
std::string_view without_white_space(std::string_view text);

/// Collects the attributes of vertices as a reader meets them (ReadOptions::attributes).
///
/// Attributes have the order in which their first values come. White space around a name or a value does not
/// count, and an empty value is none. Control characters and bytes that are not UTF-8 become U+FFFD.
///
/// These are left out, and a note says so:
/// - attributes after the first `most_columns`
/// - attributes with a name or a value of more than `longest_text` bytes
/// - the largest attributes, once all together would take more than `most_bytes`
/// - further values of the same attribute at the same vertex
///
/// Cost: O(length + log most_columns) for a value. Memory: sizeof(std::string) for every attribute and
///       vertex, and the longer texts.
class AttributeColumns {
 public:
  static constexpr std::size_t most_columns = 64;
  static constexpr std::size_t longest_text = 1024;
  static constexpr std::uint64_t usual_most_bytes = std::uint64_t{1} << 29;

  /// Adds a part of a value that comes in parts, up to what shows that the value is too long.
  static void append(std::string& value, std::string_view part);

  explicit AttributeColumns(std::uint64_t most_bytes = usual_most_bytes) : most_bytes_(most_bytes) {}

  /// Vertices may come in any order.
  void add(std::string_view name, std::uint64_t vertex, std::string_view value);
  /// All of them, each with `num_vertices` values. Adds to the notes. Must be the last call.
  std::vector<VertexTexts> take(std::uint64_t num_vertices, std::vector<std::string>& notes);

 private:
  enum class LeftOut { no, too_long, too_large };
  struct Column {
    VertexTexts texts;
    std::uint64_t bytes = 0;
    LeftOut left_out = LeftOut::no;
  };

  Column* column_called(std::string_view name);
  /// Counts so many bytes more for a column, and leaves out columns until the limit holds.
  void charge(Column& column, std::uint64_t bytes);
  void leave_out(Column& column, LeftOut why);
  void note_left_out(LeftOut why, std::string_view reason, std::vector<std::string>& notes) const;

  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;  ///< of all columns
  std::vector<Column> columns_;
  std::map<std::string, std::size_t, std::less<>> place_;  ///< of the columns, by name
  std::uint64_t repeated_ = 0;                             ///< values at vertices that have one
  bool too_many_ = false;
  bool long_names_ = false;
};

}  // namespace lode::detail
