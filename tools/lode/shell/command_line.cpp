#include <algorithm>
#include <iterator>
#include <regex>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/text.hpp>

#include "shell/usage.hpp"

namespace lode::tool {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

void check_config_line(std::string_view line, std::size_t number) {
  const auto refuse = [&](const char* problem) {
    throw CLI::ConfigError(fmt::format("--config: line {} {}", number, problem));
  };
  const auto is_control = [](unsigned char c) { return c < ' ' && c != '\t' && c != '\r'; };
  if (std::ranges::any_of(line, is_control)) refuse("is not text; a TOML file is wanted");
  line = trimmed(line);
  if (line.empty() || line.front() == '#') return;
  if (line.front() == '[') {
    if (trimmed(line.substr(0, line.find('#'))).back() != ']')
      refuse("opens a section with '[' and does not close it with ']'");
  } else if (line.find('=') == std::string_view::npos) {
    refuse("is neither a section, as [find], nor a key with a value, as time = 5");
  }
}

class StrictConfig : public CLI::ConfigTOML {
 public:
  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    std::string text{std::istreambuf_iterator<char>(input), {}};
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
    std::istringstream lines(text), whole(text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) check_config_line(line, ++number);
    return CLI::ConfigTOML::from_config(whole);
  }
};

/// A word that is not a value of the option. Long lists begin with the nearest value.
std::string member_problem(const std::string& option, const std::string& word, const std::string& list) {
  constexpr std::size_t most_names = 6;
  std::vector<std::string> known;
  std::istringstream names(list);
  for (std::string name; std::getline(names, name, ',');) known.push_back(name);
  const std::string all = fmt::format("{}", fmt::join(known, ", "));
  const std::string problem = fmt::format("{}: '{}' is not ", option, word);
  if (known.size() > most_names && !nearest_names(word, known).empty())
    return with_nearest(problem + "known", word, known) + "; all: " + all;
  return with_nearest(problem + "one of " + all, word, known);
}

/// CLI11's message about a value, in the words of lode.
std::string value_problem(const std::string& text, const Levels& levels) {
  std::smatch part;
  const auto is = [&](const char* form) { return std::regex_match(text, part, std::regex(form)); };
  const auto say = [&](const char* words) {
    return fmt::format(fmt::runtime(words), part[1].str(), part[part.size() - 1].str());
  };
  if (is(R"((.*): (.*) not in \{(.*)\})")) return member_problem(part[1], part[2], part[3]);
  if (is(R"((.*): At Most 1 required but received (\d+))"))
    return say("{} is given {} times, and takes one value");
  if (is(R"((\S+) requires (\S+))")) return say("{} goes with {}; give both");
  if (is(R"((\S+) excludes (\S+))")) return say("{} does not go with {}; leave out one of them");
  if (is(R"(Could not convert: (.*) = (.*))")) return say("{}: '{}' is not a number");
  if (is(R"(INI was not able to parse (.*)\.\+\+)"))
    return with_nearest(say("--config: there is no section [{}]"), part[1].str(),
                        command_names(*levels.front()));
  return is(R"(INI was not able to parse (.*))") ? say("--config: there is no option '{}'") : text;
}

}  // namespace

std::shared_ptr<CLI::Config> strict_config() { return std::make_shared<StrictConfig>(); }

Levels levels_of(const CLI::App& app) {
  Levels levels = {&app};
  while (!levels.back()->get_subcommands().empty()) levels.push_back(levels.back()->get_subcommands().back());
  return levels;
}

std::vector<const CLI::App*> commands_below(const CLI::App& level) {
  return level.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> command_names(const CLI::App& level) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_below(level)) names.push_back(command->get_name());
  return names;
}

const CLI::Option* known_option(const Levels& levels, const std::string& name) {
  for (const CLI::App* level : levels) {
    if (const CLI::Option* found = level->get_option_no_throw(name)) return found;
  }
  return nullptr;
}

std::string option_name(const std::string& word) {
  return word.substr(0, word.starts_with("--") ? word.find('=') : 2);
}

std::string config_path(const std::vector<std::string>& arguments) {
  constexpr std::string_view option = "--config";
  const auto word = std::ranges::find(arguments, option, option_name);
  if (word == arguments.end()) return "";
  if (word->size() > option.size()) return word->substr(option.size() + 1);
  return std::next(word) == arguments.end() ? "" : *std::next(word);
}

std::string with_nearest(std::string problem, std::string_view word, const std::vector<std::string>& known) {
  const std::vector<std::string> near = nearest_names(word, known);
  if (!near.empty()) problem += fmt::format("; nearest: {}", fmt::join(near, ", "));
  return problem;
}

std::string problem_of_value(const CLI::ParseError& error, const Levels& levels,
                             const std::vector<std::string>& arguments) {
  std::string text = escape_terminal(value_problem(error.what(), levels));
  const std::string config = config_path(arguments);
  if (config.empty() || !text.starts_with("--") || text.starts_with("--config")) return text;
  const std::string name = text.substr(0, text.find_first_of(": "));
  const CLI::Option* const option = known_option(levels, name);
  const bool is_typed = std::ranges::any_of(arguments, [&](const std::string& argument) {
    const std::string typed = argument.starts_with('-') ? option_name(argument) : "";
    return typed == name || (option && typed.size() > 1 && option->check_name(typed));
  });
  return is_typed ? text : fmt::format("--config {}: {}", escape_terminal(config), text);
}

}  // namespace lode::tool
