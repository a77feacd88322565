#include "shell/arguments/value_problem.hpp"

#include <optional>
#include <regex>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/text.hpp>

namespace lode::tool {

std::string with_nearest(std::string problem, std::string_view word, const std::vector<std::string>& known) {
  const std::vector<std::string> near = nearest_names(word, known);
  if (!near.empty()) problem += fmt::format("; nearest: {}", fmt::join(near, ", "));
  return problem;
}

std::vector<std::string> command_names(const CLI::App& level) {
  std::vector<std::string> names;
  for (const CLI::App* command : level.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

namespace {

/// The problem of a word that is not a value of the option. Long lists begin with the nearest value.
std::string member_problem(const std::string& option, const std::string& word,
                           const std::vector<std::string>& known) {
  constexpr std::size_t most_names = 6;
  if (known.size() > most_names && !nearest_names(word, known).empty()) {
    return with_nearest(fmt::format("{}: '{}' is not known", option, word), word, known) +
           fmt::format("; all: {}", fmt::join(known, ", "));
  }
  return with_nearest(fmt::format("{}: '{}' is not one of {}", option, word, fmt::join(known, ", ")), word,
                      known);
}

/// The problem of a key or a section of a configuration file, if CLI11's message is about one.
std::optional<std::string> config_problem(const std::string& text,
                                          const std::vector<const CLI::App*>& levels) {
  std::smatch part;
  static const std::regex section(R"(INI was not able to parse (.*)\.\+\+)");
  if (std::regex_match(text, part, section)) {
    return with_nearest(fmt::format("--config: there is no section [{}]", part[1].str()), part[1].str(),
                        command_names(*levels.front()));
  }
  static const std::regex key(R"(INI was not able to parse (.*))");
  if (!std::regex_match(text, part, key)) return std::nullopt;
  return fmt::format("--config: there is no option '{}'", part[1].str());
}

}  // namespace

std::string value_problem(const std::string& text, const std::vector<const CLI::App*>& levels) {
  std::smatch part;
  static const std::regex choice(R"((.*): Check (.*) value in \{(.*?)\} OR .* FAILED)");
  static const std::regex member(R"((.*): (.*) not in \{(.*)\})");
  if (std::regex_match(text, part, choice) || std::regex_match(text, part, member)) {
    std::vector<std::string> known;
    std::istringstream names(part[3].str());
    for (std::string name; std::getline(names, name, ',');) known.push_back(name.substr(0, name.find("->")));
    return member_problem(part[1].str(), part[2].str(), known);
  }
  static const std::regex times(R"((.*): At Most 1 required but received (\d+))");
  if (std::regex_match(text, part, times)) {
    return fmt::format("{} is given {} times, and takes one value", part[1].str(), part[2].str());
  }
  static const std::regex pair(R"((\S+) (requires|excludes) (\S+))");
  if (std::regex_match(text, part, pair)) {
    const std::string option = part[1].str(), other = part[3].str();
    return part[2] == "requires"
               ? fmt::format("{} goes with {}; give both", option, other)
               : fmt::format("{} does not go with {}; leave out one of them", option, other);
  }
  static const std::regex conversion(R"(Could not convert: (.*) = (.*))");
  if (std::regex_match(text, part, conversion)) {
    return fmt::format("{}: '{}' is not a number", part[1].str(), part[2].str());
  }
  return config_problem(text, levels).value_or(text);
}

}  // namespace lode::tool
