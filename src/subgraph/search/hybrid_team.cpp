#include "subgraph/search/hybrid_team.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <lode/hybrid/descent.hpp>

#include "graph/decomposition/densest_layers.hpp"

namespace lode::subgraph::detail {
namespace {

/// The dense decomposition takes about as long as visiting all arcs so many times (ca-HepPh: 60 ms).
constexpr std::uint64_t hint_passes = 40;

/// The most idle blocks of a last descent that takes its own number (hybrid.hpp promises it).
constexpr std::uint64_t most_idle_blocks = 100'000;

}  // namespace

std::uint64_t capped_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  return b > 0 && a > largest / b ? largest : a * b;
}

TeamOptions team_options(const HybridOptions& options, const Graph& whole, const WorkingGraph& working) {
  TeamOptions kicks;
  kicks.block = options.block;
  kicks.cluster = options.cluster;
  kicks.starts = options.starts;
  kicks.searchers = options.searchers;
  const std::uint64_t size = whole.num_vertices() + whole.num_arcs();
  kicks.work = std::min(options.work, capped_product(options.passes, size));
  kicks.core_order = working.order;
  return kicks;
}

TeamResult search_in_part(const Problem& problem, const HybridOptions& options, const WorkingGraph& working,
                          Weight goal, SwapState& state, const RunContext& run,
                          const ImprovementSink& improved) {
  TeamOptions kicks = team_options(options, problem.graph, working);
  kicks.target = goal;
  for (VertexSet hint : problem.hints) {
    std::sort(hint.begin(), hint.end());
    kicks.hints.push_back(working.part_inside(hint));
  }
  if (!problem.graph.weighted()) {  // flows over real weights may take long
    kicks.more_hints = [&] {
      return layers_around(densest_layers(working.graph, problem.s, run), problem.s);
    };
    kicks.hint_work = hint_passes * working.graph.num_arcs();
  }
  if (working.whole()) return team_search(state, kicks, run.seed(), run, improved);
  SwapState inner(working.graph, working.inward(state.sorted_members()), working.inward(state.anchors()));
  const TeamResult result = team_search(inner, kicks, run.seed(), run, improved);
  state.move_to(working.outward(inner.sorted_members()));
  return result;
}

std::uint64_t last_idle_blocks(const HybridOptions& options, std::uint64_t num_vertices) {
  const auto block = static_cast<std::uint64_t>(options.working_set.total());
  const bool many = options.work > 0 && hybrid::automatic_idle_blocks(num_vertices, block) > most_idle_blocks;
  return options.idle == 0 && many ? most_idle_blocks : options.idle;
}

}  // namespace lode::subgraph::detail
