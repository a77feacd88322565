#include <atomic>
#include <filesystem>
#include <string>

#include <lode/core/error.hpp>

#include "io/catalogue/download.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

// Transfers are tested from outside, with a server, in tests/cli/test_data.py.

TEST_CASE("a part keeps what an earlier run has left, and is locked") {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "a.part").string();
  {
    detail::PartFile part(path);
    CHECK(part.size() == 0);
    part.append("0 1\n");
    part.append("1 2\n");
    CHECK_THROWS_AS(detail::PartFile(path), SystemError);
  }
  CHECK(test::read_file(path) == "0 1\n1 2\n");
  {
    detail::PartFile part(path);
    CHECK(part.size() == 8);
    part.append("2 3\n");
    CHECK(part.size() == 12);
    part.commit((folder.path() / "a").string());
  }
  CHECK(test::read_file(folder.path() / "a") == "0 1\n1 2\n2 3\n");
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a part without bytes leaves nothing behind") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.part", "old");
  { detail::PartFile(path).restart(); }
  CHECK_FALSE(std::filesystem::exists(path));
  folder.write("a.part", "old");
  { detail::PartFile(path).discard(); }
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK_THROWS_AS(detail::PartFile(folder.path().string()), SystemError);
  CHECK_THROWS_AS(detail::PartFile((folder.path() / "none" / "a.part").string()), SystemError);
}

TEST_CASE("what a download refuses before it begins") {
  const test::TemporaryFolder folder;
  detail::PartFile part((folder.path() / "a.part").string());
  const auto start = [&](const std::string& url, double stall, const RunContext& run) {
    detail::download(url, part, {.stall_limit = stall}, run);
  };
  std::atomic<bool> cancel{true};
  const RunContext run;
  const RunContext cancelled({.cancel = &cancel});
  if (detail::download_problem().empty()) {
    CHECK_THROWS_AS(start("http://example.org/a", 1.0, run), InvalidArgument);
    CHECK_THROWS_AS(start("file:///etc/passwd", 1.0, run), InvalidArgument);
    CHECK_THROWS_AS(start("https://example.org/a", 0.0, run), InvalidArgument);
    CHECK_THROWS_AS(start("https://example.org/a", 1.0, cancelled), SystemError);
  } else {
    CHECK_THROWS_AS(start("https://example.org/a", 1.0, run), SystemError);
  }
  CHECK(part.size() == 0);
}

TEST_CASE("a graph without a download: what to do instead") {
  const test::TemporaryFolder cache;
  const CatalogueGraph graph{
      "a", {}, 3, 2, "edges", "https://a.org/page", "a note", {{"a.txt", std::string(64, '0'), ""}}};
  const SearchFolders folders{{}, "", cache.path().string()};
  const RunContext run;
  try {
    fetch_graph(graph, folders, Refetch::no, {}, run);
    FAIL("no error");
  } catch (const SystemError& error) {
    const std::string what = error.what();
    for (const std::string& words :
         {std::string("no download is known for a.txt"), graph.page, graph.note, folders.cache})
      CHECK(what.find(words) != std::string::npos);
  }
  CHECK_THROWS_AS(fetch_graph(graph, {}, Refetch::no, {}, run), SystemError);
}
