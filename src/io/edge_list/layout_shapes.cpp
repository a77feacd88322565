#include "io/edge_list/layout_shapes.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

namespace lode::detail {
namespace {

constexpr std::size_t many_numbers = 50;
constexpr std::size_t many_ids = 10;
constexpr auto shape_remedy =
    "write one edge per line; or, if this is an edge list, name the columns of the ends with option 'source' "
    "and "
    "option 'target'";

/// Fields of a line, without an empty one behind a last separator.
std::size_t width(const SampleLine& line) {
  std::size_t size = line.fields.size();
  while (size > 0 && line.fields[size - 1].text.empty() && !line.fields[size - 1].quoted) --size;
  return size;
}

class ShapeFinder {
 public:
  ShapeFinder(std::span<const SampleLine> lines, bool whole, bool labels)
      : lines_(lines), whole_(whole), labels_(labels) {
    for (const SampleLine& line : lines_) {
      const std::size_t fields = width(line);
      same_width_ = same_width_ && fields == width(lines_[0]);
      same_fields_ = same_fields_ && line.fields.size() == lines_[0].fields.size();
      for (std::size_t i = 0; i < fields; ++i) {
        all_ids_ = all_ids_ && is_digits(line.fields[i].text);
        all_numbers_ = all_numbers_ && is_number(line.fields[i].text);
      }
    }
  }

  std::optional<OtherShape> matrix() const {
    const std::size_t n = width(lines_[0]);
    if (!same_width_ || !all_numbers_ || n < 3) return std::nullopt;
    if (whole_ && lines_.size() == n && looks_like_adjacency(n)) {
      return shape(
          0, fmt::format("looks like a {} x {} matrix, not like an edge list", n, n),
          "write the matrix as Matrix Market, or one edge per line; or, if this is an edge list, name the "
          "columns of the ends with option 'source' and option 'target'");
    }
    if (!whole_ && (n >= many_numbers || (all_ids_ && n >= many_ids))) {
      return shape(0, fmt::format("looks like a matrix or an adjacency list: {} numbers on every line", n),
                   shape_remedy);
    }
    return std::nullopt;
  }

  std::optional<OtherShape> adjacency_list() const {
    if (!labels_ && !all_ids_) return std::nullopt;
    if (const auto i = line_of_other_width()) {
      return shape(*i,
                   fmt::format("looks like an adjacency list: {} fields here, {} on line {}",
                               width(lines_[*i]), width(lines_[reference()]), lines_[reference()].number),
                   shape_remedy);
    }
    if (all_ids_ && whole_ && same_width_ && width(lines_[0]) >= 3 && lines_.size() >= 3 &&
        rows_name_each_other()) {
      return shape(
          0, "looks like an adjacency list: every line begins with another id, and u names v as v names u",
          shape_remedy);
    }
    return std::nullopt;
  }

 private:
  OtherShape shape(std::size_t i, std::string problem, std::string remedy) const {
    return {lines_[i].number, std::move(problem), std::move(remedy)};
  }

  double number(std::size_t row, std::size_t column) const {
    const std::string_view text = without_plus(lines_[row].fields[column].text);
    double value = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }

  bool looks_like_adjacency(std::size_t n) const {
    if (n > 4) return true;
    bool symmetric = true;
    bool empty_diagonal = true;
    for (std::size_t i = 0; i < n; ++i) {
      empty_diagonal = empty_diagonal && number(i, i) == 0.0;
      for (std::size_t j = 0; j < i; ++j) symmetric = symmetric && number(i, j) == number(j, i);
    }
    return n == 4 ? symmetric || empty_diagonal : symmetric && empty_diagonal;
  }

  /// The line whose width is the usual one: the first, or the second where the first may be the header "n m".
  std::size_t reference() const {
    if (labels_ || lines_.size() < 2 || width(lines_[0]) != 2 || !is_digits(lines_[0].fields[1].text))
      return 0;
    std::uint64_t count = 0;
    const std::string_view text = lines_[0].fields[1].text;
    std::from_chars(text.data(), text.data() + text.size(), count);
    return (whole_ ? count == lines_.size() - 1 : count >= lines_.size() - 1) ? 1 : 0;
  }

  /// Lines of one field, or with an empty end, are left to those who read them.
  static bool comparable(const SampleLine& line) {
    return !line.broken && width(line) > 1 && !line.fields[0].text.empty() && !line.fields[1].text.empty();
  }

  /// Lines of a table whose last fields are sometimes empty have as many fields as the others.
  std::optional<std::size_t> line_of_other_width() const {
    if (same_fields_) return std::nullopt;
    const std::size_t usual = width(lines_[reference()]);
    for (std::size_t i = reference(); i < lines_.size(); ++i) {
      if (usual > 1 && comparable(lines_[i]) && width(lines_[i]) != usual) return i;
    }
    return std::nullopt;
  }

  bool rows_name_each_other() const {
    std::unordered_map<std::string_view, std::size_t> rows;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!rows.emplace(lines_[i].fields[0].text, i).second) return false;
    }
    for (const SampleLine& line : lines_) {
      for (std::size_t k = 1; k < width(line); ++k) {
        const auto other = rows.find(line.fields[k].text);
        if (other == rows.end() || !names(lines_[other->second], line.fields[0].text)) return false;
      }
    }
    return true;
  }

  static bool names(const SampleLine& line, std::string_view vertex) {
    return std::any_of(line.fields.begin() + 1, line.fields.end(),
                       [&](const Field& f) { return f.text == vertex; });
  }

  std::span<const SampleLine> lines_;
  bool whole_;
  bool labels_;
  bool same_width_ = true;   ///< without empty fields behind
  bool same_fields_ = true;  ///< with them
  bool all_ids_ = true;
  bool all_numbers_ = true;
};

}  // namespace

void SampleLine::split(char separator) {
  fields.clear();
  FieldCursor cursor(begin, end, separator);
  for (Field field; cursor.next(field);) fields.push_back(field);
  broken = static_cast<bool>(cursor.problem());
}

std::optional<OtherShape> other_shape(std::span<const SampleLine> lines, std::size_t begin, bool whole,
                                      bool weighted, bool labels) {
  if (begin >= lines.size()) return std::nullopt;
  const ShapeFinder finder(lines.subspan(begin), whole, labels);
  if (auto matrix = finder.matrix()) return matrix;
  return weighted ? std::nullopt : finder.adjacency_list();
}

}  // namespace lode::detail
