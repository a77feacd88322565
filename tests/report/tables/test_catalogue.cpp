#include <nlohmann/json.hpp>

#include <lode/report/tables.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

std::vector<KnownGraph> sample_graphs() {
  const CatalogueGraph a{"a\x1b",
                         {"b", "c"},
                         10,
                         20,
                         "edges",
                         "https://a.org/",
                         "as, published",
                         {{"a.txt", "12", "https://a.org/a.txt"}, {"a.properties", "34", ""}}};
  const CatalogueGraph other{"other", {}, 1000, 5, "gml", "", "", {{"other.gml", "56", ""}}};
  return {{a, "LODE_DATA", "/d/a.txt"}, {other, "not here", ""}};
}

}  // namespace

TEST_CASE("known graphs as a table, as CSV and as JSON") {
  const auto graphs = sample_graphs();
  CHECK(catalogue_text(graphs) ==
        "name   vertices  edges  format  where\n"
        "a\\x1b        10     20  edges   LODE_DATA\n"
        "other      1000      5  gml     not here\n"
        "1 of 2 graphs here\n");
  CHECK(catalogue_csv(graphs) ==
        "name,aliases,vertices,edges,format,where,path,file,sha256,download,page,note\n"
        "a\x1b,b c,10,20,edges,LODE_DATA,/d/a.txt,a.txt,12,https://a.org/a.txt,https://a.org/,\"as, "
        "published\"\n"
        "other,,1000,5,gml,not here,,other.gml,56,,,\n");
  const auto json = nlohmann::json::parse(catalogue_json(graphs));
  CHECK(json["command"] == "data");
  REQUIRE(json["graphs"].size() == 2);
  CHECK(json["graphs"][0]["files"][1]["file"] == "a.properties");
  CHECK(json["graphs"][0]["aliases"].size() == 2);
  CHECK(json["graphs"][0]["edges"] == 20);
  CHECK(json["graphs"][1]["where"] == "not here");
}

TEST_CASE("checked files are listed, with the reason of each that does not match") {
  const std::vector<FileCheck> checks = {{"a", "a.txt", "/d/a.txt", "ok", ""},
                                         {"b", "b.txt", "/d/b.txt.gz", "damaged", "is cut"}};
  CHECK(file_checks_text(checks) ==
        "graph  file   state    path\n"
        "a      a.txt  ok       /d/a.txt\n"
        "b      b.txt  damaged  /d/b.txt.gz\n"
        "/d/b.txt.gz: is cut\n");
}
