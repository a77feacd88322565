#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/report/tables.hpp>

#include "report/tables/json.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

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

/// An option and the name of its method.
struct OptionRow {
  std::string_view method;
  const OptionInfo* option;
};

detail::Columns<OptionRow> option_columns() {
  using detail::Json;
  using R = const OptionRow&;
  detail::Columns<OptionRow> columns;
  columns.text("method", [](R row) { return row.method; }).table(1, "method", {}, Align::left);
  columns.add("name", [](R row) { return row.option->name; }).table(2, "option", {}, Align::left);
  columns.add("meaning", [](R row) { return row.option->meaning; }).table(3, "meaning", {}, Align::left);
  columns.add("unit", [](R row) { return row.option->unit; });
  columns.add("type", [](R row) {
    const auto kind = row.option->kind;
    return kind == OptionKind::integer  ? "integer"
           : kind == OptionKind::number ? "number"
           : kind == OptionKind::word   ? "word"
                                        : "text";
  });
  columns.add("range", [](R row) { return row.option->range; })
      .table(
          4, "values", [](R row) { return range_with_unit(*row.option); }, Align::left);
  columns.add("words", [](R row) { return row.option->words; });
  columns.add("default", [](R row) { return row.option->default_value; })
      .table(
          5, "default", [](R row) { return default_words(*row.option); }, Align::left);
  columns.add("preset_defaults", [](R row) {
    Json of_presets = Json::object();
    for (const auto& [preset, value] : row.option->other_defaults) of_presets[preset] = value;
    return of_presets;
  });
  return columns;
}

}  // namespace

std::string options_table(std::string_view format, const char* command,
                          std::span<const MethodOptions> methods) {
  const detail::Columns<OptionRow> columns = option_columns();
  detail::Json json = detail::json_document(command);
  std::string text;
  std::vector<OptionRow> all;
  for (const MethodOptions& method : methods) {
    std::vector<OptionRow> rows;
    for (const OptionInfo& option : method.options) rows.push_back({method.method, &option});
    json["methods"].push_back({{"name", method.method},
                               {"presets", std::vector(method.presets.begin(), method.presets.end())},
                               {"options", columns.objects(rows)}});
    text += fmt::format("{}{}\n{}", text.empty() ? "" : "\n", method.method,
                        rows.empty() ? "  no options\n" : "");
    for (const OptionInfo& option : method.options) {
      text += fmt::format("  {:<20} {}\n  {:<20} {}; default {}\n", option.name, option.meaning, "",
                          range_with_unit(option), default_words(option));
    }
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return format == "json"       ? detail::json_text(json)
         : format == "markdown" ? table_markdown(detail::text_table(columns, all))
                                : text;
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
