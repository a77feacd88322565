#include "report/html/frame.hpp"

#include <utility>

#include <lode/report/format.hpp>

namespace lode::detail {

std::string page_of(const PageAssets& assets, std::string_view title, const Json& document) {
  std::string data;  // JSON that is safe inside a <script> element
  for (const char c : compact(document)) data += c == '<' ? "\\u003c" : std::string(1, c);
  const std::string markup = escape_markup(title);
  const std::pair<std::string_view, std::string_view> places[] = {
      {"@title@", markup}, {"@style@", assets.style}, {"@document@", data}, {"@script@", assets.script}};
  std::string page;
  std::string_view shell = assets.shell;
  for (const auto& [place, text] : places) {
    const std::size_t at = shell.find(place);
    page += shell.substr(0, at);
    page += text;
    shell.remove_prefix(at + place.size());
  }
  return page.append(shell);
}

Json spread(const Json& list, std::size_t limit) {
  if (list.size() <= limit) return list;
  Json kept = Json::array();
  for (std::size_t i = 0; i < limit; ++i) {
    kept.push_back(list[limit == 1 ? 0 : i * (list.size() - 1) / (limit - 1)]);
  }
  return kept;
}

void shorten_texts(Json& json, std::size_t most) {
  if (json.is_string()) json = shorten(json.get<std::string>(), most);
  if (!json.is_structured()) return;
  for (Json& inner : json) shorten_texts(inner, most);
}

}  // namespace lode::detail
