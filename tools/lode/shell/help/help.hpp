#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "shell/help/description.hpp"

namespace lode::tool {

/// The width of help: that of the terminal, but at most 100 columns.
std::size_t help_columns();

/// A description as --help prints it.
std::string page_text(const Description& description, std::size_t columns);

/// Prints CLI11's help from descriptions. Commands added later inherit it.
class HelpFormatter : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const override;
};

/// A description as Markdown: usage and examples as code, then one table of all options.
std::string markdown_page(const Description& description);

/// The manual page of a command in roff, with every option. The foot contains `program_version` ("lode
/// 0.1.0") and the date of SOURCE_DATE_EPOCH, or of today.
std::string man_page(const CLI::App& command, const std::string& program_version);
/// Writes the pages of a command and its subcommands into a folder, replacing older ones: "lode-find.1".
/// Errors: SystemError if the folder cannot be made or written to.
void write_man_pages(const CLI::App& command, const std::string& program_version, const std::string& folder);

/// Topics that `help` explains besides commands: methods and bounds.
struct HelpTopics {
  std::string kinds;  ///< "a method or a bound"
  /// Their names below a command: "" or "lsq".
  std::function<std::vector<std::string>(const std::string& group)> names;
  /// The help text of one topic.
  std::function<std::string(const std::string& group, const std::string& name, std::size_t columns)> text;
};

/// Adds `help [COMMAND|TOPIC] [--all] [--markdown] [--man [--folder FOLDER]]`. `program_version` is for
/// manual pages; `print` prints to standard output.
void add_help_command(CLI::App& app, const HelpTopics& topics, const std::string& program_version,
                      const std::function<void(const std::string&)>& print);

}  // namespace lode::tool
