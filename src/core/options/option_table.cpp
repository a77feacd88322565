#include "core/options/option_table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>

#include "core/named_row.hpp"

namespace lode::detail {
namespace {

bool reads_as_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "a number >= 0", "an integer from 2 to 64", "a number > 0 and < 2"
std::string range_words(OptionKind kind, const OptionBounds& bounds) {
  const bool limited = std::isfinite(bounds.most);
  const bool finite = kind == OptionKind::number && !limited && bounds.most_excluded;
  std::string words = kind == OptionKind::integer ? "an integer" : finite ? "a finite number" : "a number";
  if (!bounds.least_excluded && !bounds.most_excluded && limited) {
    return words + fmt::format(" from {} to {}", format_exact(bounds.least), format_exact(bounds.most));
  }
  words += fmt::format(" {} {}", bounds.least_excluded ? ">" : ">=", format_exact(bounds.least));
  if (limited)
    words += fmt::format(" and {} {}", bounds.most_excluded ? "<" : "<=", format_exact(bounds.most));
  return words;
}

}  // namespace

std::string list_of(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

bool has_option(std::span<const OptionInfo> options, std::string_view name) {
  return std::any_of(options.begin(), options.end(),
                     [&](const OptionInfo& option) { return option.name == name; });
}

void check_settings(std::string_view method, std::span<const std::string_view> presets,
                    std::span<const OptionInfo> options, const Settings& settings) {
  for (const auto& [name, value] : settings) {
    if (name == "preset") {
      if (presets.empty()) {
        throw InvalidArgument("preset", value, ": method " + std::string(method) + " has no presets");
      }
      if (std::find(presets.begin(), presets.end(), value) == presets.end()) {
        throw InvalidArgument("preset", value, "is not a preset of method " + std::string(method),
                              names_remedy(value, {presets.begin(), presets.end()}));
      }
    } else if (!has_option(options, name)) {
      std::vector<std::string_view> names;
      for (const OptionInfo& option : options) names.push_back(option.name);
      throw InvalidArgument(name, value, "is not a setting of method " + std::string(method),
                            names.empty() ? "it has none" : "it has " + list_of(names));
    }
  }
}

OptionInfo number_option(std::string_view name, std::string_view meaning, std::string_view unit,
                         OptionKind kind, const OptionBounds& bounds, bool automatic) {
  OptionInfo info{name, meaning, unit, kind, bounds, {}, range_words(kind, bounds)};
  if (automatic) {
    info.words = {automatic_value};
    info.range += fmt::format(", or {}", automatic_value);
  }
  return info;
}

std::string range_of(std::span<const std::string_view> words) {
  std::string range;
  for (std::size_t i = 0; i < words.size(); ++i) {
    range += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
    range += words[i];
  }
  return range;
}

void check_bounds(const OptionInfo& info, double value, std::string_view text) {
  const OptionBounds& bounds = info.bounds;
  const bool high_enough = bounds.least_excluded ? value > bounds.least : value >= bounds.least;
  const bool low_enough = bounds.most_excluded ? value < bounds.most : value <= bounds.most;
  if (high_enough && low_enough) return;  // neither for NaN
  throw InvalidArgument(std::string(info.name), std::string(text), "must be " + info.range);
}

void refuse_option(const OptionInfo& info, std::string_view text) {
  const bool integer = info.kind == OptionKind::integer;
  const bool number = info.kind == OptionKind::number;
  bool beyond = integer && reads_as_integer(text);  // outside the range of the member's type
  if (number) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    beyond = error == std::errc::result_out_of_range && end == text.data() + text.size();
  }
  const std::string problem = beyond    ? "must be " + info.range
                              : integer ? "is not an integer"
                              : number  ? "is not a number"
                                        : "is not known";
  throw InvalidArgument(std::string(info.name), std::string(text), problem,
                        beyond ? "" : "use " + info.range);
}

std::string option_text(double value) {
  return std::isfinite(value) ? format_exact(value) : fmt::format("{}", value);
}

}  // namespace lode::detail
