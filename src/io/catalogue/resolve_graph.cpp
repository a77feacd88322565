#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/catalogue.hpp>

#include "core/build_info.hpp"
#include "io/catalogue/graph_folders.hpp"
#include "io/formats/formats.hpp"
#include "io/text/file_names.hpp"

namespace lode {
namespace {

namespace fs = std::filesystem;
using detail::files_in;
using detail::folders_in_order;

/// Which files answer to a name: those whose extension promises a readable format that is seldom an export,
/// or all of a format lode knows (an export beside its graph does not make the name ambiguous).
enum class Extensions { readable, known };

bool has_extension(std::string_view plain_name, Extensions extensions) {
  const std::string_view end = detail::extension(plain_name);
  for (const detail::Format* format : detail::formats()) {
    if (extensions == Extensions::readable && (!format->read || format->often_export)) continue;
    if (format->has_extension(end)) return true;
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

template <class Matches>
std::vector<std::string> matching(const std::vector<std::string>& files, const Matches& matches) {
  std::vector<std::string> found;
  std::copy_if(files.begin(), files.end(), std::back_inserter(found), matches);
  return found;
}

std::vector<std::string> search(const std::vector<std::string>& files, std::string_view name,
                                const CatalogueGraph* known, Extensions extensions) {
  const std::string wanted = folded_name(name);
  if (std::find(files.begin(), files.end(), name) != files.end()) return {std::string(name)};
  auto found = matching(files, [&](const std::string& file) { return folded_name(file) == wanted; });
  if (!found.empty()) return found;
  const auto is_called = [&](const std::string& stem_wanted) {
    return matching(files, [&](const std::string& file) {
      return has_extension(detail::plain_file_name(file), extensions) &&
             (folded_name(stem(file)) == stem_wanted ||
              folded_name(detail::plain_file_name(file)) == stem_wanted);
    });
  };
  found = is_called(wanted);
  if (found.empty() && known) found = is_called(folded_name(stem(known->files.front().name)));
  return found;
}

/// Names a user could have meant: the stems of all graph files, and what the catalogue lists.
std::vector<std::string> known_names(const std::vector<std::string>& folders, const Catalogue& catalogue) {
  std::vector<std::string> known;
  for (const std::string& folder : folders) {
    for (const std::string& file : files_in(folder)) {
      if (has_extension(detail::plain_file_name(file), Extensions::known)) known.push_back(stem(file));
    }
  }
  for (const CatalogueGraph& graph : catalogue.graphs) {
    known.push_back(graph.name);
    known.insert(known.end(), graph.aliases.begin(), graph.aliases.end());
  }
  return known;
}

/// "in A, B", or why there is nothing to search.
std::string searched(const std::vector<std::string>& folders) {
  return folders.empty() ? "(no folder to search)" : fmt::format("in {}", fmt::join(folders, ", "));
}

[[noreturn]] void fail_to_find_known(std::string_view name, const CatalogueGraph& graph,
                                     const std::vector<std::string>& folders) {
  const CatalogueFile& file = graph.files.front();
  throw InputError({std::string(name)},
                   fmt::format("a known graph ({} vertices, {} edges), but there is no {} {}", graph.vertices,
                               graph.edges, file.name, searched(folders)),
                   file.download.empty()
                       ? fmt::format("see {} and put the file into a folder of LODE_DATA", graph.page)
                       : fmt::format("function 'fetch_graph({})' downloads it", graph.name));
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

void throw_graph_not_found(std::string_view name, const SearchFolders& folders, const Catalogue& catalogue) {
  const auto all = folders_in_order(folders);
  if (const CatalogueGraph* known = catalogue.find(name)) fail_to_find_known(name, *known, all);
  std::string problem = fmt::format("no such file, and no graph of this name {}", searched(all));
  if (catalogue.graphs.empty() && !folders.catalogue.empty())
    problem += fmt::format("; the catalogue {} is missing", folders.catalogue);
  const auto near = nearest_names(name, known_names(all, catalogue));
  if (!near.empty()) problem += fmt::format("; nearest names: {}", fmt::join(near, ", "));
  throw InputError(
      {std::string(name)}, problem,
      "check the spelling (function 'locate_graphs' shows known graphs), or set LODE_DATA to the folders "
      "that hold your graphs");
}

std::optional<GraphLocation> find_named_graph(std::string_view name, const SearchFolders& folders,
                                              const Catalogue& catalogue) {
  const CatalogueGraph* const known = catalogue.find(name);
  for (const Extensions extensions : {Extensions::readable, Extensions::known}) {
    for (const std::string& folder : folders_in_order(folders)) {
      const auto found = search(files_in(folder), name, known, extensions);
      if (found.size() == 1)
        return GraphLocation{(fs::path(folder) / found[0]).string(), stem(found[0]), folder};
      if (found.size() > 1) {
        throw InputError({std::string(name)},
                         fmt::format("is not unique in {}: {}", folder, fmt::join(found, ", ")),
                         "name one of the files");
      }
    }
  }
  return std::nullopt;
}

GraphLocation resolve_graph(std::string_view name, const SearchFolders& folders, const Catalogue& catalogue) {
  if (name.empty()) throw InvalidArgument("graph", "''", "is empty", "name a file or a known graph");
  if (name == "-") return {"-", "standard input"};
  std::error_code ignored;
  const fs::path path{std::string(name)};
  if (fs::exists(path, ignored)) return {std::string(name), stem(path.filename().string())};
  if (name.find('/') != std::string_view::npos)
    throw InputError({std::string(name)}, "no such file", "check the path");
  if (auto found = find_named_graph(name, folders, catalogue)) return *std::move(found);
  throw_graph_not_found(name, folders, catalogue);
}

GraphLocation resolve_graph(std::string_view name, const SearchFolders& folders) {
  std::error_code ignored;
  // A path needs no catalogue.
  const bool listed = name != "-" && !fs::exists(fs::path(name), ignored) && !folders.catalogue.empty() &&
                      fs::exists(folders.catalogue, ignored);
  return resolve_graph(name, folders, listed ? read_catalogue(folders.catalogue) : Catalogue{});
}

namespace {

/// The bundled graphs: those installed with the running tool, else those of the sources, else those of the
/// configured prefix.
std::string bundled_folder() {
  std::error_code ignored;
  const fs::path tool = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path beside = (tool.parent_path() / detail::datasets_beside_tool).lexically_normal();
  if (!tool.empty() && fs::is_directory(beside, ignored)) return beside.string();
  if (fs::is_directory(detail::source_datasets, ignored)) return detail::source_datasets;
  return detail::installed_datasets;
}

}  // namespace

SearchFolders default_search_folders() {
  SearchFolders folders;
  const std::string data = environment("LODE_DATA");
  for (std::size_t begin = 0; begin <= data.size();) {
    const std::size_t end = std::min(data.find(':', begin), data.size());
    if (end > begin) folders.data.push_back(data.substr(begin, end - begin));
    begin = end + 1;
  }
  folders.bundled = bundled_folder();
  folders.catalogue = folders.bundled + "/catalogue.tsv";
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
