#include "io/edge_list/graph_reader.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_pipeline.h>

#include <lode/core/error.hpp>

#include "graph/csr/builder.hpp"
#include "io/csr/assembly.hpp"
#include "io/csr/compaction.hpp"
#include "io/edge_list/edge_layout.hpp"
#include "io/edge_list/edge_lines.hpp"
#include "io/formats/formats.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {
namespace {

constexpr auto no_edges_remedy = "a graph needs at least one edge";

/// n and m of a line "n m".
std::optional<std::pair<std::uint64_t, std::uint64_t>> two_numbers(std::string_view line, char separator) {
  FieldCursor cursor(line.data(), line.data() + line.size(), separator);
  Field fields[2];
  Field more;
  std::pair<std::uint64_t, std::uint64_t> counts;
  if (!cursor.next(fields[0]) || !cursor.next(fields[1]) || cursor.next(more) || cursor.problem() ||
      fields[0].quoted || fields[1].quoted || parse_id(fields[0], counts.first) ||
      parse_id(fields[1], counts.second))
    return std::nullopt;
  return counts;
}

}  // namespace

/// The first line that holds data. It may be an edge or a header "n m"; which of them is known only at the
/// end of the text.
struct FirstLine {
  std::uint64_t line = 0;                                         ///< from 1
  ParsedLines parsed;                                             ///< as an edge; nothing for a header row
  std::optional<std::pair<std::uint64_t, std::uint64_t>> counts;  ///< n and m
};

class EdgeListReader {
 public:
  EdgeListReader(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                 std::size_t block_bytes)
      : input_(input),
        options_(options),
        run_(run),
        rules_(comment_rules(options)),
        reader_(input, block_bytes),
        scratch_([] { return ParseScratch(); }) {}

  LoadedGraph read() {
    parse();
    LoadedGraph loaded;
    run_.parallel([&] { loaded.graph = build(); });
    report_.vertices = loaded.graph.num_vertices();
    report_.edges = loaded.graph.num_edges();
    finish_report();
    loaded.report = std::move(report_);
    return loaded;
  }

  LoadedArcs read_arcs() {
    parse();
    LoadedArcs loaded;
    run_.parallel([&] { loaded.arcs = directed(); });
    describe(report_, input_, loaded.arcs);
    finish_report();
    loaded.report = std::move(report_);
    return loaded;
  }

  // --- a part of a text, for EdgeListShard ---

  /// The text is one shard of a list: only usual names of columns make a header row.
  void set_one_of_several() { one_of_several_ = true; }

  /// The text is what `beginning` begins with: that one's first lines tell how it is laid out.
  void begin_as(const CompressedInput& beginning) { layout_text_ = &beginning; }
  /// Words are refused unless option 'labels' is given.
  void refuse_words(const char* remedy) { words_remedy_ = remedy; }
  /// The text goes on where that of `beginning` ends, which has lines of data.
  void continue_after(EdgeListReader& beginning) {
    beginning.read_first_line();
    rules_ = beginning.rules_;
    layout_known_ = true;
    if (beginning.first_) check_words(beginning.first_->line);
    is_later_part_ = true;
  }
  EdgeLineCounts counts() const { return {report_.edge_lines + report_.bad_lines_skipped, largest_id_}; }
  std::uint64_t lines() const { return report_.lines; }
  bool may_begin_with_header() const { return first_ && first_->counts && !report_.header_row; }
  bool begins_with_line() const { return first_ && !report_.header_row; }
  bool header_fits(const EdgeLineCounts& others) const {
    return may_begin_with_header() && is_header(others);
  }
  [[noreturn]] void fail_in_doubt() const {
    const auto [n, m] = *first_->counts;
    fail({first_->line, 0, fmt::format("'{} {}' may be an edge, or a header for this part alone", n, m),
          fmt::format("leave the line out, or write the edge as '{} {}'", m, n)});
  }
  RawEdgeList finish_part(const EdgeLineCounts& others) {
    if (first_) settle_first_line(others);
    finish_report();
    return {std::move(edges_), std::move(report_)};
  }
  void parse_text() {
    if (!is_later_part_) read_first_line();
    run_.parallel([&] { parse_blocks(); });
    if (failed_)
      fail(first_ && first_->parsed.problem && !options_.lenient ? *first_->parsed.problem : *problem_);
    if (reader_error_) std::rethrow_exception(reader_error_);
  }

  /// Brings the edges to `graph` instead of keeping them, and writes it.
  InputReport write(ExternalGraph& graph, OutputFile& file) {
    external_ = &graph;
    refuse_words("labels are numbered in memory: leave out option 'memory'");
    parse();
    if (const auto conflict = graph.write(file, input_, run_, report_))
      fail_on_conflict(input_, rules_, conflict->conflict, conflict->names);
    finish_report();
    return std::move(report_);
  }

 private:
  struct Slot {
    LineBlock block;
    std::size_t begin = 0;  ///< bytes of the block already dealt with
    ParsedLines parsed;
  };

  [[noreturn]] void fail(const LineProblem& problem) const {
    throw InputError({input_.display_name(), problem.line, problem.column}, problem.problem, problem.remedy);
  }

  /// Reads the whole text.
  void parse() {
    parse_text();
    if (!first_) {
      throw InputError({input_.display_name()}, "holds no edges, only comments and blank lines",
                       no_edges_remedy);
    }
    settle_first_line(counts());
    if (report_.edge_lines == 0) fail_without_edges();
  }

  void read_first_line() {
    while (!first_ && !pending_.block.overlong && reader_.next(pending_.block)) {
      pending_.begin = 0;
      find_first_line();
      has_pending_ = pending_.begin < pending_.block.size || pending_.block.overlong;
    }
  }

  /// Walks over comments and blank lines of the pending block up to and including its first line of data.
  void find_first_line() {
    const char* const end = pending_.block.end();
    const char* p = pending_.block.begin();
    while (p < end && !first_ && !pending_.block.overlong) {
      const auto* newline = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
      const char* const content_end = line_content_end(p, newline);
      ++report_.lines;
      const LineKind kind = line_kind(p, content_end, rules_);
      report_.comment_lines += kind == LineKind::comment;
      if (kind == LineKind::data) {
        if (!layout_known_) find_layout({p, static_cast<std::size_t>(end - p)});
        take_first_line({p, static_cast<std::size_t>(content_end - p)});
      }
      p = newline + 1;
    }
    pending_.begin = static_cast<std::size_t>(p - pending_.block.begin());
  }

  void take_first_line(std::string_view line) {
    first_.emplace();
    first_->line = report_.lines;
    if (report_.header_row) return;
    first_->parsed = parse_edge_lines(std::string(line) + '\n', rules_, scratch_.local());
    if (options_.header == HeaderRow::automatic && !rules_.labels)
      first_->counts = two_numbers(line, rules_.separator);
    if (!first_->parsed.problem) return;
    first_->parsed.problem->line = first_->line;
    if (!first_->counts && !options_.lenient) fail(*first_->parsed.problem);
  }

  /// From the beginning of the text or, behind more comments than that holds, from the first line of data on.
  void find_layout(std::string_view data) {
    const LayoutSample head{without_byte_order_mark(layout_text_->head()), layout_text_->head_is_all(), 0,
                            one_of_several_};
    std::optional<EdgeLayout> layout = edge_layout(head, input_.display_name(), options_);
    if (!layout)
      layout =
          edge_layout({data, false, report_.lines - 1, one_of_several_}, input_.display_name(), options_);
    layout_known_ = true;
    rules_ = std::move(layout->rules);
    report_.header_row = layout->header_row;
    report_.notes = std::move(layout->notes);
    if (!words_remedy_ &&
        (!dimacs_problem_line(head.text).empty() || lacks_mark(*formats().back(), input_.path())))
      words_remedy_ = "if this is an edge list, read it with option 'labels'";
    check_words(report_.lines);
  }

  void check_words(std::uint64_t line) const {
    if (!rules_.labels || options_.labels || !words_remedy_) return;
    throw InputError({input_.display_name(), line}, "the ids are words", words_remedy_);
  }

  // --- the body ---

  void parse_blocks() {
    const auto tokens = 2 * static_cast<std::size_t>(run_.threads()) + 1;
    std::vector<Slot> slots(tokens);
    std::size_t turn = 0;
    std::atomic<bool> stop = false;
    tbb::parallel_pipeline(
        tokens, tbb::make_filter<void, Slot*>(tbb::filter_mode::serial_in_order,
                                              [&](tbb::flow_control& flow) -> Slot* {
                                                Slot* slot = &slots[turn++ % tokens];
                                                if (!stop && next_block(*slot)) return slot;
                                                flow.stop();
                                                return nullptr;
                                              }) &
                    tbb::make_filter<Slot*, Slot*>(tbb::filter_mode::parallel,
                                                   [&](Slot* slot) {
                                                     parse(*slot);
                                                     return slot;
                                                   }) &
                    tbb::make_filter<Slot*, void>(tbb::filter_mode::serial_in_order, [&](Slot* slot) {
                      collect(*slot);
                      if (failed_) stop = true;
                    }));
  }

  /// Errors of the input are kept until the lines before them have been judged.
  bool next_block(Slot& slot) {
    try {
      if (run_.interrupted()) throw SystemError(input_.display_name() + ": reading was interrupted");
      if (std::exchange(has_pending_, false)) {
        std::swap(slot, pending_);
        return true;
      }
      slot.begin = 0;
      return reader_.next(slot.block);
    } catch (...) {
      reader_error_ = std::current_exception();
      return false;
    }
  }

  void parse(Slot& slot) {
    const std::string_view text(slot.block.begin() + slot.begin, slot.block.size - slot.begin);
    slot.parsed = parse_edge_lines(text, rules_, scratch_.local());
    if (slot.block.overlong) slot.parsed.problem = too_long(text.substr(0, text.size() - 1));
  }

  /// What is wrong with a line of which only the beginning is known.
  static LineProblem too_long(std::string_view text) {
    if (const FieldProblem bad = find_control_byte(text)) {
      return {0, static_cast<std::uint64_t>(bad.at - text.data()) + 1, bad.problem, bad.remedy};
    }
    return {0, LineBlockReader::longest_line,
            fmt::format("the line is longer than {} bytes", LineBlockReader::longest_line),
            "an edge list is plain text, one edge per line"};
  }

  void collect(Slot& slot) {
    ParsedLines parsed = std::move(slot.parsed);
    if (failed_) return;
    if (parsed.problem) {
      parsed.problem->line += report_.lines + 1;
      failed_ = !options_.lenient || slot.block.overlong;
      if (failed_ || !problem_) problem_ = parsed.problem;
      if (failed_) return;
    }
    report_.lines += parsed.lines;
    report_.comment_lines += parsed.comment_lines;
    report_.bad_lines_skipped += parsed.bad_lines;
    take_edges(std::move(parsed), Place::behind);
  }

  enum class Place { front, behind };
  void take_edges(ParsedLines parsed, Place place) {
    report_.ignored_columns = std::max(report_.ignored_columns, parsed.ignored_columns);
    leading_zeros_ |= parsed.leading_zeros;
    if (parsed.edges.lines == 0) return;
    report_.edge_lines += parsed.edges.lines;
    largest_id_ = std::max(largest_id_, parsed.largest_id);
    RawEdges& edges = parsed.edges;
    if (external_) {
      check_narrow(parsed.largest_id);
      if (place == Place::front) {
        external_->add_in_front(edges.narrow[0], edges.narrow[1], rules_.weighted ? edges.weights[0] : 1.0);
      } else {
        external_->add({edges.narrow.data(), edges.narrow.size()},
                       {edges.weights.data(), edges.weights.size()});
      }
    } else {
      edges_.insert(place == Place::front ? edges_.begin() : edges_.end(), std::move(edges));
    }
  }

  void check_narrow(std::uint64_t id) const {
    if (id <= UINT32_MAX) return;
    throw InputError({input_.display_name()}, fmt::format("id {} does not fit in 32 bits", id),
                     "leave out option 'memory': larger ids are numbered in memory");
  }

  // --- what the first line was ---

  /// `others`: of all lines of data but this one.
  void settle_first_line(const EdgeLineCounts& others) {
    if (report_.header_row) return;
    if (first_->counts && is_header(others)) {
      report_.header_counts = true;
    } else if (first_->parsed.problem) {
      if (!options_.lenient) fail(*first_->parsed.problem);
      ++report_.bad_lines_skipped;
      problem_ = first_->parsed.problem;
    } else {
      take_edges(std::move(first_->parsed), Place::front);
    }
  }

  /// "n m" with m the number of the other lines of data and n no smaller than any id.
  bool is_header(const EdgeLineCounts& others) const {
    return first_->counts->second == others.lines && first_->counts->first >= others.largest_id;
  }

  [[noreturn]] void fail_without_edges() {
    if (report_.header_counts) {
      throw InputError({input_.display_name(), first_->line},
                       fmt::format("the graph has no edges: the only line is the header '{} {}'",
                                   first_->counts->first, first_->counts->second),
                       "if this is an edge, say so with option 'header=absent'");
    }
    if (problem_) {
      problem_->problem = "no line can be read; the first problem: " + problem_->problem;
      fail(*problem_);
    }
    throw InputError(
        {input_.display_name(), first_->line}, "the graph has no edges: the only line is a header row",
        options_.header == HeaderRow::automatic ? "if this is an edge, say so with option 'header=absent'"
                                                : no_edges_remedy);
  }

  // --- the graph ---

  CompactEdges numbered() {
    scratch_.clear();
    CompactEdges compact = rules_.labels ? compact_labels(std::move(edges_), input_.display_name())
                                         : compact_ids(std::move(edges_), largest_id_, input_.display_name());
    report_.ids_remapped = compact.renumbered;
    return compact;
  }

  Arcs directed() {
    CompactEdges compact = numbered();
    check_arc_vertices(input_, compact.num_vertices);
    return build_arcs(std::move(compact.chunks), compact.num_vertices, std::move(compact.names),
                      compact.ranks ? &*compact.ranks : nullptr);
  }

  Graph build() {
    CompactEdges compact = numbered();
    BuiltCsr built = build_csr(std::move(compact.chunks), compact.num_vertices, rules_.weighted,
                               options_.merge, compact.ranks ? &*compact.ranks : nullptr);
    report_.self_loops_dropped = built.self_loops;
    report_.duplicates_merged = built.duplicates;
    report_.reciprocal_merged = built.reciprocal;
    note_rounded(built.rounded, report_);
    if (built.conflict) fail_on_conflict(input_, rules_, *built.conflict, compact.names);
    return graph_of(std::move(built), std::move(compact.names));
  }

  void finish_report() {
    report_.path = input_.path();
    report_.format = "edge list";
    report_.compression = to_string(input_.compression());
    report_.weighted = rules_.weighted;
    report_.labels = rules_.labels;
    report_.separator = separator_of(rules_.separator);
    if (leading_zeros_) report_.notes.push_back("leading zeros of ids left out (007 is 7)");
    report_.bytes = input_.bytes_read();
  }

  CompressedInput& input_;
  const CompressedInput* layout_text_ = &input_;
  const ReadOptions& options_;
  const RunContext& run_;
  EdgeLineRules rules_;  ///< known with the first line; before, what begins comments
  bool layout_known_ = false;
  bool one_of_several_ = false;         ///< of the shards of a list
  const char* words_remedy_ = nullptr;  ///< remedy for words without option 'labels'; none: they are read
  LineBlockReader reader_;
  tbb::enumerable_thread_specific<ParseScratch> scratch_;

  InputReport report_;
  Slot pending_;  ///< the block that holds the first line
  bool has_pending_ = false;
  bool is_later_part_ = false;  ///< of a text whose first line is elsewhere
  std::optional<FirstLine> first_;
  std::optional<LineProblem> problem_;  ///< the first of the lines skipped, or the one that ends reading
  bool failed_ = false;
  std::exception_ptr reader_error_;
  std::vector<RawEdges> edges_;
  std::uint64_t largest_id_ = 0;
  bool leading_zeros_ = false;         ///< of an id
  ExternalGraph* external_ = nullptr;  ///< where edges go instead
};

LoadedGraph read_edge_list(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                           std::size_t block_bytes) {
  return EdgeListReader(input, options, run, block_bytes).read();
}

LoadedArcs read_edge_list_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run) {
  return EdgeListReader(input, options, run, default_block_bytes).read_arcs();
}

InputReport write_edge_list_as_lode(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                                    ExternalGraph& graph, OutputFile& file) {
  return EdgeListReader(input, options, run, default_block_bytes).write(graph, file);
}

EdgeListShard::EdgeListShard(CompressedInput& text, const ReadOptions& options, const RunContext& run)
    : reader_(std::make_unique<EdgeListReader>(text, options, run, default_block_bytes)) {
  reader_->refuse_words("read words with option 'labels'");
  reader_->set_one_of_several();
}

EdgeListShard::EdgeListShard(CompressedInput& part, CompressedInput& beginning, Part place,
                             const ReadOptions& options, const RunContext& run)
    : EdgeListShard(part, options, run) {
  if (place == Part::first) {
    reader_->begin_as(beginning);
    return;
  }
  EdgeListReader first(beginning, options, run, default_block_bytes);
  reader_->continue_after(first);
}

EdgeListShard::~EdgeListShard() = default;

void EdgeListShard::parse() { reader_->parse_text(); }
EdgeLineCounts EdgeListShard::counts() const { return reader_->counts(); }
std::uint64_t EdgeListShard::lines() const { return reader_->lines(); }
bool EdgeListShard::begins_with_line() const { return reader_->begins_with_line(); }
RawEdgeList EdgeListShard::finish(const EdgeLineCounts& others, const EdgeLineCounts& same_text) {
  if (reader_->header_fits(same_text) && !reader_->header_fits(others)) reader_->fail_in_doubt();
  return reader_->finish_part(others);
}

}  // namespace lode::detail
