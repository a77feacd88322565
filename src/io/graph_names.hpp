#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lode::detail {

/// What names are compared by: lower case, with '_' for '-'.
std::string folded_name(std::string_view text);

/// Up to three of `known` that are close to `name`, nearest first.
std::vector<std::string> nearest_names(std::string_view name, const std::vector<std::string>& known);

}  // namespace lode::detail
