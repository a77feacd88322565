#include "io/formats/networks/attribute_columns.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/text.hpp>

#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

constexpr std::string_view white = " \t\r\n\f\v";

/// What a string takes outside of itself; up to 15 bytes have room within.
std::uint64_t outside_bytes(const std::string& text) { return text.size() < 16 ? 0 : text.size() + 1; }

}  // namespace

std::string_view without_white_space(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(white), text.size()));
  return text.substr(0, text.find_last_not_of(white) + 1);
}

void AttributeColumns::append(std::string& value, std::string_view part) {
  if (value.empty()) part.remove_prefix(std::min(part.find_first_not_of(white), part.size()));
  const std::size_t room = longest_text + 1 - std::min(longest_text + 1, value.size());
  value += part.substr(0, room);
  if (part.size() <= room) return;
  // The last byte is no white space if a later one is none, so that the value stays too long.
  const std::size_t more = part.find_first_not_of(white, room);
  if (more != std::string_view::npos) value.back() = part[more];
}

void AttributeColumns::add(std::string_view name, std::uint64_t vertex, std::string_view value) {
  value = without_white_space(value);
  if (value.empty()) return;
  Column* const column = column_called(without_white_space(name));
  if (!column || column->left_out != LeftOut::no) return;
  if (value.size() > longest_text) return leave_out(*column, LeftOut::too_long);
  std::vector<std::string>& values = column->texts.values;
  if (vertex < values.size() && !values[vertex].empty()) {
    ++repeated_;
    return;
  }
  std::string text = printable_text(value);
  const std::uint64_t added = vertex < values.size() ? 0 : vertex + 1 - values.size();
  charge(*column, added * sizeof(std::string) + outside_bytes(text));
  if (column->left_out != LeftOut::no) return;
  if (added > 0) values.resize(vertex + 1);
  values[vertex] = std::move(text);
}

AttributeColumns::Column* AttributeColumns::column_called(std::string_view name) {
  if (const auto known = place_.find(name); known != place_.end()) return &columns_[known->second];
  if (name.size() > longest_text) {
    long_names_ = true;
    return nullptr;
  }
  std::string printable = printable_text(name);
  if (const auto known = place_.find(printable); known != place_.end()) return &columns_[known->second];
  if (columns_.size() == most_columns) {
    too_many_ = true;
    return nullptr;
  }
  place_.emplace(printable, columns_.size());
  return &columns_.emplace_back(Column{{std::move(printable), {}}});
}

void AttributeColumns::charge(Column& column, std::uint64_t bytes) {
  column.bytes += bytes;
  bytes_ += bytes;
  while (bytes_ > most_bytes_) {
    const auto largest = std::ranges::max_element(columns_, {}, &Column::bytes);
    leave_out(*largest, LeftOut::too_large);
  }
}

void AttributeColumns::leave_out(Column& column, LeftOut why) {
  bytes_ -= std::exchange(column.bytes, 0);
  column.texts.values = {};
  column.left_out = why;
}

std::vector<VertexTexts> AttributeColumns::take(std::uint64_t num_vertices, std::vector<std::string>& notes) {
  for (Column& column : columns_) {
    if (column.left_out != LeftOut::no) continue;
    charge(column, (num_vertices - column.texts.values.size()) * sizeof(std::string));
  }
  std::vector<VertexTexts> all;
  for (Column& column : columns_) {
    if (column.left_out != LeftOut::no) continue;
    column.texts.values.resize(num_vertices);
    column.texts.values.shrink_to_fit();
    all.push_back(std::move(column.texts));
  }
  if (too_many_) notes.push_back(fmt::format("attributes after the first {} left out", most_columns));
  if (long_names_) {
    notes.push_back(fmt::format("attributes with names of more than {} bytes left out", longest_text));
  }
  note_left_out(LeftOut::too_long, fmt::format("values of more than {} bytes", longest_text), notes);
  note_left_out(LeftOut::too_large, fmt::format("all would take more than {} MiB", most_bytes_ >> 20), notes);
  if (repeated_ > 0) {
    notes.push_back(
        format_plural(repeated_, "further value of an attribute", "further values of attributes") +
        " at a vertex that has one ignored");
  }
  return all;
}

void AttributeColumns::note_left_out(LeftOut why, std::string_view reason,
                                     std::vector<std::string>& notes) const {
  std::vector<std::string> names;
  for (const Column& column : columns_) {
    if (column.left_out == why) names.push_back(fmt::format("'{}'", excerpt(column.texts.name)));
  }
  if (names.empty()) return;
  notes.push_back(fmt::format("{} {} left out: {}", names.size() == 1 ? "attribute" : "attributes",
                              fmt::join(names, ", "), reason));
}

}  // namespace lode::detail
