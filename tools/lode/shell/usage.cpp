#include "shell/usage.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/text.hpp>

#include "shell/help/help.hpp"
#include "shell/outputs.hpp"

namespace lode::tool {
namespace {

/// The words of a command line that do not fit at their places.
struct Misfits {
  std::vector<std::string> arguments;
  std::string option;     ///< the first option that is not known there
  bool is_early = false;  ///< it is known to a later command
};

Misfits misfits_of(const Levels& levels, const std::vector<std::string>& words) {
  Misfits found;
  Levels reached = {levels.front()};
  bool is_value = false;
  for (const std::string& word : words) {
    if (std::exchange(is_value, false)) continue;
    if (word.size() > 1 && word.starts_with('-') && word != "--") {
      const std::string name = option_name(word);
      const CLI::Option* const option = known_option(levels, name);
      is_value = option && option->get_expected_min() > 0 && word == name;
      if (!found.option.empty() || known_option(reached, name)) continue;
      found.option = name;
      found.is_early = option != nullptr;
    } else if (reached.size() < levels.size() && word == levels[reached.size()]->get_name()) {
      reached.push_back(levels[reached.size()]);
    } else {
      found.arguments.push_back(word);
    }
  }
  return found;
}

std::string command_problem(const Levels& levels, const std::vector<std::string>& words,
                            const std::vector<std::string>& arguments) {
  const std::vector<std::string> known = command_names(*levels.back());
  if (arguments.empty()) return fmt::format("a command is missing; there are: {}", fmt::join(known, ", "));
  const std::string& word = arguments.front();
  const bool has_find = levels.size() == 1 && std::ranges::find(known, "find") != known.end();
  if (!has_find || located(word).path.empty())
    return with_nearest(fmt::format("there is no command '{}'", escape_terminal(word)), word, known);
  const std::string line = fmt::format("{} find {}", levels.front()->get_name(), fmt::join(words, " "));
  return fmt::format("'{}' is a graph, and a command is missing before it, as in: {}", escape_terminal(word),
                     escape_terminal(line));
}

/// An unknown option, or an option before the command that has it.
std::string option_problem(const Levels& levels, const std::string& name, bool is_early) {
  if (is_early) {
    const std::string command = full_name(*levels.back());
    return fmt::format("{} belongs behind the command: {} ... {}", name, command, name);
  }
  std::vector<std::string> known;
  const bool is_long = name.starts_with("--");
  for (const CLI::App* level : levels) {
    for (const CLI::Option* each : level->get_options()) {
      for (const auto& one : is_long ? each->get_lnames() : each->get_snames()) {
        const std::string dashed = (is_long ? "--" : "-") + one;
        if (std::ranges::find(known, dashed) == known.end()) known.push_back(dashed);
      }
    }
  }
  const std::string problem = fmt::format("there is no option {}", escape_terminal(name));
  return is_long ? with_nearest(problem, name, known)
                 : fmt::format("{}; options of one letter: {}", problem, fmt::join(known, ", "));
}

std::string extra_argument(const CLI::App& command, const std::string& extra) {
  const std::string problem = fmt::format("'{}' is not expected", escape_terminal(extra));
  const CLI::Option* const size = command.get_option_no_throw("-s");
  const bool is_number = !extra.empty() && extra.find_first_not_of("0123456789,:") == std::string::npos;
  return size && size->count() == 0 && is_number
             ? fmt::format("{}; a size is given as -s {}", problem, extra)
             : fmt::format("{}; usage: {}", problem, describe(command, Detail::main).usage);
}

std::string problem_of(const Levels& levels, const std::vector<std::string>& words,
                       const CLI::ParseError& error) {
  const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  const bool is_required = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (!is_extra && !is_required) return problem_of_value(error, levels, words);
  const auto [arguments, option, is_early] = misfits_of(levels, words);
  const bool wants_command = !commands_below(*levels.back()).empty();
  if (wants_command && !arguments.empty()) return command_problem(levels, words, arguments);
  if (!option.empty()) return option_problem(levels, option, is_early);
  if (wants_command && is_required) return command_problem(levels, words, arguments);
  if (is_extra && !arguments.empty()) return extra_argument(*levels.back(), arguments.back());
  return escape_terminal(error.what());
}

}  // namespace

std::vector<std::string> with_flags_for_words(std::vector<std::string> arguments) {
  if (!arguments.empty() && arguments.front() == "version") arguments.front() = "--version";
  return arguments;
}

std::string usage_problem(const CLI::App& app, const std::vector<std::string>& arguments,
                          const CLI::ParseError& error) {
  const Levels levels = levels_of(app);
  return fmt::format("{}\n'{} --help' lists the {}.", problem_of(levels, arguments, error),
                     full_name(*levels.back()), levels.size() == 1 ? "commands" : "options");
}

std::string beginning_text(const CLI::App& app) {
  const Description description = describe(app, Detail::main);
  return "a command is missing\n" + description.about + ".\n" + examples_text(description.examples, 1000) +
         fmt::format("'{0} --help' lists the commands, '{0} help COMMAND' explains one.", app.get_name());
}

}  // namespace lode::tool
