#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/io/read_graph.hpp>
#include <lode/study/find.hpp>

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
  Provenance provenance;
  double load_seconds = 0.0;
  double total_seconds = 0.0;
};

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
