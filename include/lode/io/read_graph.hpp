#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/arcs.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// How much of a file in the lode format is checked when it is opened.
enum class Verify {
  automatic,  ///< files of up to 64 MiB are checked in full; of larger files the header, the range of every
              ///< number, and that rows increase and name each other
  full        ///< the checksum and the structure of all data
};

/// Separator of the fields of an edge list. Blanks are runs of spaces and tabs. Blanks around the other
/// separators do not count.
enum class FieldSeparator { automatic, blanks, tab, comma, semicolon, bar };

/// Role of the first line of data of an edge list: whether it names the columns.
enum class HeaderRow { automatic, present, absent };

/// A column of an edge list, by its number or by its name in the header row. Without both, the rules
/// of `ReadOptions` apply.
struct ColumnChoice {
  ColumnChoice() = default;
  ColumnChoice(int column) : number(column) {}                       ///< a column by its number
  ColumnChoice(std::string column) : name(std::move(column)) {}      ///< a column by its name
  bool is_automatic() const { return number == 0 && name.empty(); }  ///< true if neither is given

  int number = 0;    ///< number of the column, from 1; 0: not given
  std::string name;  ///< name of the column; empty: not given
};

/// How a graph is read. Errors call these options by their names: "option 'labels'".
///
/// An edge list is read by six rules (docs/formats.md), which options overrule. A line that does not fit is
/// an error.
struct ReadOptions {
  std::string format = {};  ///< empty: the reader detects the format; else a name from `readable_formats()`
  bool weighted = false;    ///< read weights; otherwise further columns are ignored and reported
  WeightSigns signs = WeightSigns::from_zero;            ///< whether weights may be negative
  FieldSeparator separator = FieldSeparator::automatic;  ///< separator of an edge list
  HeaderRow header = HeaderRow::automatic;               ///< whether an edge list has a header row
  ColumnChoice source = {};                              ///< column in which edges begin
  ColumnChoice target = {};                              ///< column in which edges end
  ColumnChoice weight_column = {};                       ///< column of the weight, with `weighted`
  MergeRule merge = MergeRule::error;       ///< weight of an edge that is listed in both directions
  std::optional<std::string> comment = {};  ///< characters that begin comment lines; not given: '#' and '%'
  bool labels = false;                      ///< vertex ids are words in UTF-8, even if they look like numbers
  bool lenient = false;                     ///< skip and count bad lines instead of failing
  Verify verify = Verify::automatic;        ///< how much of a file in the lode format is checked
  /// Numbers of vertices that the caller wants, by their names in the file (docs/formats.md, "Values of
  /// vertices"). LoadedGraph::vertex_numbers has those found in the file.
  std::vector<std::string> vertex_numbers = {};
  /// Keep the attributes of vertices (docs/formats.md), apart from names and `vertex_numbers`.
  bool attributes = false;
};

/// Account of the reading. Everything that was dropped is counted.
struct InputReport {
  std::string path;                      ///< "-" for standard input, "<memory>" for bytes in memory
  std::string format;                    ///< format of the file, "edge list", ...
  std::string compression;               ///< "", "gzip", "zstd", "bzip2" or "xz"
  std::uint64_t lines = 0;               ///< lines read, comments and blank lines included
  std::uint64_t comment_lines = 0;       ///< comment lines
  std::uint64_t edge_lines = 0;          ///< lines with an edge
  std::uint64_t vertices = 0;            ///< vertices of the graph
  std::uint64_t edges = 0;               ///< edges of the graph
  std::uint64_t self_loops_dropped = 0;  ///< self-loops that were dropped
  std::uint64_t duplicates_merged = 0;   ///< lines that repeat an ordered pair
  std::uint64_t reciprocal_merged = 0;   ///< pairs given in both directions
  std::uint64_t bad_lines_skipped = 0;   ///< bad lines skipped because of ReadOptions::lenient
  int ignored_columns = 0;               ///< largest number of columns in a line that were not read
  bool header_row = false;               ///< a first line of column names was skipped
  bool header_counts = false;            ///< the first line was "n m"
  FieldSeparator separator = FieldSeparator::automatic;  ///< separator of an edge list
  bool ids_remapped = false;                             ///< vertex numbers differ from the ids in the file
  bool directed = false;                                 ///< read by `read_arcs`: edges are arcs
  std::uint64_t loops_kept = 0;                          ///< loops among these arcs
  std::array<Vertex, 2> shape = {0, 0};    ///< rows and columns of a matrix that `read_arcs` read; else 0
  bool weighted = false;                   ///< the graph has weights
  bool signed_weights = false;             ///< some weight is negative
  bool labels = false;                     ///< vertices have labels
  bool declared_vertices = false;          ///< vertices are those that the file declares, in its order
  bool banner_missing = false;             ///< a .mtx or .gr file without its mark was read as an edge list
  std::optional<CoreOrigin> core_of = {};  ///< the file declares the graph to be this core of a larger graph
  std::vector<std::string> notes;  ///< further things that the reader ignored or decided, a few words each
  std::uint64_t bytes = 0;         ///< bytes of text, after decompression
  double seconds = 0.0;            ///< time to read

  /// Vertices, edges, and all that was dropped, merged, skipped, ignored or guessed, in one line.
  std::string summary() const;
  /// Format, lines, separator, kept loops, kind of ids and time, in one line.
  std::string details() const;
};

/// A number for each vertex, as a file holds them.
struct VertexNumbers {
  std::string name;            ///< name, as in ReadOptions::vertex_numbers
  std::vector<double> values;  ///< one number per vertex, in the domain
};

/// A text for each vertex, as a file holds them.
struct VertexTexts {
  std::string name;                 ///< name of the attribute
  std::vector<std::string> values;  ///< one text per vertex, in printable UTF-8; empty: the vertex has none
};

/// A graph and how it was read.
struct LoadedGraph {
  Graph graph;         ///< the graph; its values are the first of the numbers
  InputReport report;  ///< how it was read
  std::vector<VertexNumbers> vertex_numbers =
      {};  ///< the numbers that the caller wants and the file holds, in the order of the request
  std::vector<VertexTexts> attributes = {};  ///< with ReadOptions::attributes, in the order of the file
};

/// Names of the formats that `read_graph` can read, as ReadOptions::format takes them.
std::vector<std::string_view> readable_formats();

/// Reads a graph from a file or, for "-", from standard input.
///
/// The graph is simple and undirected: directions are ignored, self-loops are dropped, repeated pairs are
/// merged. Vertices of an edge list are the ids that occur, numbered by increasing id. Other formats declare
/// their vertices, and all of these count, isolated ones too.
///
/// The arrays of a file in the lode format are mapped into memory. The graph is valid as long as nobody
/// shortens the file. A process that reads a part that is gone gets the signal SIGBUS. It is safe to replace
/// the file by renaming another one.
///
/// Cost:    O(bytes + m log(max degree)) on run.threads() threads.
/// Errors:  InputError with file, line, column and remedy. InvalidArgument for impossible options.
/// Deterministic: the same graph for any number of threads.
LoadedGraph read_graph(const std::string& path, const ReadOptions& options = {},
                       const RunContext& run = RunContext());
/// An overload for a literal path.
inline LoadedGraph read_graph(const char* path, const ReadOptions& options = {},
                              const RunContext& run = RunContext()) {
  return read_graph(std::string(path), options, run);
}

/// Reads bytes in memory, compressed or not, which reports and errors call "<memory>". The graph does
/// not use the bytes after the call.
LoadedGraph read_graph(std::span<const char> bytes, const ReadOptions& options = {},
                       const RunContext& run = RunContext());
/// A path is a std::string, bytes are a std::span.
LoadedGraph read_graph(std::string_view, const ReadOptions& = {}, const RunContext& = RunContext()) = delete;

/// A directed graph and how it was read.
struct LoadedArcs {
  Arcs arcs;                                 ///< the directed graph
  InputReport report;                        ///< how it was read
  std::vector<VertexTexts> attributes = {};  ///< as LoadedGraph::attributes
};

/// Reads a directed graph. Formats, options and reports are as for `read_graph`, but directions and loops
/// are kept. Repeated arcs are one arc. Arcs have no weights.
///
/// Arcs lead from source to target: from the first end of an edge list to the second, from row to column in a
/// general Matrix Market file (row i and column i are one vertex), from node to successor in WebGraph, from U
/// to V in a shortest-path file. GML, GraphML and JSON files must be marked as directed.
///
/// Cost:    as read_graph.
/// Errors:  as read_graph. InputError also for files without directions (METIS, DIMACS cliques and
///          colourings, symmetric Matrix Market, GML and networks that are not directed, lode), and for more
///          than Arcs::most_vertices vertices. InvalidArgument also for option 'weighted'.
LoadedArcs read_arcs(const std::string& path, const ReadOptions& options = {},
                     const RunContext& run = RunContext());
/// An overload for a literal path.
inline LoadedArcs read_arcs(const char* path, const ReadOptions& options = {},
                            const RunContext& run = RunContext()) {
  return read_arcs(std::string(path), options, run);
}
/// An overload for bytes in memory.
LoadedArcs read_arcs(std::span<const char> bytes, const ReadOptions& options = {},
                     const RunContext& run = RunContext());
LoadedArcs read_arcs(std::string_view, const ReadOptions& = {}, const RunContext& = RunContext()) = delete;

/// Reads the graph with this name, as the tool does. The name is a path, "-", or a name for
/// `resolve_graph` in the default_search_folders() of io/catalogue.hpp.
///
/// Errors:  as resolve_graph and read_graph.
LoadedGraph load_graph(std::string_view name_or_path, const ReadOptions& options = {},
                       const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
