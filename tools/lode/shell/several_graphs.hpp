#pragma once

#include <functional>
#include <string>
#include <vector>

#include "shell/arguments/graph.hpp"
#include "shell/session.hpp"

namespace lode::tool {

/// The file name of every graph, or the name as typed if two files have the same name.
std::vector<std::string> distinct_names(const std::vector<std::string>& graphs);

/// An output file of a command: its option, and its name, which may contain {graph}.
struct NamedOutput {
  const char* option;
  std::string* path;
};

/// The work for one of several graphs: the graph as typed, its name in tables and files, and the format of
/// the answer.
using RunOnGraph =
    std::function<void(const std::string& graph, const std::string& name, const std::string& format)>;

/// Runs a command on every graph, and prints one table (text), one document (json) or one list of rows (csv)
/// of all outputs. After an error, the remaining graphs are still processed: the first error is thrown at the
/// end, others are reported on standard error. A single graph is run directly.
void run_on_several(const char* command, const GraphArgument& graphs, const std::string& format,
                    Session& session, const RunOnGraph& run);

/// Refuses outputs that several graphs would overwrite, outputs that are one of the graphs, and outputs that
/// exist and may not be overwritten. Errors: InvalidArgument.
void check_graph_places(const GraphArgument& graphs, const std::vector<NamedOutput>& outputs,
                        Overwrite overwrite);
/// Replaces {graph} in the outputs by the name of the graph.
void fill_graph_places(const std::string& name, const std::vector<NamedOutput>& outputs);

/// run_on_several for the arguments of a command, which have functions for graph, format and outputs. `run`
/// gets a copy of the arguments for one graph.
template <class Arguments, class Run>
void run_on_each(const char* command, Arguments arguments, Session& session, const Run& run) {
  check_graph_places(arguments.graph_argument(), arguments.outputs(), arguments.overwrite());
  run_on_several(command, arguments.graph_argument(), arguments.print_format(), session,
                 [&](const std::string& typed, const std::string& name, const std::string& format) {
                   Arguments one = arguments;
                   one.graph_argument().name = typed;
                   one.graph_argument().shown = name;
                   one.print_format() = format;
                   fill_graph_places(name, one.outputs());
                   run(one, session);
                 });
}

}  // namespace lode::tool
