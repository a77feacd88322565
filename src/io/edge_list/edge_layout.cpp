#include "io/edge_list/edge_layout.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/text/fields.hpp"
#include "io/text/file_names.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t most_sample_lines = 1000;

/// Names of the two ends of edges, without words such as node and id; the surest come first.
constexpr std::string_view end_names[] = {
    "source target",     "src dst",      "from to",    "u v",       "source destination",
    "source dest",       "src dest",     "tail head",  "start end", "sender receiver",
    "follower followee", "citing cited", "left right", "1 2",       "a b"};
constexpr std::array<std::string_view, 3> weight_names = {"weight", "w", "value"};
/// Columns that hold no ends of edges.
constexpr std::array<std::string_view, 9> other_names = {"weight", "w",     "value", "time", "timestamp",
                                                         "date",   "index", "label", "type"};

constexpr auto shape_remedy =
    "write one edge per line; or, if this is an edge list, name the columns of the ends with option 'source' "
    "and option 'target'";
constexpr auto weight_remedy = "name the column with option 'weight_column'";

/// A line of the sample, split into fields.
struct SampleLine {
  std::uint64_t number = 0;  ///< from 1
  std::string_view text;
  std::vector<Field> fields;
  bool broken = false;  ///< something is wrong behind the fields

  /// The field in a column, from 1; nullptr if there is none.
  const Field* field(int column) const {
    const auto i = static_cast<std::size_t>(column) - 1;
    return i < fields.size() ? &fields[i] : nullptr;
  }
  bool has_digits(int column) const { return field(column) && is_digits(field(column)->text); }
  bool has_column_name(int column) const {
    return field(column) && is_column_name(*field(column)) && !means_missing(field(column)->text);
  }
  bool has_word(int column) const { return field(column) && is_word(field(column)->text); }
  /// The number of fields without empty ones at the end.
  std::size_t width() const {
    std::size_t size = fields.size();
    while (size > 0 && fields[size - 1].text.empty() && !fields[size - 1].quoted) --size;
    return size;
  }
};

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::any_of(names, [&](std::string_view other) { return equal_ignoring_case(name, other); });
}

/// "FromNodeId" -> "from", "user_1" -> "user1", "node 2" -> "2".
std::string end_name(std::string_view column) {
  std::string name;
  for (const char c : column) {
    if (is_letter(c) || is_digit(c)) name += static_cast<char>(c | 0x20);
  }
  for (const std::string_view word : {"id", "node", "vertex", "name"}) {
    if (name.ends_with(word)) name.resize(name.size() - word.size());
    if (name.starts_with(word)) name.erase(0, word.size());
  }
  return name;
}

class LayoutFinder {
 public:
  LayoutFinder(const LayoutSample& sample, const std::string& display_name, const ReadOptions& options)
      : display_name_(display_name), options_(options), one_of_several_(sample.one_of_several) {
    EdgeLineRules& rules = layout_.rules = comment_rules(options);
    rules.weighted = options.weighted;
    rules.signs = options.signs;
    rules.lenient = options.lenient;
    rules.separator = separator_mark(options.separator);
    split(sample);
    if (sample.text.starts_with("% bip ") || sample.text.starts_with("% bip\n")) {
      layout_.notes.push_back("'% bip' says two kinds of vertices: equal names of both kinds are one vertex");
    }
  }

  std::optional<EdgeLayout> find() {
    if (lines_.empty()) return std::nullopt;
    EdgeLineRules& rules = layout_.rules;
    const bool columns_named = !options_.source.is_automatic() || !options_.target.is_automatic() ||
                               !options_.weight_column.is_automatic();
    find_named_ends();
    layout_.header_row = is_header();
    if (!layout_.header_row) ends_ = {1, 2};
    ends_named_ = ends_named_ && layout_.header_row;
    rules.source_column = chosen(options_.source, "source", ends_.first);
    rules.target_column = chosen(options_.target, "target", ends_.second);
    if (rules.source_column == rules.target_column) {
      throw InvalidArgument("option 'target'", std::to_string(rules.target_column),
                            "the edges begin in this column", "name two columns");
    }
    if (layout_.header_row) check_header();
    choose_weight();
    choose_labels();
    if (!columns_named && !ends_named_) refuse_other_shapes();
    return std::move(layout_);
  }

 private:
  const SampleLine& first() const { return lines_.front(); }
  /// The lines below the header row.
  std::span<const SampleLine> data() const { return std::span(lines_).subspan(layout_.header_row ? 1 : 0); }
  [[noreturn]] void fail(const SampleLine& line, const std::string& problem,
                         const std::string& remedy) const {
    throw InputError({display_name_, line.number}, problem, remedy);
  }

  /// Splits the lines of data; the first of them tells the separator.
  void split(const LayoutSample& sample) {
    const char* p = sample.text.data();
    const char* const end = p + sample.text.size();
    std::uint64_t number = sample.lines_before;
    while (p < end && lines_.size() < most_sample_lines) {
      const auto* newline = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
      if (!newline && !sample.whole) return;
      if (!newline) newline = end;
      const char* const line_end = line_content_end(p, newline);
      ++number;
      SampleLine line{number, {p, static_cast<std::size_t>(line_end - p)}, {}, false};
      const LineKind kind = line_kind(p, line_end, layout_.rules);
      const std::string_view behind =
          line.text.substr(line.text.find_first_of(layout_.rules.comment_marks) + 1);
      if (kind == LineKind::comment && !behind.empty() && !is_blank(behind[0]) &&
          !layout_.rules.begins_comment(behind[0]))
        word_behind_mark_ = true;
      if (kind == LineKind::data) {
        if (lines_.empty() && options_.separator == FieldSeparator::automatic)
          layout_.rules.separator = separator_of_line(line.text);
        FieldCursor cursor(p, line_end, layout_.rules.separator);
        for (Field field; cursor.next(field);) line.fields.push_back(field);
        line.broken = static_cast<bool>(cursor.problem());
        lines_.push_back(std::move(line));
      }
      p = newline < end ? newline + 1 : end;
    }
    whole_ = sample.whole && p == end;
  }

  // --- header row and columns ---

  /// Finds the columns that the first line names so. A first column without a name is the index of a table.
  void find_named_ends() {
    std::vector<std::string> names;
    for (const Field& field : first().fields) names.push_back(end_name(label_text(field)));
    for (const std::string_view pair : end_names) {
      const std::size_t gap = pair.find(' ');
      const auto source = std::ranges::find(names, pair.substr(0, gap));
      const auto target = std::ranges::find(names, pair.substr(gap + 1));
      ends_named_ = source != names.end() && target != names.end();
      if (!ends_named_) continue;
      ends_ = {static_cast<int>(source - names.begin()) + 1, static_cast<int>(target - names.begin()) + 1};
      return;
    }
    if (names.size() >= 3 && first().fields[0].text.empty()) ends_ = {2, 3};
  }

  /// True if the first line names the columns: it has words where the next line has numbers, or its ends are
  /// words that are no ends of the lines below.
  bool is_header() {
    if (options_.header != HeaderRow::automatic) return options_.header == HeaderRow::present;
    if (!options_.source.name.empty() || !options_.target.name.empty() ||
        !options_.weight_column.name.empty())
      return true;
    const int u = options_.source.number > 0 ? options_.source.number : ends_.first;
    const int v = options_.target.number > 0 ? options_.target.number : ends_.second;
    if (first().broken || !first().has_column_name(u) || !first().has_column_name(v)) return false;
    const std::string_view names[2] = {first().field(u)->text, first().field(v)->text};
    if (names[0] == names[1]) return false;
    if (lines_.size() == 1) return ends_named_;
    const SampleLine& next = lines_[1];
    if (next.has_digits(u) && next.has_digits(v)) return true;
    for (int column = 1; column <= static_cast<int>(first().fields.size()); ++column) {
      const bool above_number = next.field(column) && is_number(next.field(column)->text);
      if (column != u && column != v && first().has_column_name(column) && above_number) return true;
    }
    const auto names_vertex = [&](const SampleLine& line) {
      return std::ranges::any_of(std::array{u, v}, [&](int column) {
        const Field* const end = line.field(column);
        return end && (end->text == names[0] || end->text == names[1]);
      });
    };
    const bool is_edge =
        (one_of_several_ && !ends_named_) || std::any_of(lines_.begin() + 1, lines_.end(), names_vertex);
    if (is_edge == ends_named_) {  // names and lines do not agree
      layout_.notes.push_back(fmt::format("line {} '{}' is read as {}", first().number, excerpt(first().text),
                                          is_edge
                                              ? "an edge, option 'header=present' if it names the columns"
                                              : "names of columns, option 'header=absent' makes it an edge"));
    }
    return !is_edge;
  }

  /// The column called `name`, from 1; 0: none. Case counts only if names differ in nothing else.
  int column_called(std::string_view name) const {
    int found = 0;
    for (std::size_t i = 0; i < first().fields.size(); ++i) {
      const std::string text = label_text(first().fields[i]);
      if (text == name) return static_cast<int>(i) + 1;
      if (found == 0 && equal_ignoring_case(text, name)) found = static_cast<int>(i) + 1;
    }
    return found;
  }

  /// The number of a column that is chosen, else `otherwise`.
  int chosen(const ColumnChoice& choice, const char* option, int otherwise) const {
    if (choice.number < 0) {
      throw InvalidArgument(fmt::format("option '{}'", option), std::to_string(choice.number),
                            "columns count from 1");
    }
    if (choice.name.empty()) return choice.number > 0 ? choice.number : otherwise;
    if (!layout_.header_row) {
      throw InvalidArgument(fmt::format("option '{}'", option), choice.name,
                            "columns have names only in a header row", "name the column by its number");
    }
    const int column = column_called(choice.name);
    if (column == 0) {
      fail(first(), fmt::format("no column is called '{}'", excerpt(choice.name)),
           "the first line names the columns; columns may be named by their numbers too");
    }
    return column;
  }

  /// Refuses columns whose names are not those of ends, and says which columns were taken.
  void check_header() {
    const SampleLine* const next = data().empty() ? nullptr : &data().front();
    const Field* const u = first().field(layout_.rules.source_column);
    const Field* const v = first().field(layout_.rules.target_column);
    if (!u || !v) return;
    if (options_.source.is_automatic() && options_.target.is_automatic()) {
      if (first().fields[0].text.empty() && next && next->field(1) &&
          next->field(1)->text == first().field(2)->text)
        fail(first(), "looks like an adjacency matrix with names of rows and columns", shape_remedy);
      for (const Field* const name : {u, v}) {
        const bool is_id = equal_ignoring_case(name->text, "id") && first().fields.size() > 2;
        if (ends_named_ || (!is_id && !is_one_of(name->text, other_names))) continue;
        fail(first(),
             fmt::format("column {} is called '{}', and no columns are called source and target",
                         name - first().fields.data() + 1, excerpt(name->text)),
             "name the columns of the ends with option 'source' and option 'target'");
      }
    }
    if (!ends_named_ && is_column_name(*u) && is_column_name(*v)) {
      layout_.notes.push_back(
          fmt::format("edges from column '{}' to column '{}'; equal names in both are one vertex",
                      excerpt(label_text(*u)), excerpt(label_text(*v))));
    }
  }

  void choose_weight() {
    EdgeLineRules& rules = layout_.rules;
    int named = 0;
    for (const std::string_view name : weight_names) {
      if (!layout_.header_row || named > 0) break;
      const int column = column_called(name);
      if (column != rules.source_column && column != rules.target_column) named = column;
    }
    if (!rules.weighted) {
      if (named > 0) {
        layout_.notes.push_back(fmt::format("column '{}' ignored, option 'weighted' reads it",
                                            excerpt(label_text(*first().field(named)))));
      }
      return;
    }
    rules.weight_column = chosen(options_.weight_column, "weight_column", named);
    if (rules.weight_column == 0) {
      const Field* const third = layout_.header_row ? first().field(3) : nullptr;
      if (third && (equal_ignoring_case(third->text, "id") || is_one_of(third->text, other_names))) {
        fail(first(), fmt::format("column 3 is called '{}', and none is called weight", excerpt(third->text)),
             weight_remedy);
      }
      if (rules.source_column + rules.target_column != 3)
        fail(first(), "which column holds the weight is not known", weight_remedy);
      rules.weight_column = 3;
    }
    if (rules.weight_column == rules.source_column || rules.weight_column == rules.target_column) {
      throw InvalidArgument("option 'weight_column'", std::to_string(rules.weight_column),
                            "the column holds an end of the edges", "name another column");
    }
  }

  // --- names ---

  void choose_labels() {
    EdgeLineRules& rules = layout_.rules;
    rules.labels = options_.labels;
    if (data().empty()) return;
    const SampleLine& line = data().front();
    rules.labels = rules.labels || line.has_word(rules.source_column) || line.has_word(rules.target_column);
    if (!rules.labels) return;
    refuse_marked_names();
    if (options_.separator != FieldSeparator::automatic || is_blank(rules.separator)) return;
    if (std::ranges::all_of(data(), [&](const SampleLine& each) { return may_be_split_by_blanks(each); })) {
      fail(line, fmt::format("{} and blanks may both separate the fields", separator_name(rules.separator)),
           "name the separator with option 'separator'");
    }
    const auto holds_blank = [&](int column) {
      const Field* const end = line.field(column);
      return end && !end->quoted && end->text.find_first_of(" \t") != std::string_view::npos;
    };
    if (holds_blank(rules.source_column) || holds_blank(rules.target_column)) {
      layout_.notes.push_back(
          fmt::format("{} separate the fields and blanks belong to names, option 'separator' decides",
                      separator_name(rules.separator)));
    }
  }

  /// True for "Smith,J Doe,A", where all words between blanks hold the separator, and for "ann bob 0,5".
  bool may_be_split_by_blanks(const SampleLine& line) const {
    const char separator = layout_.rules.separator;
    int words = 0;
    bool all_hold_it = true;
    bool decimal = false;
    Words rest(line.text.data(), line.text.data() + line.text.size());
    for (std::string_view word = rest.next(); !word.empty(); word = rest.next(), ++words) {
      const std::size_t at = word.find(separator, 1);
      const bool inside = at != std::string_view::npos && at + 1 < word.size();
      all_hold_it = all_hold_it && inside;
      decimal = decimal || (inside && is_digit(word[at - 1]) && is_digit(word[at + 1]));
    }
    return words > 1 && (all_hold_it || decimal) && line.text.find('"') == std::string_view::npos;
  }

  /// Refuses names that begin with the mark of a comment, if comments may be edges of such names.
  void refuse_marked_names() const {
    if (!word_behind_mark_ || options_.comment) return;
    for (const SampleLine& line : data()) {
      for (const int column : {layout_.rules.source_column, layout_.rules.target_column}) {
        const Field* const end = line.field(column);
        if (!end || end->quoted || end->text.empty() || !layout_.rules.begins_comment(end->text[0])) continue;
        fail(line, fmt::format("'{}' begins like the comments of this file", excerpt(end->text)),
             "option 'comment' names the characters that begin comments, or none");
      }
    }
  }

  // --- other shapes ---

  /// Refuses tables that are no edge lists, which would be read as wrong graphs:
  /// - a square matrix of numbers, and lines of 50 or more numbers. Of up to 4 x 4 only a symmetric one with
  ///   an empty diagonal is a matrix;
  /// - an adjacency list: lines of different length, with labels or all fields ids (a first line that may be
  ///   the header "n m" apart), or lines that begin with different ids and in which u names v as often as v
  ///   names u. Empty fields at the end count if all lines have as many then.
  /// With weights, only the matrix is looked for.
  void refuse_other_shapes() const {
    const std::span<const SampleLine> lines = data();
    if (lines.empty()) return;
    const bool labels = layout_.rules.labels;
    const std::size_t n = lines[0].width();
    bool same_width = true;
    bool same_fields = true;
    bool all_ids = true;
    bool all_numbers = true;
    for (const SampleLine& line : lines) {
      same_width = same_width && line.width() == n;
      same_fields = same_fields && line.fields.size() == lines[0].fields.size();
      for (const Field& field : std::span(line.fields).first(line.width())) {
        all_ids = all_ids && is_digits(field.text);
        all_numbers = all_numbers && is_number(field.text);
      }
    }
    if (same_width && all_numbers && n >= 3 && (whole_ ? lines.size() == n && is_matrix(lines) : n >= 50))
      fail(lines[0], fmt::format("looks like a matrix of {} columns, not like an edge list", n),
           shape_remedy);
    if (options_.weighted || !(labels || all_ids)) return;
    if (!same_fields) refuse_ragged(lines, labels);
    if (all_ids && whole_ && same_width && n >= 3 && lines.size() >= 3 && rows_name_each_other(lines)) {
      fail(lines[0],
           "looks like an adjacency list: every line begins with another id, and u names v as v names u",
           shape_remedy);
    }
  }

  static bool is_matrix(std::span<const SampleLine> lines) {
    const auto number = [&](std::size_t row, std::size_t column) {
      double value = 0.0;
      const std::string_view text = without_plus(lines[row].fields[column].text);
      std::from_chars(text.data(), text.data() + text.size(), value);
      return value;
    };
    for (std::size_t i = 0; i < lines.size() && lines.size() <= 4; ++i) {
      if (number(i, i) != 0.0) return false;
      for (std::size_t j = 0; j < i; ++j) {
        if (number(i, j) != number(j, i)) return false;
      }
    }
    return true;
  }

  void refuse_ragged(std::span<const SampleLine> lines, bool labels) const {
    if (!labels && lines.size() > 1 && lines[0].width() == 2) {
      std::uint64_t count = 0;
      const std::string_view text = lines[0].fields[1].text;
      std::from_chars(text.data(), text.data() + text.size(), count);
      if (whole_ ? count == lines.size() - 1 : count >= lines.size() - 1) lines = lines.subspan(1);
    }
    const std::size_t usual = lines[0].width();
    for (const SampleLine& line : lines) {
      // Lines of one field, or with an empty end, have errors of their own.
      const bool comparable =
          !line.broken && line.width() > 1 && !line.fields[0].text.empty() && !line.fields[1].text.empty();
      if (usual < 2 || !comparable || line.width() == usual) continue;
      fail(line,
           fmt::format("looks like an adjacency list: {} fields here, {} on line {}", line.width(), usual,
                       lines[0].number),
           shape_remedy);
    }
  }

  static bool rows_name_each_other(std::span<const SampleLine> lines) {
    std::set<std::string_view> rows;
    std::set<std::pair<std::string_view, std::string_view>> pairs;
    for (const SampleLine& line : lines) {
      if (!rows.insert(line.fields[0].text).second) return false;
      for (std::size_t k = 1; k < line.width(); ++k) pairs.emplace(line.fields[0].text, line.fields[k].text);
    }
    return std::ranges::all_of(pairs, [&](const auto& pair) {
      return pairs.contains({pair.second, pair.first});
    });
  }

  const std::string& display_name_;
  const ReadOptions& options_;
  const bool one_of_several_;
  std::vector<SampleLine> lines_;
  bool word_behind_mark_ = false;      ///< some comment has a word right behind its mark
  bool whole_ = false;                 ///< the lines are all lines of data of the text
  std::pair<int, int> ends_ = {1, 2};  ///< columns of the ends, unless options name others
  bool ends_named_ = false;            ///< the first line has usual names of ends
  EdgeLayout layout_;
};

}  // namespace

std::optional<EdgeLayout> edge_layout(const LayoutSample& sample, const std::string& display_name,
                                      const ReadOptions& options) {
  return LayoutFinder(sample, display_name, options).find();
}

}  // namespace lode::detail
