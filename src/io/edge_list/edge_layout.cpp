#include "io/edge_list/edge_layout.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <set>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/edge_list/column_names.hpp"
#include "io/edge_list/layout_shapes.hpp"
#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t most_sample_lines = 1000;

/// So many columns of a header row are compared with each other.
constexpr std::size_t most_end_names = 64;
constexpr std::array<std::string_view, 3> weight_names = {"weight", "w", "value"};
/// Columns that hold no ends, whatever they stand beside.
constexpr std::array<std::string_view, 9> other_names = {"weight", "w",     "value", "time", "timestamp",
                                                         "date",   "index", "label", "type"};

std::string lowercase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool is_plain_id(const Field& field) {
  return !field.text.empty() && std::all_of(field.text.begin(), field.text.end(), is_digit);
}

/// 12 345 or 1 234 567: one number with blanks between groups of digits.
bool is_grouped_number(std::string_view text) {
  std::size_t groups = 0;
  while (true) {
    std::size_t digits = 0;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    if (groups == 0 ? digits < 1 || digits > 3 : digits != 3) return false;
    ++groups;
    text.remove_prefix(digits);
    if (text.empty()) return groups > 1;
    if (text.front() != ' ') return false;
    text.remove_prefix(1);
  }
}

bool touches_mark(std::string_view text) {
  return text.empty() || separator_marks.find(text.front()) != std::string_view::npos ||
         separator_marks.find(text.back()) != std::string_view::npos;
}

class LayoutFinder {
 public:
  LayoutFinder(const LayoutSample& sample, const std::string& display_name, const ReadOptions& options)
      : display_name_(display_name), options_(options) {
    take_lines(sample);
  }

  EdgeLayout find() {
    EdgeLineRules& rules = layout_.rules;
    rules.weighted = options_.weighted;
    rules.labels = options_.labels;
    rules.lenient = options_.lenient;
    rules.separator = options_.separator == FieldSeparator::automatic ? likely_separator()
                                                                      : separator_mark(options_.separator);
    for (SampleLine& line : lines_) line.split(rules.separator);
    layout_.header_row = is_header_row();
    const bool columns_named = !options_.source.is_automatic() || !options_.target.is_automatic() ||
                               !options_.weight_column.is_automatic();
    if (!columns_named) refuse_named_matrix();
    choose_ends();
    choose_weight();
    if (!columns_named && !ends_named_) {
      if (const auto shape = other_shape(lines_, data_begin(), whole_, options_.weighted, options_.labels)) {
        throw InputError({display_name_, shape->line}, shape->problem, shape->remedy);
      }
    }
    return std::move(layout_);
  }

 private:
  void take_lines(const LayoutSample& sample) {
    const char* p = sample.text.data();
    const char* const end = p + sample.text.size();
    std::uint64_t number = sample.lines_before;
    while (p < end && lines_.size() < most_sample_lines) {
      const auto* newline = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
      if (!newline && !sample.whole) break;
      if (!newline) newline = end;
      const char* const content_end = line_content_end(p, newline);
      ++number;
      if (line_kind(p, content_end) == LineKind::data) lines_.push_back({number, p, content_end, {}, false});
      p = newline < end ? newline + 1 : end;
    }
    whole_ = sample.whole && p == end;
  }

  // --- the separator ---

  /// What `split` finds at a column, from 1.
  static const Field* field(const SampleLine& line, int column) {
    const auto i = static_cast<std::size_t>(column) - 1;
    return i < line.fields.size() ? &line.fields[i] : nullptr;
  }

  bool makes_ids(SampleLine& line, char separator) const {
    line.split(separator);
    const Field* const u = field(line, options_.source.number > 0 ? options_.source.number : 1);
    const Field* const v = field(line, options_.target.number > 0 ? options_.target.number : 2);
    if (line.broken || !u || !v || !is_plain_id(*u) || !is_plain_id(*v)) return false;
    if (separator != by_blanks) return true;
    const std::string_view text(line.begin, static_cast<std::size_t>(line.end - line.begin));
    for (const char mark : separator_marks) {
      if (text.find(mark) == std::string_view::npos) continue;
      line.split(mark);
      for (std::size_t i = 0; i < std::min<std::size_t>(2, line.fields.size()); ++i) {
        if (is_grouped_number(line.fields[i].text)) return false;
      }
    }
    return true;
  }

  static bool makes_words(SampleLine& line, char separator) {
    line.split(separator);
    if (line.broken || line.fields.size() < 2) return false;
    return std::none_of(line.fields.begin(), line.fields.begin() + 2, [](const Field& f) {
      const bool holds_data = f.text.find(" {") != std::string_view::npos;  // the mark stands in its braces
      return !f.quoted && (touches_mark(f.text) || holds_data);
    });
  }

  char likely_separator() {
    if (!options_.labels) {
      if (const auto separator = separator_of_ids()) return *separator;
    }
    return separator_of_words();
  }

  /// The separator that makes ids of the ends of most lines, of several the one that does so first.
  std::optional<char> separator_of_ids() {
    std::optional<char> best;
    std::size_t best_count = 0;
    std::size_t best_first = 0;
    for (const char separator :
         {separator_marks[0], separator_marks[1], separator_marks[2], separator_marks[3], by_blanks}) {
      std::size_t count = 0;
      std::size_t first = 0;
      for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (makes_ids(lines_[i], separator) && ++count == 1) first = i;
      }
      if (count > best_count || (count > 0 && count == best_count && first < best_first)) {
        best = separator;
        best_count = count;
        best_first = first;
      }
    }
    return best;
  }

  /// Of the marks that split at least half of the lines the one that splits all of them alike, else the first
  /// of them in the order of `separator_marks`; else blanks.
  char separator_of_words() {
    std::optional<char> best;
    for (const char mark : separator_marks) {
      std::size_t count = 0;
      std::set<std::size_t> widths;
      for (SampleLine& line : lines_) {
        if (!makes_words(line, mark)) continue;
        ++count;
        widths.insert(line.fields.size());
      }
      if (count == 0 || 2 * count < lines_.size()) continue;
      if (widths.size() == 1 && count == lines_.size()) return mark;
      if (!best) best = mark;
    }
    return best.value_or(by_blanks);
  }

  // --- the header row ---

  const SampleLine& first() const { return lines_.front(); }
  std::size_t data_begin() const { return layout_.header_row ? 1 : 0; }

  /// The column called `name`, from 1; 0: none. Case counts only if names differ in nothing else.
  int column_called(std::string_view name) const {
    int found = 0;
    for (std::size_t i = 0; i < first().fields.size(); ++i) {
      const std::string text = label_text(first().fields[i]);
      if (text == name) return static_cast<int>(i) + 1;
      if (found == 0 && lowercase(text) == lowercase(name)) found = static_cast<int>(i) + 1;
    }
    return found;
  }

  struct Ends {
    int source = 0, target = 0;
  };
  struct EndName {
    int column = 0;
    NameWords words;
    bool capitals = false;
  };

  /// The columns whose names are those of ends, the first `most_end_names` of them.
  std::vector<EndName> end_names() const {
    std::vector<EndName> found;
    for (std::size_t i = 0; i < first().fields.size() && found.size() < most_end_names; ++i) {
      const std::string text = label_text(first().fields[i]);
      NameWords words = words_of_name(text);
      if (!names_an_end(words)) continue;
      found.push_back({static_cast<int>(i) + 1, std::move(words), lowercase(text) != text});
    }
    return found;
  }

  /// The columns whose names are surest those of both ends; of names that differ in their case alone those in
  /// small letters, else the first.
  std::optional<Ends> ends_called() const {
    const std::vector<EndName> names = end_names();
    std::optional<Ends> best;
    std::pair<std::size_t, int> best_rank;
    for (const EndName& u : names) {
      for (const EndName& v : names) {
        const auto rank = rank_of_pair(u.words, v.words);
        const std::pair<std::size_t, int> here = {rank.value_or(0), u.capitals + v.capitals};
        if (!rank || (best && here >= best_rank)) continue;
        best = Ends{u.column, v.column};
        best_rank = here;
      }
    }
    return best;
  }

  bool is_header_row() const {
    if (options_.header != HeaderRow::automatic) return options_.header == HeaderRow::present;
    const bool by_name = !options_.source.name.empty() || !options_.target.name.empty() ||
                         !options_.weight_column.name.empty();
    if (by_name) return true;
    if (first().broken) return false;
    return options_.labels ? words_that_name_columns() : words_instead_of_ids();
  }

  bool names_column(int column) const {
    const Field* const name = field(first(), column);
    return name && is_column_name(*name);
  }

  /// The columns of the ends as far as they are known without a header row.
  Ends numbered_ends() const {
    return {options_.source.number > 0 ? options_.source.number : 1,
            options_.target.number > 0 ? options_.target.number : 2};
  }

  bool words_instead_of_ids() const {
    const auto [source, target] = numbered_ends();
    if (names_column(source) && names_column(target)) return true;
    return has_nameless_first_column() && names_column(2) && names_column(3);
  }

  bool has_nameless_first_column() const {
    return options_.source.is_automatic() && options_.target.is_automatic() && first().fields.size() >= 3 &&
           first().fields[0].text.empty();
  }

  bool words_that_name_columns() const {
    if (const auto ends = ends_called()) return !vertices_are_called(*ends);
    if (has_nameless_first_column()) return true;
    if (const Ends ends = numbered_ends(); are_called_like_ends(ends)) return !vertices_are_called(ends);
    if (!options_.weighted || lines_.size() < 2) return false;
    const int column = options_.weight_column.number > 0 ? options_.weight_column.number : 3;
    const Field* const here = field(first(), column);
    const Field* const below = field(lines_[1], column);
    return here && below && is_column_name(*here) && is_number(below->text);
  }

  /// True for two names, which are different.
  bool are_called_like_ends(const Ends& ends) const {
    const Field* const u = field(first(), ends.source);
    const Field* const v = field(first(), ends.target);
    return u && v && u->text != v->text && are_names_of_ends(label_text(*u), label_text(*v));
  }

  /// True if a name of the first line is an end of a later one, or one of a series, as node1 and node7: then
  /// the first line is an edge. So it is if nothing follows names of a series.
  bool vertices_are_called(const Ends& ends) const {
    const std::string_view names[2] = {field(first(), ends.source)->text, field(first(), ends.target)->text};
    const std::string series[2] = {name_series(words_of_name(names[0])),
                                   name_series(words_of_name(names[1]))};
    const bool in_series = !series[0].empty() || !series[1].empty();
    if (in_series && lines_.size() < 2) return true;
    const auto is_like = [&](const Field& end, int i) {
      return end.text == names[i] ||
             (!series[i].empty() && name_series(words_of_name(end.text)) == series[i]);
    };
    for (std::size_t i = 1; i < lines_.size(); ++i) {
      for (const int column : {ends.source, ends.target}) {
        const Field* const end = field(lines_[i], column);
        if (end && (is_like(*end, 0) || is_like(*end, 1))) return true;
      }
    }
    return false;
  }

  // --- the columns ---

  [[noreturn]] void fail(const std::string& problem, const std::string& remedy) const {
    throw InputError({display_name_, first().number}, problem, remedy);
  }

  /// The number of a column that is chosen; 0 if it is not.
  int chosen(const ColumnChoice& choice, const char* option) const {
    if (choice.name.empty()) {
      if (choice.number < 0) {
        throw InvalidArgument(fmt::format("option '{}'", option), std::to_string(choice.number),
                              "columns count from 1");
      }
      return choice.number;
    }
    if (!layout_.header_row) {
      throw InvalidArgument(fmt::format("option '{}'", option), choice.name,
                            "columns have names only in a header row", "name the column by its number");
    }
    const int column = column_called(choice.name);
    if (column == 0) {
      fail(fmt::format("no column is called '{}'", excerpt(choice.name)),
           "the first line names the columns; columns may be named by their numbers too");
    }
    return column;
  }

  void choose_ends() {
    EdgeLineRules& rules = layout_.rules;
    rules.source_column = chosen(options_.source, "source");
    rules.target_column = chosen(options_.target, "target");
    if (rules.source_column == 0 || rules.target_column == 0) {
      const Ends ends = likely_ends();
      if (rules.source_column == 0) rules.source_column = ends.source;
      if (rules.target_column == 0) rules.target_column = ends.target;
    }
    if (rules.source_column == rules.target_column) {
      throw InvalidArgument("option 'target'", std::to_string(rules.target_column),
                            "the edges begin in this column", "name two columns");
    }
    if (!layout_.header_row) return;
    const Field* const u = field(first(), rules.source_column);
    const Field* const v = field(first(), rules.target_column);
    if (u && v && is_column_name(*u) && is_column_name(*v)) {
      layout_.notes.push_back(fmt::format("edges from column '{}' to column '{}'", excerpt(label_text(*u)),
                                          excerpt(label_text(*v))));
      if (options_.labels && options_.header == HeaderRow::automatic) {
        layout_.notes.push_back("option 'header' makes an edge of the first line");
      }
    }
  }

  Ends likely_ends() {
    if (!layout_.header_row) return {1, 2};
    if (const auto ends = ends_called()) {
      ends_named_ = true;
      return *ends;
    }
    if (has_nameless_first_column()) {
      layout_.notes.push_back("column 1 is an index");
      return {2, 3};
    }
    if (options_.source.is_automatic() && options_.target.is_automatic()) {
      for (const int column : {1, 2}) refuse_other_name(column);
    }
    return {1, 2};
  }

  void refuse_other_name(int column) const {
    const Field* const name = field(first(), column);
    if (!name) return;
    const std::string lower = lowercase(name->text);
    const bool other = std::find(other_names.begin(), other_names.end(), lower) != other_names.end() ||
                       (lower == "id" && first().fields.size() > 2);
    if (!other) return;
    fail(fmt::format("column {} is called '{}', and no columns are called source and target", column,
                     excerpt(name->text)),
         "name the columns of the ends with option 'source' and option 'target'");
  }

  void choose_weight() {
    EdgeLineRules& rules = layout_.rules;
    if (!options_.weighted) return note_ignored_weight();
    rules.weight_column = chosen(options_.weight_column, "weight_column");
    if (rules.weight_column == 0) rules.weight_column = likely_weight();
    if (rules.weight_column == rules.source_column || rules.weight_column == rules.target_column) {
      throw InvalidArgument("option 'weight_column'", std::to_string(rules.weight_column),
                            "the column holds an end of the edges", "name another column");
    }
  }

  /// The column that the header row calls the weight; 0: none.
  int column_of_weight() const {
    for (const std::string_view name : weight_names) {
      const int column = column_called(name);
      const bool is_end = column == layout_.rules.source_column || column == layout_.rules.target_column;
      if (column > 0 && !is_end) return column;
    }
    return 0;
  }

  void note_ignored_weight() {
    const int column = layout_.header_row ? column_of_weight() : 0;
    if (column == 0) return;
    layout_.notes.push_back(fmt::format("column '{}' ignored, option 'weighted' reads it",
                                        excerpt(label_text(*field(first(), column)))));
  }

  int likely_weight() const {
    const EdgeLineRules& rules = layout_.rules;
    if (layout_.header_row) {
      if (const int column = column_of_weight(); column > 0) return column;
      const Field* const third = field(first(), 3);
      const std::string lower = third ? lowercase(third->text) : std::string();
      const bool other =
          lower == "id" || std::find(other_names.begin(), other_names.end(), lower) != other_names.end();
      if (other)
        fail(fmt::format("column 3 is called '{}', and none is called weight", excerpt(third->text)),
             weight_remedy);
    }
    if (rules.source_column + rules.target_column == 3) return 3;
    fail("which column holds the weight is not known", weight_remedy);
  }

  static constexpr auto weight_remedy = "name the column with option 'weight_column'";

  // --- a matrix with names ---

  /// A table whose rows are called like its columns.
  void refuse_named_matrix() const {
    const std::size_t rows = lines_.size() - 1;
    if (rows < 2 || first().fields.size() < 3 || !first().fields[0].text.empty()) return;
    if (whole_ ? rows + 1 != first().fields.size() : rows + 1 > first().fields.size()) return;
    for (std::size_t i = 1; i <= rows; ++i) {
      if (lines_[i].fields.empty() || lines_[i].fields[0].text != first().fields[i].text) return;
    }
    fail("looks like an adjacency matrix with names of rows and columns, not like an edge list",
         "write one edge per line, or the matrix as Matrix Market");
  }

  const std::string& display_name_;
  const ReadOptions& options_;
  std::vector<SampleLine> lines_;
  bool whole_ = false;
  bool ends_named_ = false;  ///< by the header row
  EdgeLayout layout_;
};

}  // namespace

bool holds_data_line(const LayoutSample& sample) {
  const char* p = sample.text.data();
  const char* const end = p + sample.text.size();
  while (p < end) {
    const auto* newline = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
    if (!newline && !sample.whole) return false;
    if (!newline) newline = end;
    if (line_kind(p, line_content_end(p, newline)) == LineKind::data) return true;
    p = newline < end ? newline + 1 : end;
  }
  return false;
}

EdgeLayout edge_layout(const LayoutSample& sample, const std::string& display_name,
                       const ReadOptions& options) {
  return LayoutFinder(sample, display_name, options).find();
}

bool are_names_of_ends(std::string_view a, std::string_view b) {
  return names_an_end(words_of_name(a)) && names_an_end(words_of_name(b));
}

char separator_mark(FieldSeparator separator) {
  switch (separator) {
    case FieldSeparator::tab:
      return '\t';
    case FieldSeparator::comma:
      return ',';
    case FieldSeparator::semicolon:
      return ';';
    case FieldSeparator::bar:
      return '|';
    case FieldSeparator::automatic:
    case FieldSeparator::blanks:
      break;
  }
  return by_blanks;
}

FieldSeparator separator_of(char mark) {
  for (const auto separator :
       {FieldSeparator::tab, FieldSeparator::comma, FieldSeparator::semicolon, FieldSeparator::bar}) {
    if (separator_mark(separator) == mark) return separator;
  }
  return FieldSeparator::blanks;
}

}  // namespace lode::detail
