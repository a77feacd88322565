#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "shell/help/help.hpp"
#include "shell/progress_display.hpp"

namespace lode::tool {
namespace {

constexpr std::size_t most_columns = 100;
constexpr std::size_t fewest_columns = 40;
constexpr std::size_t widest_name = 28;

/// Lines of at most `columns` columns, broken at blanks. Longer words are not broken.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > columns) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + std::string(word);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void append_lines(std::string& text, std::string_view paragraph, std::size_t indent, std::size_t columns) {
  for (const std::string& line : wrapped(paragraph, columns - indent)) {
    text += fmt::format("{:{}}{}\n", "", indent, line);
  }
}

/// The width of the name column of all sections; names above a limit are on separate lines.
std::size_t name_width(const std::vector<Section>& sections, std::size_t columns) {
  const std::size_t limit = std::min(widest_name, columns / 3);
  std::size_t widest = 0;
  for (const Section& section : sections) {
    for (const Entry& entry : section.entries) {
      if (entry.name.size() <= limit) widest = std::max(widest, entry.name.size());
    }
  }
  return widest;
}

/// The heading, then names in a first column of this width with their meanings in a second column.
std::string section_text(const Section& section, std::size_t width, std::size_t columns) {
  const std::size_t indent = width + 4;
  std::string text = section.heading + ":\n";
  for (const auto& [name, meaning] : section.entries) {
    std::string lines;
    append_lines(lines, meaning, indent, columns);
    if (name.size() <= width) {
      lines.replace(0, indent, fmt::format("  {:{}}  ", name, width));
    } else {
      text += fmt::format("  {}\n", name);
    }
    text += lines;
  }
  return text;
}

/// Advice for further reading.
std::string ending_of(const Description& description) {
  std::string text;
  const auto& [name, about, usage, examples, sections, notes, abridged] = description;
  const std::size_t blank = name.find(' ');
  const bool is_program = blank == std::string::npos;  // its notes already give this advice
  if (abridged) {
    text = fmt::format("'{} --help-all' lists every option.", name);
  } else if (!is_program && !sections.empty() && sections.front().heading == "Commands") {
    text = fmt::format("'{} COMMAND --help' explains a command.", name);
  } else if (!is_program) {
    text = fmt::format("'{} --help' has the options of all commands, as --quiet.", name.substr(0, blank));
  }
  for (const std::string& note : notes) text += (text.empty() ? "" : " ") + note;
  return text;
}

}  // namespace

std::size_t help_columns() {
  if (::isatty(STDOUT_FILENO) != 1) return most_columns;
  return std::clamp(terminal_columns(STDOUT_FILENO), fewest_columns, most_columns);
}

std::string examples_text(const std::vector<Example>& examples, std::size_t columns) {
  std::size_t widest = 0;
  for (const Example& example : examples) widest = std::max(widest, example.command.size());
  std::string text;
  for (const auto& [command, meaning] : examples) {
    const std::string line = fmt::format("  {:{}}  {}\n", command, widest, meaning);
    if (line.size() <= columns + 1) {
      text += line;
    } else {
      append_lines(text, command, 2, columns);
      append_lines(text, meaning, 6, columns);
    }
  }
  return text;
}

std::string page_text(const Description& description, std::size_t columns) {
  std::string text;
  append_lines(text, description.about + ".", 0, columns);
  text += '\n';
  append_lines(text, "Usage: " + description.usage, 0, columns);
  text += examples_text(description.examples, columns);
  const std::size_t width = name_width(description.sections, columns);
  for (const Section& section : description.sections) {
    // Short help fits one screen.
    if (!description.abridged || &section == &description.sections.front()) text += '\n';
    text += section_text(section, width, columns);
  }
  const std::string ending = ending_of(description);
  if (!ending.empty()) text += '\n';
  if (!ending.empty()) append_lines(text, ending, 0, columns);
  return text;
}

std::string HelpFormatter::make_help(const CLI::App* command, std::string /*name*/,
                                     CLI::AppFormatMode mode) const {
  const Detail detail = mode == CLI::AppFormatMode::All ? Detail::all : Detail::main;
  return page_text(describe(*command, detail), help_columns());
}

}  // namespace lode::tool
