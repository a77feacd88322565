#include "estimate.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <lode/io/estimate_input.hpp>
#include <lode/io/resolve_graph.hpp>
#include <lode/subgraph/dense_part.hpp>

namespace lode::tool {
namespace {

// Fitted to peaks measured on graphs from a thousand to 100 million edges (tools/bench/estimate.py): the
// program itself, and what cores, search states and the core that is searched take for every vertex.
constexpr std::uint64_t program_bytes = 16'500'000;
constexpr std::uint64_t search_bytes_per_vertex = 60;
constexpr std::uint64_t large_search_bytes_per_vertex = 45;
constexpr std::uint64_t info_bytes_per_vertex = 40;

/// The lp bound works on a core: most of a dense graph, little of others.
std::uint64_t bound_bytes(const InputEstimate& input) {
  constexpr double dense = 0.002;
  constexpr std::uint64_t largest_core_bytes = 5'000'000;
  const auto n = static_cast<double>(input.vertices);
  const bool is_dense = static_cast<double>(input.edges) >= dense * n * (n - 1.0) / 2.0;
  return is_dense ? 40 * input.edges : std::min(12 * input.edges, largest_core_bytes);
}

/// Large graphs are searched in a copy of a core of up to 7/8 of the arcs (dense_part.hpp), with its order
/// and little else for the vertices outside.
std::uint64_t search_bytes(const InputEstimate& input, bool weighted) {
  if (weighted || 2 * input.edges < DensePartOptions().least_arcs) {
    return search_bytes_per_vertex * input.vertices + bound_bytes(input);
  }
  return large_search_bytes_per_vertex * input.vertices +
         std::min(8 * input.edges / 5 * 4, DensePartOptions().most_arcs * sizeof(Vertex));
}

std::uint64_t work_bytes(const InputEstimate& input, bool weighted, AfterReading after) {
  return after == AfterReading::info ? info_bytes_per_vertex * input.vertices : search_bytes(input, weighted);
}

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

}  // namespace

void print_estimate(const GraphArgument& graph, int threads, AfterReading after, EstimateFormat format,
                    Session& session) {
  const GraphLocation location = resolve_graph(graph.name, default_search_folders());
  const RunContext run =
      session.run_context(1, threads, std::numeric_limits<double>::infinity(), "estimating");
  const InputEstimate input = estimate_input(location.path, graph.read, run);
  const std::uint64_t work = input.graph_bytes + work_bytes(input, graph.read.weighted, after);
  const std::uint64_t peak = program_bytes + std::max(input.reading_peak, work);
  if (format == EstimateFormat::json) {
    const nlohmann::ordered_json document = {{"command", "estimate"},
                                             {"graph", location.name},
                                             {"format", input.format},
                                             {"exact_counts", input.exact},
                                             {"text_bytes", input.text_bytes},
                                             {"lines", input.lines},
                                             {"vertices", input.vertices},
                                             {"edges_at_most", input.edges},
                                             {"reading_bytes", program_bytes + input.reading_peak},
                                             {"graph_bytes", input.graph_bytes},
                                             {"work_bytes", program_bytes + work},
                                             {"peak_bytes", peak},
                                             {"mapped_bytes", input.mapped_bytes}};
    session.print(document.dump(2) + "\n");
    return;
  }
  std::string text = fmt::format("{}: {}, {} {}, {} vertices{}\n", location.name, input.format, input.lines,
                                 input.mapped_bytes > 0 ? "edges" : "lines", input.vertices,
                                 input.exact ? "" : " (estimated from a sample)");
  text += fmt::format("memory to read  {}\n", megabytes(program_bytes + input.reading_peak));
  text += fmt::format("memory to work  {}\n", megabytes(program_bytes + work));
  text += fmt::format("memory at peak  {}\n", megabytes(peak));
  if (input.mapped_bytes > 0) {
    text += fmt::format("mapped file     {}, which the system takes back when it needs the memory\n",
                        megabytes(input.mapped_bytes));
  }
  session.print(text);
}

}  // namespace lode::tool
