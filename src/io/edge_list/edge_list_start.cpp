#include "io/edge_list/edge_list_start.hpp"

#include <cstring>

#include <fmt/format.h>

#include "io/edge_list/separators.hpp"
#include "io/text/fields.hpp"
#include "io/text/head_lines.hpp"

namespace lode::detail {
namespace {

/// What a header "n m" consists of; its fields may be separated in another way than those below.
std::optional<std::pair<std::uint64_t, std::uint64_t>> two_numbers(const char* begin, const char* end,
                                                                   char list_separator) {
  for (const char separator : {list_separator, by_blanks_or_comma}) {
    FieldCursor cursor(begin, end, separator);
    std::uint64_t numbers[2] = {0, 0};
    int count = 0;
    bool ids = true;
    for (Field field; ids && cursor.next(field); ++count) {
      ids = count < 2 && !field.quoted && !parse_id(field, numbers[count]);
    }
    if (ids && count == 2 && !cursor.problem()) return std::pair(numbers[0], numbers[1]);
  }
  return std::nullopt;
}

class StartReader {
 public:
  StartReader(const CompressedInput& input, const ReadOptions& options) : input_(input), options_(options) {}

  bool found() const { return start_.first.has_value(); }
  EdgeListStart take() { return std::move(start_); }

  /// Walks over comments and blank lines of a block up to and including the first line of data; returns how
  /// many bytes that are.
  std::size_t walk(const LineBlock& block) {
    const char* const end = block.end();
    const char* p = block.begin();
    while (p < end && !found() && !block.overlong) {
      const auto* newline = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
      const char* const content_end = line_content_end(p, newline);
      const LineKind kind = line_kind(p, content_end);
      ++start_.lines;
      start_.comment_lines += kind == LineKind::comment;
      if (kind == LineKind::data) take_line(p, content_end);
      p = newline + 1;
    }
    return static_cast<std::size_t>(p - block.begin());
  }

 private:
  void take_line(const char* begin, const char* end) {
    FirstLine& first = start_.first.emplace();
    first.line = start_.lines;
    first.text = std::make_unique<const std::string>(begin, end);
    find_layout();
    if (start_.layout.header_row) return;
    const EdgeLineRules& rules = start_.layout.rules;
    const char* const text = first.text->data();
    const char* const text_end = text + first.text->size();
    first.parsed = parse_edge_line(text, text_end, rules, MissingWeight::allowed);
    const auto located = [&](const FieldProblem& p) {
      return LineProblem{0, static_cast<std::uint64_t>(p.at - text) + 1, p.problem, p.remedy};
    };
    if (first.parsed.problem) first.problem = located(first.parsed.problem);
    first.weight_problem = located(missing_weight(text_end, rules.weight_column));
    if (options_.header == HeaderRow::automatic && !rules.labels) {
      first.counts = two_numbers(text, text_end, rules.separator);
    }
  }

  /// From the beginning of the text or, behind more comments than that holds, from the first line of data
  /// alone.
  void find_layout() {
    LayoutSample sample{without_byte_order_mark(input_.head()), input_.head_is_all(), 0};
    if (!holds_data_line(sample)) sample = {*start_.first->text, true, start_.first->line - 1};
    start_.layout = edge_layout(sample, input_.display_name(), options_);
  }

  const CompressedInput& input_;
  const ReadOptions& options_;
  EdgeListStart start_;
};

}  // namespace

EdgeListStart read_edge_list_start(CompressedInput& input, LineBlockReader& reader,
                                   const ReadOptions& options, LineBlock& block, std::size_t& begin) {
  StartReader start(input, options);
  while (!start.found() && !block.overlong && reader.next(block)) begin = start.walk(block);
  return start.take();
}

bool is_counts_header(const FirstLine& first, std::uint64_t other_lines, std::uint64_t largest_id) {
  return first.counts && first.counts->second == other_lines && first.counts->first >= largest_id;
}

LineProblem overlong_line(std::string_view text) {
  if (const FieldProblem bad = find_control_byte(text)) {
    return {0, static_cast<std::uint64_t>(bad.at - text.data()) + 1, bad.problem, bad.remedy};
  }
  return {0, LineBlockReader::longest_line,
          fmt::format("the line is longer than {} bytes", LineBlockReader::longest_line),
          "an edge list is plain text, one edge per line"};
}

}  // namespace lode::detail
