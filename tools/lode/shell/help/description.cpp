#include <algorithm>
#include <array>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "shell/arguments/method_settings.hpp"
#include "shell/help/help.hpp"
#include "shell/usage.hpp"

namespace lode::tool {
namespace {

constexpr std::array headings = {"Options",       heading::input,  heading::reading, heading::question,
                                 heading::effort, heading::output, heading::general};

/// The options of one heading, with the options of --help first.
Section section_of(const CLI::App& command, const std::string& heading, Detail detail) {
  Section section{heading, {}};
  const auto add = [&](const std::string& group) {
    for (const CLI::Option* option : command.get_options()) {
      if (option->get_group() != group) continue;
      // Every command has these two; only the help of the program shows them.
      const bool is_help = option == command.get_help_ptr() || option == command.get_help_all_ptr();
      if (is_help && command.get_parent()) continue;
      section.entries.push_back({name_of(*option), meaning_of(*option, detail)});
    }
  };
  add(heading);
  if (detail == Detail::all) add(heading + std::string(in_full_mark));
  return section;
}

Section commands_of(const CLI::App& command) {
  Section section{"Commands", {}};
  for (const CLI::App* each : commands_below(command)) {
    section.entries.push_back({each->get_name(), each->get_description()});
  }
  return section;
}

/// The settings of the chosen method, if any.
Section settings_of(const CLI::App& command) {
  const CLI::Option* const option = command.get_option_no_throw("--method");
  if (!option || option->count() == 0) return {};
  const std::string method = option->results().back();
  Section section{"Settings of " + method, {}};
  for (const MethodOptions& row : methods_of(command)) {
    if (row.method == method) section.entries = entries_of(row);
  }
  return section;
}

std::string usage_of(const CLI::App& command) {
  std::string usage = full_name(command);
  if (!commands_below(command).empty()) usage += " COMMAND";
  std::string options, required;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) {
      usage += fmt::format(fmt::runtime(option->get_required() ? " {}" : " [{}]"), name_of(*option));
      continue;
    }
    options = " [OPTIONS]";
    const auto& names = option->get_snames();
    const std::string name = names.empty() ? "--" + option->get_lnames().front() : "-" + names.front();
    if (option->get_required()) required += fmt::format(" {} {}", name, value_name(*option));
  }
  return usage + required + options;
}

/// Reads examples and notes from a footer of set_examples. The first line of notes is for all readers.
void read_footer(const std::string& footer, Detail detail, Description& description) {
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    if (tab != std::string::npos) {
      description.examples.push_back({line.substr(0, tab), line.substr(tab + 1)});
    } else if (!line.empty() && (detail == Detail::all || description.notes.empty())) {
      description.notes.push_back(line);
    }
  }
}

}  // namespace

Description describe(const CLI::App& command, Detail detail) {
  Description description{full_name(command), command.get_description(), usage_of(command), {}, {}, {}};
  read_footer(command.get_footer(), detail, description);
  description.abridged =
      detail == Detail::main && std::ranges::any_of(command.get_options(), [](const CLI::Option* option) {
        return option->get_group().ends_with(in_full_mark);
      });
  const auto add = [&](Section section) {
    if (!section.entries.empty()) description.sections.push_back(std::move(section));
  };
  add(commands_of(command));
  for (const char* const heading : headings) add(section_of(command, heading, detail));
  add(settings_of(command));
  return description;
}

std::string full_name(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  return parent ? full_name(*parent) + " " + command.get_name() : command.get_name();
}

}  // namespace lode::tool
