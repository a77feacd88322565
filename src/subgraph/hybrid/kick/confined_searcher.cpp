#include "subgraph/hybrid/kick/confined_searcher.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <lode/graph/graph.hpp>

#include "subgraph/part/working_graph.hpp"
#include "subgraph/state/set_filling.hpp"

namespace lode::subgraph::detail {
namespace {

WorkingGraph confine(const Graph& graph, VertexSet within, std::span<const Vertex> core_order) {
  WorkingGraph working{induced_subgraph(graph, within), std::move(within), {}};
  for (const Vertex v : core_order) {
    const auto found = std::ranges::lower_bound(working.original, v);
    if (found == working.original.end() || *found != v) continue;
    working.order.push_back(static_cast<Vertex>(found - working.original.begin()));
  }
  return working;
}

/// The vertices 0 ... n-1.
VertexSet all_vertices(std::size_t n) {
  VertexSet all(n);
  std::iota(all.begin(), all.end(), Vertex{0});
  return all;
}

class ConfinedSearcher final : public KickSearcher {
 public:
  ConfinedSearcher(const SwapState& outer, VertexSet within, const SearcherTask& task, const RunContext& run,
                   SharedProgress& progress)
      : working_(confine(outer.graph(), std::move(within), task.core_order)),
        everyone_(1, all_vertices(working_.original.size())),
        state_(working_.graph, first_set(outer), working_.inward(outer.anchors())),
        inner_(make_kick_searcher(state_,
                                  {.options = task.options,
                                   .core_order = working_.order,
                                   .hints = {.hints = everyone_},
                                   .place = task.place,
                                   .seed = task.seed},
                                  run, progress)) {
    update_best();
  }

  void advance(std::uint64_t limit) override {
    inner_->advance(limit);
    if (inner_->best().weight > best_.weight) update_best();
  }
  void offer(const Found& found) override {
    if (std::ranges::includes(working_.original, found.vertices)) {
      inner_->offer({found.weight, working_.inward(found.vertices)});
    }
  }
  /// It has one of its own.
  void take_hints(std::span<const VertexSet>) override {}
  const Found& best() const override { return best_; }
  std::uint64_t work() const override { return inner_->work(); }
  const KickSearchResult& counts() const override { return inner_->counts(); }

 private:
  VertexSet first_set(const SwapState& outer) const {
    return filled_up(working_.inward(outer.anchors()), everyone_.front(),
                     outer.anchors().size() + outer.members().size());
  }

  void update_best() { best_ = {inner_->best().weight, working_.outward(inner_->best().vertices)}; }

  WorkingGraph working_;
  const std::vector<VertexSet> everyone_;  ///< the one hint
  SwapState state_;
  std::unique_ptr<KickSearcher> inner_;
  Found best_;
};

}  // namespace

std::unique_ptr<KickSearcher> make_confined_searcher(const SwapState& outer, VertexSet within,
                                                     const SearcherTask& task, const RunContext& run,
                                                     SharedProgress& progress) {
  return std::make_unique<ConfinedSearcher>(outer, std::move(within), task, run, progress);
}

}  // namespace lode::subgraph::detail
