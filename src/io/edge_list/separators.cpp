#include "io/edge_list/separators.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

constexpr std::pair<FieldSeparator, char> separator_table[] = {{FieldSeparator::tab, '\t'},
                                                               {FieldSeparator::comma, ','},
                                                               {FieldSeparator::semicolon, ';'},
                                                               {FieldSeparator::bar, '|'}};

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

bool makes_ids(SampleLine& line, char separator, const ReadOptions& options) {
  line.split(separator);
  const EndColumns ends = numbered_ends(options);
  const Field* const u = line.field(ends.source);
  const Field* const v = line.field(ends.target);
  if (line.broken || !u || !v || !is_digits(u->text) || !is_digits(v->text)) return false;
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

/// True if a quoted field begins inside `text`, behind another separator, and does not end there: then the
/// separator behind `text` stands in quotes.
bool opens_quotes(std::string_view text) {
  if (std::count(text.begin(), text.end(), '"') % 2 == 0) return false;
  const auto begins_field = [](char before, char quote) {
    return quote == '"' && (before == ' ' || separator_marks.find(before) != std::string_view::npos);
  };
  return std::adjacent_find(text.begin(), text.end(), begins_field) != text.end();
}

/// True if the line has two words. In front of them may stand an empty field, if it may be a header row: the
/// name of an index.
bool makes_words(SampleLine& line, char separator, bool may_be_header) {
  line.split(separator);
  if (line.broken || line.fields.size() < 2) return false;
  const bool nameless = may_be_header && line.fields.size() >= 3 && line.fields[0].text.empty();
  const auto words = line.fields.begin() + (nameless ? 1 : 0);
  return std::none_of(words, words + 2, [](const Field& f) {
    const bool holds_data = f.text.find(" {") != std::string_view::npos;  // the mark stands in its braces
    return !f.quoted && (touches_mark(f.text) || holds_data || opens_quotes(f.text));
  });
}

/// The separator that makes ids of the ends of most lines, of several the one that does so first.
std::optional<char> separator_of_ids(std::span<SampleLine> lines, const ReadOptions& options) {
  std::optional<char> best;
  std::size_t best_count = 0;
  std::size_t best_first = 0;
  for (const char separator :
       {separator_marks[0], separator_marks[1], separator_marks[2], separator_marks[3], by_blanks}) {
    std::size_t count = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (makes_ids(lines[i], separator, options) && ++count == 1) first = i;
    }
    if (count > best_count || (count > 0 && count == best_count && first < best_first)) {
      best = separator;
      best_count = count;
      best_first = first;
    }
  }
  return best;
}

/// How well a separator of words splits the lines.
struct WordSplit {
  char separator = by_blanks;
  std::size_t lines = 0;  ///< that have two words
  bool alike = false;     ///< all of them, into as many fields
  bool numbers = false;   ///< all second ends are numbers, below a header row perhaps
  /// Names that stand in both columns of ends, and the smaller part of a column that holds recurring names.
  std::pair<std::size_t, double> recurrence = {};
};

std::pair<std::size_t, double> recurrence_of(std::span<const std::pair<std::string, std::string>> ends) {
  std::unordered_map<std::string_view, std::pair<std::size_t, std::size_t>> times;
  for (const auto& [u, v] : ends) {
    ++times[u].first;
    ++times[v].second;
  }
  std::size_t on_both = 0;
  std::size_t left = 0;
  std::size_t right = 0;
  for (const auto& [name, count] : times) {
    on_both += count.first > 0 && count.second > 0;
    if (count.first + count.second < 2) continue;
    left += count.first;
    right += count.second;
  }
  return {on_both, static_cast<double>(std::min(left, right)) / static_cast<double>(ends.size())};
}

WordSplit split_words(std::span<SampleLine> lines, char separator, const ReadOptions& options) {
  WordSplit split{separator};
  const EndColumns columns = numbered_ends(options);
  std::set<std::size_t> widths;
  std::vector<std::pair<std::string, std::string>> ends;
  std::size_t numbers = 0;
  for (SampleLine& line : lines) {
    const bool may_be_header = lines.size() > 1 && &line == &lines.front();
    if (!makes_words(line, separator, may_be_header)) continue;
    ++split.lines;
    widths.insert(line.fields.size());
    const Field* const u = line.field(columns.source);
    const Field* const v = line.field(columns.target);
    if (!u || !v) continue;
    ends.emplace_back(u->text, v->text);
    numbers += is_number(v->text);
  }
  split.alike = widths.size() == 1 && split.lines == lines.size();
  split.numbers = numbers > 0 && numbers + 1 >= ends.size();
  if (!ends.empty()) split.recurrence = recurrence_of(ends);
  return split;
}

LikelySeparator separator_of_words(std::span<SampleLine> lines, const ReadOptions& options) {
  const WordSplit blanks = split_words(lines, by_blanks, options);
  std::vector<WordSplit> alike;
  std::optional<WordSplit> half;
  for (const char mark : separator_marks) {
    const WordSplit split = split_words(lines, mark, options);
    if (split.alike) alike.push_back(split);
    if (!half && split.lines > 0 && 2 * split.lines >= lines.size()) half = split;
  }
  if (alike.empty() && half) alike.push_back(*half);
  if (alike.empty()) return {by_blanks};
  // Blanks split at tabs, too: they come into question only if tabs split off numbers, as in "a b<tab>0.5".
  const bool by_tab = alike.front().separator == '\t' && alike.front().alike && !alike.front().numbers;
  if (blanks.alike && !by_tab) alike.push_back(blanks);
  // Of equal ones the first, in the order of `separator_marks`, blanks last.
  const auto best = std::max_element(alike.begin(), alike.end(), [](const WordSplit& a, const WordSplit& b) {
    return a.recurrence < b.recurrence;
  });
  const bool in_doubt =
      options.labels && best->separator == ',' && blanks.alike && blanks.recurrence == best->recurrence;
  return {best->separator, in_doubt ? std::optional(by_blanks) : std::nullopt};
}

}  // namespace

LikelySeparator likely_separator(std::span<SampleLine> lines, const ReadOptions& options) {
  if (!options.labels) {
    if (const auto separator = separator_of_ids(lines, options)) return {*separator};
  }
  return separator_of_words(lines, options);
}

char separator_mark(FieldSeparator separator) {
  for (const auto& [known, mark] : separator_table) {
    if (known == separator) return mark;
  }
  return by_blanks;
}

FieldSeparator separator_of(char mark) {
  for (const auto& [separator, known] : separator_table) {
    if (known == mark) return separator;
  }
  return FieldSeparator::blanks;
}

}  // namespace lode::detail
