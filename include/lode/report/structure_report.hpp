#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lode/graph/clique_density.hpp>
#include <lode/graph/hierarchy.hpp>
#include <lode/graph/truss.hpp>
#include <lode/io/read_graph.hpp>

namespace lode {

/// What `lode densest --clique` shows.
struct CliqueDensestReport {
  std::string name;  ///< of the graph
  InputReport input;
  Graph graph;
  CliqueDensest densest;
  double load_seconds = 0.0;
  double solve_seconds = 0.0;
};

/// For people: the set's size, cliques per vertex as a fraction and as a number, the bound, how it was
/// proven, and the set by original names, complete.
std::string clique_densest_text(const CliqueDensestReport& report);
/// One JSON object, schema version 1, with the fields of `densest`; "ratio" and "bound" are cliques /
/// vertices (numerator, denominator, value).
std::string clique_densest_json(const CliqueDensestReport& report);
/// "s,bound" and one line for s = 0, 1, ... of clique_curve.
std::string clique_curve_csv(std::span<const std::uint64_t> curve);

/// "u,v,truss" and one line per edge, by vertex numbers; original names.
std::string truss_csv(const Graph& graph, const TrussDecomposition& trusses);

enum class TreeKind { cores, trusses };
/// One JSON object, schema version 1, with one node per line: id, parent (null: none), k, vertices, edges,
/// density, members (original names of those that are in no child).
std::string component_tree_json(const std::string& name, const InputReport& input, const Graph& graph,
                                const ComponentTree& tree, TreeKind kind);

}  // namespace lode
