#include <limits>
#include <optional>

#include <lode/core/error.hpp>

#include "core/options/option_table.hpp"
#include "support/catch.hpp"
#include "support/option_values.hpp"
#include "support/support.hpp"

using namespace lode;
using Catch::Contains;

namespace {

enum class Colour { red, green };

struct PaintOptions {
  int layers = 2;
  std::uint32_t brushes = 3;
  std::uint64_t strokes = 0;
  double thinner = 0.25;
  double pressure = 1.0;
  std::optional<double> drying = {};
  Colour colour = Colour::green;
  std::string motto = "ab";
};

std::string motto_from(std::string_view text) {
  if (text.size() != 2) throw InvalidArgument("motto", std::string(text), "has not two letters");
  return std::string(text);
}

const detail::OptionTable<PaintOptions>& paint_options() {
  static constexpr detail::OptionForm<std::string> two_letters = {
      "two letters", motto_from, [](const std::string& motto) { return motto; }};
  static const detail::OptionTable<PaintOptions> table = {
      {"layers", &PaintOptions::layers, "Layers of paint", "layers", detail::from_to(1, 9)},
      {"brushes", &PaintOptions::brushes, "Brushes at hand", "", detail::at_least(1)},
      {"strokes", &PaintOptions::strokes, "Strokes at most", "", detail::at_least(0)},
      {"thinner", &PaintOptions::thinner, "Part that is thinner", "", detail::strictly_between(0.0, 1.0)},
      {"pressure", &PaintOptions::pressure, "Pressure", "bar", detail::above(0.0)},
      {"drying", &PaintOptions::drying, "Time to dry", "hours", detail::at_least_or_infinity(0.0)},
      {"colour", &PaintOptions::colour, "Colour", {{"red", Colour::red}, {"green", Colour::green}}},
      {"motto", &PaintOptions::motto, "Two letters", "", two_letters},
  };
  return table;
}

OptionInfo info_of(std::string_view name) {
  for (OptionInfo& info : paint_options().infos()) {
    if (info.name == name) return std::move(info);
  }
  throw InternalError("no such option");
}

}  // namespace

TEST_CASE("settings change the options they name, and no others") {
  const PaintOptions options = paint_options().read({{"layers", "9"},
                                                     {"brushes", "7"},
                                                     {"strokes", "18446744073709551615"},
                                                     {"thinner", "0.5"},
                                                     {"drying", "inf"},
                                                     {"colour", "red"},
                                                     {"motto", "cd"}});
  CHECK(options.layers == 9);
  CHECK(options.brushes == 7);
  CHECK(options.strokes == std::numeric_limits<std::uint64_t>::max());
  CHECK(options.thinner == 0.5);
  CHECK(options.pressure == 1.0);
  CHECK(options.drying == std::numeric_limits<double>::infinity());
  CHECK(options.colour == Colour::red);
  CHECK(options.motto == "cd");
  CHECK_FALSE(paint_options().read({{"drying", "automatic"}}, options).drying);
}

TEST_CASE("ranges are said in words") {
  CHECK(info_of("layers").range == "an integer from 1 to 9");
  CHECK(info_of("brushes").range == "an integer from 1 to 4294967295");
  CHECK(info_of("thinner").range == "a number > 0 and < 1");
  CHECK(info_of("pressure").range == "a finite number > 0");
  CHECK(info_of("drying").range == "a number >= 0, or automatic");
  CHECK(info_of("colour").range == "red or green");
  CHECK(info_of("motto").range == "two letters");
}

TEST_CASE("text that is no value of an option is refused with its name, the value and the range") {
  const auto problem_with = [](const char* name, const char* value) {
    try {
      paint_options().read({{name, value}});
    } catch (const InvalidArgument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(problem_with("layers", "10") == "layers must be an integer from 1 to 9, not 10");
  CHECK(problem_with("layers", "many") == "layers many is not an integer; use an integer from 1 to 9");
  CHECK(problem_with("layers", "99999999999") == "layers must be an integer from 1 to 9, not 99999999999");
  CHECK(problem_with("brushes", "-1") == "brushes must be an integer from 1 to 4294967295, not -1");
  CHECK(problem_with("pressure", "0") == "pressure must be a finite number > 0, not 0");
  CHECK(problem_with("pressure", "inf") == "pressure must be a finite number > 0, not inf");
  CHECK(problem_with("pressure", "1e999") == "pressure must be a finite number > 0, not 1e999");
  CHECK(problem_with("pressure", "much") == "pressure much is not a number; use a finite number > 0");
  CHECK(problem_with("thinner", "nan") == "thinner must be a number > 0 and < 1, not nan");
  CHECK(problem_with("colour", "blue") == "colour blue is not known; use red or green");
  for (const OptionInfo& info : paint_options().infos()) {
    for (const std::string& text : test::refused_values(info)) {
      if (info.kind == OptionKind::form && text.size() == 2) continue;
      INFO(info.name << " " << text);
      CHECK_THROWS_AS(paint_options().read({{std::string(info.name), text}}), InvalidArgument);
    }
  }
}

TEST_CASE("a table refuses typed options in the words of settings") {
  const auto refused = [](auto member, auto value, const char* message) {
    PaintOptions options;
    options.*member = value;
    CHECK_THROWS_WITH(paint_options().check(options), Contains(message));
  };
  CHECK_NOTHROW(paint_options().check({}));
  refused(&PaintOptions::layers, 10, "layers must be an integer from 1 to 9, not 10");
  refused(&PaintOptions::brushes, 0u, "brushes must be an integer from 1 to 4294967295, not 0");
  refused(&PaintOptions::thinner, 1.0, "thinner must be a number > 0 and < 1, not 1");
  refused(&PaintOptions::pressure, std::numeric_limits<double>::quiet_NaN(),
          "pressure must be a finite number > 0, not nan");
  refused(&PaintOptions::drying, -0.5, "drying must be a number >= 0, or automatic, not -0.5");
  refused(&PaintOptions::colour, static_cast<Colour>(7), "colour 7 is not known; use red or green");
  refused(&PaintOptions::motto, "abc", "has not two letters");
}

TEST_CASE("what differs between options is written as settings that read back as the same") {
  PaintOptions options;
  CHECK(paint_options().settings_between({}, options).empty());
  options.thinner = 0.1 + 0.2;
  options.drying = 1e-300;
  options.colour = Colour::red;
  const detail::Settings settings = paint_options().settings_between({}, options);
  CHECK(settings.size() == 3);
  const PaintOptions again = paint_options().read(settings);
  CHECK(again.thinner == options.thinner);
  CHECK(again.drying == options.drying);
  CHECK(again.colour == options.colour);
}

TEST_CASE("defaults are those of the options themselves, with those of presets that differ") {
  PaintOptions thick;
  thick.layers = 5;
  const std::vector<std::pair<std::string, PaintOptions>> presets = {
      {"usual", {}}, {"thick", thick}, {"thick outside", thick}, {"thick inside", {}}};
  const std::vector<OptionInfo> infos = paint_options().infos({}, presets);
  REQUIRE(infos.size() == 8);
  CHECK(infos[0].default_value == "2");
  const std::vector<std::pair<std::string, std::string>> layers = {{"thick", "5"}, {"thick inside", "2"}};
  CHECK(infos[0].other_defaults == layers);
  CHECK(infos[1].other_defaults.empty());
  CHECK(infos[5].default_value == "automatic");
  CHECK(infos[6].default_value == "green");
  CHECK(infos[7].default_value == "ab");
}

TEST_CASE("settings of no option, and presets of a method without, are refused with what there is") {
  const std::vector<OptionInfo> infos = paint_options().infos();
  const std::vector<std::string_view> presets = {"usual"};
  const auto problem_with = [&](const detail::Settings& settings, bool has_presets, bool has_options) {
    try {
      detail::check_settings("paint", has_presets ? presets : std::vector<std::string_view>(),
                             has_options ? infos : std::vector<OptionInfo>(), settings);
    } catch (const InvalidArgument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(problem_with({{"preset", "usual"}, {"layers", "1"}}, true, true).empty());
  CHECK_THAT(problem_with({{"size", "1"}}, true, true), Contains("it has layers, brushes"));
  CHECK_THAT(problem_with({{"size", "1"}}, true, false), Contains("it has none"));
  CHECK_THAT(problem_with({{"preset", "thick"}}, true, true), Contains("use usual"));
  CHECK_THAT(problem_with({{"preset", "thick"}}, false, true), Contains("has no presets"));
}
