#include <algorithm>

#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/density_report.hpp>
#include <lode/report/format.hpp>

#include "report/density/profile.hpp"
#include "report/find/answer_columns.hpp"
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
  const std::size_t sizes = report.sizes.size();
  const std::string within = format_tolerance(tolerance);
  if (proven == sizes) {
    return (sizes == 1 ? "The answer is proven optimal" : "All answers are proven optimal") + within + ".";
  }
  const auto widest = std::ranges::max_element(report.sizes, {}, &DensityReportSize::gap);
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
      report.sizes, {}, [](const auto& one) { return average_degree(one.best.weight, one.s); });
  const EdgeCount possible = possible_edges(size.s);
  const double inside = average_degree(size.best.weight, size.s);
  const double overall = average_degree(report.graph.total_weight, report.graph.vertices);
  const std::string begin =
      report.sizes.size() == 1
          ? fmt::format("The best set of {} found", format_plural(size.s, "vertex", "vertices"))
          : fmt::format("Among the best sets found, the set with the largest {} has {} and", degree,
                        vertices_text(size.s));
  return fmt::format(
             "{} holds {} of {} possible {}{} ({} {}); its vertices have {} {} inside, against {} in the "
             "whole graph. ",
             begin, grouped(size.best.edges), grouped(possible), possible == 1 ? "edge" : "edges",
             weighted ? " of total weight " + grouped_weight(size.best.weight) : "", density_words(weighted),
             format_density(weight_density(size.best.weight, size.s)), degree,
             group_thousands(format_rounded(inside)), group_thousands(format_rounded(overall))) +
         densest_sentence(report, inside);
}

/// "optimal" with the tolerance of the proof, or the gap to the bound.
std::string proven_or_gap(const DensityReportSize& size) {
  return size.proven_optimal ? "optimal" + format_tolerance(size.optimality_tolerance)
                             : format_percent(size.gap);
}

/// "3" or "2 to 5": the core numbers inside a best set.
std::string core_range(const DensityReportSize& size) {
  if (size.smallest_core_number == no_vertex) return "-";
  return size.smallest_core_number == size.largest_core_number
             ? std::to_string(size.smallest_core_number)
             : fmt::format("{} to {}", size.smallest_core_number, size.largest_core_number);
}

constexpr const char* largest_meaning =
    "The largest sets found with at least that part of all edges they could hold; larger sets: what is "
    "proven of them";

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

Columns<DensityReportSize> size_columns(const DensityReport& report) {
  using S = const DensityReportSize&;
  const auto density = [](S size) { return weight_density(size.best.weight, size.s); };
  const auto degree = [](S size) { return average_degree(size.best.weight, size.s); };
  const auto core = [](Vertex number) { return number == no_vertex ? Json(nullptr) : Json(number); };
  Columns<DensityReportSize> columns;
  columns.add("s", [](S size) { return size.s; }).table(1, "s");
  columns.add("method", [](S size) { return size.best_method; }).table(12, "method", {}, Align::left);
  columns.add("edges", [](S size) { return size.best.edges; }).table(2, "edges");
  columns.text("possible", [](S size) { return possible_edges(size.s); }).table(3, "possible");
  columns.add("weight", [](S size) { return json_number(size.best.weight); })
      .table(report.graph.weighted ? 4 : 0, "weight", [](S size) { return format_weight(size.best.weight); });
  columns.add(density_key(report.graph.weighted), [=](S size) { return json_number(density(size)); })
      .table(5, density_words(report.graph.weighted), [=](S size) { return format_density(density(size)); });
  columns.add(degree_key(report.graph.weighted), [=](S size) { return json_number(degree(size)); })
      .table(6, report.graph.weighted ? "avg strength" : "avg degree",
             [=](S size) { return format_rounded(degree(size), 5); });
  columns.add("bound", [](S size) { return json_number(size.bound.value); })
      .table(7, "upper bound", [](S size) { return format_weight(size.bound.value); });
  columns.add("gap", [](S size) { return json_number(size.gap); }).table(9, "gap", proven_or_gap);
  columns.add("bound_rule", [](S size) { return size.bound.name; }).table(8, "bound", {}, Align::left);
  columns.add("proven_optimal", [](S size) { return size.proven_optimal; });
  columns.add("optimality_tolerance", [](S size) { return json_number(size.optimality_tolerance); });
  columns.text("cores", core_range).table(10, "cores");
  columns.add("smallest_core_number", [=](S size) { return core(size.smallest_core_number); });
  columns.add("largest_core_number", [=](S size) { return core(size.largest_core_number); });
  columns.add("components", [](S size) { return size.components; }).table(11, "components");
  columns.add("vertices", [&report](S size) {
    return json_list(size.best.vertices, [&](Vertex v) {
      return json_name(report.members.names[member_place(report.members, v)], report.labels);
    });
  });
  columns.add("members", [&report](S size) {
    return json_list(size.best.vertices, [&](Vertex v) { return Json(member_place(report.members, v)); });
  });
  columns.add("degrees_inside", [](S size) { return size.degrees_inside; });
  if (report.graph.weighted) {
    columns.add("weights_inside", [](S size) { return json_list(size.weights_inside, json_number); });
  }
  columns.add("stop_reason", [](S size) { return to_string(size.best.stop_reason); });
  columns
      .add("seconds",
           [](S size) -> Json {
             return {{"solve", json_number(size.best.seconds)},
                     {"bound", json_number(size.bound.seconds)},
                     {"to_best", json_number(size.best.seconds_to_best)}};
           })
      .table(13, "time", [](S size) { return format_seconds(size.best.seconds); });
  return columns;
}

Columns<FindAnswer> largest_columns() {
  const AnswerColumns all = answer_columns({});
  const auto value = [&](std::string_view key) {
    return std::ranges::find(all, key, &Column<FindAnswer, ClaimInput>::key)->value;
  };
  using A = const FindAnswer&;
  Columns<FindAnswer> columns;
  columns.add("min_density", value("min_density")).table(1, "edge density at least");
  columns.add("s", value("s")).table(2, "s");
  columns.add("edges", value("edges")).table(3, "edges");
  columns.add("edge_density", value("edge_density")).table(4, "edge density", [](A a) {
    return format_density(a.edge_density());
  });
  const auto proven = value("largest_size_proven");
  columns.add("largest_size_proven", proven);
  columns.add("next_size_possible", value("next_size_possible"));
  columns.add("largest_size_possible", value("largest_size_possible"))
      .table(
          5, "larger sets",
          [proven, possible = value("largest_size_possible"), by = value("largest_size_bound")](A a) {
            return proven(a) == true ? "ruled out (" + by(a).get<std::string>() + ")"
                                     : fmt::format("up to {} vertices possible", possible(a).get<Vertex>());
          },
          Align::left);
  columns.add("vertices", value("vertices"));
  return columns;
}

}  // namespace lode::detail

namespace lode {

std::string render_text(const DensityReport& report) {
  std::string text = "Density report: " + escape_terminal(report.name) + "\n\n";
  text += detail::lines_text(detail::summary_facts(report.graph));
  if (!report.input_summary.empty()) text += "\n" + wrap_paragraph(escape_terminal(report.input_summary));
  text += '\n' + wrap_paragraph(detail::density_summary(report));
  const auto add_table = [&](const auto& columns, const auto& rows, std::string_view meaning) {
    if (rows.empty()) return;
    text += '\n' + table_text(detail::text_table(columns, rows)) + '\n' + wrap_paragraph(meaning);
  };
  add_table(detail::size_columns(report), report.sizes, detail::size_meaning(report.graph.weighted));
  add_table(detail::largest_columns(), report.largest_sets, detail::largest_meaning);
  return text + '\n' +
         wrap_paragraph(fmt::format("lode {}, seed {}, {}, {}", version(), report.seed,
                                    format_seconds(report.seconds), to_string(report.stop_reason)));
}

}  // namespace lode
