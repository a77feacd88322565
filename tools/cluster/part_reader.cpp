#include "part_reader.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <sys/mman.h>

#include <lode/core/error.hpp>
#include <lode/graph/graph.hpp>

#include "io/edge_list/edge_list_start.hpp"
#include "io/formats/formats.hpp"
#include "io/stream/mapped_file.hpp"
#include "ranks.hpp"
#include "shell/session.hpp"

namespace lode::cluster {
namespace {

using detail::CompressedInput;
using detail::LineBlock;
using detail::LineBlockReader;

constexpr std::size_t block_bytes = std::size_t{1} << 20;

class EdgeListPartReader {
 public:
  EdgeListPartReader(const ReadOptions& options, Share& share, PartReport& report)
      : options_(options), share_(share), report_(report) {}

  /// From the first line of the file on. `passed` is called when so many bytes are done with.
  template <class Passed>
  void read_beginning(CompressedInput& input, const Passed& passed) {
    LineBlockReader reader(input, block_bytes);
    LineBlock block;
    std::size_t begin = 0;
    detail::EdgeListStart start = detail::read_edge_list_start(input, reader, options_, block, begin);
    rules_ = start.layout.rules;
    report_.lines = start.lines;
    report_.comment_lines = start.comment_lines;
    report_.header_row = start.layout.header_row;
    if (start.first && !start.layout.header_row) take_first(*start.first);
    if (report_.code == 0 && (begin < block.size || block.overlong)) parse(block, begin);
    read_blocks(input, reader, block, passed);
  }

  /// What comes behind the first line, by rules that `start` tells.
  template <class Passed>
  void read_further(CompressedInput& start, CompressedInput& input, const Passed& passed) {
    LineBlockReader start_reader(start, std::size_t{1} << 16);
    LineBlock block;
    std::size_t begin = 0;
    rules_ = detail::read_edge_list_start(start, start_reader, options_, block, begin).layout.rules;
    LineBlockReader reader(input, block_bytes);
    read_blocks(input, reader, block, passed);
  }

 private:
  template <class Passed>
  void read_blocks(const CompressedInput& input, LineBlockReader& reader, LineBlock& block,
                   const Passed& passed) {
    while (report_.code == 0 && reader.next(block)) {
      parse(block, 0);
      passed(input.bytes_read());
    }
    report_.bytes = input.bytes_read();
  }

  void take_first(const detail::FirstLine& first) {
    PendingLine& pending = report_.first.emplace();
    pending.line = first.line;
    pending.counts = first.counts.has_value();
    if (first.counts) std::tie(pending.n, pending.m) = *first.counts;
    pending.u = first.parsed.u_id;
    pending.v = first.parsed.v_id;
    if (!first.problem) {
      report_.ignored_columns = std::max(report_.ignored_columns, first.parsed.columns - 2);
      return;
    }
    pending.problem = first.problem->problem;
    pending.remedy = first.problem->remedy;
    pending.column = first.problem->column;
    if (!pending.counts) fail(first.line, *first.problem);
  }

  void fail(std::uint64_t line, const detail::LineProblem& problem) {
    report_.code = tool::bad_input;
    report_.of_line = true;
    report_.line = line;
    report_.column = problem.column;
    report_.problem = problem.problem;
    report_.remedy = problem.remedy;
  }

  void parse(const LineBlock& block, std::size_t begin) {
    const std::string_view text(block.begin() + begin, block.size - begin);
    detail::ParsedLines parsed = detail::parse_edge_lines(text, rules_, scratch_);
    if (block.overlong) parsed.problem = detail::overlong_line(text.substr(0, text.size() - 1));
    if (parsed.problem) return fail(report_.lines + parsed.problem->line + 1, *parsed.problem);
    report_.lines += parsed.lines;
    report_.comment_lines += parsed.comment_lines;
    report_.edge_lines += parsed.edges.lines;
    report_.largest_id = std::max(report_.largest_id, parsed.largest_id);
    report_.ignored_columns = std::max(report_.ignored_columns, parsed.ignored_columns);
    add(parsed.edges);
  }

  void add(const detail::RawEdges& edges) {
    if (!edges.narrow.empty()) {
      for (std::size_t i = 0; i < edges.lines; ++i) share_.add(edges.narrow[2 * i], edges.narrow[2 * i + 1]);
      return;
    }
    // Dealt out by hash: the next record of an id's bucket is the next id of the text that is in it.
    std::vector<std::uint32_t> next = edges.dealt.begin;
    const auto take = [&](std::size_t end) {
      std::uint32_t& place = next[edges.dealt.bucket()[end]];
      const std::uint64_t id = detail::IdKeys<>::read(edges.dealt.records() + place);
      place += static_cast<std::uint32_t>(detail::IdKeys<>::record_bytes(id));
      return id;
    };
    for (std::size_t i = 0; i < edges.lines; ++i) {
      const std::uint64_t u = take(2 * i);
      share_.add(u, take(2 * i + 1));
    }
  }

  const ReadOptions& options_;
  Share& share_;
  PartReport& report_;
  detail::EdgeLineRules rules_;
  detail::ParseScratch scratch_;
};

/// Gives pages of a mapping back, up to a byte of it; they are read again if somebody looks.
class ReadPages {
 public:
  explicit ReadPages(std::string_view bytes) : bytes_(bytes) {}
  void operator()(std::uint64_t done) const {
    constexpr std::uintptr_t page = 4096;
    const auto first = reinterpret_cast<std::uintptr_t>(bytes_.data()) / page * page;
    const auto last = reinterpret_cast<std::uintptr_t>(bytes_.data() + done) / page * page;
    if (last > first) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  }

 private:
  std::string_view bytes_;
};

void read_edge_list_part(const InputFile& file, const FilePart& part, const ReadOptions& options,
                         Share& share, PartReport& report) {
  EdgeListPartReader reader(options, share, report);
  if (part.whole) {
    CompressedInput input(file.path);
    reader.read_beginning(input, [](std::uint64_t) {});
    return;
  }
  const detail::MappedFile mapped = detail::map_file(file.path);
  if (mapped.bytes.size() != file.bytes) {
    throw InputError({file.path},
                     fmt::format("has {} bytes, and had {} before", mapped.bytes.size(), file.bytes),
                     "run again when nobody writes to it");
  }
  const std::string_view text = mapped.bytes.substr(part.begin, part.end - part.begin);
  CompressedInput input(text, file.path);
  if (part.begin == 0) {
    reader.read_beginning(input, ReadPages(text));
  } else {
    CompressedInput start(file.path);
    reader.read_further(start, input, ReadPages(text));
  }
}

void read_other_format(const InputFile& file, const ReadOptions& options, Share& share, PartReport& report) {
  RunOptions one_thread;
  one_thread.threads = 1;
  const LoadedGraph loaded = read_graph(file.path, options, RunContext(one_thread));
  const Graph& graph = loaded.graph;
  if (graph.names().kind() == VertexNames::Kind::labels) {
    throw InputError({file.path}, "calls its vertices by labels, and shards are joined by ids",
                     "convert it to a list of pairs of integers");
  }
  if (graph.weighted()) {
    throw InputError({file.path}, "holds weights, and cores across ranks are by degree",
                     "leave the weights out, or cut the core with 'lode convert --weighted --core'");
  }
  if (loaded.report.core_of) {
    throw InputError({file.path}, fmt::format("is {} itself", core_origin_text(*loaded.report.core_of)),
                     "name the files of the whole graph");
  }
  const auto id_of = [&](Vertex v) -> std::uint64_t {
    return graph.names().kind() == VertexNames::Kind::ids ? graph.names().ids()[v] : v;
  };
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const std::uint64_t id = id_of(v);
    share.add_vertex(id);
    for (const Vertex u : graph.neighbors(v)) {
      if (u > v) share.add(id, id_of(u));
    }
  }
  report.lines = loaded.report.lines;
  report.comment_lines = loaded.report.comment_lines;
  report.edge_lines = graph.num_edges();
  report.bytes = file.bytes;
}

}  // namespace

PartReport read_part(const InputFile& file, const FilePart& part, const ReadOptions& options, Share& share) {
  PartReport report;
  try {
    if (!part.whole || detail::detect(CompressedInput(file.path), options).name == "edges") {
      read_edge_list_part(file, part, options, share, report);
    } else {
      read_other_format(file, options, share, report);
    }
  } catch (const InputError& error) {
    if (error.problem().starts_with("is empty")) return report;  // once unpacked: such a shard adds nothing
    report.code = tool::bad_input;
    report.problem = error.what();
  } catch (...) {
    const Outcome outcome = outcome_of_exception(0);
    report.code = outcome.code;
    report.problem = outcome.message;
  }
  return report;
}

}  // namespace lode::cluster
