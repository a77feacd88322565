#pragma once

#include <string>
#include <string_view>

namespace lode::detail {

/// True for the first bytes of a file of another program that lode names and refuses.
bool is_foreign_file(std::string_view head);

/// Refuses files of other programs by their signatures, each with the command that converts it.
/// Errors: InputError.
void refuse_foreign_file(std::string_view head, const std::string& display_name);

}  // namespace lode::detail
