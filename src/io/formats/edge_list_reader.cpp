#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_pipeline.h>

#include <lode/core/error.hpp>

#include "graph/csr/csr_builder.hpp"
#include "io/csr/id_compaction.hpp"
#include "io/csr/weight_conflict.hpp"
#include "io/edge_list/edge_lines.hpp"
#include "io/edge_list/edge_list_start.hpp"
#include "io/edge_list/separators.hpp"
#include "io/formats/edge_list.hpp"
#include "io/text/line_blocks.hpp"

namespace lode::detail {
namespace {

constexpr auto no_edges_remedy = "a graph needs at least one edge";

class EdgeListReader {
 public:
  EdgeListReader(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                 std::size_t block_bytes)
      : input_(input), options_(options), run_(run), reader_(input, block_bytes), scratch_([] {
          return ParseScratch();
        }) {}

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

  /// Brings the edges to `graph` instead of keeping them, and writes it.
  InputReport write(ExternalGraph& graph, OutputFile& file) {
    external_ = &graph;
    parse();
    ExternalResult result;
    run_.parallel([&] { result = graph.write(file, input_, run_); });
    if (result.conflict) fail_on_conflict(input_, rules_, *result.conflict, result.names);
    report_.ids_remapped = result.renumbered;
    result.count_in(report_);
    finish_report();
    return std::move(report_);
  }

 private:
  struct Slot {
    LineBlock block;
    std::size_t begin = 0;  ///< bytes of the block already dealt with
    ParsedLines parsed;
  };

  [[noreturn]] void fail(std::uint64_t line, const LineProblem& problem) const {
    throw InputError({input_.display_name(), line, problem.column}, problem.problem, problem.remedy);
  }

  /// Reads the whole text.
  void parse() {
    read_first_line();
    run_.parallel([&] { parse_blocks(); });
    if (problem_) {
      if (first_ && first_->problem && !options_.lenient) fail(first_->line, *first_->problem);
      fail(problem_line_, *problem_);
    }
    if (reader_error_) std::rethrow_exception(reader_error_);
    settle_first_line();
  }

  void read_first_line() {
    EdgeListStart start = read_edge_list_start(input_, reader_, options_, pending_.block, pending_.begin);
    has_pending_ = pending_.begin < pending_.block.size || pending_.block.overlong;
    report_.lines = start.lines;
    report_.comment_lines = start.comment_lines;
    rules_ = start.layout.rules;
    report_.header_row = start.layout.header_row;
    report_.notes = std::move(start.layout.notes);
    first_ = std::move(start.first);
    if (first_ && first_->problem && !first_->counts && !options_.lenient) {
      fail(first_->line, *first_->problem);
    }
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
                      if (problem_ && !options_.lenient) stop = true;
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
    if (slot.block.overlong) slot.parsed.problem = overlong_line(text.substr(0, text.size() - 1));
  }

  void collect(Slot& slot) {
    ParsedLines parsed = std::move(slot.parsed);
    if (problem_ && !options_.lenient) return;
    if (parsed.problem && (!options_.lenient || slot.block.overlong || !first_problem_)) {
      const std::uint64_t line = report_.lines + parsed.problem->line + 1;
      if (!options_.lenient || slot.block.overlong) {
        problem_ = parsed.problem;
        problem_line_ = line;
        return;
      }
      first_problem_.emplace(line, *parsed.problem);
    }
    report_.lines += parsed.lines;
    report_.comment_lines += parsed.comment_lines;
    report_.bad_lines_skipped += parsed.bad_lines;
    report_.ignored_columns = std::max(report_.ignored_columns, parsed.ignored_columns);
    leading_zeros_ |= parsed.leading_zeros;
    if (parsed.edges.lines == 0) return;
    report_.edge_lines += parsed.edges.lines;
    largest_id_ = std::max(largest_id_, parsed.largest_id);
    if (external_) {
      check_narrow(parsed.largest_id);
      external_->add({parsed.edges.narrow.data(), parsed.edges.narrow.size()},
                     {parsed.edges.weights.data(), parsed.edges.weights.size()});
    } else {
      edges_.push_back(std::move(parsed.edges));
    }
  }

  void check_narrow(std::uint64_t id) const {
    if (id <= UINT32_MAX) return;
    throw InputError({input_.display_name()}, fmt::format("id {} does not fit in 32 bits", id),
                     "leave out option 'memory': larger ids are numbered in memory");
  }

  // --- what the first line was ---

  void settle_first_line() {
    if (!first_) {
      throw InputError({input_.display_name()}, "holds no edges, only comments and blank lines",
                       no_edges_remedy);
    }
    if (report_.header_row) {
      if (report_.edge_lines == 0) fail_without_edges();
      return;
    }
    if (is_counts_header(*first_, report_.edge_lines + report_.bad_lines_skipped, largest_id_)) {
      report_.header_counts = true;
    } else if (first_->problem) {
      if (!options_.lenient) fail(first_->line, *first_->problem);
      skip_first_line(*first_->problem);
    } else if (rules_.weighted && !first_->parsed.has_weight) {
      if (!options_.lenient) fail(first_->line, first_->weight_problem);
      skip_first_line(first_->weight_problem);
    } else {
      prepend_first_line();
    }
    if (report_.edge_lines == 0) fail_without_edges();
  }

  void skip_first_line(const LineProblem& problem) {
    ++report_.bad_lines_skipped;
    first_problem_.emplace(first_->line, problem);
  }

  void prepend_first_line() {
    const EdgeLine& line = first_->parsed;
    RawEdges edges;
    edges.lines = 1;
    const std::uint64_t ends[2] = {line.u_id, line.v_id};
    const std::uint64_t largest = std::max(ends[0], ends[1]);
    largest_id_ = std::max(largest_id_, largest);
    if (rules_.labels) {
      const std::string texts[2] = {label_text(line.u), label_text(line.v)};
      const std::string_view labels[2] = {texts[0], texts[1]};
      edges.dealt = deal_out<LabelKeys<>>(labels, scratch_.local().slabs);
    } else if (largest > UINT32_MAX) {
      edges.dealt = deal_out<IdKeys<>>(ends, scratch_.local().slabs);
    } else {
      edges.narrow = PageBuffer<std::uint32_t>(2);
      std::copy_n(ends, 2, edges.narrow.data());
    }
    if (rules_.weighted) {
      edges.weights = PageBuffer<Weight>(1);
      edges.weights[0] = line.weight;
    }
    report_.ignored_columns = std::max(report_.ignored_columns, line.columns - 2 - (line.has_weight ? 1 : 0));
    leading_zeros_ |= line.leading_zeros;
    ++report_.edge_lines;
    if (external_) {
      check_narrow(largest);
      external_->add_in_front(edges.narrow[0], edges.narrow[1], line.weight);
    } else {
      edges_.insert(edges_.begin(), std::move(edges));
    }
  }

  [[noreturn]] void fail_without_edges() const {
    if (report_.header_counts) {
      throw InputError({input_.display_name(), first_->line},
                       fmt::format("the graph has no edges: the only line is the header '{} {}'",
                                   first_->counts->first, first_->counts->second),
                       fmt::format("if this is an edge, write it as '{} {}'", first_->counts->second,
                                   first_->counts->first));
    }
    if (first_problem_) {
      throw InputError(
          {input_.display_name(), first_problem_->first, first_problem_->second.column},
          fmt::format("no line can be read; the first problem: {}", first_problem_->second.problem),
          first_problem_->second.remedy);
    }
    if (options_.labels || options_.header == HeaderRow::present) {
      throw InputError({input_.display_name(), first_->line},
                       "the graph has no edges: the only line is a header row", no_edges_remedy);
    }
    throw InputError({input_.display_name(), first_->line},
                     "the graph has no edges: the only line holds words, not ids",
                     "use option 'labels' if vertices have names");
  }

  // --- the graph ---

  Graph build() {
    scratch_.clear();
    CompactEdges compact = rules_.labels ? compact_labels(std::move(edges_), input_.display_name())
                                         : compact_ids(std::move(edges_), largest_id_, input_.display_name());
    report_.ids_remapped = compact.renumbered;
    BuiltCsr built = build_csr(std::move(compact.chunks), compact.num_vertices, rules_.weighted,
                               options_.merge, compact.apply_ranks ? &compact.ranks : nullptr);
    report_.self_loops_dropped = built.self_loops;
    report_.duplicates_merged = built.duplicates;
    report_.reciprocal_merged = built.reciprocal;
    if (built.conflict) fail_on_conflict(input_, rules_, *built.conflict, compact.names);
    check_weight_sums(built.arrays.weights, input_);
    return Graph::from_csr(std::move(built.arrays), std::move(compact.names), CsrCheck::trusted);
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
  const ReadOptions& options_;
  const RunContext& run_;
  EdgeLineRules rules_;  ///< known with the first line
  LineBlockReader reader_;
  tbb::enumerable_thread_specific<ParseScratch> scratch_;

  InputReport report_;
  Slot pending_;  ///< the block that holds the first line
  bool has_pending_ = false;
  std::optional<FirstLine> first_;
  std::optional<LineProblem> problem_;
  std::uint64_t problem_line_ = 0;
  std::optional<std::pair<std::uint64_t, LineProblem>> first_problem_;  ///< of the lines skipped
  std::exception_ptr reader_error_;
  std::vector<RawEdges> edges_;
  std::uint64_t largest_id_ = 0;
  bool leading_zeros_ = false;         ///< of an id
  ExternalGraph* external_ = nullptr;  ///< where edges go instead
};

}  // namespace

LoadedGraph read_edge_list(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                           std::size_t block_bytes) {
  return EdgeListReader(input, options, run, block_bytes).read();
}

InputReport write_edge_list_as_lode(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                                    ExternalGraph& graph, OutputFile& file) {
  return EdgeListReader(input, options, run, default_block_bytes).write(graph, file);
}

}  // namespace lode::detail
