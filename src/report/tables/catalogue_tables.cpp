#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/report/format.hpp>
#include <lode/report/tables.hpp>

#include "report/tables/json.hpp"
#include "report/tables/table.hpp"

namespace lode {

std::string catalogue_text(std::span<const KnownGraph> graphs) {
  Table table{
      {{"name", Align::left}, {"vertices"}, {"edges"}, {"format", Align::left}, {"where", Align::left}}, {}};
  for (const KnownGraph& known : graphs) {
    table.rows.push_back({escape_terminal(known.graph.name), std::to_string(known.graph.vertices),
                          std::to_string(known.graph.edges), known.graph.format,
                          std::string(to_string(known.place))});
  }
  const auto here = std::count_if(graphs.begin(), graphs.end(),
                                  [](const KnownGraph& known) { return known.place != GraphPlace::nowhere; });
  return table_text(table) +
         fmt::format("{} of {} here\n", here, format_plural(graphs.size(), "graph", "graphs"));
}

std::string catalogue_csv(std::span<const KnownGraph> graphs) {
  Table table = table_of({"name", "aliases", "vertices", "edges", "format", "where", "path", "file", "sha256",
                          "download", "page", "note"},
                         Align::right);
  for (const KnownGraph& known : graphs) {
    const CatalogueGraph& graph = known.graph;
    const CatalogueFile& file = graph.files.front();
    table.rows.push_back({graph.name, fmt::format("{}", fmt::join(graph.aliases, " ")),
                          std::to_string(graph.vertices), std::to_string(graph.edges), graph.format,
                          std::string(to_string(known.place)), known.path, file.name, file.sha256,
                          file.download, graph.page, graph.note});
  }
  return table_csv(table);
}

std::string catalogue_json(std::span<const KnownGraph> graphs) {
  detail::Json json = detail::json_document("data");
  const auto json_file = [](const CatalogueFile& file) -> detail::Json {
    return {{"file", file.name}, {"sha256", file.sha256}, {"download", file.download}};
  };
  json["graphs"] = detail::json_list(graphs, [&](const KnownGraph& known) -> detail::Json {
    const CatalogueGraph& graph = known.graph;
    return {{"name", graph.name},         {"aliases", graph.aliases},
            {"vertices", graph.vertices}, {"edges", graph.edges},
            {"format", graph.format},     {"where", to_string(known.place)},
            {"path", known.path},         {"page", graph.page},
            {"note", graph.note},         {"files", detail::json_list(graph.files, json_file)}};
  });
  return detail::json_text(json);
}

std::string file_checks_text(std::span<const FileCheck> checks) {
  Table table{{{"graph", Align::left}, {"file", Align::left}, {"state", Align::left}, {"path", Align::left}},
              {}};
  std::string problems;
  for (const FileCheck& check : checks) {
    table.rows.push_back({escape_terminal(check.graph), escape_terminal(check.file),
                          std::string(to_string(check.state)), escape_terminal(check.path)});
    if (!check.problem.empty())
      problems += fmt::format("{}: {}\n", escape_terminal(check.path), escape_terminal(check.problem));
  }
  return table_text(table) + problems;
}

}  // namespace lode
