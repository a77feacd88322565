#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/cores.hpp>

namespace lode {
namespace {

constexpr std::size_t longest_rule = 64;

bool is_rule_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/// Problem of the number of a core; empty if it is valid.
std::string core_problem(double core, bool weighted) {
  if (weighted) return core > 0.0 && std::isfinite(core) ? "" : "must be a finite number above 0";
  // Degrees are 32-bit numbers.
  return core >= 1.0 && core < 0x1p32 && core == std::floor(core) ? "" : "must be an integer of at least 1";
}

/// Increasing. A core value is at least the computed strength towards the remaining graph, which is within
/// a factor 1 + d 2^-53 of the true one: who may just reach `core` stays.
std::vector<Vertex> vertices_inside(const Graph& graph, double core, const RunContext& run) {
  std::vector<Vertex> inside;
  if (graph.weighted()) {
    const double operations = graph.integral() ? 0.0 : graph.max_degree() + 2.0;
    const double margin = 1.0 + operations * std::numeric_limits<double>::epsilon();
    const StrengthCoreDecomposition cores = strength_cores(graph);
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (cores.core[v] * margin >= core) inside.push_back(v);
    }
  } else {
    const std::vector<Vertex> cores = core_numbers(graph, run);
    if (cores.size() < graph.num_vertices()) run.require_time("cutting a core");
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (cores[v] >= core) inside.push_back(v);
    }
  }
  return inside;
}

}  // namespace

void check_core_origin(const Graph& graph, const CoreOrigin& origin, const std::string& name) {
  const auto fail = [&](const std::string& problem) {
    throw InputError({name}, problem, "cut the core again, and declare what it was cut with");
  };
  refuse_signed_weights(graph, "cores of larger graphs");
  const std::string core = format_exact(origin.core);
  if (const std::string problem = core_problem(origin.core, graph.weighted()); !problem.empty()) {
    fail(fmt::format("is declared to be the {}-core of a larger graph: a core {}", core, problem));
  }
  const double least = least_meeting(origin.core, sums_of(graph.integral()));
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const double degree = graph.weighted() ? graph.strength(v) : graph.degree(v);
    if (degree >= least) continue;
    fail(fmt::format("is declared to be the {}-core of a larger graph, and vertex {} has {} {}", core,
                     graph.name(v), graph.weighted() ? "strength" : "degree", format_exact(degree)));
  }

  const auto declared = [&](bool possible, const std::string& as) {
    if (!possible) fail("is declared to be a core of a graph " + as);
  };
  const auto check_count = [&](std::uint64_t count, std::uint64_t own, std::string_view what) {
    declared(count == 0 || count >= own, fmt::format("with {} {}, and has {} itself", count, what, own));
  };
  check_count(origin.vertices, graph.num_vertices(), "vertices");
  check_count(origin.edges, graph.num_edges(), "edges");
  // Loops and repetitions do not count.
  declared(origin.vertices == 0 || origin.vertices >= (std::uint64_t{1} << 32) ||
               origin.edges <= origin.vertices * (origin.vertices - 1) / 2,
           fmt::format("with {} vertices and {} edges, which is impossible", origin.vertices, origin.edges));
  // The weight of this graph may be summed in another order.
  const double least_weight = least_meeting(graph.total_weight(), sums_of(graph.integral()));
  const std::string weight = format_exact(origin.weight);
  const std::string own_weight = format_exact(graph.total_weight());
  declared(origin.weight >= 0.0 && std::isfinite(origin.weight),
           fmt::format("of weight {}, which no graph has", weight));
  declared(origin.weight == 0.0 || origin.weight >= least_weight,
           fmt::format("of weight {}, and has {} itself", weight, own_weight));
  declared(origin.weight == 0.0 || graph.weighted() || origin.edges == 0 ||
               origin.weight == static_cast<double>(origin.edges),
           fmt::format("of {} edges without weights, and of weight {}", origin.edges, weight));

  for (const StatedBound& bound : origin.bounds) {
    const auto states = [&](bool possible, const std::string& problem) {
      if (possible) return;
      fail((bound.size == 0 ? "states a bound on all sets"
                            : fmt::format("states a bound on sets of {}", bound.size)) +
           problem);
    };
    states(!bound.rule.empty() && bound.rule.size() <= longest_rule &&
               std::ranges::all_of(bound.rule, is_rule_character),
           fmt::format(" whose rule '{}' is no word of letters, digits, - and _ of at most {} characters",
                       printable_text(bound.rule), longest_rule));
    const std::string value = format_exact(bound.value);
    states(bound.value >= 0.0 && std::isfinite(bound.value),
           fmt::format(" of {}, which is no finite number of at least 0", value));
    states(origin.vertices == 0 || bound.size <= origin.vertices,
           fmt::format(", more than the {} vertices of the larger graph", origin.vertices));
    states((bound.size != 0 && bound.size < graph.num_vertices()) || bound.value >= least_weight,
           fmt::format(" of {}, and has {} itself", value, own_weight));
  }
}

std::string core_origin_text(const CoreOrigin& origin) {
  std::string text = fmt::format("the {}-core of a ", format_exact(origin.core));
  if (origin.vertices == 0 && origin.edges == 0 && origin.weight == 0.0) return text + "larger graph";
  const char* before = "graph with ";
  const auto add = [&](const std::string& what) {
    text += before + what;
    before = ", ";
  };
  if (origin.vertices > 0) add(fmt::format("{} vertices", origin.vertices));
  if (origin.edges > 0) add(fmt::format("{} edges", origin.edges));
  if (origin.weight > 0.0 && origin.weight != static_cast<double>(origin.edges)) {
    add(fmt::format("weight {}", format_exact(origin.weight)));
  }
  return text;
}

DeclaredCore cut_core(const Graph& graph, double core, const RunContext& run,
                      const std::optional<CoreOrigin>& of) {
  refuse_signed_weights(graph, "strength cores");
  if (const std::string problem = core_problem(core, graph.weighted()); !problem.empty()) {
    throw InvalidArgument("core", format_exact(core), problem);
  }
  if (of && core < of->core) {
    throw InvalidArgument("core", format_exact(core),
                          fmt::format(": the graph is {} already", core_origin_text(*of)),
                          "choose a larger one, or take that graph");
  }
  const std::vector<Vertex> inside = vertices_inside(graph, core, run);
  if (inside.empty()) {
    throw InvalidArgument("core", format_exact(core),
                          graph.weighted() ? "is too large: no subgraph has that strength at every vertex"
                                           : "is too large: no subgraph has that degree at every vertex",
                          "choose a smaller one");
  }
  DeclaredCore cut;
  cut.graph = part_of(graph, inside).graph;
  cut.origin =
      of ? *of
         : CoreOrigin{
               .vertices = graph.num_vertices(), .edges = graph.num_edges(), .weight = graph.total_weight()};
  cut.origin.core = core;
  return cut;
}

}  // namespace lode
