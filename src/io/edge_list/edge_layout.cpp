#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/edge_list/edge_lines.hpp"
#include "io/formats/formats.hpp"
#include "io/stream/file_names.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t most_sample_lines = 1000;

/// Usual names of the two ends, without words such as node and id; the surest come first.
constexpr std::string_view end_names[] = {
    "source target",     "src dst",      "from to",    "u v",       "source destination",
    "source dest",       "src dest",     "tail head",  "start end", "sender receiver",
    "follower followee", "citing cited", "left right", "1 2",       "a b"};
constexpr std::string_view weight_names[] = {"weight", "w", "value"};
/// Columns that hold no ends of edges.
constexpr std::string_view other_names[] = {"weight", "w",     "value", "time", "timestamp",
                                            "date",   "index", "label", "type", "id"};

constexpr auto list_remedy =
    "write one edge per line; or, if this is an edge list, name the columns of the ends with option 'source' "
    "and option 'target'";

/// A line of the sample, split into fields.
struct SampleLine {
  std::uint64_t number = 0;  ///< from 1
  std::string_view text;
  std::vector<Field> fields;
  bool broken = false;  ///< a syntax error follows the fields

  /// The field in a column, from 1; empty beyond the end of the line.
  Field field(int column) const {
    const auto i = static_cast<std::size_t>(column) - 1;
    return i < fields.size() ? fields[i] : Field{};
  }
  /// The number of fields without trailing empty ones.
  std::size_t width() const {
    std::size_t size = fields.size();
    while (size > 0 && fields[size - 1].text.empty() && !fields[size - 1].quoted) --size;
    return size;
  }
};

bool is_other_name(std::string_view name) {
  return std::ranges::any_of(other_names, [&](auto other) { return equal_ignoring_case(name, other); });
}

/// True if the field may be a column name.
bool may_name_column(const Field& field) { return is_column_name(field) && !means_missing(field.text); }

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
  LayoutFinder(const LayoutSample& sample, const GraphInput& input) : input_(input) {
    rules_ = comment_rules(options_);
    rules_.weighted = options_.weighted;
    rules_.signs = options_.signs;
    rules_.lenient = options_.lenient;
    split(sample);
    if (sample.text.starts_with("% bip ") || sample.text.starts_with("% bip\n"))
      note("'% bip' says two kinds of vertices: equal names of both kinds are one vertex");
  }

  std::optional<EdgeLayout> find() {
    if (lines_.empty()) return std::nullopt;
    find_named_ends();
    layout_.header_row = is_header();
    if (!layout_.header_row) {
      ends_ = {1, 2};
      ends_named_ = false;
    }
    rules_.source_column = chosen(options_.source, "source", ends_.first, {});
    rules_.target_column = chosen(options_.target, "target", ends_.second, {rules_.source_column});
    const bool ends_chosen = !options_.source.is_automatic() || !options_.target.is_automatic();
    if (layout_.header_row && !ends_chosen && has_index() && !data().empty() &&
        data().front().field(1).text == first().field(2).text)
      fail(first(), "looks like an adjacency matrix with names of rows and columns", list_remedy);
    if (layout_.header_row && !ends_named_) check_header(ends_chosen);
    choose_weight();
    choose_labels();
    find_counts();
    if (!ends_chosen && !ends_named_ && options_.weight_column.is_automatic()) refuse_other_shapes();
    return std::move(layout_);
  }

 private:
  const SampleLine& first() const { return lines_.front(); }
  /// The lines below the header row.
  std::span<const SampleLine> data() const { return std::span(lines_).subspan(layout_.header_row ? 1 : 0); }
  void note(std::string text) { layout_.notes.push_back(std::move(text)); }
  [[noreturn]] void fail(const SampleLine& line, std::string problem, std::string remedy) const {
    input_.fail(std::move(problem), std::move(remedy), line.number);
  }

  /// Splits the lines of data. The first one decides the separator.
  void split(const LayoutSample& sample) {
    std::string_view rest = sample.text;
    for (std::uint64_t number = sample.lines_before + 1; !rest.empty() && lines_.size() < most_sample_lines;
         ++number) {
      const std::size_t newline = std::min(rest.find('\n'), rest.size());
      if (newline == rest.size() && !sample.whole) return;
      const char* const begin = rest.data();
      const char* const end = line_content_end(begin, begin + newline);
      rest.remove_prefix(std::min(newline + 1, rest.size()));
      if (line_kind(begin, end, rules_) != LineKind::data) continue;
      SampleLine line{number, {begin, static_cast<std::size_t>(end - begin)}, {}, false};
      if (lines_.empty()) {
        rules_.separator = options_.separator == FieldSeparator::automatic
                               ? separator_of_line(line.text)
                               : separator_mark(options_.separator);
      }
      FieldCursor cursor(begin, end, rules_.separator);
      for (Field field; cursor.next(field);) line.fields.push_back(field);
      line.broken = static_cast<bool>(cursor.problem());
      lines_.push_back(std::move(line));
    }
    whole_ = sample.whole && rest.empty();
  }

  // --- header row and columns ---

  /// Finds columns by the names in the first line. A first column without a name is a table index.
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
    if (has_index()) ends_ = {2, 3};
  }
  bool has_index() const { return first().fields.size() >= 3 && first().fields[0].text.empty(); }

  /// True if the first line names the columns: it has words where the next line has numbers, or its ends are
  /// words that are no ends in later lines.
  bool is_header() {
    if (options_.header != HeaderRow::automatic) return options_.header == HeaderRow::present;
    if (!options_.source.name.empty() || !options_.target.name.empty() ||
        !options_.weight_column.name.empty())
      return true;
    const int u = options_.source.number > 0 ? options_.source.number : ends_.first;
    const int v = options_.target.number > 0 ? options_.target.number : ends_.second;
    const Field names[] = {first().field(u), first().field(v)};
    if (first().broken || names[0].text == names[1].text || !std::ranges::all_of(names, may_name_column))
      return false;
    if (lines_.size() == 1) return ends_named_;
    if (is_digits(lines_[1].field(u).text) && is_digits(lines_[1].field(v).text)) return true;
    for (int column = 1; column <= static_cast<int>(first().fields.size()); ++column) {
      if (column != u && column != v && may_name_column(first().field(column)) &&
          is_number(lines_[1].field(column).text))
        return true;
    }
    const auto is_end = [&](std::string_view end) { return end == names[0].text || end == names[1].text; };
    const bool is_edge = std::any_of(lines_.begin() + 1, lines_.end(), [&](const SampleLine& line) {
      return is_end(line.field(u).text) || is_end(line.field(v).text);
    });
    if (is_edge == ends_named_) {  // names and lines contradict
      note(fmt::format("line {} '{}' is read as {}", first().number, excerpt(first().text),
                       is_edge ? "an edge, option 'header=present' if it names the columns"
                               : "names of columns, option 'header=absent' makes it an edge"));
    }
    return !is_edge;
  }

  /// The column called `name`, from 1; 0: none. Exact case decides only between equal names.
  int column_called(std::string_view name) const {
    int found = 0;
    for (std::size_t i = 0; i < first().fields.size(); ++i) {
      const std::string text = label_text(first().fields[i]);
      if (text == name) return static_cast<int>(i) + 1;
      if (found == 0 && equal_ignoring_case(text, name)) found = static_cast<int>(i) + 1;
    }
    return found;
  }

  /// The number of a chosen column, else `otherwise`. Columns in `taken` are refused.
  int chosen(const ColumnChoice& choice, std::string_view option, int otherwise,
             std::initializer_list<int> taken) const {
    const auto refuse = [&](const std::string& value, const char* problem, const char* remedy) {
      throw InvalidArgument(fmt::format("option '{}'", option), value, problem, remedy);
    };
    int column = choice.number != 0 ? choice.number : otherwise;
    if (!choice.name.empty()) {
      if (!layout_.header_row)
        refuse(choice.name, ": columns have names only in a header row", "name the column by its number");
      column = column_called(choice.name);
      if (column == 0) {
        fail(first(), fmt::format("no column is called '{}'", excerpt(choice.name)),
             "the first line names the columns; columns may be named by their numbers too");
      }
    }
    if (column < 0) refuse(std::to_string(column), ": columns count from 1", "");
    if (std::ranges::find(taken, column) != taken.end())
      refuse(std::to_string(column), "holds an end of the edges", "name another column");
    return column;
  }

  /// Refuses columns whose names mean other data, and notes the chosen columns.
  void check_header(bool ends_chosen) {
    const bool is_pair = first().fields.size() == 2;
    for (const int column : {rules_.source_column, rules_.target_column}) {
      const std::string_view name = first().field(column).text;
      if (ends_chosen || !is_other_name(name) || (is_pair && equal_ignoring_case(name, "id"))) continue;
      fail(first(),
           fmt::format("column {} is called '{}', and no columns are called source and target", column,
                       excerpt(name)),
           "name the columns of the ends with option 'source' and option 'target'");
    }
    const Field u = first().field(rules_.source_column);
    const Field v = first().field(rules_.target_column);
    if (is_column_name(u) && is_column_name(v)) {
      note(fmt::format("edges from column '{}' to column '{}'; equal names in both are one vertex",
                       excerpt(label_text(u)), excerpt(label_text(v))));
    }
  }

  void choose_weight() {
    const auto [source, target] = std::pair(rules_.source_column, rules_.target_column);
    int named = 0;
    for (const std::string_view name : weight_names) {
      const int column = layout_.header_row && named == 0 ? column_called(name) : named;
      if (column != source && column != target) named = column;
    }
    if (!rules_.weighted && named > 0) {
      note(fmt::format("column '{}' ignored, option 'weighted' reads it",
                       excerpt(label_text(first().field(named)))));
    }
    if (!rules_.weighted) return;
    const bool is_third_known =
        source + target == 3 && !(layout_.header_row && is_other_name(first().field(3).text));
    if (named == 0 && options_.weight_column.is_automatic() && !is_third_known) {
      fail(first(), "which column holds the weight is not known",
           "name the column with option 'weight_column'");
    }
    rules_.weight_column =
        chosen(options_.weight_column, "weight_column", named > 0 ? named : 3, {source, target});
  }

  void choose_labels() {
    rules_.labels = options_.labels;
    if (data().empty()) return;
    const SampleLine& line = data().front();
    for (const int column : {rules_.source_column, rules_.target_column})
      rules_.labels = rules_.labels || is_word(line.field(column).text);
    const bool separator_known =
        options_.separator != FieldSeparator::automatic || is_blank(rules_.separator);
    if (rules_.labels && !separator_known &&
        std::ranges::all_of(data(), [&](const auto& each) { return may_be_split_by_blanks(each.text); })) {
      fail(line, fmt::format("{} and blanks may both separate the fields", separator_name(rules_.separator)),
           "name the separator with option 'separator'");
    }
  }

  /// True for "Smith,J Doe,A", where every word holds the separator, and for "ann bob 0,5".
  bool may_be_split_by_blanks(std::string_view line) const {
    int words = 0;
    bool all_hold_it = true;
    bool decimal = false;
    Words rest(line);
    for (std::string_view word = rest.next(); !word.empty(); word = rest.next(), ++words) {
      const std::size_t at = word.find(rules_.separator, 1);
      const bool inside = at != std::string_view::npos && at + 1 < word.size();
      all_hold_it = all_hold_it && inside;
      decimal = decimal || (inside && is_digit(word[at - 1]) && is_digit(word[at + 1]));
    }
    return words > 1 && (all_hold_it || decimal) && line.find('"') == std::string_view::npos;
  }

  void find_counts() {
    std::pair<std::uint64_t, std::uint64_t> counts;
    const SampleLine& line = first();
    if (options_.header == HeaderRow::automatic && !rules_.labels && line.fields.size() == 2 &&
        !line.broken && !parse_id(line.fields[0], counts.first) && !parse_id(line.fields[1], counts.second))
      layout_.counts = counts;
  }

  /// Refuses tables that would be read as wrong graphs: matrices, with five or more columns of numbers or an
  /// equal number of lines and columns of 0 and 1; and adjacency lists, whose lines of ids or words differ in
  /// length, except for a possible header "n m". Empty fields at the end count if all lines have the same
  /// length.
  void refuse_other_shapes() const {
    std::span<const SampleLine> lines = data();
    if (lines.empty()) return;
    const std::size_t columns = lines[0].width();
    const auto all_fields = [&](const auto& test) {
      return std::ranges::all_of(lines, [&](const SampleLine& line) {
        return std::ranges::all_of(std::span(line.fields).first(line.width()),
                                   [&](const Field& field) { return test(field.text); });
      });
    };
    const bool same_width =
        std::ranges::all_of(lines, [&](const SampleLine& line) { return line.width() == columns; });
    const bool is_square = whole_ && columns >= 3 && lines.size() == columns;
    if (same_width && ((columns >= 5 && all_fields(is_number)) ||
                       (is_square && all_fields([](auto text) { return text == "0" || text == "1"; })))) {
      fail(lines[0], fmt::format("looks like a matrix of {} columns, not like an edge list", columns),
           "read a matrix with option 'format' matrix-csv, or name the columns of an edge list with option "
           "'source' and option 'target'");
    }
    if (options_.weighted || !(rules_.labels || all_fields(is_digits))) return;
    if (!rules_.labels && columns == 2) lines = lines.subspan(1);
    for (const SampleLine& line : lines) {
      // Lines of one field, or with an empty end, get specific errors.
      const bool comparable =
          !line.broken && line.width() > 1 && !line.fields[0].text.empty() && !line.fields[1].text.empty();
      const SampleLine& usual = lines[0];
      if (!comparable || usual.width() < 2 || line.width() == usual.width() ||
          line.fields.size() == usual.fields.size())
        continue;
      fail(line,
           fmt::format("looks like an adjacency list: {} fields here, {} on line {}", line.width(),
                       usual.width(), usual.number),
           list_remedy);
    }
  }

  const GraphInput& input_;
  const ReadOptions& options_ = input_.options;
  std::vector<SampleLine> lines_;
  bool whole_ = false;                 ///< the lines are all data lines of the text
  std::pair<int, int> ends_ = {1, 2};  ///< columns of the ends, unless options name others
  bool ends_named_ = false;            ///< the first line has usual names of ends
  EdgeLayout layout_;
  EdgeLineRules& rules_ = layout_.rules;
};

}  // namespace

std::optional<EdgeLayout> edge_layout(const LayoutSample& sample, const GraphInput& input) {
  return LayoutFinder(sample, input).find();
}

}  // namespace lode::detail
