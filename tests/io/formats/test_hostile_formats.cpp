#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "io/gzip.hpp"
#include "io/hostile_files.hpp"
#include "io/hostile_networks.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

struct Outcome {
  bool refused = false;
  std::string message;
};

Outcome outcome_of(const std::string& path, std::string_view words) {
  ReadOptions options;
  std::istringstream in{std::string(words)};
  for (std::string word; in >> word;) {
    if (word == "weighted") options.weighted = true;
    if (word == "lenient") options.lenient = true;
    if (word == "labels") options.labels = true;
    if (word == "attributes") options.attributes = true;
    if (word.rfind("format=", 0) == 0) options.format = word.substr(7);
  }
  try {
    const LoadedGraph loaded = read_graph(path, options, RunContext({.threads = 1}));
    return {false, "was read: " + loaded.report.summary()};
  } catch (const InputError& error) {
    return {true, error.what()};
  }
}

/// gzip data, stored without compression, that lacks its last bytes.
std::string cut_gzip(std::string_view text) {
  std::string packed = test::gzip(text, 0);
  packed.resize(packed.size() - 9);
  return packed;
}

/// On one line, fit for a terminal.
std::string shown(std::string_view content) {
  std::string text;
  for (const char c : content.substr(0, 70)) {
    const bool plain = c >= ' ' && c < 0x7f;
    text += plain ? std::string(1, c) : c == '\n' ? "\\n" : "?";
  }
  return text + (content.size() > 70 ? "..." : "");
}

}  // namespace

/// LODE_PRINT_HOSTILE=1 prints the whole table as Markdown.
TEST_CASE("hostile files of every format name the place, the problem and the remedy") {
  const bool print = std::getenv("LODE_PRINT_HOSTILE") != nullptr;
  const test::TemporaryFolder folder;
  std::vector<test::HostileFile> rows(std::begin(test::hostile_files), std::end(test::hostile_files));
  rows.insert(rows.end(), std::begin(test::hostile_networks), std::end(test::hostile_networks));
  for (const test::HostileFile& row : rows) {
    const bool cut = row.options.find("gz-cut") != std::string_view::npos;
    const std::string path =
        folder.write(std::string(row.name), cut ? cut_gzip(row.content) : std::string(row.content));
    const Outcome outcome = outcome_of(path, row.options);
    INFO(row.name << ": " << shown(row.content));
    CHECK(outcome.refused);
    CHECK(outcome.message == path + std::string(row.message));
    CHECK(outcome_of(path, std::string(row.options) + " attributes").message == outcome.message);
    if (print) {
      const std::string tail =
          outcome.message.rfind(path, 0) == 0 ? outcome.message.substr(path.size()) : outcome.message;
      std::cout << "| " << row.name << " | " << row.options << " | " << shown(row.content) << " | " << tail
                << " |\n";
    }
  }
}

TEST_CASE("lists nested to any depth are passed over, and must be closed") {
  const auto nested = [](int depth, int closed) {
    std::string text = "graph [ node [ id 1 ] deep ";
    for (int i = 0; i < depth; ++i) text += "[ a ";
    text += "1 ";
    for (int i = 0; i < closed; ++i) text += "] ";
    return text + "]";
  };
  const test::TemporaryFolder folder;
  for (const int depth : {1, 256, 100000}) {
    const std::string path = folder.write("a.gml", nested(depth, depth));
    CHECK(read_graph(path, {}, RunContext({.threads = 1})).graph.num_vertices() == 1);
    const Outcome outcome = outcome_of(folder.write("open.gml", nested(depth, depth - 1)), "");
    CHECK(outcome.refused);
    CHECK_THAT(outcome.message, Catch::Contains("is not closed"));
  }
}

TEST_CASE("texts without line ends or closing quotes do not fill the memory") {
  const test::TemporaryFolder folder;
  const std::string long_string =
      "graph [ comment \"" + std::string((std::size_t{1} << 20) + 10, 'x') + "\" ]";
  CHECK_THAT(outcome_of(folder.write("a.gml", long_string), "").message,
             Catch::Contains(":1:17: a word or string is longer than 1048576 bytes"));
  CHECK_THAT(outcome_of(folder.write("b.gml", "graph [ " + std::string(2000000, 'x') + " 1 ]"), "").message,
             Catch::Contains(":1:9: a word or string is longer than 1048576 bytes"));
  const std::string long_line =
      MTX_PATTERN + std::string((std::size_t{1} << 24) + (std::size_t{1} << 21), ' ') + "\n";
  CHECK_THAT(outcome_of(folder.write("a.mtx", long_line), "").message,
             Catch::Contains(":2:16777216: the line is longer than 16777216 bytes"));
}

TEST_CASE("options a format has no answer to are refused") {
  const test::TemporaryFolder folder;
  const RunContext run({.threads = 1});
  const auto refused = [&](const char* file, const char* text, const ReadOptions& options,
                           const std::string& message) {
    CHECK_THROWS_AS(read_graph(folder.write(file, text), options, run), InvalidArgument);
    CHECK_THROWS_WITH(read_graph(folder.write(file, text), options, run), message);
  };
  ReadOptions weighted, lenient, labels, column;
  weighted.weighted = column.weighted = lenient.lenient = labels.labels = true;
  column.weight_column = 4;
  const char* const mtx = MTX_PATTERN "2 2 1\n1 2\n";
  const char* const metis = "2 1\n2\n1\n";
  const char* const dimacs = "p edge 2 1\ne 1 2\n";
  const char* const gml = GML_PAIR "]";
  refused("a.clq", dimacs, weighted,
          "option 'weighted' does not apply: DIMACS files hold no weights; leave it out");
  refused("a.clq", dimacs, labels,
          "option 'labels' does not apply: DIMACS files number their vertices; leave it out");
  refused("a.mtx", mtx, labels,
          "option 'labels' does not apply: Matrix Market files number their vertices; leave it out");
  refused("a.graph", metis, labels,
          "option 'labels' does not apply: METIS files number their vertices; leave it out");
  refused("a.graph", metis, lenient,
          "option 'lenient' does not apply: METIS files cannot be read with parts left out; leave it out");
  refused("a.gml", gml, lenient,
          "option 'lenient' does not apply: GML files cannot be read with parts left out; leave it out");
  refused("a.gml", gml, column,
          "option 'weight_column' does not apply: GML files have one place for weights; leave it out");
  refused(
      "a.mtx", mtx, column,
      "option 'weight_column' does not apply: Matrix Market files have one place for weights; leave it out");
  ReadOptions header;
  header.header = HeaderRow::absent;
  refused(
      "a.mtx", mtx, header,
      "option 'header=absent' does not apply: Matrix Market files have headers of their own; leave it out");
  header.header = HeaderRow::present;
  refused("a.gml", gml, header,
          "option 'header=present' does not apply: GML files have headers of their own; leave it out");
}
