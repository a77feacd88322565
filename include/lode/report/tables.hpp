#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/core/option_info.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/report/find_report.hpp>
#include <lode/subgraph/registry.hpp>

#pragma GCC visibility push(default)
namespace lode {

// Tables of bounds, methods, options and known graphs. All functions are pure, cost time in proportion to the
// text, and fail only if memory runs out.

/// Upper bounds of one graph, grouped by size.
struct BoundsReport {
  std::string graph;      ///< name of the graph
  Vertex vertices = 0;    ///< vertices of the graph
  EdgeCount edges = 0;    ///< edges of the graph
  bool weighted = false;  ///< the graph has weights
  std::optional<CoreOrigin> core_of =
      {};  ///< set if the bounds are about the graph from which this one was cut
  std::vector<std::vector<subgraph::Bound>> bounds;  ///< one inner list per size, none empty
  std::span<const subgraph::BoundRow> rows;          ///< the rule behind each name of a bound
  double seconds = 0.0;                              ///< time spent on the bounds
};

/// The bounds for people: a table with one line per size and one column per bound, then the meaning of each
/// bound.
std::string bounds_text(const BoundsReport& report);
/// The bounds as JSON.
std::string bounds_json(const BoundsReport& report);
/// The bounds as CSV: one line per size and bound, "s,bound_rule,bound,edge_density_bound,best,seconds".
std::string bounds_csv(const BoundsReport& report);

/// The JSON document of one of several graphs.
struct GraphDocument {
  std::string graph;  ///< its name in the common table, different from all others
  std::string text;   ///< its JSON document, as find_json, densest_json and render_json write it
};

/// One table of all answers of all documents: a row per answer; for density reports, a row per graph with the
/// set of largest average degree. Sets are left out. Errors: InputError for a text that is not JSON.
std::string several_text(std::span<const GraphDocument> documents);
/// One JSON object, schema version 1, with the documents in the order given.
/// `missing` names the graphs without an answer.
std::string several_json(const char* command, std::span<const GraphDocument> documents,
                         std::span<const std::string> missing, const Provenance& provenance);

/// Every method and bound: objective, guarantee, cost, weights, presets and paper. `format`: "text",
/// "markdown" (two tables) or "json".
std::string methods_table(std::string_view format, std::span<const subgraph::MethodRow> methods,
                          std::span<const subgraph::BoundRow> bounds);

/// The options of a method of any registry. The members are views of the method's row.
struct MethodOptions {
  std::string_view method;                    ///< name of the method
  std::span<const std::string_view> presets;  ///< names of its presets
  std::span<const OptionInfo> options;        ///< its options
};
/// The options of all methods of a registry. The rows must outlive the result.
template <class Row>
std::vector<MethodOptions> options_of(std::span<const Row> rows) {
  std::vector<MethodOptions> all;
  for (const Row& row : rows) all.push_back({row.name, row.presets, row.options});
  return all;
}

/// Every option of every method: meaning, unit, range and default, with the defaults of presets. `format`:
/// "text", "markdown" or "json". `command` is named in the JSON document: "methods" or "lsq methods".
std::string options_table(std::string_view format, const char* command,
                          std::span<const MethodOptions> methods);

/// Names of the presets and the options of a method with a line of help each: meaning, range, default.
std::vector<std::pair<std::string, std::string>> options_help(const MethodOptions& method);

/// Known graphs for people, one line each: name, vertices, edges, format, where it is. The last line has the
/// number of graphs on this machine.
std::string catalogue_text(std::span<const KnownGraph> graphs);
/// Known graphs as CSV, one line per graph with its first file:
/// name,aliases,vertices,edges,format,where,path,file,sha256,download,page,note. Aliases are separated by
/// blanks.
std::string catalogue_csv(std::span<const KnownGraph> graphs);
/// Known graphs as JSON: every field of the catalogue, all files, and where each graph is.
std::string catalogue_json(std::span<const KnownGraph> graphs);

/// Checked files for people, one line each: graph, file, state, path. If a file does not match, the reason is
/// below its line.
std::string file_checks_text(std::span<const FileCheck> checks);

}  // namespace lode
#pragma GCC visibility pop
