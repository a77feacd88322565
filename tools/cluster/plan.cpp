#include "plan.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <lode/core/error.hpp>

#include "io/edge_list/edge_list_start.hpp"
#include "io/formats/formats.hpp"
#include "io/stream/mapped_file.hpp"

namespace lode::cluster {
namespace {

using detail::CompressedInput;

/// Where the lines behind the first line of data begin.
std::uint64_t bytes_of_start(CompressedInput input, const ReadOptions& options, std::string_view text) {
  detail::LineBlockReader reader(input, std::size_t{1} << 16);
  detail::LineBlock block;
  std::size_t used = 0;
  const detail::EdgeListStart start = detail::read_edge_list_start(input, reader, options, block, used);
  std::size_t place = 0;
  for (std::uint64_t line = 0; line < start.lines && place < text.size(); ++line) {
    place = std::min(text.find('\n', place), text.size() - 1) + 1;
  }
  return start.first ? place : text.size();
}

/// Line ends near equal shares of what follows the first line of data.
void cut(const std::string& path, std::uint32_t file, const ReadOptions& options, int ranks,
         std::vector<FilePart>& parts) {
  const detail::MappedFile mapped = detail::map_file(path);
  const std::string_view text = mapped.bytes;
  const std::uint64_t first = bytes_of_start(CompressedInput(path), options, text);
  std::uint64_t begin = 0;
  for (int r = 1; r <= ranks && begin < text.size(); ++r) {
    const std::uint64_t share =
        text.size() / static_cast<std::uint64_t>(ranks) * static_cast<std::uint64_t>(r);
    std::uint64_t end = text.size();
    if (r < ranks) {
      const std::size_t line_end = text.find('\n', std::max({share, first, std::uint64_t{1}}) - 1);
      if (line_end != std::string_view::npos) end = line_end + 1;
    }
    if (end <= begin) continue;
    parts.push_back({file, begin, end, false});
    begin = end;
  }
}

InputFile look_at(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) CompressedInput{path};  // throws what lode says of it
  if (!S_ISREG(status.st_mode)) {
    if (S_ISDIR(status.st_mode)) CompressedInput{path};
    throw InputError({path}, "is not a regular file", "store it in a file that all ranks can read");
  }
  return {path, static_cast<std::uint64_t>(status.st_size),
          std::int64_t{1'000'000'000} * status.st_mtim.tv_sec + status.st_mtim.tv_nsec};
}

ReadPlan look_at_all(const std::vector<std::string>& paths, const ReadOptions& options, int ranks) {
  ReadPlan plan;
  for (const std::string& path : paths) {
    const auto file = static_cast<std::uint32_t>(plan.files.size());
    plan.files.push_back(look_at(path));
    const std::uint64_t bytes = plan.files.back().bytes;
    if (bytes == 0) continue;
    if (bytes > cut_from && ranks > 1) {
      const CompressedInput input(path);
      if (input.compression() == detail::Compression::none &&
          detail::detect(input, options).name == "edges") {
        cut(path, file, options, ranks, plan.parts);
        continue;
      }
    }
    plan.parts.push_back({file, 0, bytes, true});
  }
  return plan;
}

}  // namespace

ReadPlan make_plan(Ranks& ranks, const std::vector<std::string>& paths, const ReadOptions& options) {
  nlohmann::json said;
  ranks.first_alone([&] {
    const ReadPlan plan = look_at_all(paths, options, ranks.size());
    for (const InputFile& file : plan.files) said["files"].push_back({file.bytes, file.modified});
    said["parts"] = nlohmann::json::array();
    for (const FilePart& part : plan.parts) {
      said["parts"].push_back({part.file, part.begin, part.end, part.whole});
    }
  });
  said = nlohmann::json::parse(ranks.from_first(said.dump()));
  ReadPlan plan;
  for (std::size_t f = 0; f < paths.size(); ++f) {
    const auto& file = said["files"][f];
    plan.files.push_back({paths[f], file[0], file[1]});
  }
  for (const auto& part : said["parts"]) plan.parts.push_back({part[0], part[1], part[2], part[3]});
  return plan;
}

}  // namespace lode::cluster
