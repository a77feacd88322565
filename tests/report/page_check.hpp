#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "report/markup_check.hpp"
#include "support/catch.hpp"

namespace lode::test {

/// What every page keeps to: well formed, below `most_bytes`, nothing that makes a browser fetch something,
/// no script but `scripts` elements of the page's own, no id twice.
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
    CHECK((key != "src" && key != "href" && key != "action" && key != "background"));
    CHECK(key.rfind("on", 0) != 0);
  }
  for (const char* bad : {"http://", "https://", "url(", "@import", "eval(", "innerHTML", "fetch("}) {
    CAPTURE(bad);
    CHECK(html.find(bad) == std::string::npos);
  }
  std::vector<std::string> ids;
  for (const std::string& attribute : check.attributes) {
    if (attribute.rfind("id=", 0) == 0) ids.push_back(attribute);
  }
  std::sort(ids.begin(), ids.end());
  CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
}

}  // namespace lode::test
