#pragma once

// Options of methods. Each options struct has one table of records. Settings by name ("theta" -> "0.001"),
// checks of ranges, help texts and documentation are made from that table.

#include <charconv>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lode/core/option_info.hpp>
#include <lode/core/run_context.hpp>

namespace lode::detail {

using Settings = std::map<std::string, std::string, std::less<>>;

/// "a, b, c"
std::string list_of(std::span<const std::string_view> names);

/// Errors: InvalidArgument, which names the remedy, for a setting that is not among `options`, and for a
/// `preset`
///         that is not among `presets`.
void check_settings(std::string_view method, std::span<const std::string_view> presets,
                    std::span<const OptionInfo> options, const Settings& settings);

/// True if one of the options has this name.
bool has_option(std::span<const OptionInfo> options, std::string_view name);

// Ranges of numbers. Only `at_least_or_infinity` contains infinity.
constexpr double infinite_option = std::numeric_limits<double>::infinity();
constexpr OptionBounds at_least(double least) { return {least, infinite_option, false, true}; }
constexpr OptionBounds at_least_or_infinity(double least) { return {least, infinite_option, false, false}; }
constexpr OptionBounds above(double limit) { return {limit, infinite_option, true, true}; }
constexpr OptionBounds from_to(double least, double most) { return {least, most, false, false}; }
constexpr OptionBounds strictly_between(double least, double most) { return {least, most, true, true}; }

/// Stands for an optional number that is not set.
inline constexpr std::string_view automatic_value = "automatic";

/// A value of an enumeration, and the word for it.
template <class Enum>
struct OptionWord {
  std::string_view word;
  Enum value;
};

/// An option whose values are neither numbers nor words.
template <class Value>
struct OptionForm {
  std::string_view range;                 ///< accepted texts, in words
  Value (*parse)(std::string_view text);  ///< errors: InvalidArgument
  std::string (*text)(const Value&);
};

OptionInfo number_option(std::string_view name, std::string_view meaning, std::string_view unit,
                         OptionKind kind, const OptionBounds& bounds, bool automatic = false);
/// "a, b or c"
std::string range_of(std::span<const std::string_view> words);

/// Errors: InvalidArgument, with the range in words, unless the number is in the option's range.
void check_bounds(const OptionInfo& info, double value, std::string_view text);
/// Throws InvalidArgument: text that is no value of such an option.
[[noreturn]] void refuse_option(const OptionInfo& info, std::string_view text);
/// The shortest text that reads back as the same number.
std::string option_text(double value);

/// The bounds of a member of this type: an integer of 32 bits ends where these do.
template <class Number>
constexpr OptionBounds bounds_of_type(OptionBounds bounds) {
  if constexpr (std::is_integral_v<Number> && sizeof(Number) <= sizeof(std::uint32_t)) {
    constexpr double most = std::numeric_limits<Number>::max();
    if (bounds.most > most) {
      bounds.most = most;
      bounds.most_excluded = false;
    }
  }
  return bounds;
}

template <class Number>
std::string number_text(Number value) {
  if constexpr (std::is_integral_v<Number>) {
    return std::to_string(value);
  } else {
    return option_text(value);
  }
}

/// Errors: InvalidArgument for text that is not a number in the option's range.
template <class Number>
Number parse_number(const OptionInfo& info, std::string_view text) {
  Number value{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc{} || end != last) refuse_option(info, text);
  check_bounds(info, static_cast<double>(value), text);
  return value;
}

/// The options of one struct, in the order they are listed to users.
template <class Options>
class OptionTable {
 public:
  /// One option: name, member, meaning, and what its values are.
  class Record {
   public:
    template <class Number>
    requires std::is_arithmetic_v<Number> Record(std::string_view name, Number Options::*member,
                                                 std::string_view meaning, std::string_view unit,
                                                 const OptionBounds& bounds)
        : info(number_option(name, meaning, unit,
                             std::is_integral_v<Number> ? OptionKind::integer : OptionKind::number,
                             bounds_of_type<Number>(bounds))),
          read([member](const OptionInfo& self, std::string_view given, Options& options) {
            options.*member = parse_number<Number>(self, given);
          }),
          text([member](const Options& options) { return number_text(options.*member); }) {}

    /// A number, or the choice of the method if no number is set.
    Record(std::string_view name, std::optional<double> Options::*member, std::string_view meaning,
           std::string_view unit, const OptionBounds& bounds)
        : info(number_option(name, meaning, unit, OptionKind::number, bounds, true)),
          read([member](const OptionInfo& self, std::string_view given, Options& options) {
            (options.*member).reset();
            if (given != automatic_value) options.*member = parse_number<double>(self, given);
          }),
          text([member](const Options& options) {
            return options.*member ? number_text(*(options.*member)) : std::string(automatic_value);
          }) {}

    template <class Enum>
    requires std::is_enum_v<Enum> Record(std::string_view name, Enum Options::*member,
                                         std::string_view meaning,
                                         std::initializer_list<OptionWord<std::type_identity_t<Enum>>> values)
        : info{name, meaning, "", OptionKind::word, {}, {}, ""} {
      const std::vector<OptionWord<Enum>> known(values);
      for (const OptionWord<Enum>& value : known) info.words.push_back(value.word);
      info.range = range_of(info.words);
      read = [=](const OptionInfo& self, std::string_view given, Options& options) {
        for (const auto& [word, value] : known) {
          if (word == given) return void(options.*member = value);
        }
        refuse_option(self, given);
      };
      text = [=](const Options& options) {
        for (const auto& [word, value] : known) {
          if (value == options.*member) return std::string(word);
        }
        return std::to_string(static_cast<int>(options.*member));
      };
    }

    template <class Value>
    Record(std::string_view name, Value Options::*member, std::string_view meaning, std::string_view unit,
           const OptionForm<std::type_identity_t<Value>>& form)
        : info{name, meaning, unit, OptionKind::form, {}, {}, std::string(form.range)},
          read([member, parse = form.parse](const OptionInfo&, std::string_view given, Options& options) {
            options.*member = parse(given);
          }),
          text([member, shown = form.text](const Options& options) { return shown(options.*member); }) {}

    OptionInfo info;
    std::function<void(const OptionInfo&, std::string_view, Options&)> read;
    std::function<std::string(const Options&)> text;  ///< reads back as the same value
  };

  OptionTable(std::initializer_list<Record> records) : records_(records) {}

  /// `options` changed by the settings that the table knows. Errors: InvalidArgument naming setting and range
  /// for text that is no value of it.
  Options read(const Settings& settings, Options options = {}) const {
    for (const Record& record : records_) {
      const auto found = settings.find(record.info.name);
      if (found != settings.end()) record.read(record.info, found->second, options);
    }
    return options;
  }

  /// Errors: InvalidArgument naming setting and range for an option outside its own.
  void check(const Options& options) const {
    Options copy = options;
    for (const Record& record : records_) record.read(record.info, record.text(options), copy);
  }

  /// The settings that make `options` of `usual`.
  Settings settings_between(const Options& usual, const Options& options) const {
    Settings settings;
    for (const Record& record : records_) {
      std::string value = record.text(options);
      if (value != record.text(usual)) settings.emplace(record.info.name, std::move(value));
    }
    return settings;
  }

  /// The records for users, with the defaults of `usual` and the differing defaults of `others`: a preset
  /// under its name, or a case of a preset ("paper binary", after "paper").
  std::vector<OptionInfo> infos(const Options& usual = {},
                                std::span<const std::pair<std::string, Options>> others = {}) const {
    std::vector<OptionInfo> infos;
    for (const Record& record : records_) {
      OptionInfo& info = infos.emplace_back(record.info);
      info.default_value = record.text(usual);
      Settings known;
      for (const auto& [name, options] : others) {
        const auto preset = known.find(std::string_view(name).substr(0, name.rfind(' ')));
        const std::string& general = preset == known.end() ? info.default_value : preset->second;
        const std::string& value = known[name] = record.text(options);
        if (value != general) info.other_defaults.emplace_back(name, value);
      }
    }
    return infos;
  }

 private:
  std::vector<Record> records_;
};

/// The `solve` of a method's row: the method called with what its table of options, if there is one, reads
/// from the settings.
template <auto method, auto... options>
inline constexpr auto solve_by_settings =
    [](const auto& problem, const auto& settings, const RunContext& run) {
      (void)settings;  // a method without a table has no settings: the registry has refused them
      return method(problem, options().read(settings)..., run);
    };

}  // namespace lode::detail
