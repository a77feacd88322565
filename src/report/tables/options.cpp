#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/report/tables.hpp>

#include "report/tables/json.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

const char* kind_name(OptionKind kind) {
  switch (kind) {
    case OptionKind::integer:
      return "integer";
    case OptionKind::number:
      return "number";
    case OptionKind::word:
      return "word";
    case OptionKind::form:
      break;
  }
  return "text";
}

/// A value for readers: long fractions have five digits.
std::string shortened(const OptionInfo& option, const std::string& value) {
  constexpr std::size_t longest = 7;
  if (option.kind != OptionKind::number || value.size() <= longest) return value;
  double number = 0.0;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  return stop == end && error == std::errc{} ? fmt::format("{:.5g}", number) : value;
}

/// "0, paper 1000"
std::string default_words(const OptionInfo& option) {
  std::string text = shortened(option, option.default_value);
  for (const auto& [preset, value] : option.other_defaults) {
    text += fmt::format(", {} {}", preset, shortened(option, value));
  }
  return text;
}

std::string range_with_unit(const OptionInfo& option) {
  return option.unit.empty() ? option.range : fmt::format("{} ({})", option.range, option.unit);
}

}  // namespace

std::string options_text(std::span<const MethodOptions> methods) {
  std::string text;
  for (const MethodOptions& method : methods) {
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", method.method);
    if (method.options.empty()) text += "  no options\n";
    for (const OptionInfo& option : method.options) {
      text += fmt::format("  {:<20} {}\n  {:<20} {}; default {}\n", option.name, option.meaning, "",
                          range_with_unit(option), default_words(option));
    }
  }
  return text;
}

std::string options_markdown(std::span<const MethodOptions> methods) {
  Table table = table_of({"method", "option", "meaning", "values", "default"}, Align::left);
  for (const MethodOptions& method : methods) {
    for (const OptionInfo& option : method.options) {
      table.rows.push_back({std::string(method.method), std::string(option.name), std::string(option.meaning),
                            range_with_unit(option), default_words(option)});
    }
  }
  return table_markdown(table);
}

std::string options_json(const char* command, std::span<const MethodOptions> methods) {
  using detail::Json;
  Json json = detail::json_document(command);
  json["methods"] = Json::array();
  for (const MethodOptions& method : methods) {
    Json options = Json::array();
    for (const OptionInfo& option : method.options) {
      Json of_presets = Json::object();
      for (const auto& [preset, value] : option.other_defaults) of_presets[preset] = value;
      options.push_back({{"name", option.name},
                         {"meaning", option.meaning},
                         {"unit", option.unit},
                         {"type", kind_name(option.kind)},
                         {"range", option.range},
                         {"words", option.words},
                         {"default", option.default_value},
                         {"preset_defaults", std::move(of_presets)}});
    }
    json["methods"].push_back(
        {{"name", method.method},
         {"presets", std::vector<std::string_view>(method.presets.begin(), method.presets.end())},
         {"options", std::move(options)}});
  }
  return detail::json_text(json);
}

std::vector<std::pair<std::string, std::string>> options_help(const MethodOptions& method) {
  std::vector<std::pair<std::string, std::string>> lines;
  if (!method.presets.empty()) {
    lines.emplace_back("preset", fmt::format("Settings under one name: {}", fmt::join(method.presets, ", ")));
  }
  for (const OptionInfo& option : method.options) {
    lines.emplace_back(option.name, fmt::format("{}: {}; default {}", option.meaning, range_with_unit(option),
                                                default_words(option)));
  }
  return lines;
}

}  // namespace lode
