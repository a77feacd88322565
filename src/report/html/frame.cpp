#include "report/html/frame.hpp"

#include <utility>

namespace lode::detail {

std::string page_of(std::string_view shell, std::string_view title, std::string_view style,
                    const Json& document, std::string_view script) {
  std::string data;  // JSON that is safe inside a <script> element
  for (const char c : compact(document)) data += c == '<' ? "\\u003c" : std::string(1, c);
  const std::pair<std::string_view, std::string_view> places[] = {
      {"@title@", title}, {"@style@", style}, {"@document@", data}, {"@script@", script}};
  std::string page;
  for (const auto& [place, text] : places) {
    const std::size_t at = shell.find(place);
    page += shell.substr(0, at);
    page += text;
    shell.remove_prefix(at + place.size());
  }
  return page.append(shell);
}

}  // namespace lode::detail
