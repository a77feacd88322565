#include "completion/graph_names.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/write_graph.hpp>

namespace lode::tool {
namespace {

namespace fs = std::filesystem;

/// The files of a folder in which names of graphs are looked up.
std::vector<fs::path> files_of(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    files.push_back(at->path());
  }
  std::ranges::sort(files);
  return files;
}

Catalogue catalogue_of(const SearchFolders& folders) {
  try {
    return folders.catalogue.empty() ? Catalogue() : read_catalogue(folders.catalogue);
  } catch (const Error&) {
    return {};
  }
}

std::string size_of(const CatalogueGraph& graph) {
  return fmt::format("{} vertices, {} edges", graph.vertices, graph.edges);
}

/// A file that find writes beside a graph: "planted.set.txt".
bool is_set(std::string_view name) { return name.ends_with(".set"); }

}  // namespace

void graph_names(std::vector<Candidate>& candidates) {
  const SearchFolders folders = default_search_folders();
  const Catalogue catalogue = catalogue_of(folders);
  std::vector<std::string> places = folders.data;
  places.insert(places.end(), {folders.bundled, folders.cache});
  std::set<std::string> added;
  for (const std::string& place : places) {
    if (place.empty()) continue;
    for (const fs::path& file : files_of(place)) {
      const std::string path = file.string();
      const auto known = std::ranges::find_if(catalogue.graphs, [&](const CatalogueGraph& graph) {
        return !graph.files.empty() && graph.files.front().name == file.filename();
      });
      const bool is_known = known != catalogue.graphs.end();
      if (!is_known && !format_of_ending(path)) continue;
      const std::string name = is_known ? known->name : resolve_graph(path, folders, catalogue).name;
      if (is_set(name) || !added.insert(name).second) continue;
      candidates.push_back({name, is_known ? size_of(*known) : "graph"});
    }
  }
}

void catalogue_names(std::vector<Candidate>& candidates) {
  for (const CatalogueGraph& graph : catalogue_of(default_search_folders()).graphs) {
    candidates.push_back({graph.name, size_of(graph)});
  }
}

}  // namespace lode::tool
