#include "io/edge_list/edge_lines.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

/// Indexed by FieldSeparator.
constexpr std::string_view separators = "  \t,;|";

/// The field after the separator at `p`; nullptr for another byte.
template <bool blanks>
inline const char* behind_separator(const char* p, char separator) {
  const auto is_padding = [=](char c) { return c == ' ' || (c == '\t' && (blanks || separator != '\t')); };
  if constexpr (blanks) {
    if (!is_blank(*p)) return nullptr;
  } else {
    while (is_padding(*p)) ++p;
    if (*p++ != separator) return nullptr;
  }
  while (is_padding(*p)) ++p;
  return p;
}

class BlockParser {
 public:
  BlockParser(std::string_view text, const EdgeLineRules& rules, ParseScratch& scratch)
      : rules_(rules),
        scratch_(scratch),
        p_(text.data()),
        end_(text.data() + text.size()),
        plain_(!rules.weighted && rules.source_column == 1 && rules.target_column == 2) {
    for (std::size_t byte = 0x21; byte < 256; ++byte) {
      const char c = static_cast<char>(byte);
      of_labels_[byte] = byte != 0x7f && c != '"' && c != rules.separator;
      begins_comment_[byte] = rules.begins_comment(c);
    }
    const std::size_t most_lines = text.size() / 4 + 1;  // "1 2\n"
    const auto make_room = [](auto& vector, std::size_t size) {
      vector.resize(std::max(vector.size(), size));
    };
    scratch_.texts.clear();
    if (rules_.labels) make_room(scratch_.labels, 2 * most_lines);
    if (!rules_.labels) make_room(scratch_.ends, 2 * most_lines);
    if (rules_.weighted) make_room(scratch_.weights, most_lines);
  }

  ParsedLines parse() {
    while (p_ < end_ && !stopped_) {
      if (plain_) plain_lines();
      if (p_ < end_) any_line();
    }
    store();
    return std::move(result_);
  }

 private:
  // --- lines "u SEPARATOR v" ---

  void plain_lines() {
    const bool blanks = rules_.separator == by_blanks;
    if (rules_.labels) {
      blanks ? plain_lines_of<true>(scratch_.labels) : plain_lines_of<false>(scratch_.labels);
    } else {
      blanks ? plain_lines_of<true>(scratch_.ends) : plain_lines_of<false>(scratch_.ends);
    }
  }

  template <bool blanks, class End>
  void plain_lines_of(std::vector<End>& ends) {
    const char separator = rules_.separator;
    End* const first = ends.data() + 2 * count_;
    End* out = first;
    bool zeros = false;
    const char* p = p_;
    while (p < end_) {
      const char* const u_end = plain_end(p, out[0], zeros);
      if (!u_end) break;
      const char* const v = behind_separator<blanks>(u_end, separator);
      if (!v) break;
      const char* next = plain_end(v, out[1], zeros);
      if (!next) break;
      next += *next == '\r';
      if (*next != '\n') break;
      p = next + 1;
      out += 2;
    }
    const auto lines = static_cast<std::size_t>(out - first) / 2;
    count_ += lines;
    result_.lines += lines;
    result_.leading_zeros |= zeros;
    p_ = p;
  }

  /// Reads the id at `p` and returns its end; nullptr for other bytes, and near the end of the text.
  const char* plain_end(const char* p, std::uint64_t& id, bool& zeros) const {
    constexpr std::ptrdiff_t number_room = 24;  // bytes that number_by_words may read
    if (end_ - p < number_room) return nullptr;
    const char* const end = number_by_words(p, id);
    zeros |= end && *p == '0' && end - p > 1;
    return end;
  }

  /// Reads a label without quotes or blanks.
  const char* plain_end(const char* p, std::string_view& label, bool&) const {
    unsigned char seen = 0;
    const char* end = p;
    for (; of_labels_[static_cast<unsigned char>(*end)]; ++end) seen |= static_cast<unsigned char>(*end);
    label = {p, static_cast<std::size_t>(end - p)};
    const bool is_label = end > p && !begins_comment_[static_cast<unsigned char>(*p)];
    return is_label && (seen < 0x80 || !find_not_utf8(label)) ? end : nullptr;
  }

  // --- other lines ---

  void any_line() {
    const char* const begin = p_;
    const char* const newline =
        static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end_ - begin)));
    const char* const end = line_content_end(begin, newline);
    p_ = newline + 1;
    const LineKind kind = line_kind(begin, end, rules_);
    result_.comment_lines += kind == LineKind::comment;
    if (kind == LineKind::data) data_line(begin, end);
    ++result_.lines;
  }

  void bad_line(const char* begin, const FieldProblem& problem) {
    if (!result_.problem) {
      result_.problem = LineProblem{result_.lines, static_cast<std::uint64_t>(problem.at - begin) + 1,
                                    problem.problem, problem.remedy};
    }
    ++result_.bad_lines;
    stopped_ = !rules_.lenient;
  }

  void data_line(const char* begin, const char* end) {
    const EdgeLine line = parse_edge_line(begin, end, rules_);
    if (line.problem) return bad_line(begin, line.problem);
    if (rules_.labels) {
      scratch_.labels[2 * count_] = kept_label(line.u);
      scratch_.labels[2 * count_ + 1] = kept_label(line.v);
    } else {
      scratch_.ends[2 * count_] = line.u_id;
      scratch_.ends[2 * count_ + 1] = line.v_id;
      result_.leading_zeros |= line.leading_zeros;
    }
    if (rules_.weighted) scratch_.weights[count_] = line.weight;
    ++count_;
    result_.ignored_columns = std::max(result_.ignored_columns, line.columns - 2 - (line.has_weight ? 1 : 0));
  }

  std::string_view kept_label(const Field& field) {
    if (!field.escaped) return field.text;
    return scratch_.texts.emplace_front(label_text(field));
  }

  void store() {
    RawEdges& edges = result_.edges;
    edges.lines = count_;
    const std::span ends(scratch_.ends.data(), rules_.labels ? 0 : 2 * count_);
    for (const std::uint64_t id : ends) result_.largest_id = std::max(result_.largest_id, id);
    if (rules_.labels) {
      edges.labels = label_records({scratch_.labels.data(), 2 * count_});
    } else if (result_.largest_id > UINT32_MAX) {
      edges.wide = PageBuffer<std::uint64_t>(ends.size());
      std::ranges::copy(ends, edges.wide.begin());
    } else {
      edges.narrow = PageBuffer<std::uint32_t>(ends.size());
      std::ranges::transform(ends, edges.narrow.begin(),
                             [](auto id) { return static_cast<std::uint32_t>(id); });
    }
    if (rules_.weighted) {
      edges.weights = PageBuffer<Weight>(count_);
      std::copy_n(scratch_.weights.data(), count_, edges.weights.data());
    }
  }

  const EdgeLineRules& rules_;
  ParseScratch& scratch_;
  const char* p_;
  const char* end_;
  bool plain_;                         ///< "u SEPARATOR v" is a whole line
  std::array<bool, 256> of_labels_{};  ///< bytes of labels without quotes and blanks
  std::array<bool, 256> begins_comment_{};
  std::size_t count_ = 0;
  bool stopped_ = false;
  ParsedLines result_;
};

/// Remedy for a field that is an id only with another separator.
std::string separator_remedy(char separator) {
  return fmt::format("fields of this file are separated by {}; option 'separator' names another separator",
                     separator_name(separator));
}

FieldProblem parse_end(const Field& field, const EdgeLineRules& rules, std::uint64_t& id) {
  if (!rules.labels) {
    FieldProblem problem = parse_id(field, id);
    if (problem && !field.quoted && field.text.find_first_of("\t ;|,") != std::string_view::npos)
      problem.remedy = separator_remedy(rules.separator);
    return problem;
  }
  if (field.text.empty())
    return {field.begin, "a field is empty where a label belongs", "labels hold at least one character"};
  if (!rules.marked_names && !field.quoted && rules.begins_comment(field.text.front())) {
    return {field.begin, fmt::format("'{}' begins like a comment", excerpt(field.text)),
            "option 'comment' names the characters that begin comments, or none"};
  }
  return find_not_utf8(field.text);
}

FieldProblem missing_end(const char* line_end, int columns, const EdgeLineRules& rules) {
  const bool first_two = rules.source_column + rules.target_column == 3;
  if (columns == 1 && first_two) {
    return {line_end, fmt::format("only one {} on the line", rules.labels ? "word" : "number"),
            separator_remedy(rules.separator)};
  }
  const int missing = columns < rules.source_column ? rules.source_column : rules.target_column;
  return {line_end, fmt::format("the line ends before column {}, which holds an end of the edge", missing),
          separator_remedy(rules.separator)};
}

}  // namespace

EdgeLine parse_edge_line(const char* begin, const char* end, const EdgeLineRules& rules) {
  EdgeLine line;
  FieldCursor cursor(begin, end, rules.separator);
  int found = 0;
  for (Field field; cursor.next(field);) {
    ++line.columns;
    if (line.columns == rules.source_column) {
      ++found;
      line.u = field;
      line.problem = parse_end(field, rules, line.u_id);
    } else if (line.columns == rules.target_column) {
      ++found;
      line.v = field;
      line.problem = parse_end(field, rules, line.v_id);
    } else if (rules.weighted && line.columns == rules.weight_column) {
      line.has_weight = true;
      line.problem = parse_weight(field, line.weight, rules.signs);
    }
    if (line.problem) return line;
  }
  line.problem = cursor.problem();
  if (line.problem) return line;
  if (found < 2) {
    line.problem = missing_end(end, line.columns, rules);
  } else if (rules.weighted && !line.has_weight) {
    line.problem = {
        end, fmt::format("the line has no weight in column {}", rules.weight_column),
        "give every edge a weight, name its column with option 'weight_column', or read without weights"};
  }
  for (const std::string_view id : {line.u.text, line.v.text})
    line.leading_zeros |= !rules.labels && id.size() > 1 && id.front() == '0';
  return line;
}

LineKind line_kind(const char* begin, const char* end, const EdgeLineRules& rules) {
  while (begin < end && is_blank(*begin)) ++begin;
  if (begin == end) return LineKind::blank;
  return rules.begins_comment(*begin) ? LineKind::comment : LineKind::data;
}

EdgeLineRules comment_rules(const ReadOptions& options) {
  EdgeLineRules rules;
  if (!options.comment) return rules;
  rules.comment_marks = *options.comment;
  rules.marked_names = true;
  for (const char mark : rules.comment_marks) {
    const bool possible = mark > ' ' && mark < '\x7f' && !is_digit(mark) && mark != '"';
    if (possible) continue;
    throw InvalidArgument("option 'comment'", excerpt(rules.comment_marks),
                          ": digits, quotes, blanks and characters outside ASCII cannot begin a comment",
                          "use characters such as # % ; /");
  }
  return rules;
}

char separator_mark(FieldSeparator separator) { return separators[static_cast<std::size_t>(separator)]; }
FieldSeparator separator_of(char mark) { return static_cast<FieldSeparator>(separators.rfind(mark)); }

ParsedLines parse_edge_lines(std::string_view text, const EdgeLineRules& rules, ParseScratch& scratch) {
  return BlockParser(text, rules, scratch).parse();
}

}  // namespace lode::detail
