#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "shell/help/help.hpp"

namespace lode::tool {
namespace {

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

}  // namespace

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

}  // namespace lode::tool
