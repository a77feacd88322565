#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/text_sink.hpp>

namespace lode {

/// A number per vertex that is written beside its name.
struct VertexAttribute {
  std::string name;                  ///< letters, digits and '_', a letter first
  std::vector<std::int64_t> values;  ///< one per vertex
};

struct WriteOptions {
  std::string format = {};  ///< empty: by the ending of the path; else a name from `writable_formats()`
  Overwrite overwrite = Overwrite::no;
  std::string comment = {};  ///< lines for the head of the file, in formats that have comments
  /// Between the columns of an edge list: a blank, a tab or a comma; 0: by the ending of the path, a comma
  /// for .csv, a tab for .tsv, else a blank.
  char separator = 0;
  std::vector<VertexAttribute> attributes = {};  ///< for GML, GraphML, GEXF and Graphviz
};

/// What happened between the graph and the file.
struct OutputReport {
  std::string path;         ///< "-" for a sink
  std::string format;       ///< "Matrix Market", ...
  std::string compression;  ///< "", "gzip" or "zstd"
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t bytes = 0;  ///< written, after compression
  double seconds = 0.0;
  bool weighted = false;
  std::vector<std::string> lost;   ///< what the format could not hold, one sentence each
  std::vector<std::string> hints;  ///< what reading the file back needs

  /// One line for people.
  std::string summary() const;
};

/// Names of the formats `write_graph` can write, as WriteOptions::format takes them.
std::vector<std::string_view> writable_formats();

/// Name of the format in which `path` would be written.
/// Errors: InvalidArgument for an unknown or read-only format, an ending that names none, "-" without a
///         format, and compression of a format that is not compressed.
std::string_view output_format(const std::string& path, const WriteOptions& options);

/// Name of the format that the ending of `path` names; nothing if it names none that can be written.
std::optional<std::string_view> format_of_ending(std::string_view path);

/// Writes a graph to a file that read_graph reads back, where the format can be read at all: every vertex,
/// isolated ones included, every edge once, weights as the shortest decimals that read back as the same
/// double. A path that ends in .gz or .zst is compressed. The file is written whole or not at all.
///
/// Names that a format cannot hold are dropped or changed, and reported. Weights are never dropped: they are
/// an error in formats without weights.
///
/// Cost:   O(n + m).
/// Errors: InvalidArgument if the format cannot hold the graph, and those of output_format and OutputFile;
///         SystemError when `run` is cancelled.
OutputReport write_graph(const Graph& graph, const std::string& path, const WriteOptions& options,
                         const RunContext& run);
/// The same to a sink, without compression. Needs a format. Errors: InvalidArgument for an empty sink.
OutputReport write_graph(const Graph& graph, const TextSink& sink, const WriteOptions& options,
                         const RunContext& run);

/// Writes the CSV table "vertex,name": the numbers that vertices have in a file of `format`, and their
/// original names.
/// Errors: InvalidArgument for an unknown format; those of OutputFile.
void write_vertex_names(const Graph& graph, std::string_view format, const std::string& path,
                        Overwrite overwrite);

}  // namespace lode
