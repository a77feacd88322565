#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/catalogue.hpp>

#include "io/catalogue/content_digest.hpp"
#include "io/catalogue/graph_folders.hpp"
#include "io/text/file_names.hpp"

namespace lode {
namespace {

using namespace detail;
namespace fs = std::filesystem;

GraphPlace place_of(const GraphLocation& location, const SearchFolders& folders) {
  const auto& data = folders.data;
  if (std::find(data.begin(), data.end(), location.folder) != data.end()) return GraphPlace::data;
  return location.folder == folders.bundled ? GraphPlace::bundled : GraphPlace::cache;
}

}  // namespace

std::string_view to_string(GraphPlace place) {
  switch (place) {
    case GraphPlace::nowhere:
      return "not here";
    case GraphPlace::data:
      return "LODE_DATA";
    case GraphPlace::bundled:
      return "bundled";
    case GraphPlace::cache:
      return "cache";
    case GraphPlace::ambiguous:
      return "ambiguous";
  }
  throw InternalError("unknown place of a graph");
}

std::string_view to_string(FileState state) {
  switch (state) {
    case FileState::matches:
      return "ok";
    case FileState::differs:
      return "differs";
    case FileState::damaged:
      return "damaged";
  }
  throw InternalError("unknown state of a file");
}

std::vector<KnownGraph> locate_graphs(const Catalogue& catalogue, const SearchFolders& folders) {
  std::vector<KnownGraph> graphs;
  for (const CatalogueGraph& graph : catalogue.graphs) {
    KnownGraph known{graph, GraphPlace::nowhere, ""};
    try {
      if (const auto location = find_named_graph(graph.name, folders, catalogue)) {
        known.place = place_of(*location, folders);
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
                     "function 'locate_graphs' shows what is");
  }
  throw_graph_not_found(name, folders, catalogue);
}

std::optional<std::string> find_catalogue_file(const CatalogueFile& file, const SearchFolders& folders) {
  const std::string wanted = folded_name(plain_file_name(file.name));
  for (const std::string& folder : folders_in_order(folders)) {
    const std::vector<std::string> names = files_in(folder);
    auto found = std::find(names.begin(), names.end(), file.name);
    if (found == names.end())
      found = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
        return folded_name(plain_file_name(name)) == wanted;
      });
    if (found != names.end()) return (fs::path(folder) / *found).string();
  }
  return std::nullopt;
}

FileCheck check_file(const CatalogueGraph& graph, const CatalogueFile& file, const std::string& path,
                     const RunContext& run) {
  FileCheck check{graph.name, file.name, path, FileState::matches, ""};
  try {
    const ContentDigest digest = content_digest(path, run);
    if (digest.sha256 != file.sha256 && digest.sha256_lf != file.sha256) {
      check.state = FileState::differs;
      check.problem = fmt::format("the content has SHA-256 {}, the catalogue {}", digest.sha256, file.sha256);
    }
  } catch (const InputError& error) {
    check.state = FileState::damaged;
    check.problem = error.problem();
  }
  return check;
}

std::vector<FileCheck> check_graph(const CatalogueGraph& graph, const SearchFolders& folders,
                                   const RunContext& run) {
  std::vector<FileCheck> checks;
  for (const CatalogueFile& file : graph.files) {
    if (const auto path = find_catalogue_file(file, folders)) {
      checks.push_back(check_file(graph, file, *path, run));
    }
  }
  return checks;
}

}  // namespace lode
