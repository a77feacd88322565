#include <algorithm>

#include <nlohmann/json.hpp>

#include <lode/report/tables.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using Json = nlohmann::ordered_json;

namespace {

BoundsReport sample_bounds() {
  BoundsReport report;
  report.graph = "g\x1b";
  report.vertices = 100;
  report.edges = 400;
  report.bounds = {{{"trivial", 10, 45, 0.0}, {"degree", 10, 60, 0.25}},
                   {{"trivial", 50, 400, 0.0}, {"degree", 50, 320, 0.0}}};
  report.rows = bound_rows();
  return report;
}

}  // namespace

TEST_CASE("bounds are shown side by side, the smallest named") {
  const std::string text = bounds_text(sample_bounds());
  CHECK(text.find(" s  trivial  degree  best  bound    density at most\n"
                  "10       45      60    45  trivial                1\n"
                  "50      400     320   320  degree            0.2612\n") != std::string::npos);
  CHECK(text.find("number of edges inside any s vertices") != std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
  for (const BoundRow& row : bound_rows()) {
    if (row.name == "trivial" || row.name == "degree") {
      CHECK(text.find(std::string(row.statement)) != std::string::npos);
    }
  }
  CHECK(bounds_csv(sample_bounds()).find("10,trivial,45,1,true,0\n10,degree,60,") != std::string::npos);

  const Json json = Json::parse(bounds_json(sample_bounds()));
  CHECK(json["command"] == "bounds");
  REQUIRE(json["results"].size() == 2);
  CHECK(json["results"][1]["upper_bound"] == 320);
  CHECK(json["results"][1]["bound"] == "degree");
  CHECK(json["results"][0]["bounds"][1]["seconds"].get<double>() == 0.25);
}

TEST_CASE("every registered method and bound is in every table") {
  const std::string text = methods_text(methods(), bound_rows());
  const std::string markdown = methods_markdown(methods(), bound_rows());
  const Json json = Json::parse(methods_json(methods(), bound_rows()));
  REQUIRE(json["methods"].size() == methods().size());
  REQUIRE(json["bounds"].size() == bound_rows().size());
  CHECK(methods().size() >= 2);
  for (std::size_t i = 0; i < methods().size(); ++i) {
    const MethodRow& row = methods()[i];
    CHECK(text.find("\n" + std::string(row.name) + "\n") != std::string::npos);
    CHECK(text.find(std::string(row.source)) != std::string::npos);
    CHECK(markdown.find("| " + std::string(row.name) + " |") != std::string::npos);
    CHECK(json["methods"][i]["name"] == row.name);
    CHECK(json["methods"][i]["presets"].size() == row.presets.size());
    CHECK(json["methods"][i]["weights"] == row.weights);
    CHECK(json["methods"][i]["anchors"] == row.anchors);
    CHECK(json["methods"][i]["connected"] == row.connected);
  }
  for (std::size_t i = 0; i < bound_rows().size(); ++i) {
    CHECK(json["bounds"][i]["statement"] == bound_rows()[i].statement);
    CHECK(markdown.find("| " + std::string(bound_rows()[i].name) + " |") != std::string::npos);
  }
}

TEST_CASE("every option of every method is in every table of options, and in the help") {
  const std::vector<MethodOptions> all = options_of(methods());
  const std::string text = options_text(all);
  const std::string markdown = options_markdown(all);
  const Json json = Json::parse(options_json("methods", all));
  const auto help = options_help(all);
  const auto help_of = [&](std::string_view name) {
    const auto found =
        std::find_if(help.begin(), help.end(), [&](const auto& line) { return line.first == name; });
    return found == help.end() ? std::string() : found->second;
  };
  CHECK(json["command"] == "methods");
  REQUIRE(json["methods"].size() == methods().size());
  for (std::size_t i = 0; i < methods().size(); ++i) {
    const MethodRow& row = methods()[i];
    const Json& options = json["methods"][i]["options"];
    REQUIRE(options.size() == row.options.size());
    for (std::size_t j = 0; j < row.options.size(); ++j) {
      const OptionInfo& option = row.options[j];
      INFO(row.name << ", " << option.name);
      CHECK(options[j]["name"] == option.name);
      CHECK(options[j]["range"] == option.range);
      CHECK(options[j]["default"] == option.default_value);
      CHECK(options[j]["preset_defaults"].size() == option.other_defaults.size());
      CHECK(text.find(std::string(option.meaning)) != std::string::npos);
      CHECK(markdown.find("| " + std::string(row.name) + " | " + std::string(option.name) + " | ") !=
            std::string::npos);
      for (const std::string_view part :
           {std::string_view(row.name), option.meaning, std::string_view(option.range),
            std::string_view(option.default_value)}) {
        CHECK(help_of(option.name).find(part) != std::string::npos);
      }
    }
  }
  CHECK(help_of("preset") == "Options under a name [hybrid: default, fast, thorough, descent, paper]");
  CHECK(std::is_sorted(help.begin(), help.end()));
  CHECK(std::adjacent_find(help.begin(), help.end(),
                           [](const auto& a, const auto& b) { return a.first == b.first; }) == help.end());
}
