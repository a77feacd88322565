#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/report/tables.hpp>

#include "shell/options.hpp"

namespace lode::tool {

/// End of the name of an option group that --help omits.
inline constexpr std::string_view in_full_mark = " (more)";

/// An option, a command or an argument with its help.
struct Entry {
  std::string name;  ///< "-s, --size SIZES"
  std::string meaning;
};

struct Section {
  std::string heading;
  std::vector<Entry> entries;
};

/// A command for help, manual pages and documents.
struct Description {
  std::string name;  ///< "lode find"
  std::string about;
  std::string usage;
  std::vector<Example> examples;
  std::vector<Section> sections;
  std::vector<std::string> notes;  ///< sentences at the end
  bool abridged = false;           ///< some options are omitted
};

/// The main options for --help, or all options for --help-all.
enum class Detail { main, all };

/// Describes a command by the records of its options, including the settings of a chosen --method.
Description describe(const CLI::App& command, Detail detail);

std::string upper_case(std::string text);
/// "lode find"
std::string full_name(const CLI::App& command);
/// The values of an option according to its checks: "text", "json", "csv". Empty without such a list.
std::vector<std::string> values_of(const CLI::Option& option);
/// The placeholder of the option's value, "FILE"; empty for flags.
std::string value_name(const CLI::Option& option);
/// "-s, --size SIZES", or "GRAPH" for an argument without a dash.
std::string name_of(const CLI::Option& option);
/// The meaning of an option, its values, and its default. The second line of a description is only for full
/// help.
std::string meaning_of(const CLI::Option& option, Detail detail);
/// The settings of one method.
std::vector<Entry> entries_of(const MethodOptions& method);

/// The width of help: that of the terminal, but at most 100 columns.
std::size_t help_columns();

/// A description as --help prints it.
std::string page_text(const Description& description, std::size_t columns);

/// Examples with their meanings, one or two lines each.
std::string examples_text(const std::vector<Example>& examples, std::size_t columns);

/// Prints CLI11's help from descriptions. Commands added later inherit it.
class HelpFormatter : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode mode) const override;
};

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
