#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/hierarchy.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/densest.hpp>
#include <lode/study/density_report.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Output of `lode info`.
struct InfoReport {
  std::string graph;      ///< name of the graph
  InputReport input;      ///< how the graph was read
  GraphSummary summary;   ///< the facts of the graph
  std::string more = {};  ///< what further questions add: text, or a JSON object; empty: nothing
};

/// The facts for people: how the file was read, then the facts of the graph, one per line.
std::string info_text(const InfoReport& report);
/// The facts as one JSON object, schema version 1, with the histograms of degrees and cores.
std::string info_json(const InfoReport& report);
/// Core numbers as CSV: "id,degree,core", with weighted core values also ",strength,strength_core". One line
/// per vertex, in the order of vertex numbers, with original names.
std::string cores_csv(const Graph& graph, std::span<const Vertex> cores,
                      const std::optional<StrengthCoreDecomposition>& strength);

/// Output of `lode densest`.
struct DensestReport {
  std::string name;             ///< name of the graph
  InputReport input;            ///< how the graph was read
  DensestRequest request = {};  ///< the question
  DensestAnswer answer;         ///< the answer
  double load_seconds = 0.0;    ///< time to read the graph
};

/// The answer for people: the size of the set, its density as a fraction and as a number, how it was proven
/// or which bound holds, and the set by original names, complete. Up to ten locally densest sets are listed,
/// the densest first.
std::string densest_text(const DensestReport& report);
/// The answer as one JSON object, schema version 1. "ratio" is (weight + value) / cost with numerator,
/// denominator and value; without values and costs it is weight / vertices. "density" and "average_degree"
/// are as in `lode find`. Layers and locally densest sets are listed if they were asked for.
std::string densest_json(const DensestReport& report);
/// Locally densest sets as CSV: "set,layer,density,size,edges,weight,id", one line per vertex of every set,
/// with original names. Sets and layers count from 1.
std::string locally_densest_csv(const Graph& graph, std::span<const LocallyDensest> sets);
/// Layers as CSV: "id,layer,numerator,denominator,marginal_density", one line per vertex in the order of the
/// layers, with original names. Layers count from 1. The fraction is weight / vertices of the layer, not
/// reduced.
///
/// Errors:  InternalError if the decomposition is not complete.
std::string decomposition_csv(const Graph& graph, const DenseDecomposition& decomposition);

/// A component tree of "cores" or "trusses" as one JSON object, schema version 1, with one node per line: id,
/// parent (null: none), k, vertices, edges, density, and members (original names of the vertices that are in
/// no child).
std::string component_tree_json(const std::string& name, const InputReport& input, const Graph& graph,
                                const ComponentTree& tree, std::string_view kind);

}  // namespace lode
#pragma GCC visibility pop
