#include <algorithm>

#include <lode/report/format.hpp>

namespace lode {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

}  // namespace

std::string escape_markdown(std::string_view text) {
  constexpr std::string_view special = "\\`*_{}[]()<>#|!~&$";
  std::string escaped;
  for (const char c : text) {
    if (is_control(c)) {
      escaped += ' ';
      continue;
    }
    if (special.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string shorten(std::string_view text, std::size_t characters) {
  if (character_count(text) <= characters) return std::string(text);
  std::size_t kept = 0;
  std::size_t bytes = 0;
  while (bytes < text.size() && kept + 1 < characters) {
    ++bytes;
    while (bytes < text.size() && is_continuation(text[bytes])) ++bytes;
    ++kept;
  }
  return std::string(text.substr(0, bytes)) + "\xE2\x80\xA6";
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

}  // namespace lode
