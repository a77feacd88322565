#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/report/format.hpp>
#include <lode/report/tables.hpp>

#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::in_csv;
using detail::in_json;
using detail::Json;

detail::Columns<KnownGraph> known_graph_columns() {
  using G = const KnownGraph&;
  detail::Columns<KnownGraph> columns;
  const auto add_file = [&](const char* key, std::string CatalogueFile::*part) {
    columns.csv(key, [part](G known) { return known.graph.files.front().*part; });
  };
  columns.add("name", [](G known) { return known.graph.name; })
      .table(
          1, "name", [](G known) { return escape_terminal(known.graph.name); }, Align::left);
  columns.json("aliases", [](G known) { return known.graph.aliases; });
  columns.csv("aliases", [](G known) { return fmt::format("{}", fmt::join(known.graph.aliases, " ")); });
  columns.add("vertices", [](G known) { return known.graph.vertices; }).table(2, "vertices");
  columns.add("edges", [](G known) { return known.graph.edges; }).table(3, "edges");
  columns.add("format", [](G known) { return known.graph.format; }).table(4, "format", {}, Align::left);
  columns.add("where", [](G known) { return known.place; }).table(5, "where", {}, Align::left);
  columns.add("path", [](G known) { return known.path; });
  add_file("file", &CatalogueFile::name);
  add_file("sha256", &CatalogueFile::sha256);
  add_file("download", &CatalogueFile::download);
  columns.add("page", [](G known) { return known.graph.page; });
  columns.add("note", [](G known) { return known.graph.note; });
  columns.json("files", [](G known) {
    return detail::json_list(known.graph.files, [](const CatalogueFile& file) -> Json {
      return {{"file", file.name}, {"sha256", file.sha256}, {"download", file.download}};
    });
  });
  return columns;
}

}  // namespace

std::string catalogue_text(std::span<const KnownGraph> graphs) {
  const auto here = std::count_if(graphs.begin(), graphs.end(),
                                  [](const KnownGraph& known) { return known.place != KnownGraph().place; });
  return table_text(detail::text_table(known_graph_columns(), graphs)) +
         fmt::format("{} of {} here\n", here, format_plural(graphs.size(), "graph", "graphs"));
}

std::string catalogue_csv(std::span<const KnownGraph> graphs) {
  return detail::csv_rows(known_graph_columns(), graphs);
}

std::string catalogue_json(std::span<const KnownGraph> graphs) {
  Json json = detail::json_document("data");
  json["graphs"] = known_graph_columns().objects(graphs);
  return detail::json_text(json);
}

std::string file_checks_text(std::span<const FileCheck> checks) {
  Table table{{{"graph", Align::left}, {"file", Align::left}, {"state", Align::left}, {"path", Align::left}},
              {}};
  std::string problems;
  for (const FileCheck& check : checks) {
    table.rows.push_back({escape_terminal(check.graph), escape_terminal(check.file), std::string(check.state),
                          escape_terminal(check.path)});
    if (!check.problem.empty())
      problems += fmt::format("{}: {}\n", escape_terminal(check.path), escape_terminal(check.problem));
  }
  return table_text(table) + problems;
}

}  // namespace lode
