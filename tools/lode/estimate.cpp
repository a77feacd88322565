#include "estimate.hpp"

#include <limits>

#include <lode/io/catalogue.hpp>
#include <lode/io/estimate_input.hpp>
#include <lode/report/graph_report.hpp>

#include "shell/graph_argument.hpp"

namespace lode::tool {

void print_estimate(const GraphArgument& graph, int threads, GraphWork work, EstimateFormat format,
                    Session& session) {
  const GraphLocation location = resolve_graph(graph.name, default_search_folders());
  const RunContext run =
      session.run_context(1, threads, std::numeric_limits<double>::infinity(), "estimating");
  const InputEstimate input = estimate_input(location.path, graph.read, run);
  const MemoryEstimate memory = estimate_memory(input.vertices, input.edges, graph.read.weighted, work);
  session.print(format == EstimateFormat::json ? estimate_json(location.name, input, memory)
                                               : estimate_text(location.name, input, memory));
}

}  // namespace lode::tool
