#include "shell/strict_config.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

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
  if (std::any_of(line.begin(), line.end(),
                  [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\r'; })) {
    refuse("is not text; a TOML file is wanted");
  }
  line = trimmed(line);
  if (line.empty() || line.front() == '#') return;
  if (line.front() == '[') {
    const std::string_view section = trimmed(line.substr(0, line.find('#')));
    if (section.back() != ']') refuse("opens a section with '[' and does not close it with ']'");
  } else if (line.find('=') == std::string_view::npos) {
    refuse("is neither a section, as [find], nor a key with a value, as time = 5");
  }
}

}  // namespace

std::vector<CLI::ConfigItem> StrictConfig::from_config(std::istream& input) const {
  std::string text{std::istreambuf_iterator<char>(input), {}};
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) check_config_line(line, ++number);
  std::istringstream whole(text);
  return CLI::ConfigTOML::from_config(whole);
}

}  // namespace lode::tool
