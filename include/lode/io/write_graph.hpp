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
  /// Declares the graph to be a core of a larger one; for lode files alone, which read_graph reads back with
  /// it. By strength if the graph has weights.
  std::optional<CoreOrigin> core_of = {};
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
/// Errors: InvalidArgument if the format cannot hold the graph or what it is declared to be, InputError if it
///         cannot be that (check_core_origin), and those of output_format and OutputFile; SystemError when
///         `run` is cancelled.
OutputReport write_graph(const Graph& graph, const std::string& path, const WriteOptions& options = {},
                         const RunContext& run = RunContext());
/// The same to a sink, without compression. Needs a format. Errors: InvalidArgument for an empty sink.
OutputReport write_graph(const Graph& graph, const TextSink& sink, const WriteOptions& options,
                         const RunContext& run = RunContext());

/// Writes the CSV table "vertex,name": the numbers that vertices have in a file of `format`, and their
/// original names.
/// Errors: InvalidArgument for an unknown format; those of OutputFile.
void write_vertex_names(const Graph& graph, std::string_view format, const std::string& path,
                        Overwrite overwrite);

struct EdgeListStyle {
  std::string_view comment = {};  ///< lines for the head of the file, each after "# "
  char separator = ' ';           ///< a blank, a tab or a comma; a list with commas has no comments
};

/// Writes a graph as an edge list that read_graph reads back: the comment, a comment with the numbers of
/// vertices and edges, then one line "u v" or "u v weight" per edge with original ids, every edge once, by
/// increasing (u, v) with u before v in vertex order. Weights are the shortest decimals that read back as the
/// same double. An edge list cannot hold isolated vertices; each is written as a self-loop, which readers
/// drop but count as a vertex. Where the first edge could be taken for a header "n m", a header comes first.
///
/// Cost:   O(n + m).
/// Errors: InvalidArgument for what an edge list cannot hold: a graph without vertices, and labels that are
///         empty or have control characters; those of the sink.
void write_edge_list(const Graph& graph, const EdgeListStyle& style, const TextSink& sink);
/// The same to a file. Errors: those of OutputFile, too.
void write_edge_list(const Graph& graph, const EdgeListStyle& style, const std::string& path,
                     Overwrite overwrite);

/// Writes one line "u v" per element, in order, without a head: for lists longer than memory, block by block.
/// Cost: O(number of lines), formatted on the threads of the surrounding arena.
void write_edge_lines(std::span<const Edge> lines, const TextSink& sink);

struct ConvertOptions {
  ReadOptions read = {};
  Overwrite overwrite = Overwrite::no;
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< bytes for sorting
};

/// What became of both sides.
struct ConvertReport {
  InputReport input;
  OutputReport output;
};

/// Translates an edge list or a WebGraph file into a lode file in bounded memory: graphs of more edges than
/// fit in memory. The file is, byte by byte, the one that read_graph and write_graph give.
///
/// Memory: `options.memory`, a quarter byte for every number up to the largest id, and some 30 MB for every
///         thread. The rows of 4096 neighbouring vertices must fit, too.
/// Disk:   24 bytes per line in the folder of the output (32 with weights), for files that go with the
///         process, and the output itself.
/// Cost:   O(bytes + m log(max degree)) on run.threads() threads.
/// Errors: those of read_graph and OutputFile; InvalidArgument for an output that is no lode file, for labels
///         and for other input formats; InputError for ids beyond 32 bits.
ConvertReport convert_to_lode(const std::string& input, const std::string& output,
                              const ConvertOptions& options = {}, const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
