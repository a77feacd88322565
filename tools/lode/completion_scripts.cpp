#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands.hpp"
#include "shell/help/help.hpp"
#include "shell/usage.hpp"

namespace lode::tool {
namespace {

using Commands = std::vector<const CLI::App*>;

/// The command and all commands below it.
void add_commands(const CLI::App& command, Commands& all) {
  all.push_back(&command);
  for (const CLI::App* below : commands_below(command)) add_commands(*below, all);
}

/// "--size", or "-s" for an option without a long name.
std::string main_name(const CLI::Option& option) {
  return option.get_lnames().empty() ? "-" + option.get_snames().front() : "--" + option.get_lnames().front();
}

/// Possible words without a dash: commands, or values of the first argument.
std::vector<std::string> first_words(const CLI::App& command) {
  std::vector<std::string> words = command_names(command);
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) std::ranges::copy(words_of(*option, command), std::back_inserter(words));
  }
  return words;
}

/// One function with all words. zsh runs it by its emulation of bash's completion. Without a matching word,
/// the shell completes file names.
std::string bash_script(const Commands& all) {
  std::string commands, values, words;
  for (const CLI::App* each : all) {
    const CLI::App& command = *each;
    const std::string path = full_name(command);
    if (command.get_parent()) commands += fmt::format("{}'{}'", commands.empty() ? "" : " | ", path);
    std::vector<std::string> options;
    for (const CLI::App* level = &command; level; level = level->get_parent()) {
      for (const CLI::Option* option : level->get_options()) {
        if (option->get_positional()) continue;
        options.push_back(main_name(*option));
        const std::vector<std::string> taken = words_of(*option, command);
        if (taken.empty()) continue;
        values +=
            fmt::format("    '{} {}') words='{}' ;;\n", path, main_name(*option), fmt::join(taken, " "));
      }
    }
    words += fmt::format("      '{}') words='{}' options='{}' ;;\n", path,
                         fmt::join(first_words(command), " "), fmt::join(options, " "));
  }
  return fmt::format(R"(# Completion of lode. Written by 'lode completion'.
_lode() {{
  local command=lode word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} i
  local words= options= list=
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command ${{COMP_WORDS[i]}}" in
      {}) command="$command ${{COMP_WORDS[i]}}" ;;
    esac
  done
  # bash takes = for a word of its own, as in --method=hybrid.
  if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${{COMP_WORDS[COMP_CWORD-2]}}; fi
  case "$command $before" in
{}    *) case $command in
{}    esac ;;
  esac
  if [[ $word == -* ]]; then words=$options; fi
  if [[ $word == *,* ]]; then list=${{word%,*}},; fi
  COMPREPLY=($(compgen -P "$list" -W "$words" -- "${{word##*,}}"))
}}
)",
                     commands, values, words);
}

/// A word in single quotes for fish, on one line.
std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text.substr(0, text.find('\n'))) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

std::string fish_script(const Commands& all) {
  std::string text = "# Completion of lode. Written by 'lode completion fish'.\n";
  for (const CLI::App* each : all) {
    const CLI::App& command = *each;
    // Options of the program itself are valid everywhere.
    std::string here = command.get_parent() ? "__fish_seen_subcommand_from" : "";
    for (const CLI::App* level = &command; level->get_parent(); level = level->get_parent()) {
      here += level == &command ? " " : "; and __fish_seen_subcommand_from ";
      here += level->get_name();
    }
    const std::string condition = here.empty() ? "" : " -n " + in_quotes(here);
    for (const CLI::App* below : commands_below(command)) {
      text += fmt::format("complete -c lode -f -n {} -a {} -d {}\n",
                          command.get_parent() ? in_quotes(here) : "__fish_use_subcommand", below->get_name(),
                          in_quotes(below->get_description()));
    }
    for (const CLI::Option* option : command.get_options()) {
      const std::vector<std::string> words = words_of(*option, command);
      const std::string taken =
          words.empty() ? "" : " -a " + in_quotes(fmt::format("{}", fmt::join(words, " ")));
      if (option->get_positional()) {
        if (!words.empty()) text += fmt::format("complete -c lode{}{}\n", condition, taken);
        continue;
      }
      text += fmt::format("complete -c lode{}", condition);
      for (const std::string& name : option->get_snames()) text += " -s " + name;
      for (const std::string& name : option->get_lnames()) text += " -l " + name;
      if (option->get_items_expected_max() > 0) text += " -r" + taken;
      text += fmt::format(" -d {}\n", in_quotes(option->get_description()));
    }
  }
  return text;
}

}  // namespace

std::string completion_script(const CLI::App& app, const std::string& shell) {
  Commands all;
  add_commands(app, all);
  if (shell == "fish") return fish_script(all);
  const std::string script = bash_script(all) + "complete -o default -F _lode lode\n";
  if (shell == "bash") return script;
  return "#compdef lode\nautoload -U +X bashcompinit && bashcompinit\n" + script +
         "[[ ${funcstack[1]} == _lode ]] && _bash_complete -o default -F _lode\n";
}

}  // namespace lode::tool
