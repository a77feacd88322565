#include "subgraph/hybrid/kick/outward_searcher.hpp"

#include <algorithm>

#include "subgraph/part/renumbering.hpp"

namespace lode::subgraph::detail {

OutwardSearcher::OutwardSearcher(std::span<const Vertex> original, std::unique_ptr<KickSearcher> inner)
    : original_(original), inner_(std::move(inner)) {
  update_best();
}

void OutwardSearcher::advance(std::uint64_t limit) {
  inner_->advance(limit);
  if (inner_->best().weight > best_.weight) update_best();
}

void OutwardSearcher::offer(const Found& found) {
  if (std::ranges::includes(original_, found.vertices)) {
    inner_->offer({found.weight, inward(original_, found.vertices)});
  }
}

void OutwardSearcher::update_best() {
  best_ = {inner_->best().weight, outward(original_, inner_->best().vertices)};
}

}  // namespace lode::subgraph::detail
