#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <lode/core/option_info.hpp>

namespace lode::detail {

/// The names alone, in order.
std::vector<std::string_view> option_names(std::span<const OptionInfo> options);

}  // namespace lode::detail
