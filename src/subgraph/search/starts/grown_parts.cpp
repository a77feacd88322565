#include "subgraph/search/starts/grown_parts.hpp"

#include <algorithm>
#include <cstdint>

namespace lode::subgraph::detail {

std::vector<std::size_t> choose_prefixes(const std::vector<GrownPart>& parts, std::size_t room,
                                         const RunContext& run) {
  std::size_t vertices = 0;
  for (const GrownPart& part : parts) vertices += part.vertices.size();
  room = std::min(room, vertices);
  std::vector<Weight> best(room + 1, 0.0);  // by vertices taken at most
  std::vector<Weight> next;
  std::vector<std::vector<std::uint32_t>> taken;  // of the last part, by part and room
  for (const GrownPart& part : parts) {
    if (run.should_stop()) break;
    std::vector<std::uint32_t>& lengths = taken.emplace_back(room + 1, 0);
    next = best;
    for (std::size_t length = 1; length <= std::min(room, part.vertices.size()); ++length) {
      const Weight weight = part.weight[length - 1];
      for (std::size_t in = length; in <= room; ++in) {
        if (best[in - length] + weight <= next[in]) continue;
        next[in] = best[in - length] + weight;
        lengths[in] = static_cast<std::uint32_t>(length);
      }
    }
    std::swap(best, next);
  }
  std::vector<std::size_t> chosen(parts.size(), 0);
  for (std::size_t i = taken.size(); i-- > 0;) {
    chosen[i] = taken[i][room];
    room -= chosen[i];
  }
  return chosen;
}

}  // namespace lode::subgraph::detail
