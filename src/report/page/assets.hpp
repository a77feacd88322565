#pragma once

#include <string_view>

namespace lode::detail {

// The files of this folder as bundled by the build: an HTML shell with the placeholders @title@, @style@,
// @document@ and @script@, styles, and scripts with parts of d3 and its licence.

std::string_view report_shell();
std::string_view report_style();
std::string_view report_script();
std::string_view comparison_shell();
std::string_view comparison_style();
std::string_view comparison_script();

}  // namespace lode::detail
