#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/read_graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A number per vertex.
struct VertexAttribute {
  std::string name;                  ///< name of the number: letters, digits and '_', a letter first
  std::vector<std::int64_t> values;  ///< one number per vertex
};

/// How a graph is written.
struct WriteOptions {
  std::string format = {};  ///< empty: the ending of the path decides; else a name from `writable_formats()`
  Overwrite overwrite = Overwrite::no;  ///< whether a file that exists may be replaced
  std::string comment = {};             ///< lines for the head of the file, in formats that have comments
  /// Separator of an edge list: a blank, a tab or a comma (which leaves no room for comments). 0: a comma for
  /// .csv, a tab for .tsv, and a blank otherwise.
  char separator = 0;
  std::vector<VertexAttribute> attributes = {};  ///< for GML, GraphML, Graphviz and JSON
  /// Declares the graph to be a core of a larger graph, by strength if it has weights. For lode files alone.
  std::optional<CoreOrigin> core_of = {};
};

/// Account of the writing.
struct OutputReport {
  std::string path;                ///< path of the file; "-" for a sink
  std::string format;              ///< format of the file, "Matrix Market", ...
  std::string compression;         ///< "", "gzip", "zstd", "bzip2" or "xz"
  std::uint64_t vertices = 0;      ///< vertices written
  std::uint64_t edges = 0;         ///< edges written
  std::uint64_t bytes = 0;         ///< bytes written, after compression
  double seconds = 0.0;            ///< time to write
  bool weighted = false;           ///< weights were written
  std::vector<std::string> lost;   ///< losses of the format, one sentence each
  std::vector<std::string> hints;  ///< options with which the file is read back

  /// The report in one line for people.
  std::string summary() const;
};

/// Names of the formats that `write_graph` can write, as WriteOptions::format takes them.
std::vector<std::string_view> writable_formats();

/// Name of the format in which `path` would be written.
///
/// Errors:  InvalidArgument for a format that is unknown or can only be read, for an ending that names none
///          or one that can only be read, for "-" without a format, and for compression of lode files.
std::string_view output_format(const std::string& path, const WriteOptions& options);

/// Name of the writable format that the ending of `path` names, if there is one.
std::optional<std::string_view> format_of_ending(std::string_view path);

/// Writes a graph to a file. read_graph reads it back if it can read the format at all.
///
/// Every vertex is written, isolated ones included (as self-loops of an edge list), and every edge once.
/// Weights are the shortest decimals that read back as the same double. A path that ends in .gz, .zst, .bz2
/// or .xz is compressed. The file is written whole or not at all. Names that a format cannot hold are dropped
/// or changed, and reported. Weights are never dropped; a format without weights is an error.
///
/// Cost:    O(n + m).
/// Errors:  InvalidArgument if the format cannot hold the graph or its declaration as a core. InputError if
///          the graph cannot be that core (check_core_origin); as output_format and OutputFile.
///          SystemError if `run` is cancelled.
OutputReport write_graph(const Graph& graph, const std::string& path, const WriteOptions& options = {},
                         const RunContext& run = RunContext());
/// Writes to a sink, without compression. The options must name a format. Errors: InvalidArgument also for
/// an empty sink.
OutputReport write_graph(const Graph& graph, const TextSink& sink, const WriteOptions& options,
                         const RunContext& run = RunContext());

/// Writes the CSV table "vertex,name": the numbers of vertices in a file of `format`, and their names.
///
/// Errors:  as OutputFile, and InvalidArgument for an unknown format.
void write_vertex_names(const Graph& graph, std::string_view format, const std::string& path,
                        Overwrite overwrite);

/// Writes one line "u v" per element, in order: a piece of an edge list longer than memory.
void write_edge_lines(std::span<const Edge> lines, const TextSink& sink);

/// Options of `convert_to_lode`.
struct ConvertOptions {
  ReadOptions read = {};                          ///< how the input is read
  Overwrite overwrite = Overwrite::no;            ///< whether a file that exists may be replaced
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< bytes of memory for sorting
};

/// Account of a conversion.
struct ConvertReport {
  InputReport input;    ///< how the input was read
  OutputReport output;  ///< how the output was written
};

/// Translates an edge list or a WebGraph file into a lode file in bounded memory. The file has the
/// bytes that read_graph and write_graph would give.
///
/// Memory:  `options.memory`, a quarter byte for every number up to the largest id, and some 30 MB for every
///          thread. The rows of 4096 neighbouring vertices must fit, too. The finished rows are mapped from
///          disk.
/// Disk:    24 bytes per line (48 with weights) in the folder of the output, for files that disappear with
///          the process, and the output itself.
/// Cost:    O(bytes + m log(max degree)) on run.threads() threads.
/// Errors:  as read_graph and OutputFile. InvalidArgument for an output that is no lode file, for
///          labels, and for other input formats. InputError for ids beyond 32 bits.
ConvertReport convert_to_lode(const std::string& input, const std::string& output,
                              const ConvertOptions& options = {}, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
