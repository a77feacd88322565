#include "shell/arguments/library_terms.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <regex>

#include <fmt/format.h>

#include "shell/command_line.hpp"

namespace lode::tool {
namespace {

/// The flag of an option of the library, by the name it has there.
std::optional<std::string> flag_of(std::string_view option) {
  static const std::map<std::string_view, std::string_view> other_names = {{"format", "from"},
                                                                           {"WriteOptions::format", "to"},
                                                                           {"source", "source_column"},
                                                                           {"target", "target_column"},
                                                                           {"signs", "signed"},
                                                                           {"header=present", "header"},
                                                                           {"header=absent", "no_header"}};
  const auto other = other_names.find(option);
  if (other != other_names.end()) option = other->second;
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_";
  if (option.empty() || option.find_first_not_of(letters) != std::string_view::npos) return std::nullopt;
  std::string flag = "--" + std::string(option);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

/// The command for a call of the library, perhaps with the name of a graph: "fetch_graph(NAME)".
std::optional<std::string> command_of(std::string_view call) {
  static const std::map<std::string_view, std::string_view> commands = {
      {"locate_graphs", "lode data list"},
      {"fetch_graph", "lode data get"},
      {"check_graph", "lode data verify"},
      {"find_json", "lode find --format json"},
      {"certificate_json", "lode bounds --certificate"},
      {"least_squares::methods", "lode lsq methods"}};
  const std::size_t open = call.find('(');
  const auto command = commands.find(call.substr(0, open));
  if (command == commands.end()) return std::nullopt;
  const std::string graph(open == std::string_view::npos ? ""
                                                         : call.substr(open + 1, call.size() - open - 2));
  return fmt::format("'{}{}{}'", command->second, graph.empty() ? "" : " ", graph);
}

/// How messages of the library begin a name of its own, which ends with a quote, and what the tool says.
struct LibraryTerm {
  std::string_view begin;
  std::optional<std::string> (*in_tool)(std::string_view name);
};
constexpr LibraryTerm library_terms[] = {{"option '", flag_of}, {"function '", command_of}};

/// The name of an option as it stands on the command line.
std::string typed_name(const CLI::Option& option, const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (!argument.starts_with('-')) continue;
    std::string name = option_name(argument);
    if (name.size() > 1 && option.check_name(name)) return name;
  }
  return option.get_lnames().empty() ? option.get_name() : "--" + option.get_lnames().front();
}

/// The option that a parameter of the library is in the tool, if it was given.
const CLI::Option* option_of(const std::vector<const CLI::App*>& levels, std::string parameter) {
  std::ranges::replace(parameter, '_', '-');
  for (const std::string& name :
       {parameter, parameter.substr(0, parameter.find_last_not_of('s') + 1), parameter + "s"}) {
    if (name.empty() || name.find_first_of(" '(") != std::string::npos) continue;
    const CLI::Option* const option = known_option(levels, (name.size() == 1 ? "-" : "--") + name);
    if (option && option->nonpositional() && option->count() > 0) return option;
  }
  return nullptr;
}

}  // namespace

std::string with_flags(std::string_view message) {
  std::string text;
  while (true) {
    std::size_t at = std::string_view::npos;
    const LibraryTerm* found = nullptr;
    for (const LibraryTerm& term : library_terms) {
      const std::size_t place = message.find(term.begin);
      if (place >= at) continue;
      at = place;
      found = &term;
    }
    const std::size_t begin = found ? at + found->begin.size() : at;
    const std::size_t end = found ? message.find('\'', begin) : at;
    if (end == std::string_view::npos) return text.append(message);
    const auto here = found->in_tool(message.substr(begin, end - begin));
    text.append(message.substr(0, here ? at : end + 1)).append(here.value_or(""));
    message.remove_prefix(end + 1);
  }
}

std::string option_problem(const CLI::App& app, const std::vector<std::string>& arguments,
                           const InvalidArgument& error) {
  const std::vector<const CLI::App*> levels = levels_of(app);
  std::string text = with_flags(error.what());
  const std::string& parameter = error.parameter();
  const CLI::Option* const option = option_of(levels, parameter);
  if (option && text.starts_with(parameter + " ")) {
    text.replace(0, parameter.size(), typed_name(*option, arguments));
  }
  // Other parameters that the message speaks of: names in C++ have an underscore, and words do not.
  static const std::regex name(R"((^|[ (])([a-z]+(?:_[a-z]+)+)(?=[ ,;:)]|$))");
  std::string result;
  std::smatch match;
  while (std::regex_search(text, match, name)) {
    std::string flag = "--" + match[2].str();
    std::ranges::replace(flag, '_', '-');
    result += match.prefix().str() + match[1].str() + (known_option(levels, flag) ? flag : match[2].str());
    text = match.suffix().str();
  }
  return result + text;
}

std::string input_problem(const CLI::App& app, const InputError& error) {
  const std::vector<const CLI::App*> levels = levels_of(app);
  std::string text = with_flags(error.what());
  const std::string flag = "--signed";
  const std::size_t place = text.rfind(flag);
  if (place != std::string::npos && !known_option(levels, flag)) {
    text.insert(place + flag.size(), " of 'lode find'");
  }
  // What implies --weighted stands there in its place.
  const std::string weighted = "--weighted";
  const std::size_t without = text.find("without " + weighted);
  const auto given = [&](const std::string& name) { return option_of(levels, name) != nullptr; };
  if (without != std::string::npos && !given("weighted")) {
    std::string flags;
    for (const char* const implied_by : {"merge", "signed", "weight_column"}) {
      if (given(implied_by))
        flags += (flags.empty() ? "" : " and ") + with_flags(fmt::format("option '{}'", implied_by));
    }
    if (!flags.empty()) text.replace(text.find(weighted, without), weighted.size(), flags);
  }
  return text;
}

}  // namespace lode::tool
