#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lode/graph/arcs.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/directed_densest.hpp>
#include <lode/graph/hierarchy.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/densest.hpp>
#include <lode/study/density_report.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// What `lode info` shows.
struct InfoReport {
  std::string graph;  ///< its name
  InputReport input;
  GraphSummary summary;
  std::vector<TrussSize> trusses = {};  ///< empty: not asked, or none
};

/// For people: how the file was read, then the graph's facts, one per line.
std::string info_text(const InfoReport& report);
/// One JSON object, schema version 1, with the degree and core histograms.
std::string info_json(const InfoReport& report);
/// "id,degree,core" and one line per vertex, in the order of vertex numbers, original names.
std::string cores_csv(const Graph& graph, std::span<const Vertex> cores);
/// "id,degree,core,strength,strength_core": the same with the weighted core values.
std::string cores_csv(const Graph& graph, std::span<const Vertex> cores,
                      const StrengthCoreDecomposition& strength);

/// What `lode densest` shows.
struct DensestReport {
  std::string name;  ///< of the graph
  InputReport input;
  DensestRequest request = {};
  DensestAnswer answer;
  double load_seconds = 0.0;
};

/// For people: the set's size, the ratio as a fraction and as a number, how it was proven or what bounds it,
/// and the set by original names, complete. Locally densest sets are listed, the densest first, up to ten.
std::string densest_text(const DensestReport& report);
/// One JSON object, schema version 1. "ratio" is (weight + value) / cost (numerator, denominator, value),
/// without values and costs weight / vertices; "density" and "average_degree" are those of `lode find`.
/// Layers and locally densest sets are listed when they were asked for.
std::string densest_json(const DensestReport& report);
/// "set,layer,density,size,edges,weight,id" and one line per vertex of every locally densest set, which count
/// from 1. Original names.
std::string locally_densest_csv(const Graph& graph, std::span<const LocallyDensest> sets);
/// "id,layer,numerator,denominator,marginal_density" and one line per vertex in the order of the layers,
/// which count from 1; the fraction is weight / vertices of the layer, not reduced. Original names.
/// Errors: InternalError if the decomposition is incomplete.
std::string decomposition_csv(const Graph& graph, const DenseDecomposition& decomposition);

/// What `lode densest --directed` shows.
struct DirectedReport {
  std::string name;  ///< of the graph
  InputReport input;
  Arcs arcs;                    ///< what was searched
  EdgeCount loops_dropped = 0;  ///< of the graph that was read
  bool drops_loops = false;     ///< that was asked for
  DirectedDensest densest;
  double load_seconds = 0.0;
  double solve_seconds = 0.0;
};

/// For people: the sizes of both sets, rho, its bound, whether loops count, and both sets by original names.
std::string directed_text(const DirectedReport& report);
/// One JSON object, schema version 1. The fields of `densest_json` keep their names: "size" is that of the
/// union of both sets, "vertices" that union, "edges" the arcs from sources to targets, "ratio" rho.
std::string directed_json(const DirectedReport& report);
/// "# arcs N", then one vertex per line: "source" or "target", a tab, the original name.
std::string directed_pair_lines(const Arcs& arcs, const DirectedDensest& densest);

/// A certificate as one JSON object on a line of its own; docs/certificates.md says what its fields mean.
std::string directed_certificate_json(const DirectedReport& report);
/// Whether a file begins as such a certificate does. Errors: InputError for a file that cannot be read.
bool is_directed_certificate(const std::string& path);
/// What a certificate was found to prove.
struct CheckedDirected {
  DirectedDensest answer;
  bool drops_loops = false;
};
/// Reads a certificate and checks it (verify_directed) against the graph, loops left out if it says so.
/// Errors: InputError for what is no such certificate, and for one of a graph of another size;
///         VerificationError for one that does not hold.
CheckedDirected check_directed_certificate(const std::string& path, const Arcs& arcs);

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
#pragma GCC visibility pop
