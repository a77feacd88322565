#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>

#include "commands.hpp"
#include "shell/arguments/method_settings.hpp"
#include "shell/help/help.hpp"
#include "shell/usage.hpp"

namespace lode::tool {
namespace {

const std::vector<std::string> shells = {"bash", "zsh", "fish"};

struct CompletionArguments {
  std::string shell;
  std::string output;
};

void print_script(const CLI::App& app, const CompletionArguments& arguments, Session& session) {
  const std::string& shell = arguments.shell;
  if (shell.empty()) throw InvalidArgument(fmt::format("name a shell: {}", fmt::join(shells, ", ")));
  if (std::ranges::find(shells, shell) == shells.end()) {
    throw InvalidArgument(with_nearest(fmt::format("there is no completion for the shell '{}'; there are: {}",
                                                   shell, fmt::join(shells, ", ")),
                                       shell, shells));
  }
  const std::string script = completion_script(app, shell);
  if (arguments.output.empty()) return session.print(script);
  const std::filesystem::path folder = std::filesystem::path(arguments.output).parent_path();
  std::error_code problem;
  if (!folder.empty()) std::filesystem::create_directories(folder, problem);
  if (problem) throw SystemError(fmt::format("{}: {}", folder.string(), problem.message()));
  write_file(arguments.output, script, Overwrite::yes);
  session.note_written(arguments.output);
}

}  // namespace

std::vector<std::string> words_of(const CLI::Option& option, const CLI::App& command) {
  std::vector<std::string> words = values_of(option);
  const auto add = [&](std::string_view word) {
    if (std::ranges::find(words, word) == words.end()) words.emplace_back(word);
  };
  const std::string kind = value_name(option);
  for (const MethodOptions& row : methods_of(command)) {
    if (kind == "METHODS") add(row.method);
    if (kind == "PRESET") std::ranges::for_each(row.presets, add);
    for (const OptionInfo& info : row.options) {
      if (option.check_name("--" + std::string(info.name))) std::ranges::for_each(info.words, add);
    }
  }
  const CLI::App* const parent = command.get_parent();
  const std::string group = parent && parent->get_parent() ? parent->get_name() : "";
  if (kind == "TOPIC" || (kind == "METHOD" && words.empty())) std::ranges::for_each(topic_names(group), add);
  if (kind == "TOPIC" && parent) std::ranges::for_each(command_names(*parent), add);
  return words;
}

void add_completion(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<CompletionArguments>();
  CLI::App& command = *app.add_subcommand("completion", "Prints a script for completion on the command line");
  set_examples(command, {{"source <(lode completion bash)", "for this bash alone"},
                         {"lode completion bash -o ~/.local/share/bash-completion/completions/lode",
                          "for every new bash of this user"}});
  begin_section(command, heading::question);
  add_option(command, "shell", arguments->shell, "SHELL", "Shell", suggested(shells));
  begin_section(command, heading::output);
  add_option(command, "-o,--output", arguments->output, "FILE",
             "Write the script to a file, replacing an older one, and create the folders above it");
  command.callback([&app, arguments, &session] { print_script(app, *arguments, session); });
}

}  // namespace lode::tool
