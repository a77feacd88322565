#pragma once

#include <string_view>

namespace lode::tool {

// Each asks `lode completion --words` what may stand where the cursor is: what there is, only lode knows.
extern const std::string_view bash_script;
extern const std::string_view zsh_script;
extern const std::string_view fish_script;

}  // namespace lode::tool
