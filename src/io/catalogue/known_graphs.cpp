#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/catalogue.hpp>

#include "core/build_info.hpp"
#include "io/formats/formats.hpp"
#include "io/stream/file_names.hpp"

namespace lode {
namespace {

using namespace detail;
namespace fs = std::filesystem;

/// The folders in the order in which names are looked up.
std::vector<std::string> folders_in_order(const SearchFolders& folders) {
  std::vector<std::string> all = folders.data;
  all.insert(all.end(), {folders.bundled, folders.cache});
  std::erase(all, std::string());
  return all;
}

/// The format that readers take from the ending of a file, or nullptr.
const Format* format_of(std::string_view file) {
  return format_with_ending(file, [](const Format& format) { return format.read != nullptr; });
}

/// The file name without folder, compression and the ending of a format.
std::string stem(std::string_view file) {
  std::string_view plain = plain_file_name(file);
  if (format_of(file)) plain.remove_suffix(extension(plain).size());
  return std::string(plain);
}

/// The files of a folder that fit a name best.
std::vector<std::string> best_files(const std::string& folder, std::string_view name,
                                    const CatalogueGraph* known) {
  const std::string wanted = folded_name(name);
  const std::string listed = known ? folded_name(stem(known->files.front().name)) : wanted;
  std::map<int, std::vector<std::string>> found;  // by rank; the lowest fits best
  for (const std::string& file : names_in(folder)) {
    const Format* const format = format_of(file);
    const std::string own = folded_name(stem(file));
    const bool has_name = own == wanted || folded_name(plain_file_name(file)) == wanted;
    // Formats with attributes are often exports, which must not make the name of a graph ambiguous.
    const int rank = file == name                  ? 0
                     : folded_name(file) == wanted ? 1
                     : !format || !(has_name || own == listed)
                         ? -1
                         : (format->writer.attributes ? 4 : 2) + (has_name ? 0 : 1);
    std::error_code ignored;
    if (rank >= 0 && !fs::is_directory(fs::path(folder) / file, ignored)) found[rank].push_back(file);
  }
  return found.empty() ? std::vector<std::string>() : found.begin()->second;
}

}  // namespace

SearchFolders default_search_folders() {
  const auto environment = [](const char* name) -> std::string {
    const char* const value = std::getenv(name);
    return value ? value : "";
  };
  SearchFolders folders;
  std::istringstream data(environment("LODE_DATA"));
  for (std::string folder; std::getline(data, folder, ':');) {
    if (!folder.empty()) folders.data.push_back(folder);
  }
  std::error_code ignored;
  const fs::path tool = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path beside = (tool.parent_path() / datasets_beside_tool).lexically_normal();
  folders.bundled = !tool.empty() && fs::is_directory(beside, ignored) ? beside.string()
                    : fs::is_directory(source_datasets, ignored)       ? source_datasets
                                                                       : installed_datasets;
  folders.catalogue = folders.bundled + "/catalogue.tsv";
  const std::string cache = environment("XDG_CACHE_HOME"), home = environment("HOME");
  if (!cache.empty() || !home.empty()) folders.cache = (cache.empty() ? home + "/.cache" : cache) + "/lode";
  return folders;
}

std::optional<GraphLocation> find_named_graph(std::string_view name, const SearchFolders& folders,
                                              const Catalogue& catalogue) {
  const CatalogueGraph* const known = catalogue.find(name);
  for (const std::string& folder : folders_in_order(folders)) {
    const std::vector<std::string> found = best_files(folder, name, known);
    if (found.size() == 1)
      return GraphLocation{(fs::path(folder) / found[0]).string(), stem(found[0]), folder};
    if (!found.empty()) {
      throw InputError({std::string(name)},
                       fmt::format("is not unique in {}: {}", folder, fmt::join(found, ", ")),
                       "name one of the files");
    }
  }
  return std::nullopt;
}

GraphLocation resolve_graph(std::string_view name, const SearchFolders& folders) {
  if (name.empty()) throw InvalidArgument("graph", "", "has an empty name", "name a file or a known graph");
  if (name == "-") return {"-", "standard input"};
  std::error_code ignored;
  if (fs::exists(fs::path(name), ignored)) return {std::string(name), stem(name)};
  if (name.find('/') != name.npos) throw InputError({std::string(name)}, "no such file", "check the path");
  const bool listed = !folders.catalogue.empty() && fs::exists(folders.catalogue, ignored);
  const Catalogue catalogue = listed ? read_catalogue(folders.catalogue) : Catalogue{};
  if (auto found = find_named_graph(name, folders, catalogue)) return *std::move(found);
  const auto error = [&](const std::string& problem, const std::string& remedy) {
    return InputError({std::string(name)}, problem, remedy);
  };
  const std::vector<std::string> all = folders_in_order(folders);
  if (const CatalogueGraph* known = catalogue.find(name)) {
    const CatalogueFile& file = known->files.front();
    throw error(fmt::format("a known graph ({} vertices, {} edges), but there is no {} in {}",
                            known->vertices, known->edges, file.name, fmt::join(all, ", ")),
                file.download.empty()
                    ? fmt::format("see {} and put the file into a folder of LODE_DATA", known->page)
                    : fmt::format("'lode data get {}' downloads it", known->name));
  }
  std::string problem = fmt::format("no such file, and no graph of this name in {}", fmt::join(all, ", "));
  if (!listed && !folders.catalogue.empty())
    problem += fmt::format("; the catalogue {} is missing", folders.catalogue);
  std::vector<std::string> names;
  for (const std::string& folder : all) {
    for (const std::string& file : names_in(folder)) {
      if (format_of(file)) names.push_back(stem(file));
    }
  }
  for (const CatalogueGraph& graph : catalogue.graphs) {
    names.push_back(graph.name);
    names.insert(names.end(), graph.aliases.begin(), graph.aliases.end());
  }
  const std::vector<std::string> near = nearest_names(name, names);
  if (!near.empty()) problem += fmt::format("; nearest names: {}", fmt::join(near, ", "));
  throw error(problem,
              "check the spelling ('lode data list' shows known graphs), or set LODE_DATA to the folders "
              "that hold your graphs");
}

std::vector<KnownGraph> locate_graphs(const Catalogue& catalogue, const SearchFolders& folders) {
  std::vector<KnownGraph> graphs;
  for (const CatalogueGraph& graph : catalogue.graphs) {
    KnownGraph& known = graphs.emplace_back(KnownGraph{graph});
    try {
      const auto location = find_named_graph(graph.name, folders, catalogue);
      if (!location) continue;
      known.path = location->path;
      known.place = location->folder == folders.bundled ? "bundled"
                    : location->folder == folders.cache ? "cache"
                                                        : "LODE_DATA";
    } catch (const InputError&) {
      known.place = "ambiguous";
    }
  }
  return graphs;
}

const CatalogueGraph& known_graph(std::string_view name, const Catalogue& catalogue,
                                  const SearchFolders& folders) {
  if (const CatalogueGraph* graph = catalogue.find(name)) return *graph;
  throw InputError({resolve_graph(name, folders).path},
                   fmt::format("is not in the catalogue {}", catalogue.path),
                   "'lode data list' shows what is");
}

std::optional<std::string> find_catalogue_file(const CatalogueFile& file, const SearchFolders& folders) {
  const std::string wanted = folded_name(plain_file_name(file.name));
  for (const std::string& folder : folders_in_order(folders)) {
    for (const std::string& name : names_in(folder)) {
      if (folded_name(plain_file_name(name)) == wanted) return (fs::path(folder) / name).string();
    }
  }
  return std::nullopt;
}

}  // namespace lode
