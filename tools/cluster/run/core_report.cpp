#include "run/core_report.hpp"

#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <lode/core/version.hpp>
#include <lode/report/format.hpp>

#include "bounds/exact_sums.hpp"

namespace lode::cluster {
namespace {

constexpr double megabyte = 1048576.0;

double eigenvalue_above(const WholeBounds& bounds) {
  return static_cast<double>(bounds.eigenvalue_quotient) / static_cast<double>(1 << quotient_bits);
}

/// Peak memory of the phases up to "graph" beyond the program's, per edge of the rank with most edges.
double assembly_bytes_per_edge(const CoreResult& result) {
  for (const PhaseRecord& phase : result.phases) {
    if (phase.name != "graph" || result.most_edges_per_rank == 0) continue;
    return static_cast<double>(phase.peak_memory - result.memory_at_start) /
           static_cast<double>(result.most_edges_per_rank);
  }
  return 0.0;
}

std::string bounds_text(const CoreResult& result) {
  std::map<std::uint64_t, std::string> by_size;
  for (const StatedBound& bound : result.bounds.bounds) {
    by_size[bound.size] += fmt::format("  {} {}", bound.rule, format_weight(bound.value));
  }
  std::string text;
  for (const auto& [size, bounds] : by_size) text += fmt::format("  s = {}:{}\n", size, bounds);
  if (result.bounds.eigenvalue_rounds > 0) {
    text += fmt::format("  largest eigenvalue at most {:.6f} ({} rounds)\n", eigenvalue_above(result.bounds),
                        result.bounds.eigenvalue_rounds);
  }
  return text;
}

std::string phases_text(const CoreResult& result) {
  std::string text = fmt::format("{:<10}{:>10}{:>16}{:>16}{:>14}\n", "phase", "seconds", "MB sent, mean",
                                 "most of a rank", "peak MB");
  for (const PhaseRecord& phase : result.phases) {
    text += fmt::format("{:<10}{:>10.3f}{:>16.3f}{:>16.3f}{:>14.1f}\n", phase.name, phase.seconds,
                        static_cast<double>(phase.sent_mean) / megabyte,
                        static_cast<double>(phase.sent_most) / megabyte,
                        static_cast<double>(phase.peak_memory) / megabyte);
  }
  if (const double bytes = assembly_bytes_per_edge(result); bytes > 0.0) {
    text += fmt::format("assembly took {:.1f} bytes per edge and rank; {} values of ghosts\n", bytes,
                        grouped(result.ghosts));
  }
  return text;
}

std::string levels_text(const CoreResult& result) {
  std::string text =
      fmt::format("{:>8}{:>8}{:>14}{:>16}{:>10}\n", "k", "rounds", "vertices", "edges", "seconds");
  for (const PeelLevel& level : result.chosen.levels) {
    text += fmt::format("{:>8}{:>8}{:>14}{:>16}{:>10.3f}\n", level.k, level.rounds, level.vertices,
                        level.edges, level.seconds);
  }
  return text;
}

}  // namespace

std::string input_text(const CoreResult& result) {
  InputReport report;
  report.format = format_plural(result.files, "file", "files");
  report.lines = result.counts.lines;
  report.comment_lines = result.counts.comment_lines;
  report.edge_lines = result.counts.edge_lines;
  report.vertices = result.vertices;
  report.edges = result.edges;
  report.self_loops_dropped = result.counts.self_loops;
  report.duplicates_merged = result.counts.duplicates;
  report.reciprocal_merged = result.counts.reciprocal;
  report.bad_lines_skipped = result.counts.bad_lines;
  report.ids_remapped = result.ids_renumbered;
  report.bytes = result.counts.bytes;
  for (const PhaseRecord& phase : result.phases) {
    if (phase.name == "read" || phase.name == "graph") report.seconds += phase.seconds;
  }
  return report.summary();
}

std::string core_text(const CoreResult& result, const std::string& output, bool levels) {
  std::string text;
  const PeelLevel& core = result.chosen.core;
  text += fmt::format("{}-core: {} and {}; a search in it takes {:.0f} MB\n", core.k,
                      format_plural(core.vertices, "vertex", "vertices"),
                      format_plural(core.edges, "edge", "edges"),
                      static_cast<double>(result.search_bytes) / megabyte);
  text += fmt::format("written to {}\n", output);
  if (!result.bounds.bounds.empty()) text += "no set of s vertices of the whole graph has more edges than\n";
  text += bounds_text(result) + phases_text(result);
  if (levels && !result.chosen.levels.empty()) text += levels_text(result);
  return text;
}

std::string core_json(const CoreResult& result, const std::string& output) {
  nlohmann::ordered_json json;
  json["schema_version"] = 1;
  json["lode_version"] = version();
  json["command"] = "core";
  json["graph"] = {{"vertices", result.vertices},
                   {"edges", result.edges},
                   {"lines", result.counts.lines},
                   {"comment_lines", result.counts.comment_lines},
                   {"edge_lines", result.counts.edge_lines},
                   {"bad_lines_skipped", result.counts.bad_lines},
                   {"self_loops_dropped", result.counts.self_loops},
                   {"duplicates_merged", result.counts.duplicates},
                   {"reciprocal_merged", result.counts.reciprocal},
                   {"bytes", result.counts.bytes}};
  const PeelLevel& core = result.chosen.core;
  json["core"] = {{"k", core.k},
                  {"vertices", core.vertices},
                  {"edges", core.edges},
                  {"search_bytes", result.search_bytes},
                  {"path", output}};
  json["bounds"] = nlohmann::ordered_json::array();
  for (const StatedBound& bound : result.bounds.bounds) {
    json["bounds"].push_back(
        {{"s", bound.size}, {"bound", bound.rule}, {"value", static_cast<std::uint64_t>(bound.value)}});
  }
  if (result.bounds.eigenvalue_rounds > 0) {
    json["eigenvalue"] = {{"at_most", eigenvalue_above(result.bounds)},
                          {"rounds", result.bounds.eigenvalue_rounds}};
  }
  json["run"] = {{"ranks", result.ranks},
                 {"files", result.files},
                 {"ghosts", result.ghosts},
                 {"most_edges_per_rank", result.most_edges_per_rank},
                 {"memory_at_start", result.memory_at_start},
                 {"assembly_bytes_per_edge", assembly_bytes_per_edge(result)}};
  json["phases"] = nlohmann::ordered_json::array();
  for (const PhaseRecord& phase : result.phases) {
    json["phases"].push_back({{"name", phase.name},
                              {"seconds", phase.seconds},
                              {"bytes_sent_mean", phase.sent_mean},
                              {"bytes_sent_most", phase.sent_most},
                              {"peak_memory", phase.peak_memory}});
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
