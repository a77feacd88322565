#include <algorithm>
#include <cctype>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "shell/help/help.hpp"

namespace lode::tool {
namespace {

/// Longest list of values in --help; longer ones are only in --help-all.
constexpr std::size_t most_values = 6;

/// True if the text contains the word, not as a part of a longer one.
bool has_word(const std::string& text, const std::string& word) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !in_word(text[at - 1])) && (end == text.size() || !in_word(text[end]))) return true;
  }
  return false;
}

/// "text, json or csv"
std::string alternatives(const std::vector<std::string>& values) {
  if (values.size() == 1) return values.front();
  return fmt::format("{} or {}", fmt::join(values.begin(), values.end() - 1, ", "), values.back());
}

}  // namespace

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string name_of(const CLI::Option& option) {
  if (option.get_positional())
    return upper_case(option.get_name(true)) + (option.get_expected_max() > 1 ? "..." : "");
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  const std::string value = value_name(option);
  return fmt::format("{}{}{}", fmt::join(names, ", "), value.empty() ? "" : " ", value);
}

std::string value_name(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return "";
  const std::string type = option.get_type_name();
  const std::string name = type.substr(0, type.find(':'));
  if (name == "FLOAT" || name == "INT" || name == "UINT") return "NUMBER";
  return name.empty() || name == "TEXT" ? "WORD" : name;
}

std::vector<std::string> values_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  if (open == std::string::npos) return {};
  std::istringstream list(type.substr(open + 1, type.find('}', open) - open - 1));
  std::vector<std::string> values;
  for (std::string value; std::getline(list, value, ',');) values.push_back(value);
  return values;
}

std::string meaning_of(const CLI::Option& option, Detail detail) {
  const std::string& whole = option.get_description();
  std::string text = whole.substr(0, whole.find('\n'));
  const std::vector<std::string> values = values_of(option);
  const bool told = std::ranges::all_of(values, [&](const auto& value) { return has_word(text, value); });
  if (!told && (detail == Detail::all || values.size() <= most_values)) text += ": " + alternatives(values);
  std::string usual = option.get_default_str();
  if (usual.starts_with('[') && usual.ends_with(']')) usual = usual.substr(1, usual.size() - 2);
  if (!usual.empty() && !option.get_required() && !has_word(text, "default")) text += "; default " + usual;
  if (detail == Detail::all && whole.size() > whole.find('\n'))
    text += ". " + whole.substr(whole.find('\n') + 1);
  return text;
}

std::vector<Entry> entries_of(const MethodOptions& method) {
  std::vector<Entry> entries;
  for (const auto& [name, meaning] : options_help(method))
    entries.push_back({"--" + name + " VALUE", meaning});
  return entries;
}

}  // namespace lode::tool
