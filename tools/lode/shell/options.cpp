#include "shell/options.hpp"

#include <cctype>
#include <charconv>
#include <optional>
#include <regex>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "shell/help/help.hpp"

namespace lode::tool {
namespace {

std::set<const CLI::Option*> marked;  // by general()

/// A check without a text in the help.
CLI::Validator silent(std::function<std::string(const std::string&)> problem) {
  return CLI::Validator([problem = std::move(problem)](std::string& text) { return problem(text); }, "")
      .non_modifying();
}

/// The problem of a text that is no finite number from `least` on, or no whole number up to `most`, if given.
std::string number_problem(const std::string& text, double least,
                           const std::optional<std::uint64_t>& most = {}) {
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + text.starts_with('+'), end, value);
  if (stop != end || error == std::errc::invalid_argument) return fmt::format("'{}' is not a number", text);
  if (error == std::errc::result_out_of_range) return fmt::format("{} is outside the range of numbers", text);
  if (!std::isfinite(value)) return fmt::format("'{}' is not a finite number", text);
  if (value < least) return fmt::format("{0} is below {1:.0f}; it must be at least {1:.0f}", text, least);
  if (!most) return "";
  std::uint64_t whole = 0;
  const auto [rest, problem] = std::from_chars(text.data(), end, whole);
  const bool is_large = problem == std::errc::result_out_of_range || whole > *most;
  if (rest == end && is_large) return fmt::format("{} is above {}", text, *most);
  return rest == end && problem == std::errc{} ? "" : fmt::format("'{}' is not a whole number", text);
}

}  // namespace

void begin_section(CLI::App& command, const std::string& heading, Shown shown) {
  command.option_defaults()->group(shown == Shown::always ? heading : heading + std::string(in_full_mark));
}

void set_examples(CLI::App& command, const std::vector<Example>& examples, const std::string& notes) {
  std::string text;
  for (const auto& [line, meaning] : examples) text += fmt::format("{}\t{}\n", line, meaning);
  command.footer(text + notes);
}

CLI::Validator suggested(const std::vector<std::string>& values) {
  return CLI::Validator([](std::string&) { return std::string(); },
                        fmt::format("{{{}}}", fmt::join(values, ",")))
      .non_modifying();
}

CLI::Validator whole_number_between(std::int64_t least, std::uint64_t most) {
  return silent(
      [=](const std::string& text) { return number_problem(text, static_cast<double>(least), most); });
}

CLI::Validator number_from(double least) {
  return silent([least](const std::string& text) { return number_problem(text, least); });
}

CLI::Validator memory_size() {
  return CLI::Validator(
      [](std::string& text) {
        static const std::regex form("([0-9]+([.][0-9]+)?)([kmgt]?)i?b?", std::regex::icase);
        constexpr std::string_view units = "kmgt";
        std::smatch parts;
        if (std::regex_match(text, parts, form)) {
          const std::string unit = parts[3];
          const std::size_t power =
              unit.empty() ? 0 : units.find(static_cast<char>(std::tolower(unit[0]))) + 1;
          const double bytes = std::ldexp(std::stod(parts[1]), 10 * static_cast<int>(power));
          if (bytes < 0x1p63) {
            text = std::to_string(static_cast<std::uint64_t>(bytes));
            return std::string();
          }
        }
        return fmt::format("{} is no size: write bytes as a number, or as 512M or 4G", text);
      },
      "");
}

CLI::Option* general(CLI::Option* option) {
  marked.insert(option);
  return option;
}

bool is_general(const CLI::Option& option) {
  const bool of_weights = option.check_name("--weight-column") || option.check_name("--merge");
  const std::string& group = option.get_group();
  return option.get_positional() || marked.contains(&option) ||
         (group.starts_with(heading::reading) && !of_weights) || group.starts_with(heading::general);
}

CLI::Option* add_parsed_option(CLI::App& command, const std::string& names,
                               const std::function<void(const std::string&)>& take, const char* word,
                               const std::string& meaning, CLI::Validator check) {
  return command.add_option_function<std::string>(names, take, meaning)
      ->type_name(word)
      ->transform(std::move(check));
}

void add_threads(CLI::App& command, int& threads) {
  general(add_option(command, "--threads", threads, "N", "Number of threads; 0: one for each core"));
}

void RunArguments::add_options(CLI::App& command) {
  add_option(command, "--seed", seed, "N", "Seed of all random draws\nThe same seed gives the same answer");
  add_threads(command, threads);
}

void refuse_empty_files(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (!option->get_type_name().starts_with("FILE")) continue;
    option->check(
        silent([](const std::string& text) { return text.empty() ? "is empty; name a file" : ""; }));
  }
  for (CLI::App* each : command.get_subcommands([](CLI::App*) { return true; })) refuse_empty_files(*each);
}

}  // namespace lode::tool
