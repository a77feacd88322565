#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/study/question.hpp>

#include "shell/options.hpp"
#include "shell/session.hpp"

namespace lode::tool {

inline constexpr const char* graph_meaning =
    "Path of a file, - for standard input, or the name of a known graph";

/// The graph argument with its read options, common to most commands.
struct GraphArgument {
  std::string name;
  std::vector<std::string> names;  ///< all names, for commands that take several
  std::string shown;               ///< the name in answers; empty: the file name
  ReadOptions read;
  std::optional<double> core_of;  ///< --core-of
  bool checks_core = true;        ///< false: the command checks a declared core by itself
  bool takes_core = false;        ///< true: the command is about the graph that a core was cut from
  std::map<std::string, std::string> numbers = {};  ///< options that give vertices numbers, and their files
  std::map<std::string, std::string> others = {};   ///< options of a second graph, and its name

  /// What a command takes besides the read options.
  struct Takes {
    bool several = false;  ///< several graphs; `name` is the first one
    bool signs = false;    ///< --signed: negative weights
    bool core = false;     ///< --core-of: the command is about the graph that the input was cut from
  };
  /// Adds the graph and its options.
  void add_options(CLI::App& command, const Takes& takes);
  /// Adds only the read options, or only --signed.
  void add_read_options(CLI::App& command);
  void add_signed_option(CLI::App& command);
  /// An option that gives every vertex a number, such as --values FILE|COLUMN: an attribute in the graph's
  /// file (ReadOptions::vertex_numbers), or else a file with lines "id value" (read_vertex_values).
  void add_vertex_numbers(CLI::App& command, const std::string& flag, const std::string& meaning);
  /// --minus, --union and --intersect, each with a second graph.
  void add_arithmetic(CLI::App& command);
  /// A graph; its name is the file name without folder, format and compression endings.
  struct Loaded : QuestionData<Graph> {
    std::vector<VertexNumbers> vertex_numbers = {};  ///< as LoadedGraph::vertex_numbers
    std::vector<VertexTexts> attributes = {};        ///< as LoadedGraph::attributes
    std::string sha256 = {};  ///< SHA-256 of the file, if requested and if the file can be read twice
  };
  /// Notes that the part of a graph outside a declared core is ignored.
  static void note_core(const Session& session, const Loaded& loaded);
  enum class Checksum { no, yes };
  /// JSON contains the checksum of the input.
  static Checksum checksum_for(const std::string& format) {
    return format == "json" ? Checksum::yes : Checksum::no;
  }
  /// Resolves the name, reads the graph, and computes the checksum of the file. The declaration of --core-of
  /// is in the report, as if the file contained it. Throws Interrupted after a signal.
  Loaded load(const Session& session, int threads, Checksum checksum = Checksum::no) const;
  bool gives_numbers() const {
    return std::ranges::any_of(numbers, [](const auto& option) { return !option.second.empty(); });
  }
  /// One number per vertex, or an empty list without the option. The input report names their source. Errors:
  /// InvalidArgument if neither the graph's file nor a file has them; the errors of read_vertex_values.
  std::vector<double> read_numbers(const std::string& flag, Loaded& loaded) const;
  bool combines() const;
  /// Reads the second graph, if any, with the options of the first, and replaces the first by the result.
  void combine(Loaded& loaded, Session& session, int threads) const;
  /// Reads the graph with directions.
  QuestionData<Arcs> load_arcs(const Session& session, int threads) const;

 private:
  const std::string& shown_name(const std::string& of_file) const { return shown.empty() ? of_file : shown; }
  void declare_core(LoadedGraph& loaded, const std::string& path) const;
};

/// Adds -s for sizes of sets.
CLI::Option* add_sizes(
    CLI::App& command, std::string& sizes,
    const std::string& meaning = "Sizes of the sets: 50, 10,20,50, 2:200 or 10:200:10, both ends included");

/// Sizes of vertex sets of a graph of n vertices (lode::parse_sizes).
std::vector<Vertex> parse_sizes(const std::string& text, Vertex n);

/// Sizes for a graph that may be a declared core.
std::vector<Vertex> parse_sizes(const std::string& text, const GraphArgument::Loaded& loaded);

/// Refuses sizes whose sets would take too much memory: together they may have `most_listed_vertices`
/// (study/find.hpp) vertices, with `copies` sets per size. Errors: InvalidArgument.
void check_room(const std::vector<Vertex>& sizes, const std::string& text, std::uint64_t copies = 1);

}  // namespace lode::tool
