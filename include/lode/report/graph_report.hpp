#pragma once

#include <cstdint>
#include <optional>
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

/// Output of `lode info`.
struct InfoReport {
  std::string graph;                    ///< name of the graph
  InputReport input;                    ///< how the graph was read
  GraphSummary summary;                 ///< the facts of the graph
  std::vector<TrussSize> trusses = {};  ///< sizes of trusses; empty: not requested, or no trusses
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

/// Output of `lode densest --directed`.
struct DirectedReport {
  std::string name;             ///< name of the graph
  InputReport input;            ///< how the graph was read
  Arcs arcs;                    ///< the arcs that were searched
  EdgeCount loops_dropped = 0;  ///< loops of the graph that were dropped
  bool drops_loops = false;     ///< the user asked to drop loops
  DirectedDensest densest;      ///< the answer
  double load_seconds = 0.0;    ///< time to read the graph
  double solve_seconds = 0.0;   ///< time to find the answer
};

/// The answer for people: the sizes of both sets, rho, its upper bound, whether loops count, and both sets by
/// original names.
std::string directed_text(const DirectedReport& report);
/// The answer as one JSON object, schema version 1. Fields have the names of `densest_json`. "vertices" is
/// the union of both sets, "size" the size of this union, "edges" the number of arcs from sources to targets,
/// and "ratio" is rho.
std::string directed_json(const DirectedReport& report);
/// A pair of sets as text: "# arcs N", then one vertex per line: "source" or "target", a tab, the original
/// name.
std::string directed_pair_lines(const Arcs& arcs, const DirectedDensest& densest);

/// The certificate of the answer as one line of JSON. docs/certificates.md describes its fields.
std::string directed_certificate_json(const DirectedReport& report);
/// The contents of a checked certificate.
struct CheckedDirected {
  DirectedDensest answer;    ///< the proven answer
  bool drops_loops = false;  ///< loops were dropped
};
/// Reads a certificate and checks it (verify_directed) against the graph. If the certificate says so, loops
/// are left out.
///
/// Errors:  InputError for a file that is no such certificate, and for a certificate of a graph of another
///          size. VerificationError for a certificate that does not hold. SystemError if the run is stopped.
CheckedDirected check_directed_certificate(const std::string& path, const Arcs& arcs,
                                           const RunContext& run = RunContext());

/// Output of `lode densest --clique`.
struct CliqueDensestReport {
  std::string name;            ///< name of the graph
  InputReport input;           ///< how the graph was read
  Graph graph;                 ///< the graph
  CliqueDensest densest;       ///< the answer
  double load_seconds = 0.0;   ///< time to read the graph
  double solve_seconds = 0.0;  ///< time to find the answer
};

/// The answer for people: the size of the set, cliques per vertex as a fraction and as a number, the upper
/// bound, how it was proven, and the set by original names, complete.
std::string clique_densest_text(const CliqueDensestReport& report);
/// The answer as one JSON object, schema version 1, with the fields of `densest_json`. "ratio" and "bound"
/// are cliques / vertices with numerator, denominator and value.
std::string clique_densest_json(const CliqueDensestReport& report);
/// The numbers of clique_curve as CSV: "s,bound", one line for each s = 0, 1, ...
std::string clique_curve_csv(std::span<const std::uint64_t> curve);

/// Truss numbers as CSV: "u,v,truss", one line per edge, in the order of vertex numbers, with original names.
std::string truss_csv(const Graph& graph, const TrussDecomposition& trusses);

/// Kind of sets in a component tree.
enum class TreeKind { cores, trusses };
/// A component tree as one JSON object, schema version 1, with one node per line: id, parent (null: none), k,
/// vertices, edges, density, and members (original names of the vertices that are in no child).
std::string component_tree_json(const std::string& name, const InputReport& input, const Graph& graph,
                                const ComponentTree& tree, TreeKind kind);

}  // namespace lode
#pragma GCC visibility pop
