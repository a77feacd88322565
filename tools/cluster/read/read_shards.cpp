#include "read/read_shards.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/csr/key_table.hpp"
#include "io/edge_list/graph_reader.hpp"
#include "io/stream/mapped_file.hpp"
#include "io/text/fields.hpp"
#include "io/text/line_reader.hpp"
#include "ranks/failure.hpp"

namespace lode::cluster {
namespace {

constexpr std::size_t edges_per_chunk = std::size_t{1} << 20;

/// Where the line begins that holds byte `at`, or the next one if one begins there. A byte order mark is
/// content where it does not begin the text: no part may begin with one.
std::uint64_t line_begin(std::string_view text, std::uint64_t at) {
  if (at == 0 || at >= text.size()) return std::min<std::uint64_t>(at, text.size());
  do {
    const std::size_t newline = text.find('\n', at - 1);
    if (newline == std::string_view::npos) return text.size();
    at = newline + 1;
  } while (text.substr(at).starts_with(detail::byte_order_mark));
  return at;
}

/// Numbers ids or labels as they come and keeps pairs of numbers.
class EdgeCollector {
 public:
  template <class Name>
  void add(Name u, Name v) {
    const std::uint32_t a = number(u);
    if (u == v) {
      ++edges_.counts.self_loops;
    } else {
      add_pair(a, number(v));
    }
  }
  void add_pair(std::uint32_t a, std::uint32_t b) {
    if (used_ == 2 * edges_per_chunk || edges_.chunks.empty()) {
      edges_.chunks.emplace_back(2 * edges_per_chunk, detail::Pages::small);
      used_ = 0;
    }
    edges_.chunks.back()[used_++] = a;
    edges_.chunks.back()[used_++] = b;
  }
  std::uint32_t number(std::uint64_t id) { return ids_.number(id, ids_.hash(id)); }
  std::uint32_t number(std::string_view label) {
    if (!labels_.has_room(label)) {
      throw SystemError("a rank has met 32 GiB of different labels: use more ranks");
    }
    return labels_.number(label, labels_.hash(label));
  }
  ReadCounts& counts() { return edges_.counts; }

  LocalEdges take(bool labelled) {
    edges_.names.labelled = labelled;
    if (!edges_.chunks.empty()) {
      detail::PageBuffer<std::uint32_t> last(used_);
      std::copy_n(edges_.chunks.back().data(), used_, last.data());
      edges_.chunks.back() = std::move(last);
    }
    edges_.names.ids.ids = std::move(ids_).take_ids();
    labels_.for_each([&](detail::LabelRecord record) { edges_.names.labels.add(record.label()); });
    return std::move(edges_);
  }

 private:
  detail::IdTable<> ids_;
  detail::LabelTable<> labels_;
  LocalEdges edges_;
  std::size_t used_ = 0;
};

/// One task of this rank on an edge list.
struct TextTask {
  std::size_t task = 0;
  detail::MappedFile file;  ///< of a part
  std::unique_ptr<detail::CompressedInput> input, beginning;
  std::unique_ptr<detail::EdgeListShard> shard;
};

class ShardReader {
 public:
  ShardReader(const ReadPlan& plan, const ReadOptions& options, const Ranks& ranks)
      : plan_(plan), options_(options), ranks_(ranks), run_([] {
          RunOptions run;
          run.threads = 1;
          return RunContext(std::move(run));
        }()) {}

  LocalEdges read() {
    lines_of_task_.assign(plan_.tasks.size(), 0);
    counts_of_file_.assign(2 * plan_.files.size(), 0);
    labelled_.assign(plan_.files.size(), 0);
    ranks_.together([&] {
      for (std::size_t t = 0; t < plan_.tasks.size(); ++t) {
        if (plan_.tasks[t].rank == static_cast<std::uint64_t>(ranks_.rank()) && !failed_) parse(t);
      }
    });
    settle_failure();
    share_counts();
    const bool labelled = settle_names();
    ranks_.together([&] {
      for (TextTask& text : texts_) {
        const std::uint64_t file = plan_.tasks[text.task].file;
        const std::uint64_t first_line = text.shard->begins_with_line() ? 1 : 0;
        finish(text, {total_ - first_line, largest_id_}, {counts_of_file_[2 * file], largest_of_file_[file]});
      }
      texts_.clear();
    });
    return collector_.take(labelled);
  }

 private:
  const ShardFile& file_of(std::size_t t) const { return plan_.files[plan_.tasks[t].file]; }

  void parse(std::size_t t) {
    try {
      if (file_of(t).kind == ShardKind::graph) {
        read_graph_file(plan_.tasks[t].file);
      } else {
        parse_text(t);
      }
    } catch (const InputError& error) {
      failed_.emplace(t, error);
    }
  }

  void parse_text(std::size_t t) {
    const ReadTask& task = plan_.tasks[t];
    const std::string& path = file_of(t).path;
    TextTask text;
    text.task = t;
    if (task.whole) {
      text.input = std::make_unique<detail::CompressedInput>(path, detail::Content::shard);
    } else {
      text.file = detail::map_file(path);
      const std::uint64_t begin = line_begin(text.file.bytes, task.begin);
      const std::uint64_t end = line_begin(text.file.bytes, task.end);
      if (begin == end) return;
      text.input = std::make_unique<detail::CompressedInput>(text.file.bytes.substr(begin, end - begin), path,
                                                             detail::Content::shard);
    }
    if (task.whole) {
      text.shard = std::make_unique<detail::EdgeListShard>(*text.input, options_, run_);
    } else {
      using Part = detail::EdgeListShard::Part;
      text.beginning = std::make_unique<detail::CompressedInput>(path, detail::Content::shard);
      text.shard = std::make_unique<detail::EdgeListShard>(
          *text.input, *text.beginning, task.begin == 0 ? Part::first : Part::later, options_, run_);
    }
    text.shard->parse();
    text.file = {};  // what is left to do needs no text
    lines_of_task_[t] = text.shard->lines();
    const detail::EdgeLineCounts counts = text.shard->counts();
    std::uint64_t* const of_file = counts_of_file_.data() + 2 * task.file;
    of_file[0] += counts.lines;
    of_file[1] += text.shard->begins_with_line() ? 1 : 0;
    largest_id_ = std::max(largest_id_, counts.largest_id);
    largest_of_file_.resize(plan_.files.size(), 0);
    largest_of_file_[task.file] = std::max(largest_of_file_[task.file], counts.largest_id);
    if (options_.labels) {
      finish(text, {}, {});  // a first line of words is no header "n m": other texts do not matter
    } else {
      texts_.push_back(std::move(text));
    }
  }

  void read_graph_file(std::uint64_t file) {
    const std::string& path = plan_.files[file].path;
    ReadOptions options = options_;
    options.labels = false;  // the file tells; what the others have is compared later
    const LoadedGraph loaded = read_graph(path, options, run_);
    const Graph& graph = loaded.graph;
    if (loaded.report.core_of) {
      throw InputError({path}, "holds the core of a larger graph", "name files of the whole graph");
    }
    const bool labelled = graph.names().kind() == VertexNames::Kind::labels;
    labelled_[file] = labelled ? 1 : 0;
    std::vector<std::uint32_t> numbers;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      numbers.push_back(labelled ? collector_.number(graph.names().label(v))
                                 : collector_.number(graph.names().id(v)));
    }
    refuse_twins(graph, numbers, path);
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      for (const Vertex u : graph.neighbors(v)) {
        if (v < u) collector_.add_pair(numbers[v], numbers[u]);
      }
    }
    ReadCounts& counts = collector_.counts();
    counts.lines += loaded.report.lines;
    counts.comment_lines += loaded.report.comment_lines;
    counts.edge_lines += graph.num_edges();
    counts.self_loops += loaded.report.self_loops_dropped;
    counts.duplicates += loaded.report.duplicates_merged;
    counts.reciprocal += loaded.report.reciprocal_merged;
    counts.bytes += loaded.report.bytes;
  }

  /// Vertices of one file that are called alike would become one.
  static void refuse_twins(const Graph& graph, const std::vector<std::uint32_t>& numbers,
                           const std::string& path) {
    std::vector<Vertex> order(numbers.size());
    std::iota(order.begin(), order.end(), Vertex{0});
    std::sort(order.begin(), order.end(), [&](Vertex u, Vertex v) { return numbers[u] < numbers[v]; });
    const auto twin = std::adjacent_find(order.begin(), order.end(),
                                         [&](Vertex u, Vertex v) { return numbers[u] == numbers[v]; });
    if (twin == order.end()) return;
    throw InputError({path}, fmt::format("two vertices are called '{}'", detail::excerpt(graph.name(*twin))),
                     "vertices are told apart by their names");
  }

  /// Whether vertices are called by labels in all files, as edge lists are read or else as the first graph
  /// says, or by ids.
  bool settle_names() {
    ranks_.sum(labelled_);
    std::size_t model = plan_.files.size();
    for (std::size_t f = plan_.files.size(); f-- > 0;) {
      if (!has_names(f)) continue;
      if (is_text(f)) labelled_[f] = options_.labels ? 1 : 0;
      if (model == plan_.files.size() || !is_text(model) || is_text(f)) model = f;
    }
    const bool labelled = options_.labels || (model < plan_.files.size() && labelled_[model] != 0);
    ranks_.on_first([&] {
      for (std::size_t f = 0; f < plan_.files.size(); ++f) {
        if (has_names(f) && (labelled_[f] != 0) != labelled) fail_on_names(f, model);
      }
    });
    return labelled;
  }
  bool is_text(std::size_t f) const { return plan_.files[f].kind == ShardKind::text; }
  bool has_names(std::size_t f) const {
    return plan_.files[f].kind == ShardKind::graph || counts_of_file_[2 * f] + counts_of_file_[2 * f + 1] > 0;
  }
  [[noreturn]] void fail_on_names(std::size_t f, std::size_t model) const {
    const std::string& path = plan_.files[f].path;
    if (options_.labels) {
      throw InputError({path}, "its vertices are called by ids, and --labels is on",
                       "all files of a graph have labels, or all have ids");
    }
    const bool labelled = labelled_[f] != 0;
    throw InputError(
        {path},
        fmt::format("its vertices are called by {}, and those of {} by {}", labelled ? "labels" : "ids",
                    plan_.files[model].path, labelled ? "ids" : "labels"),
        "all files of a graph have labels, or all have ids; --labels reads edge lists of words");
  }

  /// Lines of an error in a part count from the beginning of its file: those of the parts before are known to
  /// whoever read them.
  void settle_failure() {
    const std::uint64_t none = plan_.tasks.size();
    const std::uint64_t first = ranks_.min(failed_ ? failed_->first : none);
    if (first == none) return;
    std::uint64_t before = 0;
    for (std::size_t t = 0; t < first; ++t) {
      if (plan_.tasks[t].file == plan_.tasks[first].file) before += lines_of_task_[t];
    }
    before = ranks_.sum(before);
    ranks_.together([&] {
      if (!failed_ || failed_->first != first) return;
      const InputError& error = failed_->second;
      InputPosition position = error.position();
      if (position.line > 0) position.line += before;
      throw InputError(position, error.problem(), error.remedy());
    });
  }

  void share_counts() {
    ranks_.sum(counts_of_file_);
    largest_id_ = ranks_.max(largest_id_);
    for (std::size_t f = 0; f < plan_.files.size(); ++f)
      total_ += counts_of_file_[2 * f] + counts_of_file_[2 * f + 1];
    largest_of_file_.resize(plan_.files.size(), 0);
    for (std::uint64_t& largest : largest_of_file_) largest = ranks_.max(largest);
  }

  void finish(TextTask& text, const detail::EdgeLineCounts& others, const detail::EdgeLineCounts& same_text) {
    detail::RawEdgeList list;
    try {
      list = text.shard->finish(others, same_text);
    } catch (const InputError&) {
      throw OrderedError(text.task, std::current_exception());
    }
    text.shard.reset();
    ReadCounts& counts = collector_.counts();
    counts.lines += list.report.lines;
    counts.comment_lines += list.report.comment_lines;
    counts.edge_lines += list.report.edge_lines;
    counts.bad_lines += list.report.bad_lines_skipped;
    counts.bytes += list.report.bytes;
    counts.headers += list.report.header_counts || list.report.header_row ? 1 : 0;
    for (detail::RawEdges& edges : list.edges) {
      const auto add = [&](auto u, auto v) { collector_.add(u, v); };
      if (options_.labels) {
        detail::for_each_dealt_pair<detail::LabelKeys<>>(edges, add);
      } else {
        detail::for_each_id_pair(edges, add);
      }
      edges = {};
    }
  }

  const ReadPlan& plan_;
  const ReadOptions& options_;
  const Ranks& ranks_;
  RunContext run_;
  EdgeCollector collector_;
  std::vector<TextTask> texts_;
  std::vector<std::uint64_t> lines_of_task_;
  std::vector<std::uint64_t> counts_of_file_;   ///< lines of data behind the first one, and first ones
  std::vector<std::uint64_t> largest_of_file_;  ///< id, first lines left out
  std::uint64_t total_ = 0;
  std::uint64_t largest_id_ = 0;
  std::vector<std::uint64_t> labelled_;                         ///< by file: 1 for a graph with labels
  std::optional<std::pair<std::uint64_t, InputError>> failed_;  ///< the first of this rank
};

}  // namespace

LocalEdges read_shards(const ReadPlan& plan, const ReadOptions& options, const Ranks& ranks) {
  return ShardReader(plan, options, ranks).read();
}

}  // namespace lode::cluster
