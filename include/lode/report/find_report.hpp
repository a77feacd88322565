#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/io/read_graph.hpp>
#include <lode/subgraph/bounds/bounds.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode {

/// Vertices with the names they had in their source.
struct NamedVertices {
  VertexSet vertices;
  VertexNames names;  ///< of `vertices`, in that order; default: the vertex numbers themselves
};
/// Errors: InvalidArgument for vertices that do not exist or stand twice.
NamedVertices named_vertices(const Graph& graph, VertexSet vertices);

/// One answer of the find command.
struct FindResult {
  Vertex s = 0;
  std::string method;
  std::string preset;  ///< empty when the method has none
  std::uint64_t seed = 1;
  int threads = 1;
  Solution solution;
  Bound bound;  ///< the best one known
  double gap = 0.0;
  bool proven_optimal = false;
  /// How far, relative to the bound, a better set may be above one that is proven optimal: 0 where weight and
  /// bound are equal or weights are integral, else that of core/tolerance.hpp.
  double optimality_tolerance = 0.0;
  VertexNames names;       ///< of solution.vertices, in that order; default: the vertex numbers themselves
  int rank = 0;            ///< 1, 2, ... among several answers of one size; 0: only one was asked for
  NamedVertices include;   ///< held by the answer because it was asked for
  NamedVertices exclude;   ///< left out because it was asked for; the bound knows
  bool connected = false;  ///< connected because it was asked for
};

/// What is needed to get the same answer again.
struct Provenance {
  std::vector<std::string> arguments;  ///< of the command line, the program's name left out
  std::string input_sha256;            ///< empty when not computed
  std::string compiler;
  std::string arch;
  std::string cpu;
};

struct FindReport {
  std::string graph;  ///< its name
  InputReport input;
  std::vector<FindResult> results;  ///< in the order asked
  Provenance provenance;
  double load_seconds = 0.0;
  double total_seconds = 0.0;
};

/// Puts an answer beside its bound, or the smaller one that the method itself proved: gap, proof and original
/// names. Rank and constraints are the caller's to
/// fill in.
FindResult make_find_result(const Graph& graph, std::string method, std::string preset, Solution solution,
                            const Bound& bound, const RunContext& run);

/// For people: one block per answer, or a table of several followed by their sets. Says which of edges,
/// weight and density each number is; sets are given by original names, complete.
std::string find_text(const FindReport& report);
/// One JSON object, schema version 1, indented, ending in a newline. Numbers round-trip; integral ones have
/// no decimal point; infinities and NaN become null. Vertices are integers, or strings when labels. The
/// fields rank, include, exclude and connected are present when they were asked for.
std::string find_json(const FindReport& report);
/// A header and one line per answer; the last field holds the original names separated by spaces (spaces
/// and backslashes inside labels are preceded by a backslash). Answers with a rank have it in one more field.
std::string find_csv(const FindReport& report);

}  // namespace lode
