#include <algorithm>
#include <map>
#include <regex>

#include "shell/usage.hpp"

namespace lode::tool {
namespace {

/// The option of the tool for an option of the library.
std::string flag_of(const std::string& option) {
  static const std::map<std::string, std::string> other_names = {{"format", "--from"},
                                                                 {"WriteOptions::format", "--to"},
                                                                 {"source", "--source-column"},
                                                                 {"target", "--target-column"},
                                                                 {"signs", "--signed"},
                                                                 {"header=present", "--header"},
                                                                 {"header=absent", "--no-header"}};
  const auto other = other_names.find(option);
  if (other != other_names.end()) return other->second;
  std::string flag = "--" + option;
  std::ranges::replace(flag, '_', '-');
  return flag;
}

}  // namespace

std::string with_flags(const std::string& message) {
  static const std::regex option("option '([^' ]+)'");
  std::string text, rest = message;
  for (std::smatch match; std::regex_search(rest, match, option); rest = match.suffix().str()) {
    text += match.prefix().str() + flag_of(match[1].str());
  }
  return text + rest;
}

std::string option_problem(const CLI::App& app, const InvalidArgument& error) {
  const std::string text = with_flags(error.what());
  const std::string& parameter = error.parameter();
  if (parameter.empty() || !text.starts_with(parameter + " ")) return text;
  // "sizes" of the library are --size, and its "method" may be one of --methods.
  for (const std::string& name :
       {parameter, parameter.substr(0, parameter.find_last_not_of('s') + 1), parameter + "s"}) {
    const std::string flag = name.size() == 1 ? "-" + name : flag_of(name);
    const CLI::Option* const option = known_option(levels_of(app), flag);
    if (option && option->count() > 0) return flag + text.substr(parameter.size());
  }
  return text;
}

std::string input_problem(const CLI::App& app, const InputError& error) {
  std::string text = with_flags(error.what());
  const std::string flag = "--signed";
  const std::size_t place = text.rfind(flag);
  if (place != std::string::npos && !known_option(levels_of(app), flag)) {
    text.insert(place + flag.size(), " of 'lode find'");
  }
  return text;
}

}  // namespace lode::tool
