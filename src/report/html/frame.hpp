#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"

namespace lode::detail {

/// What stands at the places of a shell (report/page/assets.hpp). `title` is markup.
struct PageParts {
  std::string_view title;
  std::string_view style;
  std::string_view document;  ///< as script_data makes it
  std::string_view script;
};

/// A complete page that needs no other file. Its content policy forbids any request and any other script.
std::string page_of(std::string_view shell, const PageParts& parts);

/// A JSON document on one line that may stand inside of a <script> element: no "<" is in it.
std::string script_data(const Json& document);

}  // namespace lode::detail
