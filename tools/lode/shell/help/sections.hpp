#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// Headings of the options of a command, in the order in which help shows them.
namespace heading {
inline constexpr const char* input = "Input";
inline constexpr const char* reading = "Reading the input";
inline constexpr const char* question = "Question";
inline constexpr const char* effort = "Effort";
inline constexpr const char* output = "Output";
inline constexpr const char* general = "General";
/// Options of single methods; help shows only the options of the chosen method.
inline constexpr const char* settings = "Settings";
}  // namespace heading

/// Options in --help, or only in --help-all.
enum class Shown { always, in_full };

/// Puts the options that are added to the command from now on under this heading.
void begin_section(CLI::App& command, const std::string& heading, Shown shown = Shown::always);

/// A command line with a short explanation.
struct Example {
  std::string command;
  std::string meaning;
};

/// Adds examples and final sentences to the help of a command. Sentences after a line break are only in
/// --help-all.
void set_examples(CLI::App& command, const std::vector<Example>& examples, const std::string& notes = "");

/// A validator that accepts everything. Help and completion offer its values.
CLI::Validator suggested(const std::vector<std::string>& values);

}  // namespace lode::tool
