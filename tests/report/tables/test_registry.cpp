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
  CHECK(text.find(" s  trivial  degree  best  bound    edge density at most\n"
                  "10       45      60    45  trivial                     1\n"
                  "50      400     320   320  degree                 0.2612\n") != std::string::npos);
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
  CHECK(json["results"][1]["bound"] == 320);
  CHECK(json["results"][1]["bound_rule"] == "degree");
  CHECK(json["results"][0]["bounds"][1]["seconds"].get<double>() == 0.25);
}

TEST_CASE("every registered method and bound is in every table") {
  const std::string text = methods_table("text", methods(), bound_rows());
  const std::string markdown = methods_table("markdown", methods(), bound_rows());
  const Json json = Json::parse(methods_table("json", methods(), bound_rows()));
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
  const std::string text = options_table("text", "methods", all);
  const std::string markdown = options_table("markdown", "methods", all);
  const Json json = Json::parse(options_table("json", "methods", all));
  CHECK(json["command"] == "methods");
  REQUIRE(json["methods"].size() == methods().size());
  for (std::size_t i = 0; i < methods().size(); ++i) {
    const MethodRow& row = methods()[i];
    const Json& options = json["methods"][i]["options"];
    REQUIRE(options.size() == row.options.size());
    const auto help = options_help(all[i]);
    const std::size_t presets = row.presets.empty() ? 0 : 1;  // come first
    REQUIRE(help.size() == row.options.size() + presets);
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
      const auto& [name, meaning] = help[j + presets];
      CHECK(name == option.name);
      CHECK(meaning.find(option.meaning) != std::string::npos);
      CHECK(meaning.find(option.range) != std::string::npos);
      const bool is_rounded = option.kind == OptionKind::number && option.default_value.size() > 7;
      CHECK(meaning.find("default " + (is_rounded ? "" : option.default_value)) != std::string::npos);
    }
  }
  CHECK(options_help(all.front()).front() ==
        std::pair<std::string, std::string>(
            "preset", "Settings under one name: default, fast, thorough, descent, paper"));
}

TEST_CASE("long fractions are shown with five digits, and exactly in JSON") {
  const std::vector<MethodOptions> all = options_of(methods());
  CHECK(options_table("text", "methods", all).find("default 3.1623\n") != std::string::npos);
  CHECK(options_table("text", "methods", all).find("3.16227") == std::string::npos);
  CHECK(options_table("json", "methods", all).find("3.1622776601683795") != std::string::npos);
}
