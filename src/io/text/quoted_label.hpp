#pragma once

#include <string>
#include <string_view>

namespace lode::detail {

/// The label as the edge-list reader takes it back: in double quotes when it holds any separator or a quote
/// or begins like a comment.
std::string quoted_if_needed(std::string_view label);

/// The label in double quotes.
std::string quoted(std::string_view label);

/// `text` without double quotes around it, or as it is.
std::string unquoted_label(std::string_view text);

}  // namespace lode::detail
