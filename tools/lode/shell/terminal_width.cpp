#include "shell/terminal_width.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace lode::tool {
namespace {

constexpr std::string_view cut_sign = "...";

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Columns of the character that begins at `at`: two from U+1100 on, for the wide scripts and most symbols.
/// The estimate is too large for some characters, which only shortens the line.
std::size_t columns_of(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0xE1) return 1;
  const bool below = lead == 0xE1 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0x84;
  return below ? 1 : 2;
}

}  // namespace

std::size_t terminal_columns(int stream) {
  winsize size{};
  constexpr std::size_t usual = 80;
  return ::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

std::string cut_to_width(std::string_view text, std::size_t columns) {
  std::size_t width = 0;
  std::size_t kept = 0;  ///< bytes before the cut sign, if one is needed
  for (std::size_t at = 0; at < text.size();) {
    if (width + cut_sign.size() <= columns) kept = at;
    width += columns_of(text, at);
    if (width > columns) return std::string(text.substr(0, kept)).append(cut_sign.substr(0, columns));
    ++at;
    while (at < text.size() && is_continuation(text[at])) ++at;
  }
  return std::string(text);
}

}  // namespace lode::tool
