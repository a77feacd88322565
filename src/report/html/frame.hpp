#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"

namespace lode::detail {

/// The files of report/page as bundled by the build: an HTML shell with the placeholders @title@, @style@,
/// @document@ and @script@, styles, and scripts with parts of d3 and its licence.
struct PageAssets {
  std::string_view shell, style, script;
};
PageAssets report_assets();
PageAssets comparison_assets();

/// A complete page that needs no other file. The content policy forbids all requests and other scripts.
std::string page_of(const PageAssets& assets, std::string_view title, const Json& document);

/// At most `limit` elements, evenly spaced, including both ends.
Json spread(const Json& list, std::size_t limit);
/// Shortens all texts to this number of characters, at any depth.
void shorten_texts(Json& json, std::size_t most);

}  // namespace lode::detail
