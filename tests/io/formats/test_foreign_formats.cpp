#include <string>
#include <string_view>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "io/formats/foreign_formats.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace std::string_view_literals;

namespace {

ReadOptions words_as_names() {
  ReadOptions options;
  options.labels = true;
  return options;
}

/// What the reader says, after the path.
std::string foreign_refusal(std::string_view text, const ReadOptions& options = {},
                            const std::string& name = "g.txt") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write(name, std::string(text));
  try {
    read_graph(path, options, RunContext({.threads = 1}));
  } catch (const InputError& error) {
    return std::string(error.what()).substr(path.size());
  }
  return "no error";
}

bool foreign_begins(const std::string& text, std::string_view begin) {
  return text.substr(0, begin.size()) == begin;
}

/// "a-b a-c", by increasing names.
std::string foreign_edges(const std::string& text, const ReadOptions& options) {
  const Graph graph = read_graph(std::span<const char>(text), options, RunContext({.threads = 1})).graph;
  std::string edges;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.neighbors(u)) {
      if (u < v) edges += (edges.empty() ? "" : " ") + graph.name(u) + "-" + graph.name(v);
    }
  }
  return edges;
}

}  // namespace

TEST_CASE("a first line that a list of words may not begin with is known") {
  for (const char* line :
       {"a -> b", "\"a\" -> \"b\"", "\"a\"\" b\" -> c", "(a, b)", "[1, 2]", "<html> x", "- [1, 2]"}) {
    INFO(line);
    CHECK(detail::is_taken_for_foreign(line));
  }
  for (const char* line :
       {"a b", "\"a->b\" c", "\"a -> b\" c", "\"a \"\" -> b\",c", "\"a -> b\"", "<unk> b", "x [1"}) {
    INFO(line);
    CHECK_FALSE(detail::is_taken_for_foreign(line));
  }
}

TEST_CASE("formats lode does not read are named with a remedy") {
  const struct {
    std::string_view text;
    std::string_view message;
    std::string name = "g.txt";
  } rows[] = {
      {"\xff\xfe\x30\0\x20\0\x31\0\n\0"sv,
       ": is text in UTF-16, which lode does not read; convert it, as with: iconv"},
      {"0\0 \0001\0\n\0001\0 \0002\0\n\0"sv, ": is text in UTF-16"},
      {"PAR1\x15\x04", ": is a Parquet file, which lode does not read; write the table as CSV"},
      {"%PDF-1.4\n1 0 obj\n", ": is a PDF document"},
      {"\x80\x04\x95\x10\0\0\0"sv, ": is a Python pickle"},
      {"\x89HDF\r\n\x1a\n", ": is an HDF5 file"},
      {"SQLite format 3\0"sv, ": is an SQLite data base"},
      {"[[1, 2], [1, 3]]\n", ": is JSON, which lode does not read; lode reads objects with lists"},
      {"{\"vertices\": []}\n", ": is JSON"},
      {"{\"source\": 1, \"target\": 2}\n{\"source\": 2, \"target\": 3}\n", ": is JSON"},
      {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0"sv, ": is an Excel workbook (.xls)"},
      {"ARROW1\0\0"sv, ": is a Feather or Arrow file"},
      {"FEA1\0\0"sv, ": is a Feather or Arrow file"},
      {"nodedef>name VARCHAR,label VARCHAR\na,b\n", ": is a GDF graph"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", ": is a Git LFS pointer"},
      {"<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n", ": is an XML or HTML document"},
      {"INSERT INTO edges VALUES (1, 2);\n", ": is SQL"},
      {"1 a\n2 b\n#\n1 2 x\n", ": is a graph in the Trivial Graph Format", "g.tgf"},
      {"(1, 2)\n(2, 3)\n", ": is a list of tuples in parentheses, which lode does not read; write one edge"},
      {"# c\n('a', 'b', {}),\n", ": is a list of tuples in parentheses"},
      {"- [1, 2]\n- [2, 3]\n", ": is YAML, which lode does not read; write one edge per line"},
      {"1 -> 2\n2 -> 3\n", ": is a list of arrows ('1 -> 2'), which lode does not read; write one edge"},
      {"# c\na->b\n", ": is a list of arrows"},
      {"a <-> b 3\n", ": is a list of arrows"},
      {"a--b\n", ": is a list of arrows"},
  };
  for (const auto& row : rows) {
    INFO(row.message);
    for (const ReadOptions& options : {ReadOptions(), words_as_names()}) {
      CHECK(foreign_begins(foreign_refusal(row.text, options, row.name), row.message));
    }
  }
  // Other kinds have no name here, and are not taken for edges either.
  for (const std::string_view other :
       {"ARROW1\0\0"sv, "FEA1\0\0"sv, "Obj\1\4"sv, "ORC\1"sv, "CDF\1\0"sv, "MATLAB 5.0 MAT-file, on\0\1IM"sv,
        "RDX3\nX\n\0\0\0\3"sv, "\x04\x22\x4d\x18\1"sv, "\x7f\x45LF\2\1"sv, "\x89PNG\r\n\x1a\n"sv,
        "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0"sv, "\0\0\xfe\xff\0\0\0\x31"sv, "LEDA.GRAPH\nvoid\nvoid\n"sv,
        "DL n=2 format=edgelist1\nlabels:\na,b\ndata:\na b\n"sv, ">>graph6<<A_\n"sv, ">>sparse6<<:An\n"sv}) {
    INFO(other.substr(0, 8));
    CHECK(foreign_begins(foreign_refusal(other), ":"));
    CHECK(foreign_begins(foreign_refusal(other, words_as_names()), ":"));
  }
  for (const std::string_view member :
       {"xl/worksheets/sheet1.xml"sv, "[Content_Types].xml xl/workbook.xml"sv}) {
    std::string zip = "PK\3\4" + std::string(26, '\0') + std::string(member);
    zip[26] = 24;
    CHECK(foreign_begins(foreign_refusal(zip), ": is a spreadsheet (.xlsx, .ods), which lode does not read"));
  }
  CHECK(foreign_refusal("PAR1\x15", {}, "my table.parquet").find("pandas.read_parquet('/") !=
        std::string::npos);
  CHECK(foreign_refusal("PAR1\x15", {}, "a'b.parquet").find("pandas.read_parquet('FILE')") !=
        std::string::npos);
  std::string tar(512, '\0');
  tar.replace(0, 5, "a.txt");
  tar.replace(257, 5, "ustar");
  CHECK(foreign_begins(foreign_refusal(tar), ": is a tar archive"));
  ReadOptions insists = words_as_names();
  insists.format = "edges";
  CHECK(foreign_edges("[1 [2\n", insists) == "[1-[2");
  CHECK(foreign_edges("<a <b\n", insists) == "<a-<b");
  CHECK(foreign_edges("a b\n(a b)\n", words_as_names()) == "(a-b) a-b");
  CHECK(foreign_edges("a b once -- upon\nc d x -> y\n", words_as_names()) == "a-b c-d");
  CHECK(foreign_begins(foreign_refusal("\x89HDF\r\n\x1a\n", insists), ": is an HDF5 file"));
}
