#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/io/resolve_graph.hpp>

#include "io/formats.hpp"

namespace lode {
namespace {

namespace fs = std::filesystem;

/// Names of well-known graphs and the files they come in, without extension.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> aliases = {{
    {"ego-facebook", "facebook_combined"},
    {"facebook", "facebook_combined"},
    {"lastfm-asia", "lastfm_asia_edges"},
    {"musae-github", "musae_git_edges"},
    {"musae-twitch-de", "musae_DE_edges"},
    {"enron", "email-Enron"},
    {"collegemsg", "CollegeMsg"},
}};

/// Lower case, with '_' for '-'.
std::string folded(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-') c = '_';
  }
  return result;
}

/// Which files answer to a name: those whose extension promises a readable format (.mtx without a banner is
/// an edge list), or all of a format lode knows.
enum class Extensions { readable, known };

bool has_extension(std::string_view plain_name, Extensions extensions) {
  const std::string end = folded(detail::extension(plain_name));
  for (const detail::Format& format : detail::formats()) {
    if (extensions == Extensions::readable && !format.read && format.name != "mtx") continue;
    if (std::find(format.extensions.begin(), format.extensions.end(), end) != format.extensions.end())
      return true;
  }
  return false;
}

/// The file name without compression and known extension.
std::string stem(std::string_view file_name) {
  const std::string_view plain = detail::plain_file_name(file_name);
  return std::string(has_extension(plain, Extensions::known)
                         ? plain.substr(0, plain.size() - detail::extension(plain).size())
                         : plain);
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_directory(status);
}

/// File names of a folder in increasing order; nothing if it cannot be listed.
std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (is_file(it->path())) names.push_back(it->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

template <class Matches>
std::vector<std::string> matching(const std::vector<std::string>& files, const Matches& matches) {
  std::vector<std::string> found;
  std::copy_if(files.begin(), files.end(), std::back_inserter(found), matches);
  return found;
}

std::vector<std::string> search(const std::vector<std::string>& files, std::string_view name,
                                Extensions extensions) {
  const std::string wanted = folded(name);
  if (std::find(files.begin(), files.end(), name) != files.end()) return {std::string(name)};
  auto found = matching(files, [&](const std::string& file) { return folded(file) == wanted; });
  if (!found.empty()) return found;
  const auto is_called = [&](const std::string& stem_wanted) {
    return matching(files, [&](const std::string& file) {
      return has_extension(detail::plain_file_name(file), extensions) &&
             (folded(stem(file)) == stem_wanted || folded(detail::plain_file_name(file)) == stem_wanted);
    });
  };
  found = is_called(wanted);
  for (const auto& [alias, file] : aliases) {
    if (found.empty() && folded(alias) == wanted) found = is_called(folded(file));
  }
  return found;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

/// Up to three known names that are close to `name`, nearest first.
std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& known) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  const std::string wanted = folded(name);
  for (const std::string& candidate : known) {
    const std::string other = folded(candidate);
    const bool contains = wanted.size() >= 3 && other.find(wanted) != std::string::npos;
    const std::size_t distance = contains ? 1 : edit_distance(wanted, other);
    if (distance <= std::max<std::size_t>(2, wanted.size() / 3)) ranked.emplace_back(distance, candidate);
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.erase(std::unique(ranked.begin(), ranked.end()), ranked.end());
  std::vector<std::string> names;
  for (const auto& [distance, candidate] : ranked) {
    if (names.size() < 3) names.push_back(candidate);
  }
  return names;
}

std::vector<std::string> in_order(const SearchFolders& folders) {
  std::vector<std::string> all = folders.data;
  all.push_back(folders.bundled);
  all.push_back(folders.cache);
  all.erase(std::remove(all.begin(), all.end(), std::string()), all.end());
  return all;
}

/// Names a user could have meant: the stems of all graph files, and the aliases.
std::vector<std::string> known_names(const std::vector<std::string>& folders) {
  std::vector<std::string> known;
  for (const std::string& folder : folders) {
    for (const std::string& file : files_in(folder)) {
      if (has_extension(detail::plain_file_name(file), Extensions::known)) known.push_back(stem(file));
    }
  }
  for (const auto& alias : aliases) known.emplace_back(alias.first);
  return known;
}

[[noreturn]] void fail_to_find(std::string_view name, const std::vector<std::string>& folders) {
  std::string problem = "no such file, and no graph of this name";
  problem += folders.empty() ? std::string(" (no folder to search)")
                             : fmt::format(" in {}", fmt::join(folders, ", "));
  const auto near = nearest(name, known_names(folders));
  if (!near.empty()) problem += fmt::format("; nearest names: {}", fmt::join(near, ", "));
  throw InputError({std::string(name)}, problem,
                   "check the spelling, or set LODE_DATA to the folders that hold your graphs");
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

GraphLocation resolve_graph(std::string_view name, const SearchFolders& folders) {
  if (name.empty()) throw InvalidArgument("graph", "''", "is empty", "name a file or a known graph");
  if (name == "-") return {"-", "standard input"};
  std::error_code ignored;
  const fs::path path{std::string(name)};
  if (fs::exists(path, ignored)) return {std::string(name), stem(path.filename().string())};
  if (name.find('/') != std::string_view::npos)
    throw InputError({std::string(name)}, "no such file", "check the path");

  const auto all = in_order(folders);
  for (const Extensions extensions : {Extensions::readable, Extensions::known}) {
    for (const std::string& folder : all) {
      const auto found = search(files_in(folder), name, extensions);
      if (found.size() == 1) return {(fs::path(folder) / found[0]).string(), stem(found[0])};
      if (found.size() > 1) {
        throw InputError({std::string(name)},
                         fmt::format("is not unique in {}: {}", folder, fmt::join(found, ", ")),
                         "name one of the files");
      }
    }
  }
  fail_to_find(name, all);
}

SearchFolders default_search_folders() {
  SearchFolders folders;
  const std::string data = environment("LODE_DATA");
  for (std::size_t begin = 0; begin <= data.size();) {
    const std::size_t end = std::min(data.find(':', begin), data.size());
    if (end > begin) folders.data.push_back(data.substr(begin, end - begin));
    begin = end + 1;
  }
  std::error_code ignored;
  folders.bundled =
      fs::is_directory(LODE_SOURCE_DATASETS, ignored) ? LODE_SOURCE_DATASETS : LODE_INSTALLED_DATASETS;
  const std::string cache = environment("XDG_CACHE_HOME");
  const std::string home = environment("HOME");
  if (!cache.empty()) {
    folders.cache = cache + "/lode";
  } else if (!home.empty()) {
    folders.cache = home + "/.cache/lode";
  }
  return folders;
}

}  // namespace lode
