#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

/// Columns of a catalogue file, in order:
/// name, aliases, vertices, edges, format, file, sha256, download, page, note.
const std::vector<std::string_view>& catalogue_columns();

/// Reads a catalogue: text, one line of column names, then one line per file, fields separated by one tab.
/// Aliases are separated by commas. A line whose format is "properties" is the second file of the graph of
/// the same name; its aliases, vertices and edges are empty. `download` is empty, https://, or http:// to
/// this machine.
///
/// Cost:   O(bytes log lines).
/// Errors: InputError with file, line and column for missing or unknown columns, a missing field, a repeated
///         name, alias or file, a bad checksum, count, format or URL, and a second file without a graph.
Catalogue read_catalogue(const std::string& path);

}  // namespace lode
