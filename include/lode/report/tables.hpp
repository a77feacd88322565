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
#include <lode/subgraph/registry.hpp>

namespace lode {

// Tables of bounds, methods, options and known graphs. All are pure, cost what is printed, and fail only for
// want of memory.

/// Upper bounds of one graph, grouped by size.
struct BoundsReport {
  std::string graph;  ///< its name
  Vertex vertices = 0;
  EdgeCount edges = 0;
  bool weighted = false;
  std::optional<CoreOrigin> core_of = {};            ///< the bounds are of the graph that it was cut from
  std::vector<std::vector<subgraph::Bound>> bounds;  ///< one inner list per size, none empty
  std::span<const subgraph::BoundRow> rows;          ///< what each name means
  double seconds = 0.0;
};

/// A table of bounds on the weight, one line per size and one column per bound, then what each proves.
std::string bounds_text(const BoundsReport& report);
std::string bounds_json(const BoundsReport& report);
/// One line per size and bound: s,bound,upper_bound,density_bound,best,seconds.
std::string bounds_csv(const BoundsReport& report);

/// Every method and bound with objective, guarantee, cost, weights, presets and paper.
std::string methods_text(std::span<const subgraph::MethodRow> methods,
                         std::span<const subgraph::BoundRow> bounds);
/// Two Markdown tables, methods then bounds.
std::string methods_markdown(std::span<const subgraph::MethodRow> methods,
                             std::span<const subgraph::BoundRow> bounds);
std::string methods_json(std::span<const subgraph::MethodRow> methods,
                         std::span<const subgraph::BoundRow> bounds);

/// What a method of any registry can be told. Views of its row.
struct MethodOptions {
  std::string_view method;
  std::span<const std::string_view> presets;
  std::span<const OptionInfo> options;
};
template <class Row>
std::vector<MethodOptions> options_of(std::span<const Row> rows) {
  std::vector<MethodOptions> all;
  for (const Row& row : rows) all.push_back({row.name, row.presets, row.options});
  return all;
}

/// Every option of every method: meaning, unit, range and default, that of presets too.
std::string options_text(std::span<const MethodOptions> methods);
/// One Markdown table, a line per method and option.
std::string options_markdown(std::span<const MethodOptions> methods);
/// `command` is named in the document: "methods", "lsq methods".
std::string options_json(const char* command, std::span<const MethodOptions> methods);

/// Names of the presets and the options of a method with a line of help each: meaning, range, default.
std::vector<std::pair<std::string, std::string>> options_help(const MethodOptions& method);

/// One line per graph: name, vertices, edges, format, where it is; then how many of them are here.
std::string catalogue_text(std::span<const KnownGraph> graphs);
/// name,aliases,vertices,edges,format,where,path,file,sha256,download,page,note; one line per graph, of its
/// first file; aliases are separated by blanks.
std::string catalogue_csv(std::span<const KnownGraph> graphs);
/// Every field of the catalogue, all files, and where each graph is.
std::string catalogue_json(std::span<const KnownGraph> graphs);

/// One line per file that was checked: graph, file, state, path; below it why a file does not match.
std::string file_checks_text(std::span<const FileCheck> checks);

}  // namespace lode
