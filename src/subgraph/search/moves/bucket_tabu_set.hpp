#pragma once

// Tabu exchanges over bucket arrays: for large sparse graphs.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>

#include "subgraph/search/moves/tabu_set.hpp"
#include "subgraph/search/moves/tenures.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// A TabuSet over a SwapState. Cost of an exchange: O(deg u + deg v), and the adjacency tests among at most
/// 64 vertices of two buckets; when weighted, among all whose d_S equals the extreme. TabuRules::margin plays
/// no part: buckets of weights hold too many.
class BucketTabuSet final : public TabuSet {
 public:
  /// The state is moved by the set alone and must outlive it, and so must `draws`. Sets have `s` vertices,
  /// anchors included.
  BucketTabuSet(SwapState& state, Vertex s, const TabuRules& rules, Rng& draws);

  Weight weight() const override { return state_.weight(); }
  Weight recount() override { return state_.recount(); }
  std::span<const Vertex> members() const override { return state_.members(); }
  std::span<const Vertex> outsiders() const override { return state_.outsiders(); }
  bool is_member(Vertex v) const override { return state_.is_member(v); }
  bool is_outsider(Vertex v) const override { return state_.is_outsider(v); }
  VertexSet sorted_members() const override { return state_.sorted_members(); }

  void add(Vertex v) override { state_.add(v); }
  void remove(Vertex v) override { state_.remove(v); }
  Vertex weakest() const override;
  std::span<const Vertex> best_outsiders() override;

  std::optional<Exchange> next() override;
  void make(const Exchange& exchange) override;
  void release_all() override { tenures_.release_all(); }
  void forbid_dropped(Vertex v, Rng& draws) override { tenures_.dropped(v, draws); }
  std::uint32_t exchanges_of(Vertex v) const override { return tenures_.exchanges_of(v); }

  std::uint64_t work() const override { return state_.work() + exchange_work_; }

 private:
  enum class End { lowest, highest };

  template <End end>
  void collect_free(const BucketArray& buckets, std::vector<Vertex>& found);
  void collect_window(std::span<const Vertex> bucket, std::vector<Vertex>& found);
  template <End end>
  void collect_extreme(std::span<const Vertex> bucket, std::vector<Vertex>& found);
  void file_best(std::size_t enough);
  void collect_best_outsiders();
  bool collect_untouched();
  Exchange choose();
  double missing_edges() const;

  const Graph& graph_;
  SwapState& state_;
  const Vertex s_;
  const TabuRules rules_;
  Rng& draws_;
  const Weight raise_;  ///< as least_raise
  TabuTenures tenures_;
  std::vector<Vertex> lowest_;
  std::vector<Vertex> highest_;
  std::uint64_t exchange_work_ = 0;  ///< besides rows
};

}  // namespace lode::subgraph::detail
