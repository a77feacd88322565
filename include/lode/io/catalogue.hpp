#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// One file of a known graph.
struct CatalogueFile {
  std::string name;      ///< what the file is called here, without a folder
  std::string sha256;    ///< of the unpacked content, 64 lower-case hexadecimal digits
  std::string download;  ///< URL that serves this content; empty: none is known
};

/// A known graph. `vertices` and `edges` count the simple undirected graph lode reads.
struct CatalogueGraph {
  std::string name;
  std::vector<std::string> aliases;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::string format;                ///< as ReadOptions::format takes it
  std::string page;                  ///< URL of the page that describes it
  std::string note;                  ///< how the file relates to what is published
  std::vector<CatalogueFile> files;  ///< the graph's own file, then those that must lie beside it
};

/// Known graphs, in the order of their file. No two have a name or an alias in common, nor a file name.
struct Catalogue {
  std::string path;
  std::vector<CatalogueGraph> graphs;

  /// The graph of this name or alias, '-' and '_' and the cases of letters being the same; nullptr if none.
  /// Cost: O(names).
  const CatalogueGraph* find(std::string_view name) const;
};

/// Reads a catalogue: text, one line of column names, then one line per file, fields separated by one tab.
/// The columns are name, aliases, vertices, edges, format, file, sha256, download, page, note, in this order.
/// Aliases are separated by commas. A line whose format is "properties" is the second file of the graph of
/// the same name; its aliases, vertices and edges are empty. `download` is empty, https://, or http:// to
/// this machine.
///
/// Cost:   O(bytes log lines).
/// Errors: InputError with file, line and column for missing or unknown columns, a missing field, a repeated
///         name, alias or file, a bad checksum, count, format or URL, and a second file without a graph.
Catalogue read_catalogue(const std::string& path);

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
/// Errors: SystemError when `run` is stopped, and without OpenSSL.
FileCheck check_file(const CatalogueGraph& graph, const CatalogueFile& file, const std::string& path,
                     const RunContext& run = RunContext());

/// Checks every file of the graph that is here.
std::vector<FileCheck> check_graph(const CatalogueGraph& graph, const SearchFolders& folders,
                                   const RunContext& run = RunContext());

/// How far a download is.
struct DownloadProgress {
  std::uint64_t received = 0;  ///< bytes, those of earlier runs included
  std::uint64_t total = 0;     ///< bytes; 0: the server does not say
  double seconds = 0.0;        ///< since the start of the run
};

struct DownloadOptions {
  double stall_limit = 60.0;                                   ///< seconds without a byte, > 0
  std::function<void(const DownloadProgress&)> progress = {};  ///< may be empty
};

struct DownloadResult {
  std::uint64_t received = 0;      ///< bytes of this run
  std::uint64_t resumed_from = 0;  ///< bytes of earlier runs that were kept
};

/// What to do with a file that is here and has the right content.
enum class Refetch { no, yes };

/// A file of a known graph after `fetch_graph`.
struct FetchedFile {
  std::string file;  ///< name
  std::string path;
  bool downloaded = false;  ///< false: it was there already
  DownloadResult transfer = {};
  std::string hidden_by = {};  ///< a file with other content that is found before this one; empty: none
};

/// Brings every file of a known graph to this machine.
///
/// A file that is found and has the content of the catalogue stays where it is, unless `refetch`. Any other
/// one is downloaded to the cache as NAME.part, resuming what an earlier run has left, checked, and given its
/// name in one step. Content that does not match never gets that name: after a resumed transfer it is
/// downloaded once more from nothing, then removed.
///
/// Errors: SystemError when there is no cache folder, no URL, no libcurl or OpenSSL, and when the transfer
///         fails, each with what to do; what has arrived is kept. VerificationError when the content does not
///         match.
std::vector<FetchedFile> fetch_graph(const CatalogueGraph& graph, const SearchFolders& folders,
                                     Refetch refetch = Refetch::no, const DownloadOptions& options = {},
                                     const RunContext& run = RunContext());

/// SHA-256 of a file's bytes as 64 hexadecimal digits. Empty when lode was built without OpenSSL, and for
/// what can be read only once: "-", pipes, devices.
///
/// Cost:   O(bytes); polls `run` for cancellation and deadline.
/// Errors: InputError if the file cannot be read; SystemError when the run is stopped.
std::string file_sha256(const std::string& path, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
