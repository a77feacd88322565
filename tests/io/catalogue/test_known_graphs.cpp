#include <atomic>
#include <cstdio>
#include <filesystem>
#include <string>

#include <zlib.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

const std::string two_edges = "0 1\r\n1 2\r\n";
// sha256sum of "0 1\n1 2\n" and of "0 1\r\n1 2\r\n"
const std::string lf_sha256 = "8ba65ee1bbe8297e30cab4c5fc9b62a8caa0dbe7b89298edf1da2609beb24ae1";
const std::string crlf_sha256 = "37236ff7e32a607c4b40236207ce28f969b9d332f1a0977a5a6904f7ab89a6a7";

CatalogueGraph graph(const std::string& name, const std::string& file, const std::string& sha256) {
  return {name, {}, 3, 2, "edges", "https://a.org/", "", {{file, sha256, ""}}};
}

void write_gzip(const std::filesystem::path& path, const std::string& content) {
  gzFile file = ::gzopen(path.c_str(), "wb");
  REQUIRE(file != nullptr);
  REQUIRE(::gzwrite(file, content.data(), static_cast<unsigned>(content.size())) ==
          static_cast<int>(content.size()));
  REQUIRE(::gzclose(file) == Z_OK);
}

}  // namespace

TEST_CASE("only the CR before an LF is left out, also at the seams of buffers and at the end") {
  const test::TemporaryFolder folder;
  constexpr std::size_t buffer = std::size_t{1} << 18;
  for (const std::size_t before : {buffer - 1, buffer, 2 * buffer - 1}) {
    const std::string head(before, 'x');
    for (const auto& [tail, kept] : {std::pair<std::string, std::string>{"\r\nend", "\nend"},
                                     {"\rend", "\rend"},
                                     {"\r", "\r"},
                                     {"\r\r\n", "\r\n"},
                                     {"\n\r\n\r", "\n\n\r"}}) {
      const CatalogueGraph lf = graph("a", "a", file_sha256(folder.write("b", head + kept)));
      CHECK(check_file(lf, lf.files[0], folder.write("c", head + tail)).state == "ok");
    }
  }
}

TEST_CASE("a check tells the right content from another one and from a damaged file") {
  const test::TemporaryFolder folder;
  const RunContext run;
  const CatalogueGraph lf = graph("a", "a.txt.gz", lf_sha256);
  const CatalogueGraph crlf = graph("a", "a.txt.gz", crlf_sha256);
  const auto state = [&](const CatalogueGraph& known, const std::string& path) {
    return check_file(known, known.files[0], path, run).state;
  };
  const std::string path = folder.write("a.txt", two_edges);
  CHECK(state(lf, path) == "ok");
  CHECK(state(crlf, path) == "ok");
  CHECK(file_sha256(path) == crlf_sha256);
  write_gzip(folder.path() / "packed.txt.gz", two_edges);
  CHECK(state(lf, (folder.path() / "packed.txt.gz").string()) == "ok");
  CHECK(state(crlf, (folder.path() / "packed.txt.gz").string()) == "ok");
  CHECK(state(crlf, folder.write("lf.txt", "0 1\n1 2\n")) == "differs");
  const FileCheck other = check_file(lf, lf.files[0], folder.write("other.txt", "0 1\n1 3\n"), run);
  CHECK(other.state == "differs");
  CHECK(other.problem.find(lf_sha256) != std::string::npos);
  write_gzip(folder.path() / "cut.gz", two_edges);
  const std::string packed = test::read_file(folder.path() / "cut.gz");
  const FileCheck cut =
      check_file(lf, lf.files[0], folder.write("cut.gz", packed.substr(0, packed.size() - 9)), run);
  CHECK(cut.state == "damaged");
  CHECK(cut.problem.find("truncated") != std::string::npos);
  std::atomic<bool> cancel{true};
  CHECK_THROWS_AS(check_file(lf, lf.files[0], path, RunContext({.cancel = &cancel})), SystemError);
}

TEST_CASE("graphs are found where their names lead, files by what the catalogue calls them") {
  const test::TemporaryFolder data, bundled, cache;
  data.write("one.txt", two_edges);
  data.write("twin.txt", two_edges);
  data.write("twin.csv", two_edges);
  bundled.write("two.txt", two_edges);
  cache.write("two.csv.gz", two_edges);
  cache.write("three_file.txt.zst", two_edges);
  const SearchFolders folders{{data.path().string()}, bundled.path().string(), cache.path().string()};
  Catalogue catalogue;
  for (const auto& [name, file] : {std::pair<std::string, std::string>{"one", "one.txt.gz"},
                                   {"two", "Two.csv"},
                                   {"three", "three-file.txt"},
                                   {"twin", "twin.txt"},
                                   {"four", "four.txt"}}) {
    catalogue.graphs.push_back(graph(name, file, lf_sha256));
  }
  const auto known = locate_graphs(catalogue, folders);
  REQUIRE(known.size() == 5);
  CHECK(known[0].place == "LODE_DATA");
  CHECK(known[0].path == (data.path() / "one.txt").string());
  CHECK(known[1].place == "bundled");
  CHECK(known[1].path == (bundled.path() / "two.txt").string());
  CHECK(known[2].place == "cache");
  CHECK(known[2].path == (cache.path() / "three_file.txt.zst").string());
  CHECK(known[3].place == "ambiguous");
  CHECK(known[4].place == "not here");
  CHECK(known[4].path.empty());
  CHECK(find_catalogue_file(catalogue.graphs[1].files[0], folders) == (cache.path() / "two.csv.gz").string());
  CHECK(find_catalogue_file(catalogue.graphs[3].files[0], folders) == (data.path() / "twin.txt").string());
  CHECK_FALSE(find_catalogue_file(catalogue.graphs[4].files[0], folders));
}

TEST_CASE("a graph that is here but in no catalogue has no checksum") {
  const test::TemporaryFolder data;
  const std::string path = data.write("mine.txt", two_edges);
  const SearchFolders folders{{data.path().string()}, "", ""};
  const Catalogue catalogue{"c.tsv", {graph("one", "one.txt", lf_sha256)}};
  CHECK(&known_graph("ONE", catalogue, folders) == &catalogue.graphs[0]);
  try {
    known_graph("mine", catalogue, folders);
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.position().file == path);
    CHECK(error.problem() == "is not in the catalogue c.tsv");
  }
  CHECK_THROWS_AS(known_graph("two", catalogue, folders), InputError);
}

TEST_CASE("what a download refuses before it begins") {
  const test::TemporaryFolder cache;
  const SearchFolders folders{{}, "", cache.path().string()};
  const auto start = [&](const std::string& url, const RunContext& run) {
    CatalogueGraph known = graph("a", "a.txt", lf_sha256);
    known.files[0].download = url;
    fetch_file(known, known.files[0], folders, {}, run);
  };
  std::atomic<bool> cancel{true};
  const RunContext run;
  CHECK_THROWS_AS(start("https://example.org/a", RunContext({.cancel = &cancel})), SystemError);
  CHECK_THROWS_AS(start("http://example.org/a", run), InvalidArgument);
  CHECK_THROWS_AS(start("file:///etc/passwd", run), InvalidArgument);
  CHECK(std::filesystem::is_empty(cache.path()));
}

TEST_CASE("a graph without a download: what to do instead") {
  const test::TemporaryFolder cache;
  CatalogueGraph known = graph("a", "a.txt", lf_sha256);
  known.note = "a note";
  const SearchFolders folders{{}, "", cache.path().string()};
  CHECK_THROWS_WITH(fetch_file(known, known.files[0], folders),
                    Catch::Contains("no download is known for a.txt") && Catch::Contains(known.page) &&
                        Catch::Contains(known.note) && Catch::Contains(folders.cache));
  CHECK_THROWS_AS(fetch_file(known, known.files[0], {}), SystemError);
}
