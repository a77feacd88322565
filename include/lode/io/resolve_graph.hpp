#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lode {

/// Folders in which graph names are looked up, in order.
struct SearchFolders {
  std::vector<std::string> data;  ///< those of LODE_DATA
  std::string bundled;            ///< the graphs that come with lode; empty: none
  std::string cache;              ///< downloads; empty: none
};

/// The folders of this process: LODE_DATA (colon-separated), the bundled graphs (of the source tree if it is
/// there, else the installed ones), and $XDG_CACHE_HOME/lode or $HOME/.cache/lode.
/// The only place of the library that reads the environment.
SearchFolders default_search_folders();

/// A graph that was found.
struct GraphLocation {
  std::string path;  ///< "-" for standard input
  std::string name;  ///< what people call it: the file name without folder, extension and compression
};

/// Finds the file of a graph.
///
/// `name` is a path that exists, "-", or a name. A name is looked up in every folder in order; a folder
/// answers with the file called exactly so, else with NAME plus a known extension and .gz or .zst or nothing,
/// else with the file a catalogue alias stands for. Letters match in either case and '-' matches '_'. Files
/// of formats that cannot be read are looked at only when no other file answers.
///
/// Cost:   one listing of every folder.
/// Errors: InputError if several files of one folder match (all are listed), and if none does (with the
///         nearest names and the folders that were searched).
GraphLocation resolve_graph(std::string_view name, const SearchFolders& folders);

}  // namespace lode
