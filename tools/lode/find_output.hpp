#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <lode/io/output_file.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/find.hpp>

#include "shell/arguments/demands.hpp"
#include "shell/arguments/graph.hpp"
#include "shell/arguments/method_settings.hpp"
#include "shell/arguments/run.hpp"
#include "shell/arguments/vertex_numbers.hpp"

namespace lode::tool {

struct FindArguments {
  GraphArgument graph;
  RunArguments run;
  MethodArguments method;
  std::string sizes;
  std::string effort = "auto";
  std::string certificate_path;
  Demands demands;
  VertexNumbersArgument values;
  double time_limit = std::numeric_limits<double>::infinity();
  double target = std::numeric_limits<double>::infinity();
  std::string set_path;
  std::string induced_path;
  std::string format = "text";
  std::optional<std::uint64_t> memory;
  bool force = false;

  Overwrite overwrite() const { return force ? Overwrite::yes : Overwrite::no; }
  bool writes_a_set() const { return !set_path.empty() || !induced_path.empty(); }
};

/// Notes of the search and lines of its proofs, on standard error.
FindEvents events_of(Session& session);

/// Prints the answers in the format asked for, and writes the set, its induced subgraph and the certificate,
/// as far as they are asked for. The certificate takes the time it needs; one that cannot be finished leaves
/// the rest as it is. Says in the answers of the report what can be checked.
void tell_found(const FindArguments& arguments, const Graph& graph, const FindResult& result,
                FindReport& report, Session& session);

}  // namespace lode::tool
