#include "run/core_report.hpp"

#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <lode/core/version.hpp>
#include <lode/report/format.hpp>

namespace lode::cluster {
namespace {

constexpr double megabyte = 1048576.0;

std::string bounds_text(const CoreResult& result) {
  std::map<std::uint64_t, std::string> by_size;
  for (const StatedBound& bound : result.bounds) {
    by_size[bound.size] += fmt::format("  {} {}", bound.rule, format_weight(bound.value));
  }
  std::string text;
  for (const auto& [size, bounds] : by_size) text += fmt::format("  s = {}:{}\n", size, bounds);
  return text;
}

std::string phases_text(const CoreResult& result) {
  std::string text = fmt::format("{:<10}{:>10}{:>14}\n", "phase", "seconds", "peak MB");
  for (const PhaseRecord& phase : result.phases) {
    text += fmt::format("{:<10}{:>10.3f}{:>14.1f}\n", phase.name, phase.seconds,
                        static_cast<double>(phase.peak_memory) / megabyte);
  }
  return text;
}

}  // namespace

std::string core_text(const CoreResult& result, const std::string& output) {
  std::string text;
  const PeelLevel& core = result.chosen.core;
  text += fmt::format("{}-core: {} and {}; a search in it takes {:.0f} MB\n", core.k,
                      format_plural(core.vertices, "vertex", "vertices"),
                      format_plural(core.edges, "edge", "edges"),
                      static_cast<double>(result.search_bytes) / megabyte);
  text += fmt::format("written to {}\n", output);
  if (!result.bounds.empty()) text += "no set of s vertices of the whole graph has more edges than\n";
  return text + bounds_text(result) + phases_text(result);
}

std::string core_json(const CoreResult& result, const std::string& output) {
  nlohmann::ordered_json json;
  json["schema_version"] = 1;
  json["lode_version"] = version();
  json["command"] = "core";
  const InputReport& input = result.input;
  json["graph"] = {{"vertices", input.vertices},
                   {"edges", input.edges},
                   {"lines", input.lines},
                   {"comment_lines", input.comment_lines},
                   {"edge_lines", input.edge_lines},
                   {"bad_lines_skipped", input.bad_lines_skipped},
                   {"self_loops_dropped", input.self_loops_dropped},
                   {"duplicates_merged", input.duplicates_merged},
                   {"reciprocal_merged", input.reciprocal_merged},
                   {"bytes", input.bytes}};
  const PeelLevel& core = result.chosen.core;
  json["core"] = {{"k", core.k},
                  {"vertices", core.vertices},
                  {"edges", core.edges},
                  {"search_bytes", result.search_bytes},
                  {"path", output}};
  json["bounds"] = nlohmann::ordered_json::array();
  for (const StatedBound& bound : result.bounds) {
    json["bounds"].push_back(
        {{"s", bound.size}, {"bound", bound.rule}, {"value", static_cast<std::uint64_t>(bound.value)}});
  }
  json["run"] = {{"ranks", result.ranks}, {"files", result.files}};
  json["phases"] = nlohmann::ordered_json::array();
  for (const PhaseRecord& phase : result.phases) {
    json["phases"].push_back(
        {{"name", phase.name}, {"seconds", phase.seconds}, {"peak_memory", phase.peak_memory}});
  }
  json["levels"] = nlohmann::ordered_json::array();
  for (const PeelLevel& level : result.chosen.levels) {
    json["levels"].push_back({{"k", level.k},
                              {"rounds", level.rounds},
                              {"vertices", level.vertices},
                              {"edges", level.edges},
                              {"seconds", level.seconds}});
  }
  return json.dump(2) + "\n";
}

}  // namespace lode::cluster
