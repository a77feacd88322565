#include "study/find/core_search.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <lode/core/error.hpp>

#include "bounds/rule.hpp"
#include "core/sequential_pass.hpp"
#include "graph/cores/core_in_passes.hpp"

namespace lode::detail {
namespace {

/// The rows of what is searched get this part of the memory; search and bounds the rest, half of which may be
/// another copy (dense_part.hpp).
constexpr std::uint64_t memory_per_rows = 2;
/// Of a curve so many sizes have bounds of their own from degrees: those of larger sizes hold for smaller
/// ones.
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

class CoreSearch {
 public:
  CoreSearch(const Graph& graph, const FindRequest& request, const RunContext& run, const FindEvents& events)
      : graph_(graph),
        request_(request),
        run_(run.for_call()),
        events_(events),
        memory_(request.memory.value_or(machine_memory())) {
    check();
  }

  FindResult find() {
    cut_core();
    const FindRequest inside = request_inside();
    FindResult result = lode::find(core_.graph, inside, events_, run_);
    for (FindAnswer& answer : result.answers) bring_outside(answer);
    result.passes = passes_;
    result.seconds = run_.elapsed();
    return result;
  }

 private:
  void check() const {
    if (!request_.known.empty()) {
      throw InvalidArgument("known", fmt::format("{} sizes", request_.known.size()),
                            "is of the whole graph, and a core of it is searched within the memory",
                            "give more memory, or leave it out");
    }
    if (request_.keep_proofs) {
      throw InvalidArgument(
          "keep_proofs", "on", "a core is searched within the memory, not the graph",
          "give more memory, or cut a core of the graph (cut_core), and find proofs for that");
    }
    if (!request_.values.empty()) {
      throw InvalidArgument("values", fmt::format("{} of them", request_.values.size()),
                            "are of the whole graph, and a core of it is searched within the memory",
                            "give more memory, or leave it out");
    }
    for (const VertexSet* named : {&request_.include, &request_.exclude, &request_.given}) {
      subgraph::check_vertices(graph_, *named, "vertex");
    }
    if (const std::uint64_t needed = bytes_for_passes(graph_); needed > memory_) {
      refuse_memory(
          fmt::format("does not suffice for {} vertices, which take {} bytes", graph_.num_vertices(), needed),
          "give more");
    }
  }

  [[noreturn]] void refuse_memory(const std::string& problem, const std::string& remedy) const {
    throw InvalidArgument("option 'memory'", fmt::format("{} bytes", memory_), problem, remedy);
  }

  void cut_core() {
    PassedCore found = core_in_passes(graph_, {.most_bytes = memory_ / memory_per_rows}, run_);
    core_ = std::move(found.core);
    passes_ = {.passes = found.passes,
               .bytes_read = found.bytes_read,
               .core = found.k,
               .vertices = core_.graph.num_vertices(),
               .edges = core_.graph.num_edges(),
               .cut_short = found.cut_short,
               .seconds = run_.elapsed()};
    if (request_.sizes.empty()) return;  // refused by the search
    const Vertex largest = *std::max_element(request_.sizes.begin(), request_.sizes.end());
    if (core_.graph.num_vertices() < largest && largest <= graph_.num_vertices()) {
      refuse_memory(fmt::format("has room for the {}-core, which has {} vertices: too few for sets of {}",
                                found.k, core_.graph.num_vertices(), largest),
                    "give more, or ask for smaller sets");
    }
  }

  FindRequest request_inside() const {
    FindRequest inside = request_;
    inside.memory = std::max(memory_, memory_per_rows * row_bytes(core_.graph));
    inside.include = numbers_inside(request_.include, "include");
    inside.given = numbers_inside(request_.given, "given");
    inside.exclude = core_.inward(request_.exclude);
    inside.core_of = origin();
    return inside;
  }

  VertexSet numbers_inside(const VertexSet& vertices, const char* what) const {
    for (const Vertex v : vertices) {
      if (core_.inward(v) != no_vertex) continue;
      throw InvalidArgument(
          what, graph_.name(v),
          fmt::format("is not in the {}-core, which is what {} bytes of memory have room for", passes_.core,
                      memory_),
          "give more memory, or leave it out");
    }
    return core_.inward(vertices);
  }

  /// What is known of the graph, or of the one that it is a core of itself.
  CoreOrigin origin() const {
    CoreOrigin origin{.core = static_cast<double>(passes_.core),
                      .vertices = graph_.num_vertices(),
                      .edges = graph_.num_edges(),
                      .weight = graph_.total_weight()};
    if (request_.core_of) {
      origin = *request_.core_of;
      origin.core = std::max(origin.core, static_cast<double>(passes_.core));
      return origin;
    }
    std::vector<Vertex> sizes = request_.sizes;
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    std::erase_if(sizes, [&](Vertex s) { return s < 1 || s > graph_.num_vertices(); });
    const std::size_t step = sizes.size() / most_degree_bounds + 1;
    std::vector<Vertex> some;
    for (std::size_t i = 0; i < sizes.size(); i += step) some.push_back(sizes[i]);
    for (const subgraph::Bound& bound : subgraph::degree_rule.compute(graph_, some, run_)) {
      origin.bounds.push_back({bound.s, bound.value, std::string(bound.name)});
    }
    return origin;
  }

  void bring_outside(FindAnswer& answer) const {
    answer.solution.vertices = core_.outward(answer.solution.vertices);
    answer.names = graph_.names().subset(answer.solution.vertices);
    answer.include = named_vertices(graph_, request_.include);
    answer.exclude = named_vertices(graph_, request_.exclude);
    // Nothing else was stated.
    if (!request_.core_of && answer.bound.name == "stated") answer.bound.name = "degree";
  }

  const Graph& graph_;
  const FindRequest& request_;
  RunContext run_;
  const FindEvents& events_;
  std::uint64_t memory_;
  Part core_;
  CorePasses passes_;
};

}  // namespace

bool exceeds_memory(const Graph& graph, const FindRequest& request) {
  const std::uint64_t rows = row_bytes(graph);
  if (!request.memory) {
    const bool possible =
        !graph.weighted() && request.known.empty() && request.values.empty() && !request.keep_proofs;
    return possible && is_mapped_file(graph.csr().owner) && rows > machine_memory() / memory_per_rows;
  }
  if (rows <= *request.memory / memory_per_rows) return false;
  if (!graph.weighted()) return true;
  throw InvalidArgument("option 'memory'", fmt::format("{} bytes", *request.memory),
                        fmt::format("is little for rows of {} bytes, and passes know no weights", rows),
                        fmt::format("give at least {}, or leave the weights out", memory_per_rows * rows));
}

FindResult find_in_core(const Graph& graph, const FindRequest& request, const RunContext& run,
                        const FindEvents& events) {
  return CoreSearch(graph, request, run, events).find();
}

}  // namespace lode::detail
