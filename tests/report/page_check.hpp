#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "report/markup_check.hpp"
#include "support/catch.hpp"

namespace lode::test {

/// Checks that a page is well formed and below `most_bytes`, fetches nothing, has exactly `scripts` script
/// elements, and has no id twice.
inline void check_page(const std::string& html, std::size_t most_bytes, std::size_t scripts) {
  const MarkupCheck check(html);
  CHECK(check.complaint == "");
  CHECK(html.size() < most_bytes);
  CHECK(static_cast<std::size_t>(check.count("script")) == scripts);
  const std::size_t style = html.find("<style>");
  const std::string css = html.substr(style, html.find("</style>") - style);
  CHECK(std::count(css.begin(), css.end(), '{') == std::count(css.begin(), css.end(), '}'));
  for (const char* tag : {"img", "iframe", "object", "embed", "image", "use", "foreignObject", "link"}) {
    CHECK(check.count(tag) == 0);
  }
  for (const std::string& attribute : check.attributes) {
    const std::string key = attribute.substr(0, attribute.find('='));
    CAPTURE(attribute);
    CHECK((key != "src" && key != "action" && key != "background"));
    CHECK((key != "href" || attribute.rfind("href=#", 0) == 0));
    CHECK(key.rfind("on", 0) != 0);
  }
  std::string text = html;  // without the names of XML namespaces, which nothing fetches
  const std::string name = "http://www.w3.org/";
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;) text.erase(at, name.size());
  for (const char* bad :
       {"http://", "https://", "url(", "@import", "eval(", "innerHTML", "fetch(", "XMLHttpRequest"}) {
    CAPTURE(bad);
    CHECK(text.find(bad) == std::string::npos);
  }
  std::vector<std::string> ids;
  for (const std::string& attribute : check.attributes) {
    if (attribute.rfind("id=", 0) == 0) ids.push_back(attribute);
  }
  std::sort(ids.begin(), ids.end());
  CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
}

/// The JSON document inside of a page that keeps to what pages keep to.
inline nlohmann::ordered_json page_document(const std::string& html, std::size_t most_bytes) {
  CHECK(html.size() < most_bytes);
  CHECK(html.find("script-src 'nonce-lode'") != std::string::npos);
  const std::string begin = "<script type=\"application/json\" id=\"document\">";
  const std::size_t from = html.find(begin) + begin.size();
  const std::size_t to = html.find("</script>", from);
  REQUIRE(to != std::string::npos);
  const std::string document = html.substr(from, to - from);
  CHECK(document.find('<') == std::string::npos);
  check_page(html.substr(0, from) + html.substr(to), most_bytes, 2);
  return nlohmann::ordered_json::parse(document);
}

}  // namespace lode::test
