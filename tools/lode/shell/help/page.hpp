#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "shell/help/description.hpp"

namespace lode::tool {

/// The width of help: that of the terminal, but at most 100 columns.
std::size_t help_columns();

/// Lines of at most `columns` columns, broken at blanks. Longer words are not broken.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// The width of the name column of all sections; names above a limit are on separate lines.
std::size_t name_width(const std::vector<Section>& sections, std::size_t columns);
/// The heading, then names in a first column of this width with their meanings in a second column.
std::string section_text(const Section& section, std::size_t width, std::size_t columns);

/// A description as --help prints it.
std::string page_text(const Description& description, std::size_t columns);

/// Prints CLI11's help from descriptions. Commands added later inherit it.
class HelpFormatter : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const override;
};

}  // namespace lode::tool
