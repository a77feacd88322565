#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"

namespace lode::detail {

/// A complete page that needs no other file: a shell (report/page/assets.hpp) with a title in markup, a
/// style, a document and its script. The content policy forbids all requests and other scripts.
std::string page_of(std::string_view shell, std::string_view title, std::string_view style,
                    const Json& document, std::string_view script);

}  // namespace lode::detail
