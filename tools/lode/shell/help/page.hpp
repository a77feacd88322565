#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "shell/help/description.hpp"

namespace lode::tool {

/// The columns that help may take: those of the terminal, 100 at most.
std::size_t help_columns();

/// Lines of at most so many columns, broken at blanks. Longer words stay whole.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// The columns that the names of all sections take; a longer one than most has a line of its own.
std::size_t name_width(const std::vector<Section>& sections, std::size_t columns);
/// The heading, then names in a first column of that width and their meanings in a second one.
std::string section_text(const Section& section, std::size_t width, std::size_t columns);

/// A description as --help prints it.
std::string page_text(const Description& description, std::size_t columns);

/// Lets CLI11 print help from descriptions. Commands that are added later take it over.
class HelpFormatter : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const override;
};

}  // namespace lode::tool
