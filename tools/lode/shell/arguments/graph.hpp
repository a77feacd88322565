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
  bool takes_core = false;        ///< true: the command is about the graph that a core was cut from
  std::map<std::string, std::string> numbers =
      {};  ///< options that give every vertex a number, and their files

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
  /// An option that gives every vertex a number, such as --values FILE|COLUMN: an attribute in the graph's
  /// file (ReadOptions::vertex_numbers), or else a file with lines "id value" (read_vertex_values).
  void add_vertex_numbers(CLI::App& command, const std::string& flag, const std::string& meaning);
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
  /// Reads the graph with directions.
  QuestionData<Arcs> load_arcs(const Session& session, int threads) const;

 private:
  const std::string& shown_name(const std::string& of_file) const { return shown.empty() ? of_file : shown; }
  void declare_core(LoadedGraph& loaded, const std::string& path) const;
};

}  // namespace lode::tool
