#include "shell/usage.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

#include "shell/arguments/value_problem.hpp"

namespace lode::tool {
namespace {

/// The command that was reached, and its parents before it.
std::vector<const CLI::App*> levels_of(const CLI::App& app) {
  std::vector<const CLI::App*> levels = {&app};
  while (!levels.back()->get_subcommands().empty()) levels.push_back(levels.back()->get_subcommands().back());
  return levels;
}

const CLI::Option* known_option(const std::vector<const CLI::App*>& levels, const std::string& option) {
  for (const CLI::App* level : levels) {
    if (const CLI::Option* found = level->get_option_no_throw(option)) return found;
  }
  return nullptr;
}

/// The first word that is neither an option nor the name of a level.
std::optional<std::string> first_word(const std::vector<const CLI::App*>& levels,
                                      const std::vector<std::string>& arguments) {
  std::size_t depth = 1;
  bool is_value = false;
  for (const std::string& argument : arguments) {
    if (std::exchange(is_value, false)) continue;
    if (argument.starts_with('-')) {
      const CLI::Option* const option = known_option(levels, argument);
      is_value = option != nullptr && option->get_expected_min() > 0;
    } else if (depth < levels.size() && argument == levels[depth]->get_name()) {
      ++depth;
    } else {
      return argument;
    }
  }
  return std::nullopt;
}

std::string unknown_command(const std::string& word, const std::vector<std::string>& known) {
  return with_nearest(fmt::format("there is no command '{}'", escape_terminal(word)), word, known);
}

std::string command_problem(const std::vector<const CLI::App*>& levels,
                            const std::vector<std::string>& arguments) {
  const std::vector<std::string> known = command_names(*levels.back());
  const auto word = first_word(levels, arguments);
  if (!word) return fmt::format("a command is missing; there are: {}", fmt::join(known, ", "));
  return unknown_command(*word, known);
}

/// The first option that none of the levels has.
std::optional<std::string> unknown_option(const std::vector<const CLI::App*>& levels,
                                          const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    const std::string option = argument.substr(0, argument.find('='));
    if (!option.starts_with("--") || option == "--" || known_option(levels, option)) continue;
    std::vector<std::string> known;
    for (const CLI::App* level : levels) {
      for (const CLI::Option* each : level->get_options()) {
        for (const std::string& name : each->get_lnames()) known.push_back("--" + name);
      }
    }
    return with_nearest(fmt::format("there is no option {}", escape_terminal(option)), option, known);
  }
  return std::nullopt;
}

/// Errors: InvalidArgument for the first word that names no command below those before it.
void check_commands(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* level = &app;
  for (const std::string& word : words) {
    if (word.starts_with('-')) continue;
    const std::vector<std::string> known = command_names(*level);
    if (std::find(known.begin(), known.end(), word) == known.end()) {
      throw InvalidArgument(unknown_command(word, known) + "\n'lode --help' lists the commands.");
    }
    level = level->get_subcommand(word);
  }
}

}  // namespace

std::vector<std::string> with_flags_for_words(const CLI::App& app, std::vector<std::string> arguments) {
  if (arguments.empty()) return arguments;
  if (arguments.front() == "version") arguments.front() = "--version";
  if (arguments.front() == "help") {
    arguments.erase(arguments.begin());
    check_commands(app, arguments);
    arguments.push_back("--help");
  }
  return arguments;
}

std::string usage_problem(const CLI::App& app, const std::vector<std::string>& arguments,
                          const CLI::ParseError& error) {
  const std::vector<const CLI::App*> levels = levels_of(app);
  const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  const bool is_required = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (!is_extra && !is_required) return escape_terminal(value_problem(error.what(), levels));
  const bool wants_command = !command_names(*levels.back()).empty();
  if (wants_command && first_word(levels, arguments)) return command_problem(levels, arguments);
  if (const auto option = unknown_option(levels, arguments)) return *option;
  if (wants_command && is_required) return command_problem(levels, arguments);
  return escape_terminal(value_problem(error.what(), levels));
}

}  // namespace lode::tool
