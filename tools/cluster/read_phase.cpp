#include "read_phase.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <lode/core/error.hpp>

#include "part_reader.hpp"
#include "shell/session.hpp"

namespace lode::cluster {
namespace {

using nlohmann::json;

/// Bytes that are no UTF-8 stand in texts as they came.
json as_bytes(const std::string& text) { return json(std::vector<unsigned char>(text.begin(), text.end())); }
std::string as_text(const json& bytes) {
  const auto values = bytes.get<std::vector<unsigned char>>();
  return {values.begin(), values.end()};
}

json as_json(std::size_t part, const PartReport& report) {
  json first;
  if (report.first) {
    const PendingLine& line = *report.first;
    first = {
        line.line, line.n, line.m, line.counts, line.column, as_bytes(line.problem), as_bytes(line.remedy)};
  }
  return {part,
          report.lines,
          report.comment_lines,
          report.edge_lines,
          report.largest_id,
          report.bytes,
          report.code,
          report.of_line,
          report.line,
          report.column,
          as_bytes(report.problem),
          as_bytes(report.remedy),
          first};
}

PartReport from_json(const json& said) {
  PartReport report;
  report.lines = said[1];
  report.comment_lines = said[2];
  report.edge_lines = said[3];
  report.largest_id = said[4];
  report.bytes = said[5];
  report.code = said[6];
  report.of_line = said[7];
  report.line = said[8];
  report.column = said[9];
  report.problem = as_text(said[10]);
  report.remedy = as_text(said[11]);
  if (const json& first = said[12]; !first.is_null()) {
    PendingLine line;
    line.line = first[0];
    line.n = first[1];
    line.m = first[2];
    line.counts = first[3];
    line.column = first[4];
    line.problem = as_text(first[5]);
    line.remedy = as_text(first[6]);
    report.first = line;
  }
  return report;
}

/// Puts the parts of one file together, in their order.
class FileSettlement {
 public:
  FileSettlement(const InputFile& file, const ReadPlan& plan, const std::vector<PartReport>& reports,
                 std::uint32_t number)
      : path_(file.path) {
    for (std::size_t p = 0; p < plan.parts.size(); ++p) {
      if (plan.parts[p].file == number) parts_.push_back(&reports[p]);
    }
  }

  /// Adds to the counts, and says whether the first line of data is an edge.
  /// Errors: InputError, and AgreedFailure for what is said already.
  bool settle(InputCounts& counts) const {
    std::uint64_t lines = 0, edge_lines = 0, largest_id = 0;
    for (const PartReport* part : parts_) {
      if (part->code != 0) fail(*part, lines);
      lines += part->lines;
      edge_lines += part->edge_lines;
      largest_id = std::max(largest_id, part->largest_id);
      counts.comment_lines += part->comment_lines;
      counts.bytes += part->bytes;
    }
    counts.lines += lines;
    counts.edge_lines += edge_lines;
    const PendingLine* const first = first_line();
    if (!first || (first->counts && first->m == edge_lines && first->n >= largest_id)) return false;
    if (!first->problem.empty()) fail(*first);
    ++counts.edge_lines;
    return true;
  }

 private:
  const PendingLine* first_line() const {
    return parts_.empty() || !parts_.front()->first ? nullptr : &*parts_.front()->first;
  }

  [[noreturn]] void fail(const PendingLine& first) const {
    throw InputError({path_, first.line, first.column}, first.problem, first.remedy);
  }

  [[noreturn]] void fail(const PartReport& part, std::uint64_t lines_before) const {
    if (!part.of_line) throw AgreedFailure({part.code, part.problem});
    if (first_line() && !first_line()->problem.empty()) fail(*first_line());
    throw InputError({path_, lines_before + part.line, part.column}, part.problem, part.remedy);
  }

  const std::string& path_;
  std::vector<const PartReport*> parts_;
};

/// On rank 0: the files whose first line of data is an edge.
json settle(const ReadPlan& plan, const std::vector<std::string>& said, InputCounts& counts) {
  std::vector<PartReport> reports(plan.parts.size());
  for (const std::string& text : said) {
    for (const json& report : json::parse(text)) {
      reports[report[0].get<std::size_t>()] = from_json(report);
    }
  }
  json edges = json::array();
  for (std::uint32_t file = 0; file < plan.files.size(); ++file) {
    if (FileSettlement(plan.files[file], plan, reports, file).settle(counts)) edges.push_back(file);
  }
  return edges;
}

}  // namespace

void read_files(Ranks& ranks, const ReadPlan& plan, const ReadOptions& options, Share& share,
                InputCounts& counts) {
  json reports = json::array();
  std::vector<std::pair<std::uint32_t, PendingLine>> pending;
  ranks.together([&] {
    for (auto p = static_cast<std::size_t>(ranks.rank()); p < plan.parts.size();
         p += static_cast<std::size_t>(ranks.size())) {
      const FilePart& part = plan.parts[p];
      const PartReport report = read_part(plan.files[part.file], part, options, share);
      reports.push_back(as_json(p, report));
      if (report.first) pending.emplace_back(part.file, *report.first);
      if (report.code != 0) break;
    }
  });
  const std::vector<std::string> said = ranks.to_first(reports.dump());
  json edges;
  ranks.first_alone([&] { edges = settle(plan, said, counts); });
  edges = json::parse(ranks.from_first(edges.dump()));
  ranks.together([&] {
    for (const auto& [file, line] : pending) {
      if (std::find(edges.begin(), edges.end(), file) != edges.end()) share.add(line.u, line.v);
    }
    share.close();
  });
  std::uint64_t sums[] = {counts.lines, counts.comment_lines, counts.edge_lines, counts.bytes,
                          share.self_loops()};
  ranks.sum(sums);
  counts = {.lines = sums[0],
            .comment_lines = sums[1],
            .edge_lines = sums[2],
            .self_loops_dropped = sums[4],
            .bytes = sums[3]};
  ranks.first_alone([&] {
    if (counts.edge_lines > counts.self_loops_dropped) return;
    throw InputError(
        {plan.files.size() == 1 ? plan.files.front().path : fmt::format("{} files", plan.files.size())},
        counts.edge_lines == 0 ? "holds no edges, only comments and blank lines"
                               : "holds no edges but self-loops",
        "a graph needs at least one edge");
  });
}

}  // namespace lode::cluster
