#include "report/density/density_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lode/report/format.hpp>

namespace lode::detail {
namespace {

std::string reached_sentence(const DensityReport& report) {
  if (report.sizes.size() == report.requested_sizes.size() || report.requested_sizes.empty()) return "";
  const char* why = report.stop_reason == StopReason::interrupted ? "the run was interrupted"
                                                                  : "the time limit was reached";
  if (report.sizes.empty()) return fmt::format("No size was solved before {}.", why);
  return fmt::format("Only {} of {} sizes were solved before {}. ", grouped(report.sizes.size()),
                     grouped(report.requested_sizes.size()), why);
}

/// The widest of all proven sizes.
std::string tolerance_of_proofs(const DensityReport& report) {
  double tolerance = 0.0;
  for (const DensityReportSize& size : report.sizes) {
    if (size.proven_optimal) tolerance = std::max(tolerance, size.optimality_tolerance);
  }
  return format_tolerance(tolerance);
}

std::string proof_sentence(const DensityReport& report) {
  const auto proven = static_cast<std::size_t>(std::count_if(report.sizes.begin(), report.sizes.end(),
                                                             [](const auto& s) { return s.proven_optimal; }));
  const std::size_t sizes = report.sizes.size();
  const std::string within = tolerance_of_proofs(report);
  if (proven == sizes) {
    return (sizes == 1 ? "The answer is proven optimal" : "All answers are proven optimal") + within + ".";
  }
  const auto widest = std::max_element(report.sizes.begin(), report.sizes.end(),
                                       [](const auto& a, const auto& b) { return a.gap < b.gap; });
  const std::string gap = format_percent(widest->gap);
  if (sizes == 1) {
    return fmt::format("No set of this size can hold more than {}{} ({} bound), which leaves a gap of {}.",
                       report.graph.weighted ? "weight " : "",
                       grouped_weight(widest->bound.value) + (report.graph.weighted ? "" : " edges"),
                       widest->bound.name, gap);
  }
  std::string text = proven == 0 ? fmt::format("None of the {} answers is proven optimal yet", grouped(sizes))
                                 : fmt::format("{} of {} answers {} proven optimal{}", grouped(proven),
                                               grouped(sizes), proven == 1 ? "is" : "are", within);
  return text + fmt::format("; the widest gap to the upper bound is {}, at s = {}.", gap, grouped(widest->s));
}

std::string richest_sentence(const DensityReport& report) {
  const DensityReportSize& size = report.sizes[*richest_size(report)];
  const double inside = average_degree(size.best.weight, size.s);
  const double overall = average_degree(report.graph.total_weight, report.graph.vertices);
  std::string text =
      report.sizes.size() == 1
          ? fmt::format("The best set of {} found holds", format_plural(size.s, "vertex", "vertices"))
          : fmt::format("Of the best sets found, the one with the largest average degree has {} and holds",
                        group_thousands(format_plural(size.s, "vertex", "vertices")));
  text += fmt::format(" {} of {} possible {}", grouped(size.best.edges), grouped(possible_edges(size.s)),
                      possible_edges(size.s) == 1 ? "edge" : "edges");
  if (report.graph.weighted) text += fmt::format(" of total weight {}", grouped_weight(size.best.weight));
  text += fmt::format(" ({} {}); ", report.graph.weighted ? "weight per vertex pair" : "density",
                      format_density(weight_density(size.best.weight, size.s)));
  return text + fmt::format("its vertices have {} {} inside, against {} in the whole graph. ",
                            report.graph.weighted ? "average strength" : "average degree",
                            group_thousands(format_rounded(inside)),
                            group_thousands(format_rounded(overall)));
}

}  // namespace

std::string density_summary(const DensityReport& report) {
  if (report.graph.vertices == 0) return "The graph has no vertices.";
  if (report.graph.edges == 0) return "The graph has no edges, so every set of vertices has density 0.";
  std::string text = reached_sentence(report);
  if (report.sizes.empty()) return text;
  return text + richest_sentence(report) + proof_sentence(report);
}

std::vector<std::pair<std::string, std::string>> graph_facts(const DensityReport& report) {
  std::vector<std::pair<std::string, std::string>> facts = {{"vertices", grouped(report.graph.vertices)},
                                                            {"edges", grouped(report.graph.edges)}};
  if (report.graph.weighted) facts.emplace_back("total weight", grouped_weight(report.graph.total_weight));
  facts.emplace_back("average degree", group_thousands(format_rounded(report.graph.average_degree)));
  facts.emplace_back("largest degree", grouped(report.graph.max_degree));
  const char* const unknown = "not counted: the time was up";
  facts.emplace_back("degeneracy", report.graph.cores.empty() ? unknown : grouped(report.graph.degeneracy));
  facts.emplace_back("components", report.graph.components == 0 ? unknown : grouped(report.graph.components));
  if (report.graph.components > 1)
    facts.emplace_back("largest component", grouped(report.graph.largest_component));
  if (report.graph.isolated > 0) facts.emplace_back("isolated vertices", grouped(report.graph.isolated));
  return facts;
}

Table size_table(const DensityReport& report) {
  Table table;
  table.columns = {{"s"}, {"edges"}, {"possible"}};
  if (report.graph.weighted) table.columns.push_back({"weight"});
  for (const char* title : {"density", "avg degree", "upper bound"}) table.columns.push_back({title});
  table.columns.insert(
      table.columns.end(),
      {{"bound", Align::left}, {"gap"}, {"cores"}, {"components"}, {"method", Align::left}, {"time"}});
  for (const DensityReportSize& size : report.sizes) {
    std::vector<std::string> row = {std::to_string(size.s), std::to_string(size.best.edges),
                                    std::to_string(possible_edges(size.s))};
    if (report.graph.weighted) row.push_back(format_weight(size.best.weight));
    row.insert(row.end(),
               {format_density(weight_density(size.best.weight, size.s)),
                format_rounded(average_degree(size.best.weight, size.s), 5), format_weight(size.bound.value),
                std::string(size.bound.name), proven_or_gap(size, "optimal"), core_range(size),
                std::to_string(size.components), size.best_method, format_seconds(size.best.seconds)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string proven_or_gap(const DensityReportSize& size, std::string_view proven) {
  return size.proven_optimal ? std::string(proven) + format_tolerance(size.optimality_tolerance)
                             : format_percent(size.gap);
}

std::string core_range(const DensityReportSize& size) {
  if (size.smallest_core_number == no_vertex) return "-";
  return size.smallest_core_number == size.largest_core_number
             ? std::to_string(size.smallest_core_number)
             : fmt::format("{} to {}", size.smallest_core_number, size.largest_core_number);
}

std::vector<std::size_t> spread_indices(std::size_t count, std::size_t limit) {
  std::vector<std::size_t> indices;
  const std::size_t kept = std::min(count, limit);
  for (std::size_t i = 0; i < kept; ++i) {
    indices.push_back(kept == 1 || kept == count ? i : i * (count - 1) / (kept - 1));
  }
  return indices;
}

}  // namespace lode::detail
