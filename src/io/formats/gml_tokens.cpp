#include "io/formats/gml_tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t token_buffer_bytes = std::size_t{1} << 16;
constexpr auto text_remedy = "GML is plain text: keys, numbers, strings in double quotes and brackets";

bool is_space(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

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

GmlTokens::GmlTokens(CompressedInput& input, const RunContext& run)
    : input_(input), run_(run), buffer_(input.head_is_all() ? input.head().size() + 1 : token_buffer_bytes) {
  if (input.head().starts_with("\xef\xbb\xbf")) {
    refill();
    used_ = 3;
  }
}

bool GmlTokens::refill() {
  if (run_.interrupted()) throw SystemError(input_.display_name() + ": reading was interrupted");
  filled_ = input_.read(buffer_.data(), buffer_.size());
  used_ = 0;
  return filled_ > 0;
}

const GmlToken& GmlTokens::next() {
  skip_blanks();
  token_.text.clear();
  token_.line = line_;
  token_.column = column_;
  switch (peek()) {
    case end_of_text:
      token_.kind = GmlToken::Kind::end;
      break;
    case '[':
      token_.kind = GmlToken::Kind::open;
      advance();
      break;
    case ']':
      token_.kind = GmlToken::Kind::close;
      advance();
      break;
    case '"':
      read_string();
      break;
    default:
      read_word();
  }
  return token_;
}

void GmlTokens::skip_blanks() {
  for (int c = peek(); c != end_of_text; c = peek()) {
    if (c == '#') {
      ++comments_;
      skip_line();
    } else if (is_space(c)) {
      advance();
    } else {
      return;
    }
  }
}

void GmlTokens::skip_line() {
  for (int c = peek(); c != end_of_text && c != '\n'; c = peek()) advance();
}

void GmlTokens::read_word() {
  token_.kind = GmlToken::Kind::word;
  for (int c = peek(); c != end_of_text && !is_space(c) && c != '[' && c != ']' && c != '"'; c = peek()) {
    if (c < 0x20 || c == 0x7f) fail(line_, column_, fmt::format("byte 0x{:02x} is not text", c), text_remedy);
    if (token_.text.size() == longest_word) {
      fail(token_, fmt::format("a word is longer than {} bytes", longest_word), text_remedy);
    }
    token_.text += static_cast<char>(c);
    advance();
  }
}

void GmlTokens::read_string() {
  token_.kind = GmlToken::Kind::string;
  advance();
  for (int c = peek(); c != '"'; c = peek()) {
    if (c == end_of_text) {
      fail(token_, "a string does not end", "close the quotes; a quote inside a string is written &quot;");
    }
    if ((c < 0x20 && !is_space(c)) || c == 0x7f) {
      fail(line_, column_, fmt::format("byte 0x{:02x} is not text", c), text_remedy);
    }
    if (token_.text.size() == longest_string) {
      fail(token_, fmt::format("a string is longer than {} bytes", longest_string), "close the quotes");
    }
    token_.text += static_cast<char>(c);
    advance();
  }
  advance();
}

void GmlTokens::fail(std::uint64_t line, std::uint64_t column, std::string problem,
                     std::string remedy) const {
  throw InputError({input_.display_name(), line, column}, std::move(problem), std::move(remedy));
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
