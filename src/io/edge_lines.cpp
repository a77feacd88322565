#include "io/edge_lines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "io/text_words.hpp"

namespace lode::detail {
namespace {

constexpr std::ptrdiff_t number_room = 24;  ///< bytes that number_by_words wants to be readable

/// Parses "u SEPARATOR v END-OF-LINE" and returns the start of the next line; nullptr for any other line, and
/// close to the end of the text.
inline const char* plain_line(const char* p, const char* end, std::uint64_t& u, std::uint64_t& v) {
  if (end - p < number_room) return nullptr;
  p = number_by_words(p, u);
  if (!p) return nullptr;
  const char* const gap = p;
  while (is_blank(*p)) ++p;
  if (*p == ',') {
    ++p;
    while (is_blank(*p)) ++p;
  }
  if (p == gap || end - p < number_room) return nullptr;
  p = number_by_words(p, v);
  if (!p) return nullptr;
  if (*p == '\n') return p + 1;
  if (*p == '\r' && p[1] == '\n') return p + 2;
  return nullptr;
}

/// Bytes that may stand in a label without quotes.
constexpr std::array<bool, 256> plain_bytes() {
  std::array<bool, 256> plain{};
  for (std::size_t byte = 0x21; byte < 256; ++byte) plain[byte] = byte != 0x7f && byte != '"' && byte != ',';
  return plain;
}

/// The end of the label that begins at `p`; something else than plain bytes must follow before `end`.
inline const char* label_end(const char* p, const char* end) {
  static constexpr std::array<bool, 256> plain = plain_bytes();
  for (; end - p >= 8; p += 8) {
    const std::uint64_t special = special_bytes(load_word(p));
    if (special != 0) return p + std::countr_zero(special) / 8;
  }
  while (plain[static_cast<unsigned char>(*p)]) ++p;
  return p;
}

class BlockParser {
 public:
  BlockParser(std::string_view text, const EdgeLineRules& rules, ParseScratch& scratch)
      : rules_(rules), scratch_(scratch), p_(text.data()), end_(text.data() + text.size()) {
    const std::size_t most_lines = text.size() / 4 + 1;  // "1 2\n"
    scratch_.texts.clear();
    if (rules_.labels) {
      if (scratch_.labels.size() < 2 * most_lines) scratch_.labels.resize(2 * most_lines);
    } else if (scratch_.ends.size() < 2 * most_lines) {
      scratch_.ends.resize(2 * most_lines);
    }
    if (rules_.weighted && scratch_.weights.size() < most_lines) scratch_.weights.resize(most_lines);
  }

  ParsedLines parse() {
    while (p_ < end_ && !stopped_) {
      if (!rules_.weighted) rules_.labels ? plain_label_lines() : plain_lines();
      if (p_ < end_) any_line();
    }
    store();
    return std::move(result_);
  }

 private:
  void plain_lines() {
    std::uint64_t* out = scratch_.ends.data() + 2 * count_;
    std::uint64_t* const first = out;
    std::uint64_t largest = result_.largest_id;
    const char* p = p_;
    while (p < end_) {
      std::uint64_t u = 0;
      std::uint64_t v = 0;
      const char* const next = plain_line(p, end_, u, v);
      if (!next) break;
      p = next;
      out[0] = u;
      out[1] = v;
      out += 2;
      largest = std::max(largest, std::max(u, v));
    }
    const auto lines = static_cast<std::size_t>(out - first) / 2;
    count_ += lines;
    result_.lines += lines;
    result_.largest_id = largest;
    p_ = p;
  }

  /// Lines "label SEPARATOR label".
  void plain_label_lines() {
    std::string_view* out = scratch_.labels.data() + 2 * count_;
    std::string_view* const first = out;
    const char* p = p_;
    while (p < end_) {
      const char* const u_end = label_end(p, end_);
      const char* v = u_end;
      while (is_blank(*v)) ++v;
      if (*v == ',') {
        ++v;
        while (is_blank(*v)) ++v;
      }
      if (u_end == p || v == u_end || *p == '#' || *p == '%') break;
      const char* const v_end = label_end(v, end_);
      const char* next = v_end;
      if (*next == '\r') ++next;
      if (v_end == v || *next != '\n') break;
      out[0] = {p, static_cast<std::size_t>(u_end - p)};
      out[1] = {v, static_cast<std::size_t>(v_end - v)};
      out += 2;
      p = next + 1;
    }
    const auto lines = static_cast<std::size_t>(out - first) / 2;
    count_ += lines;
    result_.lines += lines;
    p_ = p;
  }

  void any_line() {
    const char* const begin = p_;
    const char* const newline =
        static_cast<const char*>(std::memchr(begin, '\n', static_cast<std::size_t>(end_ - begin)));
    const char* const end = line_content_end(begin, newline);
    p_ = newline + 1;
    switch (line_kind(begin, end)) {
      case LineKind::blank:
        break;
      case LineKind::comment:
        ++result_.comment_lines;
        break;
      case LineKind::data:
        data_line(begin, end);
        break;
    }
    ++result_.lines;
  }

  void data_line(const char* begin, const char* end) {
    const EdgeLine line = parse_edge_line(begin, end, rules_);
    if (line.problem) {
      if (!result_.problem) {
        result_.problem = LineProblem{result_.lines, static_cast<std::uint64_t>(line.problem.at - begin) + 1,
                                      line.problem.problem, line.problem.remedy};
      }
      ++result_.bad_lines;
      stopped_ = !rules_.lenient;
      return;
    }
    if (rules_.labels) {
      scratch_.labels[2 * count_] = kept_label(line.u);
      scratch_.labels[2 * count_ + 1] = kept_label(line.v);
    } else {
      std::uint64_t* const out = scratch_.ends.data() + 2 * count_;
      out[0] = line.u_id;
      out[1] = line.v_id;
      result_.largest_id = std::max({result_.largest_id, out[0], out[1]});
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
    if (rules_.labels) {
      edges.dealt = deal_out<LabelKeys<>>({scratch_.labels.data(), 2 * count_}, scratch_.slabs);
    } else if (result_.largest_id > UINT32_MAX) {
      edges.dealt = deal_out<IdKeys<>>({scratch_.ends.data(), 2 * count_}, scratch_.slabs);
    } else {
      edges.narrow = PageBuffer<std::uint32_t>(2 * count_);
      std::uint32_t* const to = edges.narrow.data();
      for (std::size_t i = 0; i < 2 * count_; ++i) to[i] = static_cast<std::uint32_t>(scratch_.ends[i]);
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
  std::size_t count_ = 0;
  bool stopped_ = false;
  ParsedLines result_;
};

FieldProblem parse_end(const Field& field, const EdgeLineRules& rules, std::uint64_t& id) {
  if (!rules.labels) return parse_id(field, id);
  if (field.text.empty())
    return {field.begin, "a field is empty where a label belongs", "labels hold at least one character"};
  return {};
}

}  // namespace

EdgeLine parse_edge_line(const char* begin, const char* end, const EdgeLineRules& rules,
                         EdgeLineAllowances allowed) {
  EdgeLine line;
  FieldCursor cursor(begin, end);
  if (!cursor.next(line.u)) {
    line.problem = cursor.problem();
    return line;
  }
  const bool maybe_names = allowed.names_allowed && is_column_name(line.u);
  if (!maybe_names) {
    if (line.problem = parse_end(line.u, rules, line.u_id); line.problem) return line;
  }
  if (!cursor.next(line.v)) {
    line.problem = cursor.problem();
    if (!line.problem && maybe_names) line.problem = parse_end(line.u, rules, line.u_id);
    if (!line.problem) {
      line.problem = {end, fmt::format("only one {} on the line", rules.labels ? "word" : "number"),
                      "an edge is two ids separated by blanks, tabs or a comma"};
    }
    return line;
  }
  if (maybe_names) {
    line.column_names = is_column_name(line.v);
    if (line.column_names) return line;
    if (line.problem = parse_end(line.u, rules, line.u_id); line.problem) return line;
  }
  if (line.problem = parse_end(line.v, rules, line.v_id); line.problem) return line;
  line.columns = 2;
  for (Field field; cursor.next(field);) {
    ++line.columns;
    if (!rules.weighted || line.columns != rules.weight_column) continue;
    if (line.problem = parse_weight(field, line.weight); line.problem) return line;
    line.has_weight = true;
  }
  line.problem = cursor.problem();
  if (!line.problem && rules.weighted && !line.has_weight && !allowed.weight_optional) {
    line.problem = missing_weight(end, rules.weight_column);
  }
  return line;
}

FieldProblem missing_weight(const char* line_end, int weight_column) {
  return {line_end, fmt::format("the line has no weight in column {}", weight_column),
          "give every edge a weight, name its column with --weight-column, or read without --weighted"};
}

LineKind line_kind(const char* begin, const char* end) {
  while (begin < end && is_blank(*begin)) ++begin;
  if (begin == end) return LineKind::blank;
  return *begin == '#' || *begin == '%' ? LineKind::comment : LineKind::data;
}

std::string label_text(const Field& field) {
  std::string text(field.text);
  if (!field.escaped) return text;
  std::size_t out = 0;
  for (std::size_t in = 0; in < text.size(); ++in) {
    text[out++] = text[in];
    if (text[in] == '"') ++in;
  }
  text.resize(out);
  return text;
}

ParsedLines parse_edge_lines(std::string_view text, const EdgeLineRules& rules, ParseScratch& scratch) {
  return BlockParser(text, rules, scratch).parse();
}

}  // namespace lode::detail
