#include "bounds/turns.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace lode::subgraph {
namespace {

/// The gap at which the first turn of a size of several ends.
constexpr double first_gap = 0.03;
/// Of the work left, the first turn of a size gets so many equal shares: small sizes come last and need more.
constexpr double shares_of_first_turns = 2.0;
/// Sizes whose gap is no more wait, but for the largest: the bounds of others have lowered theirs.
constexpr double skipped_gap = 0.06;
/// A core is chosen for sizes down to this part of the one that it is asked for, each no less than that of
/// the next.
constexpr double same_core = 0.7;
constexpr double near_size = 0.85;

}  // namespace

void take_turns(std::span<const BoundRequest> open, const Turns& turns) {
  double left = turns.of_all;
  const auto ask = [&](BoundRequest request, double work) {
    request.work = std::min({work, turns.each, left});
    if (request.work < turns.least) return;
    left -= turns.ask(request);
  };
  for (std::size_t i = open.size(); open.size() > 1 && i-- > 0;) {
    BoundRequest request = open[i];
    request.gap = std::max(request.gap, first_gap);
    if (turns.gap(request) <= std::max(request.gap, i + 1 == open.size() ? 0.0 : skipped_gap)) continue;
    for (std::size_t j = i;
         j > 0 && open[j - 1].s >= near_size * open[j].s && open[j - 1].s >= same_core * request.s; --j) {
      request.later = open[j - 1].s;
    }
    ask(request, shares_of_first_turns * left / static_cast<double>(i + 1));
  }
  std::vector<BoundRequest> rest(open.begin(), open.end());
  while (!rest.empty() && left >= turns.least) {
    const auto largest = std::max_element(
        rest.begin(), rest.end(), [&](const auto& a, const auto& b) { return turns.gap(a) < turns.gap(b); });
    if (turns.gap(*largest) > largest->gap) ask(*largest, left);
    rest.erase(largest);
  }
}

}  // namespace lode::subgraph
