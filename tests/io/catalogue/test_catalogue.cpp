#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>

#include "io/formats/formats.hpp"
#include "io/stream/compressed_input.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

const std::string shipped = LODE_REPOSITORY "/datasets/catalogue.tsv";
const std::string header = "name\taliases\tvertices\tedges\tformat\tfile\tsha256\tdownload\tpage\tnote\n";
const std::string sha(64, 'a');

std::string row(const std::string& name, const std::string& aliases, const std::string& file) {
  return name + "\t" + aliases + "\t3\t2\tedges\t" + file + "\t" + sha + "\t\thttps://a.org/\tnote\n";
}

std::string catalogue_error(const std::string& text) {
  const test::TemporaryFolder folder;
  try {
    read_catalogue(folder.write("c.tsv", text));
  } catch (const InputError& error) {
    const std::string what = error.what();
    return what.substr(what.find("c.tsv"));
  }
  return "no error";
}

/// The fields of one CSV line, quotes taken off.
std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += line[i++];
      } else {
        quoted = !quoted;
      }
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

}  // namespace

TEST_CASE("a catalogue is read field by field") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write(
      "c.tsv", "\xef\xbb\xbf" + header + "web\tthe-web,W\t4\t18446744073709551615\twebgraph\tweb.graph.gz\t" +
                   std::string(64, '0') + "\thttp://127.0.0.1:8000/web.graph\thttps://a.org/\ttwo files\r\n" +
                   "web\t\t\t\tproperties\tweb.properties\t" + sha +
                   "\thttps://a.org/web.properties\t\t\r\n" + row("b", "", "b.txt"));
  const Catalogue catalogue = read_catalogue(path);
  CHECK(catalogue.path == path);
  REQUIRE(catalogue.graphs.size() == 2);
  const CatalogueGraph& web = catalogue.graphs[0];
  CHECK(web.name == "web");
  CHECK(web.aliases == std::vector<std::string>{"the-web", "W"});
  CHECK(web.vertices == 4);
  CHECK(web.edges == 18446744073709551615u);
  CHECK(web.format == "webgraph");
  CHECK(web.page == "https://a.org/");
  CHECK(web.note == "two files");
  REQUIRE(web.files.size() == 2);
  CHECK(web.files[0].name == "web.graph.gz");
  CHECK(web.files[0].sha256 == std::string(64, '0'));
  CHECK(web.files[0].download == "http://127.0.0.1:8000/web.graph");
  CHECK(web.files[1].name == "web.properties");
  CHECK(catalogue.find("THE_web") == &web);
  CHECK(catalogue.find("w") == &web);
  CHECK(catalogue.find("B") == &catalogue.graphs[1]);
  CHECK(catalogue.find("web.graph") == nullptr);
  CHECK(catalogue.find("") == nullptr);
}

TEST_CASE("a bad catalogue is refused with file, line, column and remedy") {
  const auto says = [](const std::string& text, const std::string& words) {
    INFO(catalogue_error(text));
    CHECK(catalogue_error(text).starts_with(words));
  };
  says("", "c.tsv: is empty; begin with the line that names the columns");
  says(header, "c.tsv: lists no graph");
  for (const std::string first : {"name\taliases\tedges\n", "name,aliases\n", "name\n"})
    says(first,
         "c.tsv:1:1: the first line does not name the columns; begin with the tab-separated line: name ");
  says(header + "a\t\t1\t2\tedges\n", "c.tsv:2:1: the line has 5 fields, and a catalogue 10 columns; ");
  says(header + "a\n", "c.tsv:2:1: the line has 1 field, and");
  says(header + "a\t\t1\t2\tedges\ta.txt\t" + sha + "\t\t\t\textra\n", "c.tsv:2:1: the line has 11 fields");
  says(header + row("a", "", "../a.txt"), "c.tsv:2:14: '../a.txt' is not a plain file name");
  says(header + row("a", "", ".."), "c.tsv:2:14: '..' is not a plain file name");
  says(header + row("a", "", ""), "c.tsv:2:14: '' is not a plain file name");
  const auto fields = [](const std::string& counts, const std::string& format, const std::string& digest,
                         const std::string& url) {
    return header + "a\t\t" + counts + "\t" + format + "\ta.txt\t" + digest + "\t" + url + "\t\t\n";
  };
  says(fields("-1\t2", "edges", sha, ""), "c.tsv:2:4: the number of vertices -1 is negative");
  says(fields("1\t2.5", "edges", sha, ""), "c.tsv:2:6: the number of edges '2.5' is not an integer");
  says(fields("\t2", "edges", sha, ""), "c.tsv:2:4: the number of vertices is missing");
  says(fields("1\t18446744073709551616", "edges", sha, ""),
       "c.tsv:2:6: the number of edges 18446744073709551616 does not fit");
  says(fields("1\t2", "excel", sha, ""), "c.tsv:2:8: 'excel' is not a format; use properties, or one of: ");
  says(fields("1\t2", "edges", sha.substr(1), ""), "c.tsv:2:20: 'aaaaaaaa");
  says(fields("1\t2", "edges", "aaX" + sha.substr(3), ""), "c.tsv:2:20: 'aaXaaa");
  says(fields("1\t2", "edges", "", ""), "c.tsv:2:20: '' is not a SHA-256");
  says(fields("1\t2", "edges", sha, "http://a.org/a"), "c.tsv:2:85: 'http://a.org/a' is plain http://");
  says(fields("\t", "properties", sha, ""),
       "c.tsv:2:1: 'a' has a second file, and no line above lists it as a graph");
  says(header + "a\x01\n", "c.tsv:2:2: byte 0x01 is not text");
}

TEST_CASE("only https and this machine are sources of downloads") {
  const auto error_of = [](const std::string& url) {
    return catalogue_error(header + "a\t\t1\t2\tedges\ta.txt\t" + sha + "\t" + url + "\tpage\tnote\n");
  };
  for (const char* good :
       {"https://snap.stanford.edu/data/a.txt.gz", "HTTPS://a.org", "https://a.org:8443/x?y#z",
        "http://127.0.0.1:80/a", "http://localhost:8000/a", "http://[::1]:8000/a"}) {
    INFO(good);
    CHECK(error_of(good) == "no error");
  }
  for (const char* bad :
       {"a.txt", "file:///etc/passwd", "ftp://a.org/a", "http://a.org/a", "http://127.0.0.1.a.org/a",
        "http://127.0.0.1@a.org/a", "http://localhost.a.org/", "http://127.1/", "https://", "https:///a",
        "https://user:word@a.org/", "https://a.org/a b", "https://a.org\\@b.org/", "https://a.org/\xc3\xa4",
        "http://[::1]@a.org/", "http://[::2]/", "http:/127.0.0.1/"}) {
    INFO(bad);
    INFO(error_of(bad));
    CHECK(error_of(bad).starts_with("c.tsv:2:85: '"));
  }
}

TEST_CASE("the catalogue that comes with lode parses, is sorted, and every alias stands for one graph") {
  const Catalogue catalogue = read_catalogue(shipped);
  CHECK(catalogue.graphs.size() == 69);
  std::istringstream text(test::read_file(shipped));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  CHECK(lines.size() == 71);
  CHECK(std::ranges::is_sorted(catalogue.graphs, {}, &CatalogueGraph::name));
  for (const CatalogueGraph& graph : catalogue.graphs) {
    INFO(graph.name);
    CHECK(catalogue.find(graph.name) == &graph);
    for (const std::string& alias : graph.aliases) CHECK(catalogue.find(alias) == &graph);
    CHECK(graph.edges > 0);
    CHECK(graph.page.starts_with("http"));
    CHECK_FALSE(graph.note.empty());
    for (const CatalogueFile& file : graph.files) {
      CHECK((file.download.empty() || file.download.ends_with("/" + file.name)));
    }
  }
  for (const auto& [alias, name] : std::map<std::string, std::string>{{"facebook_combined", "ego-Facebook"},
                                                                      {"lastfm_asia", "lastfm-asia"},
                                                                      {"enron", "email-Enron"},
                                                                      {"collegemsg", "CollegeMsg"},
                                                                      {"facebook", "ego-Facebook"},
                                                                      {"musae_github", "musae-github"}}) {
    INFO(alias);
    REQUIRE(catalogue.find(alias) != nullptr);
    CHECK(catalogue.find(alias)->name == name);
  }
}

TEST_CASE("the catalogue agrees with the manifest of the real graphs") {
  const auto manifest = test::dataset("MANIFEST.csv");
  if (!manifest) return;
  const Catalogue catalogue = read_catalogue(shipped);
  std::map<std::string, const CatalogueGraph*> graph_of;
  std::map<std::string, const CatalogueFile*> entry_of;
  for (const CatalogueGraph& graph : catalogue.graphs) {
    for (const CatalogueFile& file : graph.files) {
      graph_of[file.name] = &graph;
      entry_of[file.name] = &file;
    }
  }
  std::ifstream in(*manifest);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> columns = csv_fields(line);
  const auto column = [&](const char* title) {
    return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), title) - columns.begin());
  };
  std::size_t rows = 0;
  while (std::getline(in, line)) {
    const std::vector<std::string> fields = csv_fields(line);
    REQUIRE(fields.size() == columns.size());
    const std::string& file = fields[column("file")];
    INFO(file);
    REQUIRE(graph_of.count(file) == 1);
    const CatalogueGraph& graph = *graph_of[file];
    const std::string& name = fields[column("name")];
    CHECK(graph.name == name.substr(0, name.find(" (")));
    CHECK(graph.page == fields[column("source_url")]);
    CHECK(fields[column("note")].find(entry_of[file]->sha256) != std::string::npos);
    if (&graph.files.front() == entry_of[file]) {
      CHECK(std::to_string(graph.vertices) == fields[column("nodes")]);
      CHECK(std::to_string(graph.edges) == fields[column("undirected_edges")]);
      const detail::CompressedInput input((std::filesystem::path(*manifest).parent_path() / file).string());
      CHECK(detail::detect(input, {}).name == graph.format);
    }
    ++rows;
  }
  CHECK(rows == 70);
  CHECK(rows == graph_of.size());
}

TEST_CASE("every name and alias leads to the catalogue's file among the real graphs") {
  const auto manifest = test::dataset("MANIFEST.csv");
  if (!manifest) return;
  const SearchFolders folders{{std::filesystem::path(*manifest).parent_path().string()}, "", ""};
  const Catalogue catalogue = read_catalogue(shipped);
  for (const CatalogueGraph& graph : catalogue.graphs) {
    INFO(graph.name);
    std::vector<std::string> names = graph.aliases;
    names.push_back(graph.name);
    for (const std::string& name : names) {
      const auto location = find_named_graph(name, folders, catalogue);
      REQUIRE(location);
      CHECK(std::filesystem::path(location->path).filename() == graph.files.front().name);
    }
  }
}
