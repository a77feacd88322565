#pragma once

#include <string>
#include <vector>

namespace lode::detail {

/// Names of what is in a folder, in any order. A folder that is missing or may not be read has none.
///
/// A std::filesystem::directory_iterator ends the program when memory runs out; this throws std::bad_alloc.
/// Errors: SystemError naming the folder for what else the system says.
std::vector<std::string> names_in(const std::string& folder);

}  // namespace lode::detail
