#include <nlohmann/json.hpp>

#include "questions/asked.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using Json = nlohmann::ordered_json;

namespace {

/// Left 5, 6 and 9; right 5, 6 and 7, which are other vertices.
constexpr auto sided_rows = "5 5\n5 6\n5 7\n6 5\n6 6\n9 7\n9 5\n";

QuestionAnswer ask(std::string_view command, test::Asked::Options options) {
  const test::TemporaryFolder folder;
  options.emplace("--sides", "columns");
  options.emplace("--effort", "auto");
  test::Asked in(folder.write("rows.txt", sided_rows), std::move(options));
  return test::question_of(command, "--sides").ask(in);
}

}  // namespace

TEST_CASE("a pair of a size is told with its sides, its bound and its names") {
  const Json json = Json::parse(ask("find", {{"-s", "2x2"}, {"--format", "json"}}).document);
  CHECK(json["command"] == "find");
  CHECK((json["graph"]["left"] == 3 && json["graph"]["right"] == 3));
  const Json& result = json["results"][0];
  CHECK(result["s"] == 4);
  CHECK(result["left"] == Json({5, 6}));
  CHECK(result["right"] == Json({5, 6}));
  CHECK(result["edges"] == 4);
  CHECK(result["bound_of"] == "edges");
  CHECK(result["bound"] == 4);
  CHECK(result["proven_optimal"] == true);
  const QuestionAnswer answer = ask("find", {{"-s", "2x2"}, {"-o", "pair.txt"}});
  CHECK(answer.document.find("upper bound     edges 4 (subsets): proven optimal") != std::string::npos);
  CHECK(test::file_of(answer, "-o") == "# edges 4\nleft\t5\nleft\t6\nright\t5\nright\t6\n");
}

TEST_CASE("bounds of bicliques are on the area") {
  const test::Asked::Options biclique = {
      {"--min-density", "1"}, {"--min-sides", "3x1"}, {"--format", "json"}};
  const Json results = Json::parse(ask("find", biclique).document)["results"];
  CHECK(results[0]["bound_of"] == "area");
  CHECK(results[0]["bound"] == 3);
  CHECK(results[0]["edges"] == 3);
  CHECK(results[0]["least_left"] == 3);
  const std::string csv =
      ask("find", {{"--min-density", "1"}, {"--min-sides", "3x1"}, {"--format", "csv"}}).document;
  CHECK(csv.find("\n4,3,1,3,3,3,1,area,3,bicliques,0,true,3,1,") != std::string::npos);
  CHECK(csv.find(",5 6 9,5\n") != std::string::npos);
}

TEST_CASE("no answer is told as none") {
  const test::Asked::Options none = {{"--min-density", "1"}, {"--min-sides", "3x2"}};
  CHECK(ask("find", none).document.find("no pair of sets was found that does this") != std::string::npos);
  const auto as_json = ask("find", {{"--min-density", "1"}, {"--min-sides", "3x2"}, {"--format", "json"}});
  const Json result = Json::parse(as_json.document)["results"][0];
  CHECK(result["proven_optimal"] == true);
  CHECK(result["left"] == Json::array());
}

TEST_CASE("degrees and cores of both sides are told") {
  const Json info = Json::parse(ask("info", {{"--format", "json"}}).document);
  CHECK(info["left"]["most_degree"] == 3);
  CHECK(info["right"]["least_degree"] == 2);
  const QuestionAnswer answer = ask("info", {{"--sided-cores", "cores.csv"}});
  CHECK(answer.document.find("left degrees    2 to 3 edges, 0 without any") != std::string::npos);
  CHECK(test::file_of(answer, "--sided-cores").find("left,5,1,3\n") != std::string::npos);
  CHECK(Json::parse(ask("densest", {{"--format", "json"}}).document)["result"]["left"] == Json({5, 6, 9}));
  CHECK(ask("densest", {}).document.find("no pair has a larger rho") != std::string::npos);
}
