#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/catalogue.hpp>

#include "core/build_info.hpp"
#include "io/formats/formats.hpp"
#include "io/text/file_names.hpp"

namespace lode {
namespace {

using namespace detail;
namespace fs = std::filesystem;

/// The folders in the order in which names are looked up.
std::vector<std::string> folders_in_order(const SearchFolders& folders) {
  std::vector<std::string> all = folders.data;
  all.push_back(folders.bundled);
  all.push_back(folders.cache);
  std::erase(all, std::string());
  return all;
}

/// File names of a folder in increasing order; empty if it cannot be listed.
std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names = names_in(folder);
  std::erase_if(names, [&](const std::string& name) {
    std::error_code ignored;
    const fs::file_status status = fs::status(fs::path(folder) / name, ignored);
    return !fs::exists(status) || fs::is_directory(status);
  });
  std::sort(names.begin(), names.end());
  return names;
}

/// The formats of an extension, the first that fits. Formats with attributes are often exports, which must
/// not make the name of a graph ambiguous.
enum class Ending { graph, attributes, unreadable, unknown };

Ending ending_of(std::string_view plain_name) {
  Ending best = Ending::unknown;
  for (const Format* format : formats()) {
    if (!format->has_extension(extension(plain_name))) continue;
    best = std::min(best, !format->read               ? Ending::unreadable
                          : format->writer.attributes ? Ending::attributes
                                                      : Ending::graph);
  }
  return best;
}

/// The file name without compression and known extension.
std::string stem(std::string_view file_name) {
  std::string_view plain = plain_file_name(file_name);
  if (ending_of(plain) != Ending::unknown) plain.remove_suffix(extension(plain).size());
  return std::string(plain);
}

/// The files of a folder that fit a name best, with endings up to `last`.
std::vector<std::string> search(const std::vector<std::string>& files, std::string_view name,
                                const CatalogueGraph* known, Ending last) {
  using Rank = std::pair<Ending, int>;
  const std::string wanted = folded_name(name);
  std::map<Rank, std::vector<std::string>> found;
  for (const std::string& file : files) {
    const std::string_view plain = plain_file_name(file);
    const std::string own = folded_name(stem(file));
    const Ending ending = ending_of(plain);
    if (file == name) {
      found[{Ending::graph, 0}].push_back(file);
    } else if (folded_name(file) == wanted) {
      found[{Ending::graph, 1}].push_back(file);
    } else if (ending > last) {
      continue;
    } else if (own == wanted || folded_name(plain) == wanted) {
      found[{ending, 2}].push_back(file);
    } else if (known && own == folded_name(stem(known->files.front().name))) {
      found[{ending, 3}].push_back(file);
    }
  }
  return found.empty() ? std::vector<std::string>() : found.begin()->second;
}

/// Names a user could have meant: the stems of all graph files, and the names of the catalogue.
std::vector<std::string> known_names(const std::vector<std::string>& folders, const Catalogue& catalogue) {
  std::vector<std::string> known;
  for (const std::string& folder : folders) {
    for (const std::string& file : files_in(folder)) {
      if (ending_of(plain_file_name(file)) != Ending::unknown) known.push_back(stem(file));
    }
  }
  for (const CatalogueGraph& graph : catalogue.graphs) {
    known.push_back(graph.name);
    known.insert(known.end(), graph.aliases.begin(), graph.aliases.end());
  }
  return known;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// The bundled graphs: of the running tool's installation, else of the sources, else of the configured
/// prefix.
std::string bundled_folder() {
  std::error_code ignored;
  const fs::path tool = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path beside = (tool.parent_path() / datasets_beside_tool).lexically_normal();
  if (!tool.empty() && fs::is_directory(beside, ignored)) return beside.string();
  return fs::is_directory(source_datasets, ignored) ? source_datasets : installed_datasets;
}

}  // namespace

const CatalogueGraph* Catalogue::find(std::string_view wanted) const {
  const std::string folded = folded_name(wanted);
  const auto is_wanted = [&](std::string_view name) { return folded_name(name) == folded; };
  for (const CatalogueGraph& graph : graphs) {
    if (is_wanted(graph.name) || std::ranges::any_of(graph.aliases, is_wanted)) return &graph;
  }
  return nullptr;
}

void throw_graph_not_found(std::string_view name, const SearchFolders& folders, const Catalogue& catalogue) {
  const auto all = folders_in_order(folders);
  const std::string searched =
      all.empty() ? "(no folder to search)" : fmt::format("in {}", fmt::join(all, ", "));
  if (const CatalogueGraph* known = catalogue.find(name)) {
    const CatalogueFile& file = known->files.front();
    throw InputError({std::string(name)},
                     fmt::format("a known graph ({} vertices, {} edges), but there is no {} {}",
                                 known->vertices, known->edges, file.name, searched),
                     file.download.empty()
                         ? fmt::format("see {} and put the file into a folder of LODE_DATA", known->page)
                         : fmt::format("'lode data get {}' downloads it", known->name));
  }
  std::string problem = fmt::format("no such file, and no graph of this name {}", searched);
  if (catalogue.graphs.empty() && !folders.catalogue.empty())
    problem += fmt::format("; the catalogue {} is missing", folders.catalogue);
  const auto near = nearest_names(name, known_names(all, catalogue));
  if (!near.empty()) problem += fmt::format("; nearest names: {}", fmt::join(near, ", "));
  throw InputError(
      {std::string(name)}, problem,
      "check the spelling ('lode data list' shows known graphs), or set LODE_DATA to the folders "
      "that hold your graphs");
}

std::optional<GraphLocation> find_named_graph(std::string_view name, const SearchFolders& folders,
                                              const Catalogue& catalogue) {
  const CatalogueGraph* const known = catalogue.find(name);
  for (const Ending last : {Ending::attributes, Ending::unreadable}) {
    for (const std::string& folder : folders_in_order(folders)) {
      const auto found = search(files_in(folder), name, known, last);
      if (found.size() == 1)
        return GraphLocation{(fs::path(folder) / found[0]).string(), stem(found[0]), folder};
      if (!found.empty())
        throw InputError({std::string(name)},
                         fmt::format("is not unique in {}: {}", folder, fmt::join(found, ", ")),
                         "name one of the files");
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

std::string_view to_string(GraphPlace place) {
  constexpr std::string_view names[] = {"not here", "LODE_DATA", "bundled", "cache", "ambiguous"};
  return names[static_cast<std::size_t>(place)];
}

std::vector<KnownGraph> locate_graphs(const Catalogue& catalogue, const SearchFolders& folders) {
  std::vector<KnownGraph> graphs;
  for (const CatalogueGraph& graph : catalogue.graphs) {
    KnownGraph known{graph, GraphPlace::nowhere, ""};
    try {
      if (const auto location = find_named_graph(graph.name, folders, catalogue)) {
        const bool in_data = std::ranges::find(folders.data, location->folder) != folders.data.end();
        known.place = in_data                               ? GraphPlace::data
                      : location->folder == folders.bundled ? GraphPlace::bundled
                                                            : GraphPlace::cache;
        known.path = location->path;
      }
    } catch (const InputError&) {
      known.place = GraphPlace::ambiguous;
    }
    graphs.push_back(std::move(known));
  }
  return graphs;
}

const CatalogueGraph& known_graph(std::string_view name, const Catalogue& catalogue,
                                  const SearchFolders& folders) {
  if (const CatalogueGraph* graph = catalogue.find(name)) return *graph;
  if (const auto location = find_named_graph(name, folders, catalogue)) {
    throw InputError({location->path}, fmt::format("is not in the catalogue {}", catalogue.path),
                     "'lode data list' shows what is");
  }
  throw_graph_not_found(name, folders, catalogue);
}

std::optional<std::string> find_catalogue_file(const CatalogueFile& file, const SearchFolders& folders) {
  const std::string wanted = folded_name(plain_file_name(file.name));
  for (const std::string& folder : folders_in_order(folders)) {
    const std::vector<std::string> names = files_in(folder);
    auto found = std::ranges::find(names, file.name);
    if (found == names.end())
      found = std::ranges::find_if(
          names, [&](const std::string& name) { return folded_name(plain_file_name(name)) == wanted; });
    if (found != names.end()) return (fs::path(folder) / *found).string();
  }
  return std::nullopt;
}

}  // namespace lode
