#include "read/read_shards.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include <lode/core/error.hpp>

#include "io/edge_list/graph_reader.hpp"
#include "io/stream/mapped_file.hpp"
#include "io/text/fields.hpp"
#include "io/text/line_reader.hpp"
#include "ranks/failure.hpp"

namespace lode::cluster {
namespace {

constexpr std::size_t edges_per_chunk = std::size_t{1} << 20;

/// The first line that begins at byte `at` or later. A byte order mark inside the text is content, so no part
/// may begin with one.
std::uint64_t line_begin(std::string_view text, std::uint64_t at) {
  if (at == 0 || at >= text.size()) return std::min<std::uint64_t>(at, text.size());
  do {
    const std::size_t newline = text.find('\n', at - 1);
    if (newline == std::string_view::npos) return text.size();
    at = newline + 1;
  } while (text.substr(at).starts_with(detail::byte_order_mark));
  return at;
}

/// Numbers ids in order of occurrence and keeps pairs of numbers.
class EdgeCollector {
 public:
  void add(std::uint64_t u, std::uint64_t v) {
    const std::uint32_t a = number(u);
    if (u == v) {
      ++edges_.report.self_loops_dropped;
      return;
    }
    if (used_ == 2 * edges_per_chunk || edges_.chunks.empty()) {
      edges_.chunks.emplace_back(2 * edges_per_chunk, detail::Pages::small);
      used_ = 0;
    }
    edges_.chunks.back()[used_++] = a;
    edges_.chunks.back()[used_++] = number(v);
  }
  InputReport& report() { return edges_.report; }

  LocalEdges take() {
    if (!edges_.chunks.empty()) {
      detail::PageBuffer<std::uint32_t> last(used_);
      std::copy_n(edges_.chunks.back().data(), used_, last.data());
      edges_.chunks.back() = std::move(last);
    }
    return std::move(edges_);
  }

 private:
  std::uint32_t number(std::uint64_t id) {
    const auto [known, fresh] = numbers_.try_emplace(id, static_cast<std::uint32_t>(numbers_.size()));
    if (fresh) edges_.ids.push_back(id);
    return known->second;
  }

  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  LocalEdges edges_;
  std::size_t used_ = 0;
};

/// One task of this rank on an edge list.
struct TextTask {
  std::size_t task = 0;
  detail::MappedFile file;  ///< the mapped file of a part
  std::unique_ptr<detail::CompressedInput> input, beginning;
  std::unique_ptr<detail::EdgeListReader> shard;
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
    ranks_.together([&] {
      for (std::size_t t = 0; t < plan_.tasks.size(); ++t) {
        if (plan_.tasks[t].rank == static_cast<std::uint64_t>(ranks_.rank()) && !failed_) parse(t);
      }
    });
    settle_failure();
    share_counts();
    ranks_.together([&] {
      for (TextTask& text : texts_) {
        const std::uint64_t file = plan_.tasks[text.task].file;
        const std::uint64_t first_line = text.shard->may_have_header() ? 1 : 0;
        finish(text, {total_ - first_line, largest_id_}, {counts_of_file_[2 * file], largest_of_file_[file]});
      }
      texts_.clear();
    });
    return collector_.take();
  }

 private:
  const ShardFile& file_of(std::size_t t) const { return plan_.files[plan_.tasks[t].file]; }

  void parse(std::size_t t) {
    try {
      parse_text(t);
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
      text.input = std::make_unique<detail::CompressedInput>(path, detail::IfEmpty{nullptr});
    } else {
      text.file = detail::map_file(path);
      const std::uint64_t begin = line_begin(text.file.bytes, task.begin);
      const std::uint64_t end = line_begin(text.file.bytes, task.end);
      if (begin == end) return;
      text.input = std::make_unique<detail::CompressedInput>(text.file.bytes.substr(begin, end - begin), path,
                                                             detail::IfEmpty{nullptr});
    }
    text.shard = std::make_unique<detail::EdgeListReader>(detail::GraphInput{*text.input, options_, run_});
    if (task.whole) {
      text.shard->read_alone();
    } else {
      using Part = detail::EdgeListReader::Part;
      text.beginning = std::make_unique<detail::CompressedInput>(path, detail::IfEmpty{nullptr});
      text.shard->read_part(*text.beginning, task.begin == 0 ? Part::first : Part::later);
    }
    text.shard->parse();
    text.file = {};  // the text is no longer needed
    lines_of_task_[t] = text.shard->lines();
    const detail::EdgeLineCounts counts = text.shard->counts();
    std::uint64_t* const of_file = counts_of_file_.data() + 2 * task.file;
    of_file[0] += counts.lines;
    of_file[1] += text.shard->may_have_header() ? 1 : 0;
    largest_id_ = std::max(largest_id_, counts.largest_id);
    largest_of_file_.resize(plan_.files.size(), 0);
    largest_of_file_[task.file] = std::max(largest_of_file_[task.file], counts.largest_id);
    texts_.push_back(std::move(text));
  }

  /// Throws the first error. Its line counts from the beginning of the file, so the lines of earlier parts
  /// are added.
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
    InputReport& report = collector_.report();
    report.lines += list.report.lines;
    report.comment_lines += list.report.comment_lines;
    report.edge_lines += list.report.edge_lines;
    report.bad_lines_skipped += list.report.bad_lines_skipped;
    report.bytes += list.report.bytes;
    for (detail::RawEdges& edges : list.edges) {
      for (std::size_t i = 0; i < 2 * edges.lines; i += 2) collector_.add(edges.id(i), edges.id(i + 1));
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
  std::vector<std::uint64_t> counts_of_file_;   ///< lines of data, without and with headers "n m" in doubt
  std::vector<std::uint64_t> largest_of_file_;  ///< largest id, without first lines
  std::uint64_t total_ = 0;
  std::uint64_t largest_id_ = 0;
  std::optional<std::pair<std::uint64_t, InputError>> failed_;  ///< the first of this rank
};

}  // namespace

LocalEdges read_shards(const ReadPlan& plan, const ReadOptions& options, const Ranks& ranks) {
  return ShardReader(plan, options, ranks).read();
}

}  // namespace lode::cluster
