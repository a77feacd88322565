#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/resolve_graph.hpp>

namespace lode {

/// Where a graph of the catalogue is on this machine.
enum class GraphPlace { nowhere, data, bundled, cache, ambiguous };
/// "not here", "LODE_DATA", "bundled", "cache", "ambiguous".
std::string_view to_string(GraphPlace place);

/// A graph of the catalogue, and what its name leads to now.
struct KnownGraph {
  CatalogueGraph graph;
  GraphPlace place = GraphPlace::nowhere;
  std::string path;  ///< empty: nowhere, or ambiguous
};

/// Every graph of the catalogue in its order.
/// Cost: one listing of every folder per graph.
std::vector<KnownGraph> locate_graphs(const Catalogue& catalogue, const SearchFolders& folders);

/// The graph of this name or alias.
/// Errors: InputError if the catalogue has none: that a file of this name is here but not in the catalogue,
///         else what `resolve_graph` says.
const CatalogueGraph& known_graph(std::string_view name, const Catalogue& catalogue,
                                  const SearchFolders& folders);

/// The first file of the folders that is called as the catalogue says, whatever its compression; nothing if
/// there is none. Other files the graph's name leads to (another format of it) do not count.
std::optional<std::string> find_catalogue_file(const CatalogueFile& file, const SearchFolders& folders);

enum class FileState { matches, differs, damaged };
/// "ok", "differs", "damaged".
std::string_view to_string(FileState state);

/// What a file's content is, compared with the catalogue.
struct FileCheck {
  std::string graph;  ///< name
  std::string file;   ///< name
  std::string path;
  FileState state = FileState::matches;
  std::string problem;  ///< why it does not match; empty when it does
};

/// Compares the content of `path` with the checksum of `file`. The content matches as it is, or with LF for
/// every CR LF; how it is packed does not matter.
/// Errors: those of `content_digest` but InputError, which is FileState::damaged.
FileCheck check_file(const CatalogueGraph& graph, const CatalogueFile& file, const std::string& path,
                     const RunContext& run);

/// Checks every file of the graph that is here.
std::vector<FileCheck> check_graph(const CatalogueGraph& graph, const SearchFolders& folders,
                                   const RunContext& run);

}  // namespace lode
