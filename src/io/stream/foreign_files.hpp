#pragma once

#include <string>
#include <string_view>

namespace lode::detail {

/// True for the first bytes of a foreign file that lode names and refuses.
bool is_foreign_file(std::string_view head);

/// Refuses foreign files by their signatures, each with a converting command.
/// Errors: InputError.
void refuse_foreign_file(std::string_view head, const std::string& display_name);

}  // namespace lode::detail
