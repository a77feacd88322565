#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/report/format.hpp>

#include "shell/help/help.hpp"
#include "shell/usage.hpp"

namespace lode::tool {
namespace {

struct HelpArguments {
  std::vector<std::string> words;
  bool all = false, man = false, markdown = false;
  std::string folder;
};

/// The command in the words, and the topic below it that the last word names, or an empty text.
std::pair<const CLI::App*, std::string> subject_of(const CLI::App& app, const std::vector<std::string>& words,
                                                   const HelpTopics& topics) {
  const CLI::App* level = &app;
  for (const std::string& word : words) {
    const auto below = commands_below(*level);
    const auto found = std::ranges::find(below, word, [](const CLI::App* each) { return each->get_name(); });
    if (found != below.end()) {
      level = *found;
      continue;
    }
    std::vector<std::string> known;
    if (topics.names) known = topics.names(level == &app ? "" : level->get_name());
    if (&word == &words.back() && std::ranges::find(known, word) != known.end()) return {level, word};
    const std::string others = known.empty() ? "" : fmt::format(", nor {} of that name", topics.kinds);
    const std::vector<std::string> commands = command_names(*level);
    known.insert(known.begin(), commands.begin(), commands.end());
    throw InvalidArgument(
        with_nearest(fmt::format("there is no command '{}'{}", escape_terminal(word), others), word, known) +
        fmt::format("\n'{} --help' lists the commands.", app.get_name()));
  }
  return {level, ""};
}

/// Text for a cell of a table.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '<') result += '\\';
    result += c;
  }
  return result;
}

/// Code for a cell; bars are escaped, because they end a cell even in code.
std::string code_cell(std::string_view code) {
  std::string result = "`";
  for (const char c : code) result += c == '|' ? std::string("\\|") : std::string(1, c);
  return result + "`";
}

/// A description as Markdown: usage and examples as code, then one table of all options.
std::string markdown_page(const Description& description) {
  std::size_t widest = 0;
  for (const Example& example : description.examples) widest = std::max(widest, example.command.size());
  std::string text = fmt::format("{}.\n\n```sh\n{}\n", cell(description.about), description.usage);
  for (const auto& [command, meaning] : description.examples) {
    text += fmt::format("{:{}}  # {}\n", command, widest, meaning);
  }
  text += "```\n";
  if (!description.sections.empty()) text += "\n| | |\n|---|---|\n";
  for (const Section& section : description.sections) {
    text += fmt::format("| **{}** | |\n", section.heading);
    for (const auto& [name, meaning] : section.entries) {
      text += fmt::format("| {} | {} |\n", code_cell(name), cell(meaning));
    }
  }
  for (const std::string& note : description.notes) text += "\n" + cell(note) + "\n";
  return text;
}

}  // namespace

void add_help_command(CLI::App& app, const HelpTopics& topics, const std::string& program_version,
                      const std::function<void(const std::string&)>& print) {
  auto arguments = std::make_shared<HelpArguments>();
  const bool has_topics = topics.names != nullptr;
  CLI::App& command = *app.add_subcommand(
      "help", has_topics ? fmt::format("Explains a command, {}", topics.kinds) : "Explains a command");
  set_examples(command, {{app.get_name() + " help " + command_names(app).front(), "the help of a command"}});
  begin_section(command, heading::question);
  add_option(command, "topic", arguments->words, "TOPIC",
             has_topics ? fmt::format("Name of a command, {}", topics.kinds) : "Name of a command");
  command.add_flag("--all", arguments->all, "Show every option of the command");
  begin_section(command, heading::output);
  CLI::Option* const man =
      command.add_flag("--man", arguments->man, "Print the manual page of the command in the format of man");
  command
      .add_flag("--markdown", arguments->markdown, "Print every option of the command as a table in Markdown")
      ->excludes(man);
  add_option(command, "--folder", arguments->folder, "FOLDER",
             "With --man: write the pages of the command and of all below it into this folder")
      ->needs(man);
  command.callback([&app, arguments, topics, program_version, print] {
    const auto [level, topic] = subject_of(app, arguments->words, topics);
    if (!topic.empty()) {
      const std::string group = level == &app ? "" : level->get_name();
      return print(topics.text(group, topic, help_columns()));
    }
    if (!arguments->folder.empty()) return write_man_pages(*level, program_version, arguments->folder);
    if (arguments->man) return print(man_page(*level, program_version));
    if (arguments->markdown) return print(markdown_page(describe(*level, Detail::all)));
    print(page_text(describe(*level, arguments->all ? Detail::all : Detail::main), help_columns()));
  });
}

}  // namespace lode::tool
