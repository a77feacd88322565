#include <cstdlib>
#include <filesystem>
#include <string>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

const std::string catalogue = LODE_REPOSITORY "/datasets/catalogue.tsv";

std::string found(std::string_view name, const SearchFolders& folders) {
  return std::filesystem::path(resolve_graph(name, folders).path).filename().string();
}

std::string error_of(std::string_view name, const SearchFolders& folders) {
  try {
    resolve_graph(name, folders);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("names are completed, folded and translated") {
  const test::TemporaryFolder folder;
  for (const char* file :
       {"email-Enron.txt.gz", "facebook_combined.txt.gz", "lastfm_asia_edges.txt", "ppi.txt.zst",
        "musae_git_edges.csv.gz", "musae_DE_edges.csv", "bio-dmela.mtx", "README", "p2p-Gnutella08.el"}) {
    folder.write(file, "0 1\n");
  }
  const SearchFolders folders{
      .data = {folder.path().string()}, .bundled = "", .cache = "", .catalogue = catalogue};
  CHECK(found("email-Enron", folders) == "email-Enron.txt.gz");
  CHECK(found("EMAIL_enron", folders) == "email-Enron.txt.gz");
  CHECK(found("email-Enron.txt", folders) == "email-Enron.txt.gz");
  CHECK(found("email-enron.TXT.gz", folders) == "email-Enron.txt.gz");
  CHECK(found("ego-Facebook", folders) == "facebook_combined.txt.gz");
  CHECK(found("facebook_combined", folders) == "facebook_combined.txt.gz");
  CHECK(found("lastfm_asia", folders) == "lastfm_asia_edges.txt");
  CHECK(found("lastfm-asia", folders) == "lastfm_asia_edges.txt");
  CHECK(found("musae-github", folders) == "musae_git_edges.csv.gz");
  CHECK(found("musae-twitch-DE", folders) == "musae_DE_edges.csv");
  CHECK(found("PPI", folders) == "ppi.txt.zst");
  CHECK(found("bio_dmela", folders) == "bio-dmela.mtx");
  CHECK(found("README", folders) == "README");
  CHECK(resolve_graph("p2p_gnutella08", folders).name == "p2p-Gnutella08");
  CHECK(resolve_graph("ego-facebook", folders).name == "facebook_combined");
  CHECK(resolve_graph("ego-facebook", folders).folder == folder.path().string());
}

TEST_CASE("files of every format answer, in the order of the folders") {
  const test::TemporaryFolder first;
  const test::TemporaryFolder second;
  const std::string wanted = first.write("karate.gml.gz", "graph [ ]");
  second.write("karate.txt", "0 1\n");
  const SearchFolders folders{{first.path().string(), second.path().string()}, "", ""};
  CHECK(resolve_graph("karate", folders).path == wanted);
  for (const char* file : {"a.mtx", "b.clq", "c.col.gz", "d.graph.zst", "e.el"}) {
    const std::string path = second.write(file, "0 1\n");
    CHECK(resolve_graph(std::string_view(file).substr(0, 1), folders).path == path);
  }
}

TEST_CASE("an export beside a graph does not answer to its name, one that is alone does") {
  const test::TemporaryFolder folder;
  const SearchFolders folders{{folder.path().string()}, "", ""};
  for (const char* ending : {".graphml.bz2", ".json"}) {
    INFO(ending);
    const std::string name = "net" + std::string(ending).substr(1, 3);
    const std::string path = folder.write(name + ending, "x");
    CHECK(resolve_graph(name, folders).path == path);
    const std::string graph = folder.write(name + ".mtx.xz", "x");
    CHECK(resolve_graph(name, folders).path == graph);
  }
  // lode does not read Graphviz files.
  const std::string path = folder.write("picture.dot", "x");
  CHECK(error_of("picture", folders).find("no graph of this name") != std::string::npos);
  CHECK(resolve_graph("picture.dot", folders).path == path);
}

TEST_CASE("paths and standard input come before names") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("net.v2.txt.gz", "0 1\n");
  CHECK(resolve_graph(path, {}).path == path);
  CHECK(resolve_graph(path, {}).name == "net.v2");
  CHECK(resolve_graph("-", {}).path == "-");
  CHECK(resolve_graph(folder.path().string(), {}).path ==
        folder.path().string());  // the reader rejects folders
  CHECK(error_of((folder.path() / "none.txt").string(), {}).find("no such file; check the path") !=
        std::string::npos);
  CHECK_THROWS_AS(resolve_graph("", {}), InvalidArgument);
}

TEST_CASE("the first folder that knows the name answers") {
  const test::TemporaryFolder first, second, cache;
  first.write("a.txt", "0 1\n");
  second.write("a.csv", "0 1\n");
  second.write("b.csv", "0 1\n");
  cache.write("c.txt", "0 1\n");
  const SearchFolders folders{
      {"/nowhere", first.path().string()}, second.path().string(), cache.path().string()};
  CHECK(resolve_graph("a", folders).path == (first.path() / "a.txt").string());
  CHECK(resolve_graph("a.csv", folders).path == (second.path() / "a.csv").string());
  CHECK(resolve_graph("b", folders).path == (second.path() / "b.csv").string());
  CHECK(resolve_graph("c", folders).path == (cache.path() / "c.txt").string());
}

TEST_CASE("two matches list both, no match lists the nearest names and the folders") {
  const test::TemporaryFolder folder;
  folder.write("twin.txt", "0 1\n");
  folder.write("Twin.csv.gz", "0 1\n");
  folder.write("p2p-Gnutella08.txt", "0 1\n");
  const SearchFolders folders{{folder.path().string()}, "", ""};
  const std::string two = error_of("twin", folders);
  CHECK(two.find("Twin.csv.gz, twin.txt") != std::string::npos);
  CHECK(two.find(folder.path().string()) != std::string::npos);
  CHECK(found("twin.txt", folders) == "twin.txt");
  const std::string none = error_of("p2p-Gnutela8", folders);
  CHECK(none.find("nearest names: p2p-Gnutella08") != std::string::npos);
  CHECK(none.find(folder.path().string()) != std::string::npos);
  CHECK(none.find("LODE_DATA") != std::string::npos);
  CHECK(error_of("zzzzqqqq", folders).find("nearest") == std::string::npos);
  CHECK(error_of("ego-Facebok", {{}, "", "", catalogue}).find("nearest names: ego-Facebook") !=
        std::string::npos);
}

TEST_CASE("a known graph that is not here: where to get it") {
  const SearchFolders folders{{}, "", "/nowhere", catalogue};
  const std::string there = error_of("facebook_combined", folders);
  CHECK(there.find("no facebook_combined.txt.gz in /nowhere; 'lode data get ego-Facebook'") !=
        std::string::npos);
  CHECK(there.find("4039 vertices, 88234 edges") != std::string::npos);
  const std::string page = error_of("karate", folders);
  CHECK(page.find("see http://www-personal.umich.edu/~mejn/netdata/") != std::string::npos);
  CHECK(page.find("fetch_graph") == std::string::npos);
}

TEST_CASE("a catalogue may be missing, not damaged") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.txt", "0 1\n");
  SearchFolders folders{{folder.path().string()}, "", "", "/nowhere/catalogue.tsv"};
  CHECK(resolve_graph("a", folders).path == path);
  CHECK(error_of("b", folders).find("the catalogue /nowhere/catalogue.tsv is missing") != std::string::npos);
  folders.catalogue = folder.write("catalogue.tsv", "name\n");
  CHECK(error_of("a", folders).find("catalogue.tsv:1:1: the first line does not name the columns") !=
        std::string::npos);
}

TEST_CASE("the folders of the process come from its environment") {
  const auto with = [](const char* name, const char* value, const auto& work) {
    const char* old = std::getenv(name);
    const std::string saved = old ? old : "";
    ::setenv(name, value, 1);
    work();
    if (old) {
      ::setenv(name, saved.c_str(), 1);
    } else {
      ::unsetenv(name);
    }
  };
  with("LODE_DATA", "/one::/two", [&] {
    with("XDG_CACHE_HOME", "/cache", [] {
      const SearchFolders folders = default_search_folders();
      CHECK(folders.data == std::vector<std::string>{"/one", "/two"});
      CHECK(folders.cache == "/cache/lode");
      CHECK(folders.catalogue == folders.bundled + "/catalogue.tsv");
      CHECK_FALSE(folders.bundled.empty());
    });
    with("XDG_CACHE_HOME", "", [&] {
      with("HOME", "/home/me", [] { CHECK(default_search_folders().cache == "/home/me/.cache/lode"); });
    });
  });
}
