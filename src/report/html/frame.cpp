#include "report/html/frame.hpp"

#include <utility>

namespace lode::detail {

std::string page_of(std::string_view shell, const PageParts& parts) {
  const std::pair<std::string_view, std::string_view> places[] = {{"@title@", parts.title},
                                                                  {"@style@", parts.style},
                                                                  {"@document@", parts.document},
                                                                  {"@script@", parts.script}};
  std::string page;
  for (const auto& [place, text] : places) {
    const std::size_t at = shell.find(place);
    page += shell.substr(0, at);
    page += text;
    shell.remove_prefix(at + place.size());
  }
  page += shell;
  return page;
}

std::string script_data(const Json& document) {
  std::string text = compact(document);
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace lode::detail
