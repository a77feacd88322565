#include "io/text/quoted_label.hpp"

namespace lode::detail {

std::string quoted_if_needed(std::string_view label) {
  const bool plain = !label.empty() && label.front() != '#' && label.front() != '%' &&
                     label.find_first_of(" \t,;|\"") == std::string_view::npos;
  return plain ? std::string(label) : quoted(label);
}

std::string quoted(std::string_view label) {
  std::string text = "\"";
  for (const char c : label) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + "\"";
}

std::string unquoted_label(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string(text);
  std::string label;
  const std::string_view inner = text.substr(1, text.size() - 2);
  for (std::size_t i = 0; i < inner.size(); ++i) {
    label += inner[i];
    if (inner[i] == '"' && i + 1 < inner.size() && inner[i + 1] == '"') ++i;
  }
  return label;
}

}  // namespace lode::detail
