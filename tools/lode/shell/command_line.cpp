#include "shell/command_line.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace lode::tool {

std::vector<const CLI::App*> levels_of(const CLI::App& app) {
  std::vector<const CLI::App*> levels = {&app};
  while (!levels.back()->get_subcommands().empty()) levels.push_back(levels.back()->get_subcommands().back());
  return levels;
}

const CLI::App* command_called(const CLI::App& level, const std::string& name) {
  const auto found = level.get_subcommands([&](const CLI::App* each) { return each->get_name() == name; });
  return found.empty() ? nullptr : found.front();
}

const CLI::Option* known_option(const std::vector<const CLI::App*>& levels, const std::string& name) {
  for (const CLI::App* level : levels) {
    if (const CLI::Option* found = level->get_option_no_throw(name)) return found;
  }
  return nullptr;
}

std::string option_name(const std::string& word) {
  if (word.starts_with("--")) return word.substr(0, word.find('='));
  return word.substr(0, 2);
}

std::vector<TypedWord> typed_words(const std::vector<const CLI::App*>& levels,
                                   const std::vector<std::string>& arguments) {
  std::vector<TypedWord> words;
  std::vector<const CLI::App*> reached = {levels.front()};
  bool is_value = false;
  for (const std::string& argument : arguments) {
    WordKind kind = WordKind::argument;
    if (std::exchange(is_value, false)) {
      kind = WordKind::value;
    } else if (argument.size() > 1 && argument.starts_with('-') && argument != "--") {
      const std::string name = option_name(argument);
      const CLI::Option* const option = known_option(levels, name);
      kind = known_option(reached, name) ? WordKind::option
             : option                    ? WordKind::early_option
                                         : WordKind::unknown_option;
      is_value = option && option->get_expected_min() > 0 && argument == name;
    } else if (reached.size() < levels.size() && argument == levels[reached.size()]->get_name()) {
      kind = WordKind::command;
      reached.push_back(levels[reached.size()]);
    }
    words.push_back({argument, kind});
  }
  return words;
}

std::string config_path(const std::vector<std::string>& arguments) {
  constexpr std::string_view option = "--config";
  const auto word = std::ranges::find(arguments, option, option_name);
  if (word == arguments.end()) return "";
  if (word->size() > option.size()) return word->substr(option.size() + 1);
  return std::next(word) == arguments.end() ? "" : *std::next(word);
}

}  // namespace lode::tool
