#pragma once

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
  automatic,  ///< files of up to 64 MiB in full; of larger ones the header and the range of every number
  full        ///< the checksum and the structure of all data
};

/// What stands between the fields of an edge list. Blanks are runs of spaces and tabs; around the others,
/// blanks do not count.
enum class FieldSeparator { automatic, blanks, tab, comma, semicolon, bar };

/// Whether the first line of data of an edge list names its columns.
enum class HeaderRow { automatic, present, absent };

/// A column of an edge list: by its number, from 1, or by its name in the header row. Neither: as
/// `ReadOptions` says.
struct ColumnChoice {
  ColumnChoice() = default;
  ColumnChoice(int column) : number(column) {}
  ColumnChoice(std::string column) : name(std::move(column)) {}
  bool is_automatic() const { return number == 0 && name.empty(); }

  int number = 0;
  std::string name;
};

/// How a graph is read. Errors call these options by the names they have here: "option 'labels'".
///
/// The first lines of an edge list, those within 64 KiB, decide what the options leave open:
///  - The separator, one for the whole file. Where a mark and blanks both split the lines, the reader takes
///    the one with which more names occur in both columns of ends. If that does not tell a comma from blanks,
///    it is an error.
///  - Whether the first line is a header row. Without labels it is one if words stand where ids belong. With
///    labels it is one if it holds names that tables give to both ends (source and target, node1 and node2,
///    user_id and friend_id), or if its words stand above a further column of numbers or above two columns of
///    ids. It is an edge if one of its names is a vertex of a later line, or belongs to a series of vertices,
///    as node7 does.
///  - The columns of the ends: those that a header row names so, else the first two.
///  - The column of the weight: `weight`, `w` or `value` in a header row, else the third.
/// Lines that look like an adjacency list or a matrix are refused unless columns are named.
struct ReadOptions {
  std::string format = {};  ///< empty: detect; else a name from `readable_formats()`
  bool weighted = false;    ///< read weights; otherwise further columns are ignored and reported
  /// Goes with `weighted`: whether weights may be negative.
  WeightSigns signs = WeightSigns::from_zero;
  FieldSeparator separator = FieldSeparator::automatic;
  HeaderRow header = HeaderRow::automatic;
  ColumnChoice source = {};         ///< where edges begin
  ColumnChoice target = {};         ///< where edges end
  ColumnChoice weight_column = {};  ///< goes with `weighted`
  MergeRule merge = MergeRule::error;
  /// The characters that begin comment lines of an edge list; an empty text: there are no comments. Not
  /// given:
  /// '#' and '%'. With labels, names may then begin so, too. A line with a word at once behind the mark, and
  /// with as many fields as the others, is an edge if its names occur again in the first lines. It is a
  /// comment if they occur without the mark, or if the line stands above all edges. Else it is an error.
  std::optional<std::string> comment = {};
  bool labels = false;   ///< vertex ids are arbitrary words, in UTF-8
  bool lenient = false;  ///< skip and count bad lines instead of failing
  Verify verify = Verify::automatic;
  /// Numbers of vertices that are wanted, by the names that the format gives them: a key of GML nodes;
  /// `weight` in METIS, the first of several, or the number of one, from 1; `value` in lode files. What a
  /// file does not hold is not read, and LoadedGraph::vertex_numbers lacks it.
  std::vector<std::string> vertex_numbers = {};
};

/// What happened between the file and the graph. Every drop is counted.
struct InputReport {
  std::string path;         ///< "-" for standard input, "<memory>" for bytes in memory
  std::string format;       ///< "edge list", ...
  std::string compression;  ///< "", "gzip" or "zstd"
  std::uint64_t lines = 0;  ///< lines read, comments and blanks included
  std::uint64_t comment_lines = 0;
  std::uint64_t edge_lines = 0;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  std::uint64_t self_loops_dropped = 0;
  std::uint64_t duplicates_merged = 0;                   ///< the same ordered pair again
  std::uint64_t reciprocal_merged = 0;                   ///< pairs given in both directions
  std::uint64_t bad_lines_skipped = 0;                   ///< with ReadOptions::lenient
  int ignored_columns = 0;                               ///< largest number of columns beyond those read
  bool header_row = false;                               ///< a first line of column names was skipped
  bool header_counts = false;                            ///< the first line was "n m"
  FieldSeparator separator = FieldSeparator::automatic;  ///< of an edge list
  bool ids_remapped = false;                             ///< vertex numbers differ from the ids in the file
  bool directed = false;                                 ///< read by `read_arcs`: edges are arcs
  std::uint64_t loops_kept = 0;                          ///< among these arcs
  bool weighted = false;
  bool signed_weights = false;     ///< some weight is negative
  bool labels = false;             ///< vertices carry labels
  bool declared_vertices = false;  ///< vertices are those the file declares, in its order
  bool banner_missing = false;     ///< a .mtx or .gr file without what marks it was read as an edge list
  std::optional<CoreOrigin> core_of = {};  ///< what the file declares the graph to be a core of
  std::vector<std::string> notes;          ///< what else a reader ignored or decided, a few words each
  std::uint64_t bytes = 0;                 ///< of text, after decompression
  double seconds = 0.0;

  /// One line for people: what was read, dropped, merged, ignored.
  std::string summary() const;
};

/// A number for each vertex, as a file holds them.
struct VertexNumbers {
  std::string name;            ///< as in ReadOptions::vertex_numbers
  std::vector<double> values;  ///< one per vertex, finite
};

struct LoadedGraph {
  Graph graph;  ///< its values are the first of the numbers
  InputReport report;
  std::vector<VertexNumbers> vertex_numbers = {};  ///< those wanted that the file holds, in the order wanted
};

/// Names of the formats `read_graph` can read, as ReadOptions::format takes them.
std::vector<std::string_view> readable_formats();

/// Reads a graph from a file or, for "-", from standard input.
///
/// Reads simple undirected graphs: directions are ignored, self-loops dropped, repeated pairs merged.
/// Vertices of an edge list are the ids that occur, numbered by increasing id; other formats declare theirs,
/// and all of them count, isolated ones too. The same graph for any number of threads.
///
/// The arrays of a file in the lode format are mapped: the graph is good for as long as nobody shortens the
/// file; a process that touches what is gone gets SIGBUS. Replacing the file by renaming another is safe.
///
/// Cost:   O(bytes + m log(max degree)) on run.threads() threads.
/// Errors: InputError with file, line, column and remedy; InvalidArgument for impossible options.
LoadedGraph read_graph(const std::string& path, const ReadOptions& options = {},
                       const RunContext& run = RunContext());
inline LoadedGraph read_graph(const char* path, const ReadOptions& options = {},
                              const RunContext& run = RunContext()) {
  return read_graph(std::string(path), options, run);
}

/// Reads a graph from bytes in memory: all that a file may hold, compressed or not. Reports and errors call
/// them "<memory>". The graph keeps nothing of them; arrays of the lode format are copied.
LoadedGraph read_graph(std::span<const char> bytes, const ReadOptions& options = {},
                       const RunContext& run = RunContext());
/// A path is a std::string, a text a std::span.
LoadedGraph read_graph(std::string_view, const ReadOptions& = {}, const RunContext& = RunContext()) = delete;

struct LoadedArcs {
  Arcs arcs;
  InputReport report;
};

/// Reads a directed graph: the formats, options and reports of `read_graph`, but directions and loops are
/// kept.
///
/// Arcs lead from the first end of an edge list to the second (columns source and target), from row to column
/// of a general Matrix Market file, from source to target of a GML file with "directed 1", from node to
/// successor of a WebGraph, from U to V of a shortest-path file. An arc that is given again is one arc. Arcs
/// have no weights.
///
/// Cost:   as read_graph.
/// Errors: as read_graph; InputError also for files without directions: METIS, DIMACS cliques and colourings,
///         symmetric Matrix Market, GML without "directed 1", lode; and for more than Arcs::most_vertices
///         vertices. InvalidArgument also for option 'weighted'.
LoadedArcs read_arcs(const std::string& path, const ReadOptions& options = {},
                     const RunContext& run = RunContext());
inline LoadedArcs read_arcs(const char* path, const ReadOptions& options = {},
                            const RunContext& run = RunContext()) {
  return read_arcs(std::string(path), options, run);
}
LoadedArcs read_arcs(std::span<const char> bytes, const ReadOptions& options = {},
                     const RunContext& run = RunContext());
LoadedArcs read_arcs(std::string_view, const ReadOptions& = {}, const RunContext& = RunContext()) = delete;

/// Reads the graph that a name stands for, as the tool does: a path, "-", or a name for `resolve_graph` in
/// the default_search_folders() of io/catalogue.hpp.
///
/// Errors: those of resolve_graph and read_graph.
LoadedGraph load_graph(std::string_view name_or_path, const ReadOptions& options = {},
                       const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
