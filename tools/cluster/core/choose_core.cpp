#include "core/choose_core.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/study/memory.hpp>

namespace lode::cluster {
namespace {

/// What a refusal says of a level.
std::string described(const PeelLevel& level) {
  return fmt::format("the {}-core has {} vertices and {} edges", level.k, level.vertices, level.edges);
}

std::string in_megabytes(std::uint64_t bytes) { return fmt::format("{}M", (bytes + (1 << 20) - 1) >> 20); }

}  // namespace

std::uint64_t search_memory(std::uint64_t vertices, std::uint64_t edges) {
  const MemoryEstimate estimate = estimate_memory(vertices, edges, false, GraphWork::search);
  const std::uint64_t graph = 8 * (vertices + 1) + 8 * edges + 8 * vertices;  // offsets, targets, ids
  return estimate.program + estimate.work + graph;
}

ChosenCore choose_core(Peeling& peeling, const CoreOptions& options, const Ranks& ranks) {
  ChosenCore chosen;
  for (std::uint64_t k = options.core && !options.all_numbers ? *options.core : 1;;) {
    const PeelLevel level = peeling.peel_to(k);
    ranks.on_first([&] {
      if (level.vertices >= options.largest_size && level.vertices > 0) return;
      if (options.core) {
        throw InvalidArgument("--core", std::to_string(*options.core), described(level),
                              fmt::format("sets of {} vertices need a smaller one", options.largest_size));
      }
      if (chosen.levels.empty()) {
        throw InvalidArgument("-s", std::to_string(options.largest_size), described(level),
                              "other vertices have no neighbours");
      }
      const PeelLevel& last = chosen.levels.back();
      throw InvalidArgument(
          "--memory", in_megabytes(options.memory),
          fmt::format("{}, the smallest for sets of {}, and a search in it needs {}", described(last),
                      options.largest_size, in_megabytes(search_memory(last.vertices, last.edges))),
          "give it more, or ask for fewer vertices");
    });
    chosen.levels.push_back(level);
    const bool reached =
        options.core ? k >= *options.core : search_memory(level.vertices, level.edges) <= options.memory;
    if (reached) {
      chosen.core = level;
      return chosen;
    }
    // Below the least degree that is left, every core is this one.
    const std::uint64_t least = peeling.least_degree();
    k = options.core ? std::min(least + 1, *options.core) : least + 1;
  }
}

}  // namespace lode::cluster
