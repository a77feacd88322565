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
/// Of single methods: help shows those of the method that is chosen.
inline constexpr const char* settings = "Settings";
}  // namespace heading

/// Whether --help shows an option, or --help-all alone.
enum class Shown { always, in_full };

/// The options that are added to the command from here on stand under this heading.
void begin_section(CLI::App& command, const std::string& heading, Shown shown = Shown::always);

/// A command line, and what it does in a few words.
struct Example {
  std::string command;
  std::string meaning;
};

/// What the help of a command has besides its options: examples, and sentences at its end. Those behind a
/// line break are shown by --help-all alone.
void set_examples(CLI::App& command, const std::vector<Example>& examples, const std::string& notes = "");

/// A check that does nothing. Help and completion offer these values.
CLI::Validator suggested(const std::vector<std::string>& values);

}  // namespace lode::tool
