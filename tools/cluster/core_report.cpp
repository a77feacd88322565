#include "core_report.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lode::cluster {
namespace {

std::uint64_t sum(const std::vector<std::uint64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

/// Memory that all ranks took for every line up to the end of a phase, beyond what they had at the start.
double bytes_per_line(const CoreReport& report, const PhaseCost& phase) {
  double bytes = 0.0;
  for (const std::uint64_t peak : phase.peak_bytes) {
    bytes += static_cast<double>(peak - std::min(peak, report.start_bytes));
  }
  return bytes / static_cast<double>(std::max<std::uint64_t>(report.input.edge_lines, 1));
}

std::uint64_t rounds_of(const CoreReport& report) {
  std::uint64_t rounds = 0;
  for (const PeelStep& step : report.steps) rounds += step.rounds;
  return rounds;
}

}  // namespace

std::string core_text(const CoreReport& report, const std::string& output) {
  const InputCounts& input = report.input;
  std::string text = fmt::format(
      "graph      {} vertices, {} edges, largest degree {}\n"
      "read       {} lines, {} of them edges; {} self-loops dropped, {} duplicates and {} reciprocals "
      "merged\n",
      report.vertices, report.edges, report.max_degree, input.lines, input.edge_lines,
      input.self_loops_dropped, input.duplicates_merged, input.reciprocal_merged);
  text += fmt::format("core       {}-core: {} vertices, {} edges; {} cores tried, {} rounds\n",
                      report.origin.core, report.core_vertices, report.core_edges, report.steps.size(),
                      rounds_of(report));
  for (const StatedBound& bound : report.origin.bounds) {
    text += fmt::format("bound      s = {}: {} by {}\n", bound.size, bound.value, bound.rule);
  }
  for (const PhaseCost& phase : report.phases) {
    text += fmt::format(
        "{:<10} {:.3f} s, {:.1f} MB sent, {:.1f} MB at the peak of a rank\n", phase.name, phase.seconds,
        static_cast<double>(sum(phase.sent)) / 1e6,
        static_cast<double>(*std::max_element(phase.peak_bytes.begin(), phase.peak_bytes.end())) / 1e6);
  }
  return text + fmt::format("wrote      {}\n", output);
}

std::string core_json(const CoreReport& report, const std::string& output) {
  using json = nlohmann::ordered_json;
  const InputCounts& input = report.input;
  json out;
  out["schema_version"] = 1;
  out["ranks"] = report.own.size();
  out["input"] = {{"lines", input.lines},
                  {"comment_lines", input.comment_lines},
                  {"edge_lines", input.edge_lines},
                  {"self_loops_dropped", input.self_loops_dropped},
                  {"duplicates_merged", input.duplicates_merged},
                  {"reciprocal_merged", input.reciprocal_merged},
                  {"bytes", input.bytes}};
  out["vertices"] = report.vertices;
  out["edges"] = report.edges;
  out["max_degree"] = report.max_degree;
  out["core"] = {{"core", report.origin.core},
                 {"vertices", report.core_vertices},
                 {"edges", report.core_edges},
                 {"file", output}};
  out["bounds"] = json::array();
  for (const StatedBound& bound : report.origin.bounds) {
    out["bounds"].push_back({{"size", bound.size}, {"value", bound.value}, {"rule", bound.rule}});
  }
  out["passes"] = report.passes;
  out["steps"] = json::array();
  for (const PeelStep& step : report.steps) {
    out["steps"].push_back({{"core", step.core},
                            {"rounds", step.rounds},
                            {"vertices", step.vertices},
                            {"edges", step.edges},
                            {"seconds", step.seconds}});
  }
  out["own_vertices"] = report.own;
  out["ghosts"] = report.ghosts;
  out["arcs"] = report.arcs;
  out["start_bytes"] = report.start_bytes;
  out["phases"] = json::array();
  for (const PhaseCost& phase : report.phases) {
    out["phases"].push_back({{"name", phase.name},
                             {"seconds", phase.seconds},
                             {"sent_bytes", phase.sent},
                             {"peak_bytes", phase.peak_bytes},
                             {"peak_bytes_per_line", bytes_per_line(report, phase)}});
  }
  return out.dump(2) + "\n";
}

}  // namespace lode::cluster
