#pragma once

#include <string>
#include <vector>

#include "shell/arguments/graph.hpp"
#include "shell/arguments/run.hpp"
#include "shell/several_graphs.hpp"

namespace lode::tool {

/// The arguments of `lode report`.
struct ReportArguments {
  GraphArgument graph;
  RunArguments run;
  std::string sizes;
  std::vector<std::string> methods;
  double time_limit = 60.0;
  std::string effort = "auto";
  std::string groups;
  std::string html;
  std::string markdown;
  std::string json;
  std::string graphml;
  std::string format = "text";  ///< format of the output; json if the graph is one of several
  bool force = false;

  Overwrite overwrite() const { return force ? Overwrite::yes : Overwrite::no; }
  GraphArgument& graph_argument() { return graph; }
  std::string& print_format() { return format; }
  std::vector<NamedOutput> outputs() {
    return {{"--html", &html}, {"--markdown", &markdown}, {"--json", &json}, {"--graphml", &graphml}};
  }
};

}  // namespace lode::tool
