#pragma once

#include <string>
#include <string_view>

namespace lode::detail {

/// CSS of the comparison page, after that of html_page.
std::string comparison_style();

/// Script of the comparison page. Makes hover texts appear at once, and the legend's names and boxes show
/// and hide methods: every element with data-series belongs to the method of that number.
std::string_view comparison_script();

}  // namespace lode::detail
