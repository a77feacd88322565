#include "io/catalogue/graph_folders.hpp"

#include <algorithm>
#include <filesystem>

#include "io/stream/folder.hpp"

namespace lode::detail {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_directory(status);
}

}  // namespace

std::vector<std::string> folders_in_order(const SearchFolders& folders) {
  std::vector<std::string> all = folders.data;
  all.push_back(folders.bundled);
  all.push_back(folders.cache);
  all.erase(std::remove(all.begin(), all.end(), std::string()), all.end());
  return all;
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names = names_in(folder);
  std::erase_if(names, [&](const std::string& name) { return !is_file(fs::path(folder) / name); });
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace lode::detail
