#include "core/choose_core.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "subgraph/part/dense_part.hpp"

namespace lode::cluster {
namespace {

/// Description of a level in a refusal.
std::string described(const PeelLevel& level) {
  return fmt::format("the {}-core has {} vertices and {} edges", level.k, level.vertices, level.edges);
}

std::string in_megabytes(std::uint64_t bytes) { return fmt::format("{}M", (bytes + (1 << 20) - 1) >> 20); }

// Fitted to the peak memory of searches in graphs of a thousand to 100 million edges: the program itself, and
// cores, search states and the searched part per vertex.
constexpr std::uint64_t program_bytes = 16'500'000;
constexpr std::uint64_t search_bytes_per_vertex = 60;
constexpr std::uint64_t large_search_bytes_per_vertex = 45;

/// Memory of the lp bound, which works on a core: most of a dense graph, little of a sparse one.
std::uint64_t bound_bytes(std::uint64_t vertices, std::uint64_t edges) {
  constexpr double dense = 0.002;
  constexpr std::uint64_t largest_core_bytes = 5'000'000;
  const auto n = static_cast<double>(vertices);
  const bool is_dense = static_cast<double>(edges) >= dense * n * (n - 1.0) / 2.0;
  return is_dense ? 40 * edges : std::min(12 * edges, largest_core_bytes);
}

/// Memory of a search. Large graphs are searched in a copy of a part of up to 7/8 of the arcs
/// (dense_part.hpp), with the part's order and little other data per outside vertex.
std::uint64_t search_bytes(std::uint64_t vertices, std::uint64_t edges) {
  if (2 * edges < subgraph::DensePartOptions().least_arcs)
    return search_bytes_per_vertex * vertices + bound_bytes(vertices, edges);
  return large_search_bytes_per_vertex * vertices +
         std::min(8 * edges / 5 * 4, subgraph::DensePartOptions().most_arcs * sizeof(Vertex));
}

}  // namespace

std::uint64_t search_memory(std::uint64_t vertices, std::uint64_t edges) {
  const std::uint64_t graph = 8 * (vertices + 1) + 8 * edges + 8 * vertices;  // offsets, targets, ids
  return program_bytes + search_bytes(vertices, edges) + graph;
}

ChosenCore choose_core(Peeling& peeling, const CoreOptions& options, const Ranks& ranks) {
  ChosenCore chosen;
  for (std::uint64_t k = options.core && !options.all_numbers ? *options.core : 1;;) {
    const PeelLevel level = peeling.peel_to(k);
    ranks.on_first([&] {
      if (level.vertices >= options.largest_size && level.vertices > 0) return;
      if (options.core) {
        throw InvalidArgument(
            "--core", std::to_string(*options.core), ": " + described(level),
            fmt::format("choose a smaller one: sets of {} vertices need it", options.largest_size));
      }
      if (chosen.levels.empty()) {
        throw InvalidArgument("-s", std::to_string(options.largest_size), ": " + described(level),
                              "choose a smaller size: other vertices have no neighbours");
      }
      const PeelLevel& last = chosen.levels.back();
      throw InvalidArgument(
          "--memory", in_megabytes(options.memory),
          fmt::format(": {}, the smallest for sets of {}, and a search in it needs {}", described(last),
                      options.largest_size, in_megabytes(search_memory(last.vertices, last.edges))),
          "give more memory, or ask for fewer vertices");
    });
    chosen.levels.push_back(level);
    const bool reached =
        options.core ? k >= *options.core : search_memory(level.vertices, level.edges) <= options.memory;
    if (reached) {
      chosen.core = level;
      return chosen;
    }
    // Up to the least remaining degree, all cores are equal.
    const std::uint64_t least = peeling.least_degree();
    k = options.core ? std::min(least + 1, *options.core) : least + 1;
  }
}

}  // namespace lode::cluster
