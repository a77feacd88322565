#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/find.hpp>
#include <lode/study/sides.hpp>
#include <lode/study/verify.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Data needed to reproduce an answer.
struct Provenance {
  std::vector<std::string> arguments;  ///< arguments of the command line, without the name of the program
  std::string input_sha256;            ///< SHA-256 of the input; empty: not computed
  std::string compiler;                ///< compiler that lode was built with
  std::string arch;                    ///< the value of -march that lode was built with
  std::string cpu;                     ///< model name of the processor
};

/// A JSON document of lode with `provenance` as its last field. Text that is no such document, and a document
/// that has that field, are returned unchanged. Cost: a copy of the text.
std::string with_provenance(std::string document, const Provenance& provenance);

/// Output of `lode find`.
struct FindReport {
  std::string graph;                      ///< name of the graph
  InputReport input;                      ///< how the graph was read
  std::vector<FindAnswer> results;        ///< answers, in the order asked
  std::optional<CorePasses> passes = {};  ///< set if the graph was too large for memory
  Provenance provenance;                  ///< how to get the same answers again
  double load_seconds = 0.0;              ///< time to read the graph
  double total_seconds = 0.0;             ///< time of the whole command
};

/// The answers for people: one block for one answer, or a table of several followed by their sets. Every
/// number is named as edges, weight or density. Sets are given by original names, complete.
std::string find_text(const FindReport& report);
/// The answers as one JSON object, schema version 1, indented, with a line break at the end.
///
/// Numbers read back exactly. Integral numbers have no decimal point. Infinities and NaN become null.
/// Vertices are integers, or strings when they are labels. The fields rank, include, exclude and connected
/// are present if requested; checkable with a certificate; note if not empty; core_in_passes if the graph was
/// too large for memory.
std::string find_json(const FindReport& report);
/// The answers as CSV: a header and one line per answer. The last field holds the original names, separated
/// by spaces. A label with a space or a quote is enclosed in double quotes, and its quotes are doubled, so a
/// CSV reader with the separator " " splits the field. Answers with a rank have one more field for it.
std::string find_csv(const FindReport& report);

/// Output of `lode find --sides`.
struct SidedReport {
  std::string name;   ///< name of the graph
  InputReport input;  ///< how the graph was read
  SidedGraph sides;   ///< the graph with its two sides
  std::vector<SidedAnswer>
      answers;                 ///< answers in the order asked: all for given sizes, or all for largest areas
  std::uint64_t seed = 1;      ///< seed of the run
  int threads = 1;             ///< threads of the run
  Provenance provenance;       ///< how to get the same answers again
  double load_seconds = 0.0;   ///< time to read the graph
  double total_seconds = 0.0;  ///< time of the whole command
};

/// The answers for people. `upper_bound` is about the edges, or about the area if the largest area was asked
/// for; `upper_bound_of` says which.
std::string sided_text(const SidedReport& report);
/// The answers as JSON. See find_json and sided_text.
std::string sided_json(const SidedReport& report);
/// The answers as CSV. See find_csv and sided_text.
std::string sided_csv(const SidedReport& report);
/// A pair of sets as text: "# edges N", then one vertex per line: "left" or "right", a tab, the original
/// name.
std::string sided_pair_lines(const SidedGraph& sides, std::span<const Vertex> left,
                             std::span<const Vertex> right, EdgeCount edges);
/// Output of `lode info --sides` as text: both sides and their degrees, without answers.
std::string sided_info_text(const SidedReport& report);
/// Output of `lode info --sides` as JSON.
std::string sided_info_json(const SidedReport& report);
/// Output of `lode densest --sides` as text: a densest pair with arcs from left to right (densest_pair).
std::string sided_densest_text(const SidedReport& report, const DirectedDensest& densest);
/// Output of `lode densest --sides` as JSON.
std::string sided_densest_json(const SidedReport& report, const DirectedDensest& densest);
/// The corners of sided_cores as CSV, one per line: "side,id,alpha,beta".
std::string sided_cores_csv(const SidedGraph& sides, std::span<const SidedCore> cores);

/// The claims of a document of `find --format json`.
struct FindClaims {
  GraphIdentity graph;         ///< the graph that the claims are about
  std::vector<Claim> results;  ///< one claim per answer, in order
  std::optional<double> core_of =
      {};  ///< set if the bounds are about larger graphs whose core of this minimum degree is the graph
};

/// Reads the output of `find --format json`. Vertices are found by their original names.
///
/// Errors:  InputError for text that is not JSON, and for another command or schema. InputError for a field
///          that is missing, of another type or out of range (named by its JSON pointer), and for a vertex
///          that the graph does not have.
FindClaims read_find_claims(const std::string& path, const Graph& graph);
/// Overload for a string literal.
inline FindClaims read_find_claims(const char* path, const Graph& graph) {
  return read_find_claims(std::string(path), graph);
}
/// Reads claims from bytes in memory. Errors call the input "<memory>".
FindClaims read_find_claims(std::span<const char> bytes, const Graph& graph);
/// Not defined: the text could be a path or a document. Pass a path as a std::string, and bytes as a
/// std::span.
FindClaims read_find_claims(std::string_view, const Graph&) = delete;

/// Checks the claims of a document against its graph (verify_claims). `graph_read` describes the graph as the
/// caller read it, and `core_of` is the core that its input declares. Returns the counts of each answer.
///
/// Errors:  VerificationError for a document without answers or of another graph. The errors of verify_claim.
std::vector<VerifiedTotals> verify_find_claims(const Graph& graph, const GraphIdentity& graph_read,
                                               const std::optional<CoreOrigin>& core_of,
                                               std::span<const Weight> values, const FindClaims& claims,
                                               const RunContext& run);

}  // namespace lode
#pragma GCC visibility pop
