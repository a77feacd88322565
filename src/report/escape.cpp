#include <algorithm>

#include <fmt/format.h>

#include <lode/report/format.hpp>

namespace lode {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

/// Bytes of the well-formed UTF-8 sequence at the front of `text`, 0 if there is none.
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  if (!std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), is_continuation)) {
    return 0;
  }
  const auto second = static_cast<unsigned char>(text[1]);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool not_a_character = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return overlong || not_a_character ? 0 : length;
}

std::string_view markup_entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

}  // namespace

std::string escape_markup(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  while (!text.empty()) {
    const char c = text.front();
    const std::size_t length = sequence_length(text);
    if (const std::string_view entity = markup_entity(c); !entity.empty()) {
      escaped += entity;
    } else if (length == 0 || (is_control(c) && c != '\t' && c != '\n')) {
      escaped += replacement;
    } else {
      escaped += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return escaped;
}

std::string printable_text(std::string_view text) {
  std::string printable;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    printable += length == 0 || is_control(text.front()) ? replacement : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return printable;
}

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

std::string escape_csv(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string escape_terminal(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const bool c1_control = length == 2 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0;
    if (length == 0 || c1_control || is_control(text.front())) {
      escaped += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
      text.remove_prefix(1);
    } else {
      escaped += text.substr(0, length);
      text.remove_prefix(length);
    }
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
