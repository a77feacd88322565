#pragma once

#include <string>

#include "shell/help/description.hpp"

namespace lode::tool {

/// A description as Markdown: usage and examples as code, then one table of all options.
std::string markdown_page(const Description& description);

}  // namespace lode::tool
