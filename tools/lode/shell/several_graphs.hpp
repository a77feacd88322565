#pragma once

#include <functional>
#include <string>
#include <vector>

#include "shell/arguments/graph.hpp"
#include "shell/session.hpp"

namespace lode::tool {

/// The name of every graph's file, or what was typed where two files are called the same.
std::vector<std::string> distinct_names(const std::vector<std::string>& graphs);

/// A file that a command writes: the option that names it, and the name, in which {graph} may stand.
struct NamedOutput {
  const char* option;
  std::string* path;
};

/// What is done for one graph of several: the graph as it was typed, its name in tables and files, and the
/// format in which the answer is printed.
using RunOnGraph =
    std::function<void(const std::string& graph, const std::string& name, const std::string& format)>;

/// Runs a command on every graph, and prints one table (text), one document (json) or one list of rows (csv)
/// of what it printed for each. A graph that fails does not keep the others from being answered: the first
/// error is thrown at the end, the others are told on standard error. One graph alone is run as it is.
void run_on_several(const char* command, const GraphArgument& graphs, const std::string& format,
                    Session& session, const RunOnGraph& run);

/// Refuses outputs that would be written once for each of several graphs, and those that are one of the
/// graphs or exist and may not be overwritten. Errors: InvalidArgument.
void check_graph_places(const GraphArgument& graphs, const std::vector<NamedOutput>& outputs,
                        Overwrite overwrite);
/// Puts the name of the graph where the outputs have {graph}.
void fill_graph_places(const std::string& name, const std::vector<NamedOutput>& outputs);

/// run_on_several for the arguments of a command, whose graph, format and outputs are given by functions of
/// these names. `run` takes a copy of the arguments with one graph in.
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
