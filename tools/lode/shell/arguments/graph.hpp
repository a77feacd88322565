#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>

#include "shell/session.hpp"

namespace lode::tool {

/// The graph argument with its read options, common to most commands.
struct GraphArgument {
  std::string name;
  std::vector<std::string> names;  ///< all names, for commands that take several
  std::string shown;               ///< the name in answers; empty: the file name
  ReadOptions read;
  std::optional<double> core_of;  ///< --core-of
  bool checks_core = true;        ///< false: the command checks a declared core by itself

  /// Adds the graph and its read options.
  void add_options(CLI::App& command);
  /// The options of commands that take several graphs; `name` is the first one.
  void add_options_of_several(CLI::App& command);
  /// Adds only the read options.
  void add_read_options(CLI::App& command);
  /// --signed, for commands that support negative weights.
  void add_signed_option(CLI::App& command);
  /// --core-of, for commands about the graph that the input was cut from.
  void add_core_option(CLI::App& command);
  struct Loaded {
    Graph graph;
    InputReport report;
    std::string display_name;  ///< file name without folder, format and compression endings
    std::string sha256;        ///< SHA-256 of the file, if requested and if the file can be read twice
    double seconds = 0.0;
    std::vector<VertexNumbers> vertex_numbers = {};  ///< as LoadedGraph::vertex_numbers
    std::vector<VertexTexts> attributes = {};        ///< as LoadedGraph::attributes
  };
  /// Notes that the command ignores the part of the graph outside a declared core.
  static void note_core(const Session& session, const Loaded& loaded);
  enum class Checksum { no, yes };
  /// JSON contains the checksum of the input.
  static Checksum checksum_for(const std::string& format) {
    return format == "json" ? Checksum::yes : Checksum::no;
  }
  /// Resolves the name, reads the graph, and computes the checksum of the file. The declaration of --core-of
  /// is in the report, as if the file contained it. Throws Interrupted after a signal.
  Loaded load(const Session& session, int threads, Checksum checksum = Checksum::no) const;
  struct LoadedDirected {
    Arcs arcs;
    InputReport report;
    std::string display_name;
    double seconds = 0.0;
  };
  /// Reads the graph with directions.
  LoadedDirected load_arcs(const Session& session, int threads) const;

 private:
  const std::string& shown_name(const std::string& of_file) const { return shown.empty() ? of_file : shown; }
  void declare_core(LoadedGraph& loaded, const std::string& path) const;
};

}  // namespace lode::tool
