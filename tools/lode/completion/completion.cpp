#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>

#include "commands.hpp"
#include "completion/candidates.hpp"
#include "completion/scripts.hpp"
#include "shell/arguments/value_problem.hpp"
#include "shell/help/sections.hpp"
#include "shell/session.hpp"

namespace lode::tool {
namespace {

struct CompletionArguments {
  std::vector<std::string> shell;
  std::string output;
  bool words = false;
};

const std::vector<std::pair<std::string, std::string_view>>& scripts() {
  static const std::vector<std::pair<std::string, std::string_view>> all = {
      {"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};
  return all;
}

std::vector<std::string> shells() {
  std::vector<std::string> names;
  for (const auto& [name, script] : scripts()) names.push_back(name);
  return names;
}

/// What follows "--" on the command line, as it was typed: the last word may be empty.
std::vector<std::string> words_of(const Session& session) {
  const std::vector<std::string>& all = session.arguments();
  const auto mark = std::ranges::find(all, "--");
  return mark == all.end() ? std::vector<std::string>() : std::vector<std::string>(mark + 1, all.end());
}

/// A line for each word, with its meaning behind a tab; ":files" asks for names of files.
std::string lines_of(const Offer& offer) {
  std::string text;
  for (const auto& [word, meaning] : offer.candidates) text += fmt::format("{}\t{}\n", word, meaning);
  return offer.files ? text + ":files\n" : text;
}

void print_script(const CompletionArguments& arguments, Session& session) {
  if (arguments.shell.empty()) {
    throw InvalidArgument(fmt::format("name a shell: {}", fmt::join(shells(), ", ")));
  }
  const std::string shell = fmt::format("{}", fmt::join(arguments.shell, " "));
  const auto found = std::ranges::find(scripts(), shell, [](const auto& each) { return each.first; });
  if (found == scripts().end()) {
    throw InvalidArgument(with_nearest(fmt::format("there is no completion for the shell '{}'; there are: {}",
                                                   shell, fmt::join(shells(), ", ")),
                                       shell, shells()));
  }
  if (arguments.output.empty()) return session.print(found->second);
  const std::filesystem::path folder = std::filesystem::path(arguments.output).parent_path();
  std::error_code problem;
  if (!folder.empty()) std::filesystem::create_directories(folder, problem);
  if (problem) throw SystemError(fmt::format("{}: {}", folder.string(), problem.message()));
  write_file(arguments.output, std::string(found->second), Overwrite::yes);
  session.note_written(arguments.output);
}

}  // namespace

void add_completion(CLI::App& app, Session& session) {
  auto arguments = std::make_shared<CompletionArguments>();
  CLI::App& command =
      *app.add_subcommand("completion", "Prints what lets a shell complete the words of lode");
  set_examples(command, {{"source <(lode completion bash)", "for this bash alone"},
                         {"lode completion bash -o ~/.local/share/bash-completion/completions/lode",
                          "for every new bash of this user"}});
  begin_section(command, heading::question);
  command.add_option("shell", arguments->shell, "Shell")->type_name("SHELL")->check(suggested(shells()));
  command.add_flag("--words", arguments->words,
                   "Print what may stand in the place of the last of the words behind --\n"
                   "The scripts call this. Each line has a word, a tab, and what the word means; the line "
                   ":files asks for names of files");
  begin_section(command, heading::output);
  command
      .add_option("-o,--output", arguments->output,
                  "Write the script into a file, over an older one, and make the folders above it")
      ->type_name("FILE");
  command.callback([&app, arguments, &session] {
    if (!arguments->words) return print_script(*arguments, session);
    session.print(lines_of(offer_for(app, words_of(session))));
  });
}

}  // namespace lode::tool
