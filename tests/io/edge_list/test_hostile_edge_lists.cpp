#include <atomic>
#include <sstream>
#include <string>
#include <string_view>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "io/edge_list/graph_reader.hpp"
#include "io/stream/compressed_input.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace std::string_view_literals;

namespace {

struct Hostile {
  std::string_view content;
  std::string_view message;       ///< what follows the path in the error
  std::string_view options = "";  ///< words understood by parse_options
  std::string_view file = "bad.txt";
};

/// "weighted", "column=4", "labels", "lenient", "format=mtx", separated by single blanks.
ReadOptions parse_options(std::string_view words) {
  ReadOptions options;
  std::istringstream in{std::string(words)};
  for (std::string word; in >> word;) {
    if (word == "weighted") options.weighted = true;
    if (word == "labels") options.labels = true;
    if (word == "lenient") options.lenient = true;
    if (word.rfind("column=", 0) == 0) options.weight_column = std::stoi(word.substr(7));
    if (word.rfind("format=", 0) == 0) options.format = word.substr(7);
  }
  return options;
}

constexpr Hostile hostile_inputs[] = {
    // ids
    {"0 1\n0 -1\n", ":2:3: negative id -1"},
    {"-1 5\n2 3\n", ":1:1: negative id -1"},
    {"0 1\n1 18446744073709551616\n",
     ":2:3: id 18446744073709551616 does not fit in 64 bits; use option 'labels'"},
    {"0 1\n99999999999999999999999 1\n", ":2:1: id 99999999999999999999999 does not fit in 64 bits"},
    {"0 1\na b\n", ":2:1: 'a' is not a number; use option 'labels'"},
    {"0 1\n2 b\n", ":2:3: 'b' is not a number; use option 'labels'"},
    {"0 1\n2 1.5\n", ":2:4: '1.5' is not an integer id"},
    {"0 1\n2 1e3\n", ":2:4: '1e3' is not an integer id"},
    {"0 1\n2 3x\n", ":2:4: '3x' is not an integer id; use option 'labels'"},
    {"0 1\n+5 2\n", ":2:1: '+5' has a sign"},
    {"0 1\n0x10 2\n", ":2:2: '0x10' is not an integer id"},
    {"0 1\nnan 2\n", ":2:1: 'nan' is not a number"},
    {"0 1\n\"x\" 3\n", ":2:1: 'x' is not a number"},
    // fields
    {"0 1\n7\n", ":2:2: only one number on the line"},
    {"0 1\n  7  \n1 2\n", ":2:6: only one number on the line"},
    {"7\n", ":1:2: only one number on the line"},
    {"0,1\n1,,2\n", ":2:3: a field is empty where an id belongs"},
    {"0,1\n,1,2\n", ":2:1: a field is empty where an id belongs"},
    {"0,1\n1,\n", ":2:3: a field is empty where an id belongs"},
    {"0 1\n1;2\n", ":2:2: '1;2' is not an integer id; fields of this file are separated by blanks"},
    {"0 1\n1 2 \"open\n", ":2:5: a quoted field does not end on its line; close the quotes"},
    // bytes
    {"0 1\n1 \0\n"sv, ":2:3: byte 0x00 is not text"},
    {"0 1\n1 2 \x01\n", ":2:5: byte 0x01 is not text"},
    {"\x7f 1\n", ":1:1: byte 0x7f is not text"},
    {"0 1\r1 2\r2 3", ":1:4: a carriage return stands inside a line"},
    {"\xe9 1\n", ":1:1: byte 0xe9 is not UTF-8; convert the file"},
    {"0 1\n\xe9 2\n", ":2:1: byte 0xe9 is not UTF-8; convert the file", "labels"},
    {"a,b\nb,\"\xc3\x28\"\n", ":2:4: byte 0xc3 is not UTF-8; convert the file", "labels"},
    // nothing to read
    {"", ": is empty"},
    {"# nothing\n% here\n\n   \n", ": holds no edges, only comments and blank lines"},
    {"source,target\n", ":1: the graph has no edges: the only line is a header"},
    {"5 0\n", ":1: the graph has no edges: the only line is a header; if this is an edge"},
    {"source,target\n1,2\na,b\n", ":3:1: 'a' is not a number; use option 'labels'"},
    {"x y\n", ":1:4: no line can be read; the first problem: the line has no weight in column 3",
     "lenient weighted labels"},
    {"0 -2\n1 y\n", ":1:3: no line can be read; the first problem: negative id -2", "lenient"},
    // weights
    {"0 1 2\n1 2\n", ":2:4: the line has no weight in column 3", "weighted"},
    {"0 1\n1 2 1\n", ":1:4: the line has no weight in column 3", "weighted"},
    {"0 1 2 3\n1 2 5\n", ":2:6: the line has no weight in column 4", "weighted column=4"},
    {"0 1 -2\n",
     ":1:5: weight -2 is negative; weights are finite numbers >= 0, or of any sign with option 'signs'",
     "weighted"},
    {"0 1 2\n1 2 nan\n", ":2:5: weight nan is not finite", "weighted"},
    {"0 1 2\n1 2 inf\n", ":2:5: weight inf is not finite", "weighted"},
    {"0 1 2\n1 2 1e999\n",
     ":2:5: weight 1e999 must be 0 or between 1e-100 and 1e100 in magnitude; multiply all numbers",
     "weighted"},
    {"0 1 2\n1 2 heavy\n", ":2:5: weight 'heavy' is not a number", "weighted"},
    {"0 1 2\n1 2 +-3\n", ":2:5: weight '+-3' is not a number", "weighted"},
    {"0 1 2\n1 2 +\n", ":2:5: weight '+' is not a number", "weighted"},
    {"0,1,2\n1,2,,4\n", ":2:5: a field is empty where a weight belongs", "weighted"},
    {"0 1 1e100\n1 2 1e-101\n", ":2:5: weight 1e-101 must be 0 or between 1e-100 and 1e100 in magnitude",
     "weighted"},
    {"7 9 2\n0 7 1\n9 7 2.5\n",
     ":3: edge 7 9 has weight 2 (line 1) but 9 7 has weight 2.5 (line 3); say with option 'merge'",
     "weighted"},
    {"b a 2\na b 3\n", ":2: edge a b has weight 3 (line 2) but b a has weight 2 (line 1)", "weighted labels"},
    // labels
    {"a b\nc\n", ":2:2: only one word on the line", "labels"},
    {"a,b\nc,\"\"\n", ":2:3: a field is empty where a label belongs", "labels"},
    {"a,b\nc,\"d\n", ":2:3: a quoted field does not end on its line", "labels"},
    {"a,b\nc,\"d\"e\n", ":2:6: text follows a closing quote", "labels"},
    {"a,b\nc,,d\n", ":2:3: a field is empty where a label belongs", "labels"},
    // other formats, and names of formats
    {"1 2\n", ":1:1: the %%MatrixMarket banner is missing; read it with option 'format' edges", "format=mtx",
     "bad.mtx"},
    {"p col 2 1\ne 1 2\n", ":2: looks like an adjacency list: 3 fields here, 4 on line 1", "format=edges",
     "x.txt"},
    // unknown or damaged compression
    {"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"sv, ": the gzip data is truncated"},
    {"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff\xff\xff\xff\xff\xff\xff"sv, ": the gzip data is damaged"},
    {"\x28\xb5\x2f\xfd\x04"sv, ": the zstd data is truncated"},
    {"\x28\xb5\x2f\xfd\x24\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"sv,
     ": the zstd data is damaged"},
    {"\xfd\x37zXZ\0\0\4"sv, ": the xz data is truncated"},
    {"BZh91AY&SY\1\2\3", ": the bzip2 data is truncated"},
    {"PK\3\4....", ": is a zip archive, which lode does not read; unpack it"},
};

std::string error_of(const std::string& path, const ReadOptions& options, int threads,
                     std::size_t block_bytes) {
  const RunContext run({.threads = threads});
  try {
    if (block_bytes == 0) {
      read_graph(path, options, run);
    } else {
      detail::CompressedInput input(path);
      detail::EdgeListReader({input, options, run}, block_bytes).read();
    }
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("every hostile input names its file, line, column and problem") {
  const test::TemporaryFolder folder;
  for (const Hostile& row : hostile_inputs) {
    const std::string path = folder.write(std::string(row.file), row.content);
    INFO("content: " << row.content);
    for (const int threads : {1, 2}) {
      const std::string message = error_of(path, parse_options(row.options), threads, 0);
      CHECK(message.substr(0, path.size() + row.message.size()) == path + std::string(row.message));
    }
  }
}

TEST_CASE("line numbers stay exact across blocks and the first bad line wins") {
  const test::TemporaryFolder folder;
  std::string text = "# comment\r\n\r\n";
  for (int i = 0; i < 3000; ++i) text += std::to_string(i) + " " + std::to_string(i * 7 % 3000) + "\n";
  text.insert(text.find("\n2000 ") + 1, "  oops 3\n");
  text += "5 -5\n";
  const std::string path = folder.write("big.txt", text);
  for (const int threads : {1, 2}) {
    for (const std::size_t block :
         {std::size_t{1}, std::size_t{17}, std::size_t{4096}, std::size_t{1} << 20}) {
      INFO("threads " << threads << ", block " << block);
      CHECK(error_of(path, {}, threads, block) ==
            path + ":2003:3: 'oops' is not a number; use option 'labels' if vertices have names");
    }
  }
  ReadOptions skip;
  skip.lenient = true;
  const LoadedGraph loaded = read_graph(path, skip, RunContext({.threads = 2}));
  CHECK(loaded.report.bad_lines_skipped == 2);
  CHECK(loaded.report.edge_lines == 3000);
  CHECK(loaded.report.lines == 3004);
}

TEST_CASE("a bad line before damaged compressed data is reported first") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("long.txt", "0 1\n" + std::string((1 << 24) + 100, '7') + "\n");
  CHECK(error_of(path, {}, 2, 1 << 16).find(":2:") == path.size());
}

TEST_CASE("folders, missing files and impossible options") {
  const test::TemporaryFolder folder;
  const RunContext run({.threads = 1});
  CHECK_THROWS_WITH(read_graph(folder.path().string(), {}, run),
                    Catch::Contains("is a folder, not a file; name a file inside it"));
  CHECK_THROWS_AS(read_graph((folder.path() / "none.txt").string(), {}, run), InputError);
  CHECK_THROWS_WITH(read_graph((folder.path() / "none.txt").string(), {}, run),
                    (folder.path() / "none.txt").string() + ": no such file; check the path");
  const std::string path = folder.write("a.txt", "0 1\n");
  CHECK_THROWS_WITH(read_graph(path, parse_options("format=dot"), run),
                    Catch::Contains("use one of: ") && Catch::Contains("edges"));
  CHECK_THROWS_AS(read_graph(path, parse_options("format=dot"), run), InvalidArgument);
  CHECK_THROWS_AS(read_graph(path, parse_options("weighted column=2"), run), InvalidArgument);
}

TEST_CASE("a cancelled run stops reading") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.txt", "0 1\n1 2\n");
  const std::atomic<bool> cancel = true;
  CHECK_THROWS_AS(read_graph(path, {}, RunContext({.threads = 1, .cancel = &cancel})), SystemError);
}
