#pragma once

#include <string>
#include <string_view>

namespace lode::tool {

/// What the library says, with the flags and commands of the tool in place of its options and functions:
/// "option 'weight_column'" becomes "--weight-column", "option 'format'" becomes "--from", and
/// "function 'fetch_graph(NAME)'" becomes "'lode data get NAME'".
std::string with_flags(std::string_view message);

}  // namespace lode::tool
