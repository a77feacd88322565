#include "estimate.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <lode/io/estimate_input.hpp>
#include <lode/io/resolve_graph.hpp>

namespace lode::tool {
namespace {

// Measured on graphs from a thousand to 200 million edges: the program itself, and what cores, bounds, search
// states and the core that is searched take for every vertex.
constexpr std::uint64_t program_bytes = 14'500'000;
constexpr std::uint64_t search_bytes_per_vertex = 140;
constexpr std::uint64_t info_bytes_per_vertex = 40;

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
  const std::uint64_t per_vertex =
      after == AfterReading::search ? search_bytes_per_vertex : info_bytes_per_vertex;
  const std::uint64_t work = input.graph_bytes + per_vertex * input.vertices;
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
