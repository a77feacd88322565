#include "io/edge_list/graph_reader.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <tbb/parallel_pipeline.h>

#include <lode/core/error.hpp>

#include "graph/csr/builder.hpp"
#include "io/csr/assembly.hpp"

namespace lode::detail {
namespace {

/// The problem of a line whose end is unknown.
LineProblem too_long(std::string_view text) {
  if (const FieldProblem bad = find_control_byte(text))
    return {0, static_cast<std::uint64_t>(bad.at - text.data()) + 1, bad.problem, bad.remedy};
  return {0, LineBlockReader::longest_line,
          fmt::format("the line is longer than {} bytes", LineBlockReader::longest_line),
          "an edge list is plain text, one edge per line"};
}

/// Throws the InputError for a pair whose two directions have different weights. Reads the input again to
/// find the first line of each direction; if that is impossible, only the ids are named.
[[noreturn]] void fail_on_conflict(const CompressedInput& input, const EdgeLineRules& rules,
                                   const WeightConflict& conflict, const VertexNames& names) {
  std::uint64_t forward = 0, backward = 0;
  if (!input.can_be_read_again()) throw_weight_conflict(input, conflict, names);
  CompressedInput again = input.again();
  const std::string first = names.name(conflict.u);
  const std::string second = names.name(conflict.v);
  for (LineReader reader(again); (forward == 0 || backward == 0) && reader.next();) {
    if (line_kind(reader.begin(), reader.end(), rules) != LineKind::data) continue;
    const EdgeLine line = parse_edge_line(reader.begin(), reader.end(), rules);
    if (line.problem) continue;
    const std::string u = rules.labels ? label_text(line.u) : std::to_string(line.u_id);
    const std::string v = rules.labels ? label_text(line.v) : std::to_string(line.v_id);
    if (forward == 0 && u == first && v == second) forward = reader.number();
    if (backward == 0 && u == second && v == first) backward = reader.number();
  }
  throw_weight_conflict(input, conflict, names, forward, backward);
}

}  // namespace

EdgeListReader::EdgeListReader(const GraphInput& input, std::size_t block_bytes)
    : input_(input), layout_{comment_rules(input.options)}, reader_(input.text, block_bytes), scratch_([] {
        return ParseScratch();
      }) {}

LoadedGraph EdgeListReader::read(ExternalGraph* external) {
  external_ = external;
  if (external) words_remedy_ = "labels are numbered in memory: leave out option 'memory'";
  parse_whole();
  ExternalCsr built;
  if (external) {
    built = external->build(input_.text, input_.run);
    report_.ids_remapped = built.names.kind() != VertexNames::Kind::numbers;
  } else {
    CompactEdges edges = numbered();
    built.names = std::move(edges.names);
    input_.run.parallel([&] {
      built.csr = build_csr(std::move(edges.chunks), edges.num_vertices, rules().weighted,
                            input_.options.merge, edges.ranks ? &*edges.ranks : nullptr);
    });
  }
  if (built.csr.conflict) fail_on_conflict(input_.text, rules(), *built.csr.conflict, built.names);
  LoadedGraph loaded;
  loaded.graph = graph_of_built(std::move(built.csr), std::move(built.names), report_);
  loaded.report = finished_report();
  return loaded;
}

LoadedArcs EdgeListReader::read_arcs() {
  parse_whole();
  CompactEdges edges = numbered();
  LoadedArcs loaded;
  loaded.arcs = graph_of_arcs(input_.text, input_.run, std::move(edges.chunks), edges.num_vertices,
                              std::move(edges.names), edges.ranks ? &*edges.ranks : nullptr, report_);
  loaded.report = finished_report();
  return loaded;
}

void EdgeListReader::read_alone() { words_remedy_ = "read words with option 'labels'"; }

void EdgeListReader::read_part(CompressedInput& beginning, Part place) {
  read_alone();
  layout_text_ = &beginning;
  if (place == Part::first) return;
  EdgeListReader first({beginning, input_.options, input_.run});
  first.read_alone();
  first.read_first_line();
  layout_ = std::move(first.layout_);
  is_later_part_ = true;
}

void EdgeListReader::parse() {
  if (!is_later_part_) read_first_line();
  input_.run.parallel([&] { parse_blocks(); });
  if (failed_) fail(held_ && held_->problem && !input_.options.lenient ? *held_->problem : *problem_);
  if (reader_error_) std::rethrow_exception(reader_error_);
}

RawEdgeList EdgeListReader::finish(const EdgeLineCounts& others, const EdgeLineCounts& same_text) {
  if (is_header(same_text) && !is_header(others)) {
    const auto [n, m] = *layout_.counts;
    fail({first_line_, 0, fmt::format("'{} {}' may be an edge, or a header for this part alone", n, m),
          fmt::format("leave the line out, or write the edge as '{} {}'", m, n)});
  }
  settle_first_line(others);
  return {std::move(edges_), finished_report()};
}

void EdgeListReader::fail(const LineProblem& problem) const {
  throw InputError({input_.text.display_name(), problem.line, problem.column}, problem.problem,
                   problem.remedy);
}

void EdgeListReader::parse_whole() {
  parse();
  if (first_line_ == 0)
    input_.fail("holds no edges, only comments and blank lines", "a graph needs at least one edge");
  settle_first_line(counts());
  if (report_.edge_lines > 0) return;
  if (problem_) {
    problem_->problem = "no line can be read; the first problem: " + problem_->problem;
    fail(*problem_);
  }
  input_.fail("the graph has no edges: the only line is a header",
              "if this is an edge, say so with option 'header=absent'", first_line_);
}

// --- the first line ---

/// Skips comments and blank lines; stops after the first line of data.
void EdgeListReader::read_first_line() {
  while (first_line_ == 0 && !pending_.block.overlong && reader_.next(pending_.block)) {
    const char* const end = pending_.block.end();
    const char* p = pending_.block.begin();
    while (p < end && first_line_ == 0 && !pending_.block.overlong) {
      const auto* newline = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
      const char* const content_end = line_content_end(p, newline);
      ++report_.lines;
      const LineKind kind = line_kind(p, content_end, rules());
      report_.comment_lines += kind == LineKind::comment;
      if (kind == LineKind::data) take_first_line(p, content_end, end);
      p = newline + 1;
    }
    pending_.begin = static_cast<std::size_t>(p - pending_.block.begin());
    has_pending_ = p < end || pending_.block.overlong;
  }
}

/// Decides the layout from the beginning of the text or, after longer comments, from the first line of data,
/// and parses this line.
void EdgeListReader::take_first_line(const char* begin, const char* line_end, const char* end) {
  const std::string_view head = without_byte_order_mark(layout_text_->head());
  std::optional<EdgeLayout> layout = edge_layout({head, layout_text_->head_is_all(), 0}, input_);
  if (!layout) {
    const std::string_view data(begin, static_cast<std::size_t>(end - begin));
    layout = edge_layout({data, false, report_.lines - 1}, input_);
  }
  layout_ = std::move(*layout);
  if (!words_remedy_ &&
      (!dimacs_problem_line(head).empty() || lacks_mark(*formats().back(), input_.text.path())))
    words_remedy_ = "if this is an edge list, read it with option 'labels'";
  if (rules().labels && !input_.options.labels && words_remedy_)
    input_.fail("the ids are words", words_remedy_, report_.lines);
  first_line_ = report_.lines;
  if (layout_.header_row) return;
  ParsedLines parsed = parse_edge_lines(std::string(begin, line_end) + '\n', rules(), scratch_.local());
  if (parsed.problem) parsed.problem->line = first_line_;
  if (layout_.counts) {
    held_ = std::move(parsed);
  } else {
    take_line(std::move(parsed));
  }
}

void EdgeListReader::take_line(ParsedLines parsed) {
  if (parsed.problem && !input_.options.lenient) fail(*parsed.problem);
  problem_ = parsed.problem;
  report_.bad_lines_skipped += parsed.bad_lines;
  take_edges(std::move(parsed));
}

/// True if the first line is "n m", m counts the other lines of data, and n is at least every id.
bool EdgeListReader::is_header(const EdgeLineCounts& others) const {
  return held_ && layout_.counts->second == others.lines && layout_.counts->first >= others.largest_id;
}

void EdgeListReader::settle_first_line(const EdgeLineCounts& others) {
  report_.header_counts = is_header(others);
  if (held_ && !report_.header_counts) take_line(std::move(*held_));
}

// --- the body ---

void EdgeListReader::parse_blocks() {
  const auto tokens = 2 * static_cast<std::size_t>(input_.run.threads()) + 1;
  std::vector<Slot> slots(tokens);
  std::size_t turn = 0;
  // Errors are kept until all earlier lines have been judged.
  const auto next = [&](tbb::flow_control& flow) -> Slot* {
    Slot* const slot = &slots[turn++ % tokens];
    try {
      input_.check_interrupt();
      slot->begin = 0;
      const bool is_pending = std::exchange(has_pending_, false);
      if (is_pending) std::swap(*slot, pending_);
      if (!failed_ && (is_pending || reader_.next(slot->block))) return slot;
    } catch (...) {
      reader_error_ = std::current_exception();
    }
    flow.stop();
    return nullptr;
  };
  const auto parse = [&](Slot* slot) {
    const std::string_view text(slot->block.begin() + slot->begin, slot->block.size - slot->begin);
    slot->parsed = parse_edge_lines(text, rules(), scratch_.local());
    if (slot->block.overlong) slot->parsed.problem = too_long(text.substr(0, text.size() - 1));
    return slot;
  };
  const auto take = [&](Slot* slot) {
    if (!failed_) take_block(std::move(slot->parsed), slot->block.overlong);
  };
  tbb::parallel_pipeline(tokens, tbb::make_filter<void, Slot*>(tbb::filter_mode::serial_in_order, next) &
                                     tbb::make_filter<Slot*, Slot*>(tbb::filter_mode::parallel, parse) &
                                     tbb::make_filter<Slot*, void>(tbb::filter_mode::serial_in_order, take));
}

void EdgeListReader::take_block(ParsedLines parsed, bool overlong) {
  if (parsed.problem) {
    parsed.problem->line += report_.lines + 1;
    failed_ = !input_.options.lenient || overlong;
    if (failed_ || !problem_) problem_ = parsed.problem;
    if (failed_) return;
  }
  report_.lines += parsed.lines;
  report_.comment_lines += parsed.comment_lines;
  report_.bad_lines_skipped += parsed.bad_lines;
  take_edges(std::move(parsed));
}

void EdgeListReader::take_edges(ParsedLines parsed) {
  report_.ignored_columns = std::max(report_.ignored_columns, parsed.ignored_columns);
  leading_zeros_ |= parsed.leading_zeros;
  RawEdges& edges = parsed.edges;
  if (edges.lines == 0) return;
  report_.edge_lines += edges.lines;
  largest_id_ = std::max(largest_id_, parsed.largest_id);
  if (!external_) {
    edges_.push_back(std::move(edges));
  } else if (parsed.largest_id <= UINT32_MAX) {
    external_->add(edges.narrow.span(), edges.weights.span());
  } else {
    input_.fail(fmt::format("id {} does not fit in 32 bits", parsed.largest_id),
                "leave out option 'memory': larger ids are numbered in memory");
  }
}

CompactEdges EdgeListReader::numbered() {
  scratch_.clear();
  CompactEdges edges;
  input_.run.parallel([&] {
    edges = rules().labels ? compact_labels(std::move(edges_), input_.text.display_name())
                           : compact_ids(std::move(edges_), largest_id_, input_.text.display_name());
  });
  report_.ids_remapped = edges.names.kind() != VertexNames::Kind::numbers;
  return edges;
}

InputReport EdgeListReader::finished_report() {
  report_.path = input_.text.path();
  report_.format = "edge list";
  report_.compression = to_string(input_.text.compression());
  report_.weighted = rules().weighted;
  report_.labels = rules().labels;
  report_.header_row = layout_.header_row && !is_later_part_;
  report_.separator = separator_of(rules().separator);
  report_.notes.insert(report_.notes.begin(), layout_.notes.begin(), layout_.notes.end());
  if (leading_zeros_) report_.notes.push_back("leading zeros of ids left out (007 is 7)");
  report_.bytes = input_.text.bytes_read();
  return std::move(report_);
}

}  // namespace lode::detail
