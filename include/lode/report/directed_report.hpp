#pragma once

#include <string>

#include <lode/graph/arcs.hpp>
#include <lode/graph/directed_densest.hpp>
#include <lode/io/read_graph.hpp>

namespace lode {

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

}  // namespace lode
