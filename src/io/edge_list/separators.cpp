#include "io/edge_list/separators.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

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
  const Field* const u = line.field(options.source.number > 0 ? options.source.number : 1);
  const Field* const v = line.field(options.target.number > 0 ? options.target.number : 2);
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

bool makes_words(SampleLine& line, char separator) {
  line.split(separator);
  if (line.broken || line.fields.size() < 2) return false;
  return std::none_of(line.fields.begin(), line.fields.begin() + 2, [](const Field& f) {
    const bool holds_data = f.text.find(" {") != std::string_view::npos;  // the mark stands in its braces
    return !f.quoted && (touches_mark(f.text) || holds_data);
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

/// Of the marks that split at least half of the lines the one that splits all of them alike, else the first
/// of them in the order of `separator_marks`; else blanks.
char separator_of_words(std::span<SampleLine> lines) {
  std::optional<char> best;
  for (const char mark : separator_marks) {
    std::size_t count = 0;
    std::set<std::size_t> widths;
    for (SampleLine& line : lines) {
      if (!makes_words(line, mark)) continue;
      ++count;
      widths.insert(line.fields.size());
    }
    if (count == 0 || 2 * count < lines.size()) continue;
    if (widths.size() == 1 && count == lines.size()) return mark;
    if (!best) best = mark;
  }
  return best.value_or(by_blanks);
}

}  // namespace

char likely_separator(std::span<SampleLine> lines, const ReadOptions& options) {
  if (!options.labels) {
    if (const auto separator = separator_of_ids(lines, options)) return *separator;
  }
  return separator_of_words(lines);
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
