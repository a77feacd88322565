#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/find.hpp>
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
