#include "subgraph/search/places/part_searcher.hpp"

#include <algorithm>
#include <utility>

#include "subgraph/part/renumbering.hpp"

namespace lode::subgraph::detail {
namespace {

class PartSearcher final : public Searcher {
 public:
  PartSearcher(std::unique_ptr<Place> place, const SwapState& outer, const SearcherTask& task,
               const RunContext& run, SharedProgress& progress)
      : Searcher(place->entered() ? place->best_inside() : Found{outer.weight(), outer.sorted_members()},
                 search_gains(outer.graph()), task, run, progress),
        place_(std::move(place)) {}

  void advance(std::uint64_t limit) override {
    while (work() < limit) {
      if (!place_->entered()) place_->enter();
      if (!note_best()) return;
      Searcher& inside = place_->inside();
      const std::uint64_t due = place_->next_judgement();
      const std::uint64_t until = std::min(inside.work() + (limit - std::min(limit, work())), due);
      inside.advance(until);
      if (!note_best() || inside.work() < until) return;
      if (inside.work() >= due) place_->judge();
    }
  }
  void offer(const Found& found) override { place_->offer(found); }
  void take_hints(std::span<const VertexSet> hints) override { place_->take_hints(hints); }
  std::uint64_t work() const override { return place_->work(); }
  TeamResult counts() const override { return place_->counts(); }

 private:
  /// False when the search ends.
  bool note_best() {
    if (gains_.improves(place_->inside().best().weight, best_.weight)) found(place_->best_inside());
    return !meets_target() && !run_.should_stop() && !overtaken();
  }

  const std::unique_ptr<Place> place_;
};

}  // namespace

void Place::offer(const Found& found) {
  if (std::ranges::includes(original_, found.vertices))
    inside_->offer({found.weight, inward(original_, found.vertices)});
}

Found Place::best_inside() const {
  const Found& best = inside_->best();
  return {best.weight, outward(original_, best.vertices)};
}

std::unique_ptr<Searcher> make_part_searcher(std::unique_ptr<Place> place, const SwapState& outer,
                                             const SearcherTask& task, const RunContext& run,
                                             SharedProgress& progress) {
  return std::make_unique<PartSearcher>(std::move(place), outer, task, run, progress);
}

}  // namespace lode::subgraph::detail
