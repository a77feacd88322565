#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/bounds/verification.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/find.hpp>
#include <lode/study/sides.hpp>
#include <lode/study/verify.hpp>

#pragma GCC visibility push(default)
namespace lode {

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
  std::vector<FindAnswer> results;  ///< in the order asked
  std::optional<CorePasses> passes = {};
  Provenance provenance;
  double load_seconds = 0.0;
  double total_seconds = 0.0;
};

/// For people: one block per answer, or a table of several followed by their sets. Says which of edges,
/// weight and density each number is; sets are given by original names, complete.
std::string find_text(const FindReport& report);
/// One JSON object, schema version 1, indented, ending in a newline. Numbers round-trip. Integral ones have
/// no decimal point. Infinities and NaN become null. Vertices are integers, or strings when they are labels.
/// The fields rank, include, exclude and connected are present when they were asked for, checkable when a
/// certificate was, note when there is one, core_in_passes when the graph was too large for memory.
std::string find_json(const FindReport& report);
/// A header and one line per answer; the last field holds the original names separated by spaces (spaces
/// and backslashes inside labels are preceded by a backslash). Answers with a rank have it in one more field.
std::string find_csv(const FindReport& report);

/// What `lode find --sides` shows.
struct SidedReport {
  std::string name;  ///< of the graph
  InputReport input;
  SidedGraph sides;
  std::vector<SidedAnswer> answers;  ///< in the order asked; all of sizes, or all of largest areas
  std::uint64_t seed = 1;
  int threads = 1;
  Provenance provenance;
  double load_seconds = 0.0;
  double total_seconds = 0.0;
};

/// For people, JSON and CSV, as those of `FindReport`. `upper_bound` is on the edges, or on the area where
/// the largest area was asked for: `upper_bound_of` says which.
std::string sided_text(const SidedReport& report);
std::string sided_json(const SidedReport& report);
std::string sided_csv(const SidedReport& report);
/// "# edges N", then one vertex per line: "left" or "right", a tab, the original name.
std::string sided_pair_lines(const SidedGraph& sides, std::span<const Vertex> left,
                             std::span<const Vertex> right, EdgeCount edges);
/// What `lode info --sides` shows: both sides, their degrees, and nothing of the answers.
std::string sided_info_text(const SidedReport& report);
std::string sided_info_json(const SidedReport& report);
/// What `lode densest --sides` shows, of a pair of the arcs from left to right (densest_pair).
std::string sided_densest_text(const SidedReport& report, const DirectedDensest& densest);
std::string sided_densest_json(const SidedReport& report, const DirectedDensest& densest);
/// "side,id,alpha,beta": the corners of sided_cores, one per line.
std::string sided_cores_csv(const SidedGraph& sides, std::span<const SidedCore> cores);

/// What a document of `find --format json` says.
struct FindClaims {
  GraphIdentity graph;
  std::vector<subgraph::Claim> results;  ///< one per answer, in order
  std::optional<double> core_of = {};    ///< bounds are of graphs whose core of this minimum degree it is
};

/// Reads back what `find --format json` printed, vertices by original name.
///
/// Errors: InputError for text that is not JSON, another command or schema, a missing field, one of another
///         type or out of range (named by its JSON pointer), or a vertex that the graph does not have.
FindClaims read_find_claims(const std::string& path, const Graph& graph);
inline FindClaims read_find_claims(const char* path, const Graph& graph) {
  return read_find_claims(std::string(path), graph);
}
/// The same from bytes in memory, which errors call "<memory>".
FindClaims read_find_claims(std::span<const char> bytes, const Graph& graph);
/// A path is a std::string, a text a std::span.
FindClaims read_find_claims(std::string_view, const Graph&) = delete;

}  // namespace lode
#pragma GCC visibility pop
