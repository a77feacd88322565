#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/gml.hpp"
#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

/// Everything may stand on one line.
constexpr std::size_t longest_gml_line = std::size_t{1} << 30;
constexpr auto text_remedy = "GML is plain text: keys, numbers, strings in double quotes and brackets";

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
bool is_no_text(char c) { return (static_cast<unsigned char>(c) < 0x20 && !is_space(c)) || c == 0x7f; }

/// Bytes that words consist of.
constexpr std::array<bool, 256> word_bytes = [] {
  std::array<bool, 256> bytes{};
  for (std::size_t byte = 0x21; byte < 256; ++byte) {
    bytes[byte] = byte != '[' && byte != ']' && byte != '"' && byte != 0x7f;
  }
  return bytes;
}();

std::string utf8(std::uint32_t code) {
  std::string text;
  const auto continuation = [&](int shift) { text += static_cast<char>(0x80u | (code >> shift & 0x3fu)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0u | code >> 6);
    continuation(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xe0u | code >> 12);
    continuation(6);
    continuation(0);
  } else {
    text += static_cast<char>(0xf0u | code >> 18);
    continuation(12);
    continuation(6);
    continuation(0);
  }
  return text;
}

/// What "&NAME;" stands for; empty if it stands for itself.
std::string entity(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, char>, 5> known = {
      {{"quot", '"'}, {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}}};
  for (const auto& [text, c] : known) {
    if (name == text) return std::string(1, c);
  }
  if (name.size() < 2 || name.front() != '#') return {};
  const bool hexadecimal = name[1] == 'x' || name[1] == 'X';
  const std::string_view digits = name.substr(hexadecimal ? 2 : 1);
  std::uint32_t code = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return {};
  return code == 0 || code > 0x10ffff || surrogate ? std::string() : utf8(code);
}

}  // namespace

GmlTokens::GmlTokens(CompressedInput& input, const RunContext& run) : lines_(input, run, longest_gml_line) {}

const GmlToken& GmlTokens::next() {
  token_.text.clear();
  token_.kind = GmlToken::Kind::end;
  if (!skip_blanks()) return token_;
  token_.line = lines_.number();
  token_.column = static_cast<std::uint64_t>(at_ - lines_.begin()) + 1;
  if (*at_ == '"') {
    read_string();
  } else if (*at_ == '[' || *at_ == ']') {
    token_.kind = *at_++ == '[' ? GmlToken::Kind::open : GmlToken::Kind::close;
  } else {
    read_word();
  }
  return token_;
}

bool GmlTokens::next_line() {
  if (!lines_.next()) return false;
  at_ = lines_.begin();
  return true;
}

bool GmlTokens::skip_blanks() {
  while (true) {
    const char* const end = lines_.end();
    while (at_ != end && is_space(*at_)) ++at_;
    if (at_ != end && *at_ != '#') return true;
    comments_ += at_ != end;
    if (!next_line()) return false;
  }
}

void GmlTokens::fail_on_byte(const char* at) const {
  lines_.fail({at, fmt::format("byte 0x{:02x} is not text", static_cast<unsigned char>(*at)), text_remedy});
}

void GmlTokens::read_word() {
  token_.kind = GmlToken::Kind::word;
  const char* const begin = at_;
  const char* const end = lines_.end();
  while (at_ != end && word_bytes[static_cast<unsigned char>(*at_)]) ++at_;
  if (at_ != end && is_no_text(*at_)) fail_on_byte(at_);
  if (static_cast<std::size_t>(at_ - begin) > longest_word) {
    fail(token_, fmt::format("a word is longer than {} bytes", longest_word), text_remedy);
  }
  token_.text.assign(begin, at_);
}

void GmlTokens::read_string() {
  token_.kind = GmlToken::Kind::string;
  ++at_;
  while (true) {
    const char* const end = std::find(at_, lines_.end(), '"');
    if (token_.text.size() + static_cast<std::size_t>(end - at_) > longest_string) {
      fail(token_, fmt::format("a string is longer than {} bytes", longest_string), "close the quotes");
    }
    if (const char* const bad = std::find_if(at_, end, is_no_text); bad != end) fail_on_byte(bad);
    token_.text.append(at_, end);
    at_ = end;
    if (at_ != lines_.end()) break;
    if (!next_line()) {
      fail(token_, "a string does not end", "close the quotes; a quote inside a string is written &quot;");
    }
    token_.text += '\n';
  }
  ++at_;
}

std::string gml_decoded(std::string_view text) {
  constexpr std::size_t longest_entity = 12;
  std::string decoded;
  while (!text.empty()) {
    const std::size_t ampersand = std::min(text.find('&'), text.size());
    decoded += text.substr(0, ampersand);
    text.remove_prefix(ampersand);
    if (text.empty()) break;
    const std::size_t end = text.substr(0, longest_entity).find(';');
    const std::string character = end == std::string_view::npos ? "" : entity(text.substr(1, end - 1));
    decoded += character.empty() ? text.substr(0, 1) : std::string_view(character);
    text.remove_prefix(character.empty() ? 1 : end + 1);
  }
  return decoded;
}

}  // namespace lode::detail
