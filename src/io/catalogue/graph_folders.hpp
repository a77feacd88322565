#pragma once

#include <string>
#include <vector>

#include <lode/io/catalogue.hpp>

namespace lode::detail {

/// The folders in the order in which names are looked up.
std::vector<std::string> folders_in_order(const SearchFolders& folders);

/// File names of a folder in increasing order; nothing if it cannot be listed.
std::vector<std::string> files_in(const std::string& folder);

}  // namespace lode::detail
