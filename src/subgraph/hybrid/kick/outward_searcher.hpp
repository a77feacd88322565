#pragma once

#include <memory>
#include <span>
#include <utility>

#include "subgraph/hybrid/kick/searcher.hpp"

namespace lode::subgraph::detail {

/// A searcher of a part of the graph as one of the graph's vertices: sets go in and out under these; those
/// that reach outside are not taken, and neither are hints.
class OutwardSearcher : public KickSearcher {
 public:
  /// Vertex i of the part is original[i], increasing; to outlive the searcher.
  OutwardSearcher(std::span<const Vertex> original, std::unique_ptr<KickSearcher> inner);

  void advance(std::uint64_t limit) override;
  void offer(const Found& found) override;
  void take_hints(std::span<const VertexSet>) override {}
  const Found& best() const override { return best_; }
  std::uint64_t work() const override { return inner_->work(); }
  const KickSearchResult& counts() const override { return inner_->counts(); }

 private:
  void update_best();

  const std::span<const Vertex> original_;
  const std::unique_ptr<KickSearcher> inner_;
  Found best_;
};

}  // namespace lode::subgraph::detail
