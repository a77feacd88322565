#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>

#include "shell/session.hpp"

namespace lode::tool {

/// The graph argument and how to read it, shared by most commands.
struct GraphArgument {
  std::string name;
  std::vector<std::string> names;  ///< all of them, where a command takes several
  std::string shown;               ///< the name in answers; empty: that of the file
  ReadOptions read;
  std::optional<double> core_of;  ///< --core-of
  bool checks_core = true;  ///< that the input can be the core it is declared to be; else the command does

  /// The graph and how to read it.
  void add_options(CLI::App& command);
  /// The same for commands that take several graphs: `name` is the first one.
  void add_options_of_several(CLI::App& command);
  /// How to read it alone.
  void add_read_options(CLI::App& command);
  /// --signed, for commands that make sense of negative weights.
  void add_signed_option(CLI::App& command);
  /// --core-of, for commands that speak of the graph the input was cut from.
  void add_core_option(CLI::App& command);
  struct Loaded {
    Graph graph;
    InputReport report;
    std::string display_name;  ///< file name without folder, format and compression endings
    std::string sha256;        ///< of the file, if asked for and if it can be read twice
    double seconds = 0.0;
    std::vector<VertexNumbers> vertex_numbers = {};  ///< as LoadedGraph::vertex_numbers
    std::vector<VertexTexts> attributes = {};        ///< as LoadedGraph::attributes
  };
  /// For commands that know nothing of what lies outside a declared core: says so.
  static void note_core(const Session& session, const Loaded& loaded);
  enum class Checksum { no, yes };
  /// JSON holds the checksum of the input.
  static Checksum checksum_for(const std::string& format) {
    return format == "json" ? Checksum::yes : Checksum::no;
  }
  /// Resolves the name and reads the graph, and beside that the file's checksum. What --core-of declares is
  /// in the report, as if the file did. Throws Interrupted after a signal.
  Loaded load(const Session& session, int threads, Checksum checksum = Checksum::no) const;
  struct LoadedDirected {
    Arcs arcs;
    InputReport report;
    std::string display_name;
    double seconds = 0.0;
  };
  /// The same with directions.
  LoadedDirected load_arcs(const Session& session, int threads) const;

 private:
  const std::string& shown_name(const std::string& of_file) const { return shown.empty() ? of_file : shown; }
  void declare_core(LoadedGraph& loaded, const std::string& path) const;
};

}  // namespace lode::tool
