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
  std::string name;      ///< name of the file on this machine, without a folder
  std::string sha256;    ///< SHA-256 of the unpacked content, 64 lower-case hexadecimal digits
  std::string download;  ///< URL that serves this content; empty: none is known
};

/// A known graph.
struct CatalogueGraph {
  std::string name;                  ///< name of the graph
  std::vector<std::string> aliases;  ///< other names of the graph
  std::uint64_t vertices = 0;        ///< vertices of the simple undirected graph that lode reads
  std::uint64_t edges = 0;           ///< edges of that graph
  std::string format;                ///< format of the file, as ReadOptions::format takes it
  std::string page;                  ///< URL of the page that describes the graph
  std::string note;                  ///< how the file relates to the published one
  std::vector<CatalogueFile> files;  ///< the file of the graph, then further files of the same folder
};

/// Known graphs, in the order of their file. If two graphs share a name or alias, the first one is meant.
struct Catalogue {
  std::string path;                    ///< file that the catalogue was read from
  std::vector<CatalogueGraph> graphs;  ///< the graphs

  /// The graph of this name or alias, or nullptr. '-' equals '_', and upper case equals lower case.
  const CatalogueGraph* find(std::string_view name) const;
};

/// Reads a catalogue: a line of column names, then one line per file, with fields separated by one tab. The
/// columns are name, aliases (with commas between), vertices, edges, format, file, sha256, download (empty,
/// or https, or http to this machine), page, note. A line whose format is "properties" is the second file of
/// a graph of the same name above; its aliases, vertices and edges are empty.
///
/// Errors:  InputError with file, line and column for missing or unknown columns, a missing field, a bad
///          checksum, count, format, file name or URL, and a second file without a graph above.
Catalogue read_catalogue(const std::string& path);

/// The folders in which names of graphs are looked up, in order.
struct SearchFolders {
  std::vector<std::string> data;  ///< folders of LODE_DATA
  std::string bundled;            ///< the graphs that come with lode; empty: none
  std::string cache;              ///< downloads; empty: none
  std::string catalogue = {};     ///< file of the known graphs; empty: none
};

/// The folders of LODE_DATA (separated by colons), the bundled graphs, and $XDG_CACHE_HOME/lode or
/// $HOME/.cache/lode. The bundled graphs are installed with the running program, else in the source tree,
/// else in the configured prefix. The catalogue is next to them. No other function of the library reads the
/// environment.
SearchFolders default_search_folders();

/// The place where a graph was found.
struct GraphLocation {
  std::string path;         ///< path of the file; "-" for standard input
  std::string name;         ///< name for people: the file name without folder, extension and compression
  std::string folder = {};  ///< the folder of SearchFolders that has it; empty for paths and standard input
};

/// Looks up a name in every folder, in order; nothing if none has it. In a folder, the file with exactly this
/// name comes first, then files called NAME plus the extension of a format that lode reads, plain or
/// compressed, then the file that the catalogue has for this name or alias. Letters match in upper and lower
/// case, and '-' matches '_'.
///
/// Errors:  InputError if several files of one folder match; the message lists them.
std::optional<GraphLocation> find_named_graph(std::string_view name, const SearchFolders& folders,
                                              const Catalogue& catalogue);

/// Finds the file of a graph: a path that exists, "-", or a name for `find_named_graph`.
///
/// Errors:  as `find_named_graph` and `read_catalogue`. InputError if nothing is found; the message
///          says where to get a graph of the catalogue, or else the nearest names, and the folders.
GraphLocation resolve_graph(std::string_view name, const SearchFolders& folders);

/// A graph of the catalogue, and where its name leads to now.
struct KnownGraph {
  CatalogueGraph graph;                 ///< the graph
  std::string_view place = "not here";  ///< or "LODE_DATA", "bundled", "cache", "ambiguous"
  std::string path = {};                ///< path of its file; empty: not here, or ambiguous
};

/// Every graph of the catalogue, in its order.
std::vector<KnownGraph> locate_graphs(const Catalogue& catalogue, const SearchFolders& folders);

/// The graph of this name or alias. Errors: InputError if the catalogue has no such graph.
const CatalogueGraph& known_graph(std::string_view name, const Catalogue& catalogue,
                                  const SearchFolders& folders);

/// The first file of the folders that has the name of the catalogue, with any compression.
std::optional<std::string> find_catalogue_file(const CatalogueFile& file, const SearchFolders& folders);

/// The content of a file, compared with the catalogue.
struct FileCheck {
  std::string graph;              ///< name of the graph
  std::string file;               ///< name of the file in the catalogue
  std::string path;               ///< path of the file here
  std::string_view state = "ok";  ///< or "differs", "damaged"
  std::string problem = {};       ///< why it does not match; empty when it matches
};

/// Compares the unpacked content of `path`, as it is or with LF in place of every CR LF, with the checksum of
/// `file`. Errors: SystemError if `run` is stopped.
FileCheck check_file(const CatalogueGraph& graph, const CatalogueFile& file, const std::string& path,
                     const RunContext& run = RunContext());

/// Called with the bytes received, and the bytes in all; 0: the server does not say.
using DownloadProgress = std::function<void(std::uint64_t received, std::uint64_t total)>;

/// A file of a known graph after `fetch_file`.
struct FetchedFile {
  std::string path;            ///< path of the file here
  std::uint64_t received = 0;  ///< bytes received; 0: the file was here already
};

/// Brings a file of a known graph to this machine. A file that is found and has the content of the catalogue
/// stays where it is. Any other file is downloaded to the cache, and gets its name in one step after its
/// content has been checked. A transfer ends after a minute without a byte. `progress` may be empty.
///
/// Errors:  SystemError if there is no cache folder, no URL, no libcurl, and if the transfer fails.
///          InvalidArgument for a URL that a catalogue could not name. VerificationError if the content does
///          not match. InputError if a file with other content is found before the download.
FetchedFile fetch_file(const CatalogueGraph& graph, const CatalogueFile& file, const SearchFolders& folders,
                       const DownloadProgress& progress = {}, const RunContext& run = RunContext());

/// SHA-256 of the bytes of a file, as 64 hexadecimal digits; empty for inputs that can be read only once:
/// "-", pipes, devices. Errors: InputError if the file cannot be read, SystemError if the run is stopped.
std::string file_sha256(const std::string& path, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
