#include "shell/usage.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/report/format.hpp>

#include "shell/arguments/value_problem.hpp"
#include "shell/command_line.hpp"
#include "shell/help/description.hpp"

namespace lode::tool {
namespace {

using Levels = std::vector<const CLI::App*>;

bool is_graph(const std::string& word) {
  try {
    resolve_graph(word, default_search_folders());
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::string command_problem(const Levels& levels, const std::vector<TypedWord>& words) {
  const std::vector<std::string> known = command_names(*levels.back());
  const auto word = std::ranges::find(words, WordKind::argument, &TypedWord::kind);
  if (word == words.end()) return fmt::format("a command is missing; there are: {}", fmt::join(known, ", "));
  const bool has_find = levels.size() == 1 && std::ranges::find(known, "find") != known.end();
  if (has_find && is_graph(word->text)) {
    std::string line = levels.front()->get_name() + " find";
    for (const TypedWord& each : words) line += " " + each.text;
    return fmt::format("'{}' is a graph, and a command is missing before it, as in: {}",
                       escape_terminal(word->text), escape_terminal(line));
  }
  return with_nearest(fmt::format("there is no command '{}'", escape_terminal(word->text)), word->text,
                      known);
}

/// Unknown options, or options before the command that has them.
std::optional<std::string> misplaced_option(const Levels& levels, const std::vector<TypedWord>& words) {
  for (const auto& [text, kind] : words) {
    const std::string name = option_name(text);
    if (kind == WordKind::early_option) {
      return fmt::format("{} belongs behind the command: {} ... {}", name, full_name(*levels.back()), name);
    }
    if (kind != WordKind::unknown_option) continue;
    std::vector<std::string> known;
    const bool is_long = text.starts_with("--");
    for (const CLI::App* level : levels) {
      for (const CLI::Option* each : level->get_options()) {
        for (const auto& one : is_long ? each->get_lnames() : each->get_snames()) {
          const std::string dashed = (is_long ? "--" : "-") + one;
          if (std::ranges::find(known, dashed) == known.end()) known.push_back(dashed);
        }
      }
    }
    std::string problem = fmt::format("there is no option {}", escape_terminal(name));
    if (!is_long) return fmt::format("{}; options of one letter: {}", problem, fmt::join(known, ", "));
    return with_nearest(std::move(problem), name, known);
  }
  return std::nullopt;
}

/// An unexpected argument.
std::string extra_argument(const Levels& levels, const std::vector<TypedWord>& words) {
  const CLI::App& command = *levels.back();
  std::string extra;
  for (const TypedWord& word : words) {
    if (word.kind == WordKind::argument) extra = word.text;
  }
  std::string problem = fmt::format("'{}' is not expected", escape_terminal(extra));
  const CLI::Option* const size = command.get_option_no_throw("-s");
  const bool is_number = !extra.empty() && extra.find_first_not_of("0123456789,:") == std::string::npos;
  if (size && size->count() == 0 && is_number)
    return fmt::format("{}; a size is given as -s {}", problem, extra);
  return fmt::format("{}; usage: {}", problem, describe(command, Detail::main).usage);
}

/// The problem of a value, after the name of the --config file if the option is not on the command line.
std::string problem_of_value(const CLI::ParseError& error, const Levels& levels,
                             const std::vector<std::string>& arguments) {
  std::string text = escape_terminal(value_problem(error.what(), levels));
  const std::string config = config_path(arguments);
  if (config.empty() || !text.starts_with("--") || text.starts_with("--config")) return text;
  const std::string name = text.substr(0, text.find_first_of(": "));
  const CLI::Option* const option = known_option(levels, name);
  const bool is_typed = std::ranges::any_of(arguments, [&](const std::string& argument) {
    if (!argument.starts_with('-')) return false;
    const std::string typed = option_name(argument);
    return typed == name || (option && typed.size() > 1 && option->check_name(typed));
  });
  return is_typed ? text : fmt::format("--config {}: {}", escape_terminal(config), text);
}

}  // namespace

std::vector<std::string> with_flags_for_words(std::vector<std::string> arguments) {
  if (!arguments.empty() && arguments.front() == "version") arguments.front() = "--version";
  return arguments;
}

namespace {

std::string problem_of(const Levels& levels, const std::vector<std::string>& arguments,
                       const CLI::ParseError& error) {
  const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  const bool is_required = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (!is_extra && !is_required) return problem_of_value(error, levels, arguments);
  const std::vector<TypedWord> words = typed_words(levels, arguments);
  const bool has_argument = std::ranges::find(words, WordKind::argument, &TypedWord::kind) != words.end();
  const bool wants_command = !command_names(*levels.back()).empty();
  if (wants_command && has_argument) return command_problem(levels, words);
  if (const auto option = misplaced_option(levels, words)) return *option;
  if (wants_command && is_required) return command_problem(levels, words);
  if (is_extra && has_argument) return extra_argument(levels, words);
  return escape_terminal(value_problem(error.what(), levels));
}

}  // namespace

std::string usage_problem(const CLI::App& app, const std::vector<std::string>& arguments,
                          const CLI::ParseError& error) {
  const Levels levels = levels_of(app);
  const bool is_program = levels.size() == 1;
  return fmt::format("{}\n'{} --help' lists the {}.", problem_of(levels, arguments, error),
                     full_name(*levels.back()), is_program ? "commands" : "options");
}

std::string beginning_text(const CLI::App& app) {
  const Description description = describe(app, Detail::main);
  std::string text = "a command is missing\n" + description.about + ".\n";
  std::size_t widest = 0;
  for (const Example& example : description.examples) widest = std::max(widest, example.command.size());
  for (const auto& [command, meaning] : description.examples) {
    text += fmt::format("  {:{}}  {}\n", command, widest, meaning);
  }
  return text +
         fmt::format("'{0} --help' lists the commands, '{0} help COMMAND' explains one.", app.get_name());
}

}  // namespace lode::tool
