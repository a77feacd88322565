#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <lode/core/error.hpp>

#include "bounds/plan/plan.hpp"
#include "bounds/rule.hpp"
#include "core/sequential_pass.hpp"
#include "graph/cores/core_in_passes.hpp"
#include "study/find/finder.hpp"

namespace lode::detail {
namespace {

/// Memory per byte of searched rows. Search and bounds get the other half, including another copy
/// (dense_part.hpp).
constexpr std::uint64_t memory_per_rows = 2;
/// Largest number of sizes with degree bounds. A bound also holds for smaller sizes.
constexpr std::size_t most_degree_bounds = 100;

std::uint64_t row_bytes(const Graph& graph) {
  return graph.offsets().size_bytes() + graph.targets().size_bytes() + graph.weights().size_bytes();
}

std::uint64_t machine_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long bytes = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || bytes <= 0) return std::numeric_limits<std::uint64_t>::max();  // not known
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes);
}

[[noreturn]] void refuse_memory(std::uint64_t memory, const std::string& problem, const std::string& remedy) {
  throw InvalidArgument("option 'memory'", fmt::format("{} bytes", memory), problem, remedy);
}

/// Facts about the larger graph whose core of this minimum degree is searched; it may itself be a declared
/// core.
CoreOrigin origin_of(const Graph& graph, const FindRequest& request, Vertex core, const RunContext& run) {
  if (request.core_of) {
    CoreOrigin origin = *request.core_of;
    origin.core = std::max(origin.core, static_cast<double>(core));
    return origin;
  }
  CoreOrigin origin{.core = static_cast<double>(core),
                    .vertices = graph.num_vertices(),
                    .edges = graph.num_edges(),
                    .weight = graph.total_weight()};
  std::vector<Vertex> sizes = request.sizes;
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  std::erase_if(sizes, [&](Vertex s) { return s < 1 || s > graph.num_vertices(); });
  const std::size_t step = sizes.size() / most_degree_bounds + 1;
  std::vector<Vertex> some;
  for (std::size_t i = 0; i < sizes.size(); i += step) some.push_back(sizes[i]);
  for (const subgraph::Bound& bound : subgraph::bounds_alone(subgraph::degree_rule, graph, some, run)) {
    origin.bounds.push_back({bound.s, bound.value, std::string(bound.name)});
  }
  return origin;
}

/// True if the rows of a graph take more memory than the request leaves for them. Errors: InvalidArgument if
/// so for a graph with weights, which passes cannot read.
bool exceeds_memory(const Graph& graph, const FindRequest& request) {
  const std::uint64_t rows = row_bytes(graph);
  if (!request.memory) {
    const bool possible = !graph.weighted() && request.values.empty() && !request.keep_proofs;
    return possible && is_mapped_file(graph.csr().owner) && rows > machine_memory() / memory_per_rows;
  }
  if (rows <= *request.memory / memory_per_rows) return false;
  if (!graph.weighted()) return true;
  refuse_memory(*request.memory,
                fmt::format("is too little for this graph: its adjacency takes {} bytes, and a weighted "
                            "graph cannot be read in passes",
                            rows),
                fmt::format("give at least {}, or leave the weights out", memory_per_rows * rows));
}

}  // namespace

std::optional<FindResult> find_in_core(const Graph& graph, const FindRequest& request,
                                       const FindEvents& events, const RunContext& run) {
  if (!exceeds_memory(graph, request)) return std::nullopt;
  const RunContext whole = run.for_call();
  const std::uint64_t memory = request.memory.value_or(machine_memory());
  refuse_asked(request, {"certificate", "values"},
               "does not go with this little memory: a core is searched in place of the graph",
               "give more memory, or cut a core of the graph (cut_core) and ask about that");
  for (const VertexSet* named : {&request.include, &request.exclude, &request.given}) {
    subgraph::check_vertices(graph, *named, "vertex");
  }
  if (const std::uint64_t needed = bytes_for_passes(graph); needed > memory) {
    refuse_memory(
        memory,
        fmt::format("does not suffice for {} vertices, which take {} bytes", graph.num_vertices(), needed),
        "give more");
  }
  const PassedCore found = core_in_passes(graph, memory / memory_per_rows, whole);
  const Part& core = found.core;
  const CorePasses passes{.passes = found.passes,
                          .bytes_read = found.bytes_read,
                          .core = found.k,
                          .vertices = core.graph.num_vertices(),
                          .edges = core.graph.num_edges(),
                          .cut_short = found.cut_short,
                          .seconds = whole.elapsed()};
  const Vertex largest = request.sizes.empty() ? 0 : std::ranges::max(request.sizes);
  if (passes.vertices < largest && largest <= graph.num_vertices()) {
    refuse_memory(memory,
                  fmt::format("has room for the {}-core, which has {} vertices: too few for sets of {}",
                              found.k, passes.vertices, largest),
                  "give more, or ask for smaller sets");
  }
  const auto to_part = [&](const VertexSet& vertices, const char* what) {
    for (const Vertex v : vertices) {
      if (core.to_part(v) != no_vertex) continue;
      throw InvalidArgument(
          what, graph.name(v),
          fmt::format("is not in the {}-core, the largest core that fits into {} bytes of memory", found.k,
                      memory),
          "give more memory, or leave it out");
    }
    return core.to_part(vertices);
  };
  FindRequest inside = request;
  inside.memory = std::max(memory, memory_per_rows * row_bytes(core.graph));
  inside.include = to_part(request.include, "include");
  inside.given = to_part(request.given, "given");
  inside.exclude = core.to_part(request.exclude);
  inside.core_of = origin_of(graph, request, found.k, whole);
  FindResult result = lode::find(core.graph, inside, events, whole);
  for (FindAnswer& answer : result.answers) {
    answer.solution.vertices = core.to_graph(answer.solution.vertices);
    answer.names = graph.names().subset(answer.solution.vertices);
    answer.include = named_vertices(graph, request.include);
    answer.exclude = named_vertices(graph, request.exclude);
    // The only stated bounds are degree bounds.
    if (!request.core_of && answer.bound.name == "stated") answer.bound.name = "degree";
  }
  result.passes = passes;
  result.seconds = whole.elapsed();
  return result;
}

}  // namespace lode::detail
