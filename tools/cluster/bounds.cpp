#include "bounds.hpp"

#include <algorithm>

#include "eigenvalue.hpp"
#include "loads.hpp"

namespace lode::cluster {
namespace {

std::uint64_t trivial(std::uint64_t s, std::uint64_t edges) { return std::min(s * (s - 1) / 2, edges); }

std::uint64_t degree_bound(Ranks& ranks, const GraphPart& part, std::uint64_t s,
                           std::vector<std::uint64_t>& values) {
  for (std::uint32_t v = 0; v < part.own(); ++v) values[v] = std::min<std::uint64_t>(part.degree(v), s - 1);
  return static_cast<std::uint64_t>(sum_of_largest(ranks, values, s) / 2);
}

}  // namespace

std::vector<StatedBound> whole_graph_bounds(Ranks& ranks, const GraphPart& part, Ghosts& ghosts,
                                            const std::vector<Vertex>& sizes, std::uint64_t passes) {
  std::vector<std::uint64_t> values;
  ranks.together([&] { values.resize(part.own()); });
  const Loads loads = balanced_loads(ranks, part, ghosts, passes);
  const Ratio eigenvalue = eigenvalue_bound(ranks, part, ghosts, passes);
  std::vector<StatedBound> bounds;
  for (const Vertex s : sizes) {
    const auto add = [&](std::uint64_t value, const char* rule) {
      bounds.push_back({s, static_cast<double>(value), rule});
    };
    add(trivial(s, part.edges), "trivial");
    add(degree_bound(ranks, part, s, values), "degree");
    add(static_cast<std::uint64_t>(sum_of_largest(ranks, loads.scaled, s) / loads.unit), "lp");
    add(static_cast<std::uint64_t>(Wide{s} * eigenvalue.numerator / (Wide{2} * eigenvalue.denominator)),
        "spectral");
  }
  return bounds;
}

}  // namespace lode::cluster
