#include <algorithm>

#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/density_report.hpp>
#include <lode/report/format.hpp>

#include "report/density/profile.hpp"
#include "report/tables/answer_words.hpp"
#include "report/tables/facts.hpp"
#include "report/tables/table.hpp"

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

std::string proof_sentence(const DensityReport& report) {
  std::size_t proven = 0;
  double tolerance = 0.0;  // the largest of all proven sizes
  for (const DensityReportSize& size : report.sizes) {
    proven += size.proven_optimal ? 1 : 0;
    if (size.proven_optimal) tolerance = std::max(tolerance, size.optimality_tolerance);
  }
  const std::string within = format_tolerance(tolerance);
  if (proven == report.sizes.size()) return "All answers are proven optimal" + within + ".";
  const auto widest = std::ranges::max_element(report.sizes, {}, &DensityReportSize::gap);
  return fmt::format(
      "{} of {} answers {} proven optimal{}; the widest gap to the upper bound is {}, at s = {}.",
      grouped(proven), grouped(report.sizes.size()), proven == 1 ? "is" : "are", within,
      format_percent(widest->gap), grouped(widest->s));
}

std::string vertices_text(Vertex count) {
  return group_thousands(format_plural(count, "vertex", "vertices"));
}

/// Compares the best set with the densest subgraph, whose average degree no set exceeds.
std::string densest_sentence(const DensityReport& report, double inside) {
  const char* degree = degree_words(report.graph.weighted);
  if (report.layers.empty())
    return fmt::format("Another set may have a larger {}: the time was up. ", degree);
  const DenseLayer& densest = report.layers.front();
  const double most = average_degree(densest.weight, densest.size);
  if (inside >= most) return fmt::format("No set of any size has a larger {}. ", degree);
  return fmt::format("The set with the largest {} of all has {}; it is {} there. ", degree,
                     vertices_text(densest.size), group_thousands(format_rounded(most)));
}

std::string richest_sentence(const DensityReport& report) {
  const bool weighted = report.graph.weighted;
  const char* degree = degree_words(weighted);
  const DensityReportSize& size = *std::ranges::max_element(
      report.sizes, {}, [](const auto& one) { return average_degree(one.solution.weight, one.s); });
  const EdgeCount possible = possible_edges(size.s);
  const double inside = average_degree(size.solution.weight, size.s);
  const double overall = average_degree(report.graph.total_weight, report.graph.vertices);
  return fmt::format(
             "Among the best sets found, the set with the largest {} has {} and holds {} of {} possible {}{} "
             "({} {}); its vertices have {} {} inside, against {} in the whole graph. ",
             degree, vertices_text(size.s), grouped(size.solution.edges), grouped(possible),
             possible == 1 ? "edge" : "edges",
             weighted ? " of total weight " + group_thousands(format_weight(size.solution.weight)) : "",
             density_words(weighted), format_density(weight_density(size.solution.weight, size.s)), degree,
             group_thousands(format_rounded(inside)), group_thousands(format_rounded(overall))) +
         densest_sentence(report, inside);
}

std::string size_meaning(bool weighted) {
  const char* unit = weighted ? "weight" : "edges";
  return fmt::format(
      "edges: inside the set; {}: {} / (s(s-1)/2); avg {}: 2 {} / s; upper bound: on the {} of any set of s "
      "vertices; cores: core numbers of the members{}; components: of the subgraph the set induces",
      density_words(weighted), unit, weighted ? "strength" : "degree", unit, unit,
      weighted ? ", without the weights" : "");
}

}  // namespace

std::string density_summary(const DensityReport& report) {
  if (report.graph.vertices == 0) return "The graph has no vertices.";
  if (report.graph.edges == 0) return "The graph has no edges, so every set of vertices has density 0.";
  std::string text = reached_sentence(report);
  if (report.sizes.empty()) return text;
  return text + richest_sentence(report) + proof_sentence(report);
}

AnswerColumns size_columns(const DensityReport& report) {
  using A = const FindAnswer&;
  FindReport answers;
  answers.input.weighted = report.graph.weighted;
  if (!report.sizes.empty()) answers.results.push_back(report.sizes.front());
  AnswerColumns columns = answer_columns(answers);
  const auto cores = [&report](A answer) {
    std::pair<Json, Json> ends;
    if (report.core_numbers.empty()) return ends;
    const auto number = [&](Vertex v) { return report.core_numbers[v]; };
    const auto [least, most] = std::ranges::minmax(answer.solution.vertices, {}, number);
    return ends = {number(least), number(most)};
  };
  columns.text("cores", {}).table(14, "cores", [=](A answer) -> std::string {
    const auto [least, most] = cores(answer);
    return least.is_null() ? "-" : least == most ? least.dump() : least.dump() + " to " + most.dump();
  });
  columns.json("smallest_core_number", [=](A answer) { return cores(answer).first; });
  columns.json("largest_core_number", [=](A answer) { return cores(answer).second; });
  columns
      .json("components", [](A answer) { return static_cast<const DensityReportSize&>(answer).components; })
      .table(15, "components");
  return columns;
}

}  // namespace lode::detail

namespace lode {

std::string render_text(const DensityReport& report) {
  std::string text = "Density report: " + escape_terminal(report.name) + "\n\n";
  text += detail::lines_text(detail::summary_facts(report.graph));
  if (!report.input_summary.empty()) text += "\n" + wrap_paragraph(escape_terminal(report.input_summary));
  text += '\n' + wrap_paragraph(detail::density_summary(report));
  if (!report.sizes.empty()) {
    text += '\n' + table_text(detail::text_table(detail::size_columns(report), report.sizes)) + '\n' +
            wrap_paragraph(detail::size_meaning(report.graph.weighted));
  }
  return text + '\n' +
         wrap_paragraph(fmt::format("lode {}, seed {}, {}, {}", version(), report.seed,
                                    format_seconds(report.seconds), to_string(report.stop_reason)));
}

}  // namespace lode
