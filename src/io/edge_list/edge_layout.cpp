#include "io/edge_list/edge_layout.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/edge_list/header_row.hpp"
#include "io/edge_list/layout_shapes.hpp"
#include "io/edge_list/separators.hpp"
#include "io/text/fields.hpp"
#include "io/text/file_names.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t most_sample_lines = 1000;

constexpr std::array<std::string_view, 3> weight_names = {"weight", "w", "value"};
/// Columns that hold no ends, whatever they stand beside.
constexpr std::array<std::string_view, 9> other_names = {"weight", "w",     "value", "time", "timestamp",
                                                         "date",   "index", "label", "type"};

struct DataLines {
  std::vector<SampleLine> lines;
  bool whole = false;  ///< they are all the lines of data of the text, which ends with the last of them
};

/// The first lines of data; with labels, those too that begin like a comment and may be edges.
DataLines data_lines(const LayoutSample& sample, const ReadOptions& options) {
  EdgeLineRules rules = comment_rules(options);
  if (options.labels && !options.comment) rules.marked = MarkedLines::edges;
  DataLines data;
  const char* p = sample.text.data();
  const char* const end = p + sample.text.size();
  std::uint64_t number = sample.lines_before;
  while (p < end && data.lines.size() < most_sample_lines) {
    const auto* newline = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
    if (!newline && !sample.whole) return data;
    if (!newline) newline = end;
    const char* const content_end = line_content_end(p, newline);
    ++number;
    if (line_kind(p, content_end, rules) == LineKind::data)
      data.lines.push_back({number, p, content_end, {}, false});
    p = newline < end ? newline + 1 : end;
  }
  data.whole = sample.whole && p == end;
  return data;
}

bool is_other_name(std::string_view name) {
  return std::any_of(other_names.begin(), other_names.end(),
                     [&](std::string_view other) { return equal_ignoring_case(name, other); });
}

/// Tells what the marked lines are among the first lines of a list of labels: those that begin with the mark
/// of a comment and have a word at once behind it. They are edges that somebody commented out, or edges of
/// names like "#ai". The lines are split, and outlive this.
class MarkedSample {
 public:
  MarkedSample(std::span<const SampleLine> lines, std::string_view marks) : lines_(lines), marks_(marks) {
    const bool all_marked =
        std::all_of(lines.begin(), lines.end(), [this](const SampleLine& line) { return is_marked(line); });
    for (const SampleLine& line : lines) {
      if (!all_marked && is_marked(line)) continue;
      const auto columns = static_cast<int>(line.fields.size());
      least_ = least_ == 0 ? columns : std::min(least_, columns);
      most_ = std::max(most_, columns);
    }
    least_ = std::max(least_, 2);
    bool above = true;
    for (const SampleLine& line : lines) {
      above = above && is_marked(line);
      if (is_marked(line)) {
        if (!is_candidate(line)) continue;
        if (mark_ == '\0') mark_ = line.fields[0].text.front();
        if (above) above_edges_ = line.number;
      }
      for (std::size_t i = 0; i < std::min<std::size_t>(2, line.fields.size()); ++i)
        ++times_[line.fields[i].text];
    }
  }

  /// The least and the largest number of fields of the lines without a mark; if there are none, of all.
  std::pair<int, int> columns() const { return {least_, most_}; }
  /// The mark that the first of them begins with.
  char mark() const { return mark_; }
  /// The number of the last of them that stands above the first line without a mark; 0: none.
  std::uint64_t line_above_edges() const { return above_edges_; }

  /// What the marked lines with as many fields are. One is an edge if its other end begins with a mark, too,
  /// or if one of its names recurs; a comment if its first name recurs without the mark. They are unclear if
  /// they speak against each other, or none of them tells.
  MarkedLines judge() const {
    bool edges = false;
    bool comments = false;
    for (const SampleLine& line : lines_) {
      if (!is_candidate(line)) continue;
      const std::string_view u = line.fields[0].text;
      const std::string_view v = line.fields[1].text;
      const bool both = !v.empty() && marks_.find(v.front()) != std::string_view::npos;
      if (!both && times(u.substr(1)) > 0) {
        comments = true;
      } else if (both || times(u) > 1 || times(v) > 1) {
        edges = true;
      }
    }
    if (edges == comments) return MarkedLines::unclear;
    return edges ? MarkedLines::edges : MarkedLines::comments;
  }

 private:
  bool is_marked(const SampleLine& line) const {
    return !line.fields.empty() && !line.fields[0].quoted && !line.fields[0].text.empty() &&
           marks_.find(line.fields[0].text.front()) != std::string_view::npos;
  }
  bool is_candidate(const SampleLine& line) const {
    const auto columns = static_cast<int>(line.fields.size());
    return !line.broken && is_marked(line) && columns >= least_ && columns <= most_;
  }
  std::size_t times(std::string_view name) const {
    const auto found = times_.find(name);
    return found == times_.end() ? 0 : found->second;
  }

  std::span<const SampleLine> lines_;
  std::string_view marks_;
  std::unordered_map<std::string_view, std::size_t> times_;  ///< each name is an end
  int least_ = 0, most_ = 0;
  char mark_ = '\0';
  std::uint64_t above_edges_ = 0;
};

class LayoutFinder {
 public:
  LayoutFinder(const LayoutSample& sample, const std::string& display_name, const ReadOptions& options)
      : LayoutFinder(data_lines(sample, options), display_name, options) {
    if (sample.text.starts_with("% bip ") || sample.text.starts_with("% bip\n")) {
      layout_.notes.push_back(
          "'% bip' says two kinds of vertices: what is called alike in both is one vertex");
    }
  }

  std::optional<EdgeLayout> find() {
    EdgeLineRules& rules = layout_.rules = comment_rules(options_);
    rules.weighted = options_.weighted;
    rules.signs = options_.signs;
    rules.labels = options_.labels;
    rules.lenient = options_.lenient;
    if (lines_.empty()) return std::nullopt;
    choose_separator();
    judge_marked_lines();
    if (lines_.empty()) return std::nullopt;
    layout_.header_row = first_row().is_header();
    note_doubtful_edge();
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
  LayoutFinder(DataLines data, const std::string& display_name, const ReadOptions& options)
      : display_name_(display_name), options_(options), lines_(std::move(data.lines)), whole_(data.whole) {}

  const SampleLine& first() const { return lines_.front(); }
  FirstRow first_row() const { return {lines_, options_}; }
  std::size_t data_begin() const { return layout_.header_row ? 1 : 0; }

  // --- separator and comments ---

  void choose_separator() {
    EdgeLineRules& rules = layout_.rules;
    if (options_.separator == FieldSeparator::automatic) {
      std::vector<SampleLine> sure;
      std::copy_if(lines_.begin(), lines_.end(), std::back_inserter(sure),
                   [&](const SampleLine& line) { return !is_marked(line); });
      const LikelySeparator likely = likely_separator(sure.empty() ? lines_ : sure, options_);
      if (likely.rival) {
        fail(fmt::format("{} and {} both split the lines alike, and nothing tells which of them separates",
                         separator_name(likely.separator), separator_name(*likely.rival)),
             "name the separator with option 'separator'");
      }
      rules.separator = likely.separator;
    } else {
      rules.separator = separator_mark(options_.separator);
    }
    for (SampleLine& line : lines_) line.split(rules.separator);
  }

  bool is_marked(const SampleLine& line) const {
    const char* p = line.begin;
    while (is_blank(*p)) ++p;
    return layout_.rules.begins_comment(*p);
  }

  /// What lines are that begin like a comment; those that are no edges leave the sample.
  void judge_marked_lines() {
    EdgeLineRules& rules = layout_.rules;
    if (!options_.labels || options_.comment) return;
    const MarkedSample sample(lines_, rules.comment_marks);
    std::tie(rules.least_columns, rules.most_columns) = sample.columns();
    rules.marked = sample.judge();
    if (rules.marked == MarkedLines::edges) {
      layout_.notes.push_back(
          fmt::format("lines that begin with '{}' are edges, option 'comment' decides", sample.mark()));
    } else if (const std::uint64_t line = sample.line_above_edges(); line > 0) {
      layout_.notes.push_back(fmt::format(
          "line {} begins with '{}' and is a comment, option 'comment' decides", line, sample.mark()));
    }
    std::erase_if(lines_, [&](const SampleLine& line) {
      return is_marked(line) && line_kind(line.begin, line.end, rules) != LineKind::data;
    });
  }

  /// An edge whose names occur nowhere else, or are usual names of columns, may be the names of columns.
  void note_doubtful_edge() {
    if (layout_.header_row || !options_.labels || options_.header != HeaderRow::automatic) return;
    const char* reason = "";
    if (!first_row().names_nothing_below()) {
      if (!first_row().names_ends_and_vertices()) return;
      reason = " since a word of it is a vertex below";
    }
    const std::string_view text(first().begin, static_cast<std::size_t>(first().end - first().begin));
    layout_.notes.push_back(
        fmt::format("line {} '{}' is read as an edge{}, option 'header=present' if it names the columns",
                    first().number, excerpt(text), reason));
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
    const int column = first_row().column_called(choice.name);
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
      const EndColumns ends = likely_ends();
      if (rules.source_column == 0) rules.source_column = ends.source;
      if (rules.target_column == 0) rules.target_column = ends.target;
    }
    if (rules.source_column == rules.target_column) {
      throw InvalidArgument("option 'target'", std::to_string(rules.target_column),
                            "the edges begin in this column", "name two columns");
    }
    if (!layout_.header_row) return;
    const Field* const u = first().field(rules.source_column);
    const Field* const v = first().field(rules.target_column);
    if (u && v && is_column_name(*u) && is_column_name(*v)) {
      layout_.notes.push_back(fmt::format("edges from column '{}' to column '{}'", excerpt(label_text(*u)),
                                          excerpt(label_text(*v))));
      if (options_.labels && options_.header == HeaderRow::automatic) {
        layout_.notes.push_back("option 'header=absent' makes an edge of the first line");
      }
      note_two_sides(label_text(*u), label_text(*v));
    }
  }

  void note_two_sides(const std::string& u, const std::string& v) {
    if (!name_two_sides(words_of_name(u), words_of_name(v))) return;
    layout_.notes.push_back(
        fmt::format("'{}' and '{}' share their names: what is called alike in both is one vertex", excerpt(u),
                    excerpt(v)));
  }

  EndColumns likely_ends() {
    if (!layout_.header_row) return {1, 2};
    if (const auto ends = first_row().ends_called()) {
      ends_named_ = true;
      return *ends;
    }
    if (first_row().has_nameless_first_column()) {
      layout_.notes.push_back("column 1 is an index");
      return {2, 3};
    }
    if (options_.source.is_automatic() && options_.target.is_automatic()) {
      for (const int column : {1, 2}) refuse_other_name(column);
    }
    return {1, 2};
  }

  void refuse_other_name(int column) const {
    const Field* const name = first().field(column);
    if (!name) return;
    const bool is_id = equal_ignoring_case(name->text, "id") && first().fields.size() > 2;
    if (!is_id && !is_other_name(name->text)) return;
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
      const int column = first_row().column_called(name);
      const bool is_end = column == layout_.rules.source_column || column == layout_.rules.target_column;
      if (column > 0 && !is_end) return column;
    }
    return 0;
  }

  void note_ignored_weight() {
    const int column = layout_.header_row ? column_of_weight() : 0;
    if (column == 0) return;
    layout_.notes.push_back(fmt::format("column '{}' ignored, option 'weighted' reads it",
                                        excerpt(label_text(*first().field(column)))));
  }

  int likely_weight() const {
    const EdgeLineRules& rules = layout_.rules;
    if (layout_.header_row) {
      if (const int column = column_of_weight(); column > 0) return column;
      const Field* const third = first().field(3);
      if (third && (equal_ignoring_case(third->text, "id") || is_other_name(third->text)))
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
  bool whole_;
  bool ends_named_ = false;  ///< by the header row
  EdgeLayout layout_;
};

}  // namespace

std::optional<EdgeLayout> edge_layout(const LayoutSample& sample, const std::string& display_name,
                                      const ReadOptions& options) {
  return LayoutFinder(sample, display_name, options).find();
}

}  // namespace lode::detail
