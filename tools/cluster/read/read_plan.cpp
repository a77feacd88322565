#include "read/read_plan.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/edge_list/edge_lines.hpp"
#include "io/formats/formats.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/stream/mapped_file.hpp"
#include "io/text/fields.hpp"
#include "ranks/failure.hpp"

namespace lode::cluster {
namespace {

constexpr std::uint64_t least_range = std::uint64_t{1} << 22;
/// Approximate ratio of the size of a text to its compressed size.
constexpr std::uint64_t unpacked = 4;

/// Bytes up to the end of the first line of data of an edge list, which defines the layout. Lines that begin
/// like a comment, and may still be edges, are skipped.
std::uint64_t end_of_first_data_line(std::string_view text, const detail::EdgeLineRules& comments) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    const auto* newline = static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
    if (!newline) break;
    const char* const end_of_line = detail::line_content_end(p, newline);
    const bool data = detail::line_kind(p, end_of_line, comments) == detail::LineKind::data;
    p = newline + 1;
    if (data) return static_cast<std::uint64_t>(p - text.data());
  }
  return text.size();
}

class Planner {
 public:
  Planner(const ReadOptions& options, std::uint64_t range_bytes, std::uint64_t ranks)
      : options_(options), range_bytes_(range_bytes), ranks_(ranks) {}

  ReadPlan plan(const std::vector<std::string>& paths) {
    std::uint64_t total = 0;
    for (const std::string& path : paths) {
      look_at(path);
      total += plan_.files.back().bytes;
    }
    if (range_bytes_ == 0) range_bytes_ = std::max(least_range, total / (4 * ranks_) + 1);
    for (std::size_t f = 0; f < paths.size(); ++f) cut(f);
    share_out();
    return std::move(plan_);
  }

 private:
  /// Inspects a file; errors are reported in the order of the files.
  void look_at(const std::string& path) {
    const std::filesystem::file_status status = std::filesystem::status(path);
    if (std::filesystem::is_other(status)) {
      throw InputError({path}, "is no regular file", "ranks read files by themselves");
    }
    const detail::CompressedInput input(path, {nullptr});
    ShardFile file{path, input.head().empty() ? 0 : std::filesystem::file_size(path)};
    compressed_.push_back(input.compression() != detail::Compression::none);
    if (file.bytes > 0) {
      const detail::Format& format = detail::detect(input, options_);
      if (format.name != "edges") {
        throw InputError({path}, fmt::format("is of format {}; parts of a graph are edge lists", format.name),
                         "lode convert FILE part.txt");
      }
    }
    plan_.files.push_back(std::move(file));
  }

  void cut(std::size_t f) {
    const ShardFile& file = plan_.files[f];
    if (file.bytes == 0) return;
    const bool is_cut = !compressed_[f] && file.bytes > range_bytes_;
    if (!is_cut) {
      plan_.tasks.push_back({f, 0, file.bytes, 0, true});
      return;
    }
    const std::uint64_t first_end =
        end_of_first_data_line(detail::map_file(file.path).bytes, detail::comment_rules(options_));
    std::uint64_t begin = 0;
    while (begin < file.bytes) {
      std::uint64_t end = std::min(begin + range_bytes_, file.bytes);
      if (begin == 0) end = std::max(end, first_end);
      plan_.tasks.push_back({f, begin, end, 0, false});
      begin = end;
    }
  }

  std::uint64_t work(const ReadTask& task) const {
    return (task.end - task.begin) * (compressed_[task.file] ? unpacked : 1);
  }

  void share_out() {
    std::vector<ReadTask>& tasks = plan_.tasks;
    std::vector<std::size_t> by_work(tasks.size());
    std::iota(by_work.begin(), by_work.end(), std::size_t{0});
    std::stable_sort(by_work.begin(), by_work.end(),
                     [&](std::size_t a, std::size_t b) { return work(tasks[a]) > work(tasks[b]); });
    std::vector<std::uint64_t> load(ranks_, 0);
    for (const std::size_t t : by_work) {
      const auto least = std::min_element(load.begin(), load.end());
      *least += work(tasks[t]);
      tasks[t].rank = static_cast<std::uint64_t>(least - load.begin());
    }
  }

  const ReadOptions& options_;
  std::uint64_t range_bytes_;
  std::uint64_t ranks_;
  std::vector<bool> compressed_;
  ReadPlan plan_;
};

}  // namespace

ReadPlan plan_reading(const std::vector<std::string>& paths, const ReadOptions& options,
                      std::uint64_t range_bytes, const Ranks& ranks) {
  ReadPlan plan;
  std::vector<std::uint64_t> bytes;
  ranks.on_first([&] {
    plan = Planner(options, range_bytes, static_cast<std::uint64_t>(ranks.size())).plan(paths);
    for (const ShardFile& file : plan.files) bytes.push_back(file.bytes);
  });
  ranks.broadcast(bytes);
  ranks.broadcast(plan.tasks);
  plan.files.clear();
  for (std::size_t f = 0; f < paths.size(); ++f) plan.files.push_back({paths[f], bytes[f]});
  return plan;
}

}  // namespace lode::cluster
