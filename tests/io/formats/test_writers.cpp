#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/vertex_set.hpp>
#include <lode/io/write_graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
namespace fs = std::filesystem;

namespace {

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// Ids 10, 20, ..., 10n on a path.
Graph path_graph(Vertex n) {
  std::vector<Edge> edges;
  std::vector<std::uint64_t> ids;
  for (Vertex v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1});
  for (Vertex v = 0; v < n; ++v) ids.push_back(10 * (v + std::uint64_t{1}));
  return Graph::from_edges(std::span<const Edge>(edges), n).with_names(VertexNames::from_ids(ids));
}

std::string set_error(const std::string& content, const Graph& graph) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("set", content);
  try {
    read_vertex_set(path, graph);
  } catch (const InputError& error) {
    return std::string(error.what()).substr(path.size());
  }
  return "no error";
}

}  // namespace

TEST_CASE("a file appears whole at commit and leaves nothing otherwise") {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "out.txt").string();
  {
    OutputFile file(path, Overwrite::no);
    file.write(std::string(200000, 'x'));
    CHECK_FALSE(fs::exists(path));
  }
  CHECK(files_in(folder.path()) == 0);
  {
    OutputFile file(path, Overwrite::no);
    file.write("whole\n");
    file.commit();
  }
  CHECK(test::read_file(path) == "whole\n");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("an existing file is kept unless it may be replaced") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("out.txt", "old");
  CHECK_THROWS_AS(write_file(path, "new", Overwrite::no), InvalidArgument);
  CHECK_THROWS_WITH(write_file(path, "new", Overwrite::no),
                    Catch::Contains(path) && Catch::Contains("option 'force'"));
  CHECK(test::read_file(path) == "old");
  {
    OutputFile unfinished(path, Overwrite::yes);
    unfinished.write("half");
  }
  CHECK(test::read_file(path) == "old");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  write_file(path, "new", Overwrite::yes);
  CHECK(test::read_file(path) == "new");
  CHECK((fs::status(path).permissions() & fs::perms::mask) ==
        (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(files_in(folder.path()) == 1);
  // A name that is taken after the file was opened is not replaced either.
  const std::string late = (folder.path() / "late.txt").string();
  OutputFile file(late, Overwrite::no);
  file.write("mine");
  folder.write("late.txt", "theirs");
  CHECK_THROWS_AS(file.commit(), InvalidArgument);
  CHECK(test::read_file(late) == "theirs");
}

TEST_CASE("what a killed process left of a file goes with the next write, what others write stays") {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "out.txt").string();
  const std::vector<std::string> others = {"out.txt.7-.tmp",   "out.txt.-7.tmp",  "out.txt.7.tmp",
                                           "out.txt.7-0.tmp2", "out.txt.a-0.tmp", "xout.txt.7-0.tmp",
                                           "other.txt.7-0.tmp"};
  for (const std::string& name : others) folder.write(name, "kept");
  folder.write("out.txt.4000000-3.tmp", "half");
  OutputFile first(path, Overwrite::yes);
  CHECK_FALSE(fs::exists(path + ".4000000-3.tmp"));
  first.write("first");
  write_file(path, "second", Overwrite::yes);
  CHECK(test::read_file(path) == "second");
  first.commit();
  CHECK(test::read_file(path) == "first");
  CHECK(files_in(folder.path()) == others.size() + 1);
}

TEST_CASE("a file that grows beyond the limit of the system leaves the old one") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("out.txt", "old");
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const rlimit limit{100000, 100000};
    std::signal(SIGXFSZ, SIG_IGN);
    int code = 1;
    if (::setrlimit(RLIMIT_FSIZE, &limit) == 0) {
      try {
        write_file(path, std::string(200000, 'x'), Overwrite::yes);
      } catch (const SystemError& error) {
        code = std::string(error.what()).find("File too large") == std::string::npos ? 2 : 0;
      }
    }
    ::_exit(code);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(test::read_file(path) == "old");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("a link keeps pointing to the file that is replaced") {
  const test::TemporaryFolder folder;
  const std::string target = folder.write("target", "old");
  fs::create_symlink("target", folder.path() / "link");
  write_file((folder.path() / "link").string(), "new", Overwrite::yes);
  CHECK(fs::is_symlink(folder.path() / "link"));
  CHECK(test::read_file(target) == "new");
}

TEST_CASE("places that cannot be written name the path") {
  const test::TemporaryFolder folder;
  const std::string inside = (folder.path() / "none" / "out.txt").string();
  CHECK_THROWS_AS(write_file(inside, "x", Overwrite::no), SystemError);
  CHECK_THROWS_WITH(write_file(inside, "x", Overwrite::no),
                    Catch::Contains(inside) && Catch::Contains("the folder does not exist"));
  CHECK_THROWS_AS(write_file(folder.path().string(), "x", Overwrite::yes), SystemError);
  if (fs::exists("/dev/full")) {
    CHECK_THROWS_AS(write_file("/dev/full", "x", Overwrite::no), SystemError);
    CHECK_THROWS_WITH(write_file("/dev/full", std::string(100000, 'x'), Overwrite::yes),
                      Catch::Contains("/dev/full: cannot write (No space left on device)"));
  }
  CHECK_NOTHROW(write_file("/dev/null", "x", Overwrite::no));
}

TEST_CASE("a vertex set survives the way through a file") {
  const test::TemporaryFolder folder;
  const Graph graph = path_graph(6);
  const std::vector<Vertex> set = {4, 0, 2};
  const std::string path = (folder.path() / "set.txt").string();
  write_vertex_set(graph, set, 7, path, Overwrite::no);
  CHECK(test::read_file(path) == "# edges 7\n50\n10\n30\n");
  const VertexSetFile back = read_vertex_set(path, graph);
  CHECK(back.vertices == set);
  CHECK(back.edges == EdgeCount{7});
  const std::vector<Vertex> strangers = {4, 6};
  CHECK_THROWS_AS(write_vertex_set(graph, strangers, 7, path, Overwrite::yes), InvalidArgument);
  CHECK(test::read_file(path) == "# edges 7\n50\n10\n30\n");
  const VertexSetFile loose =
      read_vertex_set(folder.write("b", "\xef\xbb\xbf# a set\r\n\r\n  20 \t\r\n060"), graph);
  CHECK(loose.vertices == std::vector<Vertex>{1, 5});
  CHECK_FALSE(loose.edges.has_value());
}

TEST_CASE("labels of a vertex set are quoted where needed") {
  const test::TemporaryFolder folder;
  const std::vector<std::string> labels = {"# edges 3", "a b", "plain", "say \"x\"", "x,y"};
  const std::vector<Edge> edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
  const Graph graph =
      Graph::from_edges(std::span<const Edge>(edges)).with_names(VertexNames::from_labels(labels));
  const std::vector<Vertex> all = {0, 1, 2, 3, 4};
  const std::string path = (folder.path() / "set.txt").string();
  write_vertex_set(graph, all, 4, path, Overwrite::no);
  CHECK(read_vertex_set(path, graph).vertices == all);
  CHECK(read_vertex_set(folder.write("loose", "a b\n"), graph).vertices == std::vector<Vertex>{1});
  const std::string list = (folder.path() / "graph.txt").string();
  write_graph(graph, list);
  ReadOptions options;
  options.labels = true;
  const Graph back = read_graph(list, options, RunContext({.threads = 1})).graph;
  REQUIRE(back.num_vertices() == 5);
  for (Vertex v = 0; v < 5; ++v) CHECK(back.name(v) == labels[v]);
  CHECK(std::equal(back.targets().begin(), back.targets().end(), graph.targets().begin(),
                   graph.targets().end()));
}

TEST_CASE("labels that begin like a comment are vertices of a set wherever the graph has them") {
  const test::TemporaryFolder folder;
  const std::vector<std::string> labels = {"# x", "#ai", "%c", "ai"};
  const std::vector<Edge> edges = {{0, 1}, {1, 2}, {2, 3}};
  const Graph graph =
      Graph::from_edges(std::span<const Edge>(edges)).with_names(VertexNames::from_labels(labels));
  const auto set = [&](std::string_view text) { return read_vertex_set(folder.write("set", text), graph); };
  CHECK(set("# edges 1\n#ai\n#nlp\n%c\n").vertices == std::vector<Vertex>{1, 2});
  CHECK(set("# edges 1\n#ai\n").edges == 1);
  CHECK(set("# x\n# y\nai\n").vertices == std::vector<Vertex>{0, 3});
}

TEST_CASE("hostile vertex sets") {
  const Graph graph = path_graph(4);
  CHECK(set_error("10\n50\n", graph).rfind(":2:1: '50' is not a vertex of the graph", 0) == 0);
  CHECK(set_error("# c\n\n  11\n", graph).rfind(":3:3: '11' is not a vertex of the graph", 0) == 0);
  CHECK(set_error("10\n20\n10\n", graph).rfind(":3:1: vertex 10 is listed twice", 0) == 0);
  CHECK(set_error("10\n20\n010\n", graph).rfind(":3:1: vertex 010 is listed twice", 0) == 0);
  CHECK(set_error("10 20\n", graph).rfind(":1:3: more than one id on the line", 0) == 0);
  CHECK(set_error("10,20\n", graph).rfind(":1:3: more than one id on the line", 0) == 0);
  CHECK(set_error("10\nx\n", graph).rfind(":2:1: 'x' is not a number", 0) == 0);
  CHECK(set_error("10\n-20\n", graph).rfind(":2:1: negative id -20", 0) == 0);
  CHECK(
      set_error("10\n18446744073709551616\n", graph).rfind(":2:1: id 18446744073709551616 does not fit", 0) ==
      0);
  CHECK(set_error("10\n2\x01\n", graph).rfind(":2:2: byte 0x01 is not text", 0) == 0);
  CHECK(set_error("# edges many\n10\n", graph).rfind(":1:9: 'many' is not a number of edges", 0) == 0);
  CHECK(set_error("# edges -1\n10\n", graph).rfind(":1:9: '-1' is not a number of edges", 0) == 0);
  CHECK(set_error("# edges\n10\n", graph).rfind(":1:8: '' is not a number of edges", 0) == 0);
  CHECK(set_error("# edges 1\n# edges 2\n10\n", graph).rfind(":2:1: a second '# edges' comment", 0) == 0);
  CHECK(set_error("# nothing\n", graph).rfind(": holds no vertices", 0) == 0);
  CHECK(set_error("", graph).rfind(": is empty", 0) == 0);
}

TEST_CASE("SHA-256 of a file is the published value") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("abc", "abc");
  CHECK(file_sha256(path) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(file_sha256(folder.write("million", std::string(1000000, 'a'))) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  CHECK(file_sha256(folder.write("two blocks", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(file_sha256(folder.write("empty", "")) ==
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK_THROWS_AS(file_sha256((folder.path() / "none").string()), InputError);
  CHECK(file_sha256("-").empty());
  CHECK(file_sha256("/dev/null").empty());  // cannot be read twice
  const std::atomic<bool> cancel{true};
  CHECK_THROWS_AS(file_sha256(path, RunContext({.cancel = &cancel})), SystemError);
}
