#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"

namespace lode::detail {

/// A complete page that needs no other file: a shell (report/page/assets.hpp) with a title in markup, a
/// style, a document and its script. The content policy forbids all requests and other scripts.
std::string page_of(std::string_view shell, std::string_view title, std::string_view style,
                    const Json& document, std::string_view script);

/// At most `limit` elements, evenly spaced, including both ends.
Json spread(const Json& list, std::size_t limit);
/// Shortens all texts to this number of characters, at any depth.
void shorten_texts(Json& json, std::size_t most);

}  // namespace lode::detail
