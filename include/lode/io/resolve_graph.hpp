#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lode {

struct Catalogue;

/// Folders in which graph names are looked up, in order.
struct SearchFolders {
  std::vector<std::string> data;  ///< those of LODE_DATA
  std::string bundled;            ///< the graphs that come with lode; empty: none
  std::string cache;              ///< downloads; empty: none
  std::string catalogue = {};     ///< file of the known graphs; empty: none
};

/// The folders of this process: LODE_DATA (colon-separated), the bundled graphs (those installed with
/// the running program, else those of the source tree, else those of the configured prefix),
/// $XDG_CACHE_HOME/lode or $HOME/.cache/lode, and the catalogue beside the bundled graphs. The only place of
/// the library that reads the environment.
SearchFolders default_search_folders();

/// A graph that was found.
struct GraphLocation {
  std::string path;         ///< "-" for standard input
  std::string name;         ///< what people call it: the file name without folder, extension and compression
  std::string folder = {};  ///< the one of SearchFolders that answered; empty for paths and standard input
};

/// Looks a name up in every folder in order; a folder answers with the file called exactly so, else with NAME
/// plus a known extension and .gz or .zst or nothing, else with the file the catalogue has for this name or
/// alias, whatever its extension and compression here. Letters match in either case and '-' matches '_'.
/// Files of formats that cannot be read are looked at only when no other file answers. Nothing if no folder
/// knows the name.
///
/// Cost:   one listing of every folder.
/// Errors: InputError if several files of one folder match; all are listed.
std::optional<GraphLocation> find_named_graph(std::string_view name, const SearchFolders& folders,
                                              const Catalogue& catalogue);

/// Finds the file of a graph: `name` is a path that exists, "-", or a name for `find_named_graph`. A
/// catalogue file that does not exist is an empty catalogue.
///
/// Errors: those of `find_named_graph` and `read_catalogue`, and InputError if nothing is found: where a
///         graph of the catalogue can be had, else the nearest names, and the folders that were searched.
GraphLocation resolve_graph(std::string_view name, const SearchFolders& folders);
/// The same with a catalogue that has been read.
GraphLocation resolve_graph(std::string_view name, const SearchFolders& folders, const Catalogue& catalogue);

/// Throws what `resolve_graph` throws for a name that no folder knows.
[[noreturn]] void throw_graph_not_found(std::string_view name, const SearchFolders& folders,
                                        const Catalogue& catalogue);

}  // namespace lode
