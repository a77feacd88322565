#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/rng.hpp>

#include "io/edge_list/edge_lines.hpp"
#include "io/edge_list/graph_reader.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::detail;

namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

ParsedLines parsed(const std::string& text, const EdgeLineRules& rules) {
  ParseScratch scratch;
  return parse_edge_lines(text, rules, scratch);
}

/// The ends of all edges, ids as digits.
Names ends_of(const ParsedLines& lines, bool labels) {
  Names ends;
  if (labels) {
    for_each_dealt_pair<LabelKeys<>>(
        lines.edges, [&](std::string_view u, std::string_view v) { ends.emplace_back(u, v); });
  } else {
    for_each_id_pair(lines.edges, [&](std::uint64_t u, std::uint64_t v) {
      ends.emplace_back(std::to_string(u), std::to_string(v));
    });
  }
  return ends;
}

/// A text of lines of every kind, and what it says.
struct MadeText {
  std::string text;
  Names ends;
  std::vector<Weight> weights;
  std::uint64_t lines = 0, comments = 0;
  std::uint64_t largest = 0;
  bool leading_zeros = false;
};

std::string made_id(Rng& rng, MadeText& made) {
  constexpr std::uint64_t special[] = {0,           9,          10,         99'999'999,
                                       100'000'000, UINT32_MAX, UINT64_MAX, UINT64_MAX - 1};
  const std::uint64_t id = rng.below(12) == 0 ? special[rng.below(8)] : rng.below(1'000'000);
  made.largest = std::max(made.largest, id);
  return std::to_string(id);
}

std::string made_label(Rng& rng) {
  constexpr std::string_view letters[] = {"a", "Z", "7", "_", "-", ".", "\xc3\xa4", "\xe6\x97\xa5"};
  std::string label = "n";
  for (std::uint64_t i = rng.below(20); i > 0; --i) label += letters[rng.below(8)];
  return label;
}

MadeText made_text(Rng& rng, const EdgeLineRules& rules) {
  MadeText made;
  const std::string mark(1, rules.separator);
  const auto gap = [&] {
    if (rules.separator == by_blanks) return std::string(1 + rng.below(3), rng.below(2) ? ' ' : '\t');
    return rng.below(4) == 0 ? " " + mark + " " : mark;
  };
  for (std::uint64_t i = rng.below(60); i > 0; --i) {
    ++made.lines;
    const std::string end = rng.below(5) == 0 ? "\r\n" : "\n";
    if (rng.below(9) == 0) {
      const bool comment = rng.below(2) == 0;
      made.comments += comment;
      made.text += (comment ? "# 1 2" : rng.below(2) ? "" : "  ") + end;
      continue;
    }
    std::string names[2];
    for (std::string& name : names) name = rules.labels ? made_label(rng) : made_id(rng, made);
    made.ends.emplace_back(names[0], names[1]);
    std::string& odd = names[rng.below(2)];
    if (rng.below(10) == 0) {
      odd = '"' + odd + '"';
    } else if (!rules.labels && odd.size() < 15 && rng.below(15) == 0) {
      odd.insert(0, "00");
      made.leading_zeros = true;
    }
    made.text += names[0] + gap() + names[1];
    if (rules.weighted) {
      made.weights.push_back(static_cast<double>(rng.below(1000)) / 8);
      made.text += gap() + fmt::format("{}", made.weights.back());
    }
    made.text += end;
  }
  return made;
}

}  // namespace

TEST_CASE("lines give the ends that were written, with any separator, labels and weights") {
  Rng rng(1);
  for (const char separator : {by_blanks, '\t', ',', ';', '|'}) {
    for (const bool labels : {false, true}) {
      for (const bool weighted : {false, true}) {
        for (int round = 0; round < 60; ++round) {
          EdgeLineRules rules;
          rules.separator = separator;
          rules.labels = labels;
          rules.weighted = weighted;
          const MadeText made = made_text(rng, rules);
          if (made.text.empty()) continue;
          const ParsedLines lines = parsed(made.text, rules);
          INFO(made.text);
          REQUIRE_FALSE(lines.problem);
          REQUIRE(ends_of(lines, labels) == made.ends);
          CHECK(lines.edges.lines == made.ends.size());
          CHECK(lines.lines == made.lines);
          CHECK(lines.comment_lines == made.comments);
          CHECK(lines.leading_zeros == made.leading_zeros);
          if (!labels) CHECK(lines.largest_id == made.largest);
          CHECK(std::vector<Weight>(lines.edges.weights.begin(), lines.edges.weights.end()) == made.weights);
        }
      }
    }
  }
}

TEST_CASE("columns may stand anywhere, and further ones are counted") {
  EdgeLineRules rules;
  rules.separator = ',';
  rules.source_column = 4;
  rules.target_column = 2;
  rules.weighted = true;
  rules.weight_column = 1;
  const ParsedLines lines = parsed("0.5,7,x,3\n2,8,y,4,z,z\n", rules);
  CHECK(ends_of(lines, false) == Names{{"3", "7"}, {"4", "8"}});
  CHECK(lines.edges.weights[0] == 0.5);
  CHECK(lines.edges.weights[1] == 2.0);
  CHECK(lines.ignored_columns == 3);
}

TEST_CASE("the first bad line is told, and with lenient all are counted") {
  const std::string text = "1 2\n\n3 x\n4 5\n6\n7 18446744073709551616\n8 9\n";
  EdgeLineRules rules;
  const ParsedLines strict = parsed(text, rules);
  REQUIRE(strict.problem);
  CHECK(strict.problem->line == 2);
  CHECK(strict.problem->column == 3);
  CHECK(strict.problem->problem == "'x' is not a number");
  rules.lenient = true;
  const ParsedLines lenient = parsed(text, rules);
  CHECK(ends_of(lenient, false) == Names{{"1", "2"}, {"4", "5"}, {"8", "9"}});
  CHECK(lenient.bad_lines == 3);
  CHECK(lenient.problem->line == 2);
}

TEST_CASE("what a line is depends on its first characters") {
  const auto kind = [](const std::string& line, const EdgeLineRules& rules) {
    return line_kind(line.data(), line.data() + line.size(), rules);
  };
  EdgeLineRules rules;
  CHECK(kind("", rules) == LineKind::blank);
  CHECK(kind(" \t", rules) == LineKind::blank);
  CHECK(kind("  # x", rules) == LineKind::comment);
  CHECK(kind("%", rules) == LineKind::comment);
  CHECK(kind("1 2", rules) == LineKind::data);
  rules.marked = MarkedLines::unclear;
  rules.least_columns = rules.most_columns = 2;
  CHECK(kind("#ai ml", rules) == LineKind::unclear);
  CHECK(kind("# ai ml", rules) == LineKind::comment);
  CHECK(kind("#ai ml x", rules) == LineKind::comment);
  rules.marked = MarkedLines::edges;
  CHECK(kind("#ai ml", rules) == LineKind::data);
  rules.comment_marks = ";";
  CHECK(kind("# x", rules) == LineKind::data);
  CHECK(kind(";;", rules) == LineKind::comment);
}
