#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/output_file.hpp>

#include "shell/help/help.hpp"
#include "shell/usage.hpp"

namespace lode::tool {
namespace {

/// Escapes text for roff.
std::string escaped(std::string_view text) {
  // A line that begins with one of these is a request.
  std::string result = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) result += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  return result;
}

/// The date of the page: SOURCE_DATE_EPOCH if set, for reproducible builds, else today.
std::string page_date() {
  std::time_t when = std::time(nullptr);
  if (const char* const epoch = std::getenv("SOURCE_DATE_EPOCH")) {
    const std::string_view text = epoch;
    std::from_chars(text.data(), text.data() + text.size(), when);
  }
  std::tm day{};
  ::gmtime_r(&when, &day);
  return fmt::format("{:04}-{:02}-{:02}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

/// The text as the rest of a sentence, for the index of manual pages.
std::string in_sentence(std::string text) {
  const bool is_word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
  if (is_word) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string entries_roff(const Section& section) {
  std::string text;
  for (const auto& [name, meaning] : section.entries) {
    // Names are bold, placeholders of values are not.
    const std::size_t value = section.heading == "Commands" ? std::string::npos : name.rfind(' ');
    const bool has_value = value != std::string::npos && name.find_last_of('-') < value;
    text +=
        fmt::format(".TP\n\\fB{}\\fR{}\n{}.\n", escaped(has_value ? name.substr(0, value) : name),
                    has_value ? " \\fI" + escaped(name.substr(value + 1)) + "\\fR" : "", escaped(meaning));
  }
  return text;
}

/// "lode-find", the name of the page of `lode find`.
std::string man_name(const CLI::App& command) {
  std::string name = full_name(command);
  std::ranges::replace(name, ' ', '-');
  return name;
}

/// The pages of the parent command and of subcommands.
std::string see_also(const CLI::App& command) {
  std::string text;
  std::vector<const CLI::App*> others = commands_below(command);
  if (command.get_parent()) others.insert(others.begin(), command.get_parent());
  for (const CLI::App* other : others)
    text += fmt::format("{}.BR {} (1)", text.empty() ? "" : ",\n", escaped(man_name(*other)));
  return text.empty() ? "" : ".SH SEE ALSO\n" + text + "\n";
}

}  // namespace

std::string man_page(const CLI::App& command, const std::string& program_version) {
  const Description description = describe(command, Detail::all);
  std::string text = fmt::format(
      ".TH {} 1 {} \"{}\" \"lode manual\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n\\fB{}\\fR {}\n",
      escaped(upper_case(man_name(command))), page_date(), program_version, escaped(man_name(command)),
      escaped(in_sentence(description.about)), escaped(description.name),
      escaped(description.usage.substr(std::min(description.name.size() + 1, description.usage.size()))));
  if (!description.examples.empty()) text += ".SH EXAMPLES\n";
  for (const auto& [line, meaning] : description.examples) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}.\n", escaped(line), escaped(meaning));
  }
  bool in_options = false;
  for (const Section& section : description.sections) {
    const bool is_commands = section.heading == "Commands";
    if (!is_commands && !std::exchange(in_options, true)) text += ".SH OPTIONS\n";
    text += is_commands ? ".SH COMMANDS\n" : fmt::format(".SS {}\n", escaped(section.heading));
    text += entries_roff(section);
  }
  if (!description.notes.empty()) text += ".SH NOTES\n";
  for (const std::string& note : description.notes) text += escaped(note) + "\n";
  return text + see_also(command);
}

void write_man_pages(const CLI::App& command, const std::string& program_version, const std::string& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) throw SystemError(fmt::format("{}: {}", folder, problem.message()));
  const std::string path = (std::filesystem::path(folder) / (man_name(command) + ".1")).string();
  write_file(path, man_page(command, program_version), Overwrite::yes);
  for (const CLI::App* each : commands_below(command)) write_man_pages(*each, program_version, folder);
}

}  // namespace lode::tool
