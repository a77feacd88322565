#include <string>

#include <fmt/format.h>

#include <lode/core/text.hpp>
#include <lode/questions/trusses.hpp>
#include <lode/report/graph_report.hpp>

#include "core/column.hpp"
#include "questions/questions.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::Json;

detail::Columns<TrussSize> columns() {
  detail::Columns<TrussSize> columns;
  columns.add("k", [](const TrussSize& truss) { return truss.k; }).table(1, "k");
  columns.add("vertices", [](const TrussSize& truss) { return truss.vertices; }).table(2, "vertices");
  columns.add("edges", [](const TrussSize& truss) { return truss.edges; }).table(3, "edges");
  return columns;
}

/// The truss numbers as CSV: "u,v,truss", one line per edge, in the order of vertex numbers, with original
/// names.
std::string truss_csv(const Graph& graph, const TrussDecomposition& trusses) {
  std::string text = "u,v,truss\n";
  for (std::size_t e = 0; e < trusses.number.size(); ++e) {
    text += fmt::format("{},{},{}\n", escape_csv(graph.name(trusses.edges[e].u)),
                        escape_csv(graph.name(trusses.edges[e].v)), trusses.number[e]);
  }
  return text;
}

QuestionAnswer add_trusses(QuestionInput& in) {
  const QuestionData<Graph>& read = in.graph();
  const RunContext run = in.run(read.name);
  const TrussDecomposition trusses = truss_numbers(read.data, run);
  const std::vector<TrussSize> sizes = truss_sizes(read.data, trusses);
  QuestionAnswer answer;
  if (in.option("--format") == "json") {
    if (!sizes.empty()) answer.document = Json{{"trusses", columns().objects(sizes)}}.dump();
  } else if (!sizes.empty()) {
    answer.document = fmt::format("  {:<15} largest k {}\n\n", "trusses", sizes.back().k) +
                      table_text(detail::text_table(columns(), sizes));
  }
  const bool complete = trusses.complete();
  const auto file = [&](std::string_view option, const auto& text) {
    if (!in.given(option)) return;
    answer.files.push_back({option, complete && !run.should_stop() ? std::optional(text()) : std::nullopt});
  };
  file("--truss", [&] { return truss_csv(read.data, trusses); });
  file("--truss-tree", [&] {
    return component_tree_json(read.name, read.input, read.data, truss_tree(read.data, trusses, run),
                               "trusses");
  });
  return answer;
}

}  // namespace

std::vector<Question> questions::trusses() {
  using Kind = QuestionOption::Kind;
  return {{.command = "info",
           .options = {{"--truss", "FILE", "Write the truss number of every edge as CSV", Kind::output_file,
                        true, true},
                       {"--truss-tree", "FILE",
                        "Write the components of all k-trusses, and how they are nested, as JSON",
                        Kind::output_file, true, true}},
           .fields = {{"trusses", "object[]?", "Size of every k-truss."},
                      {"trusses[].k", "integer", "Every edge lies in k - 2 triangles of the truss."},
                      {"trusses[].vertices", "integer", "Number of its vertices."},
                      {"trusses[].edges", "integer", "Number of its edges."}},
           .add = add_trusses}};
}

}  // namespace lode
