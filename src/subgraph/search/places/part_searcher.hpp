#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include "subgraph/search/team/searcher.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// Some vertices of the graph and a searcher that looks at nothing else. The searcher inside has numbers of
/// its own for the vertices.
class Place {
 public:
  virtual ~Place() = default;

  /// Vertex i inside is original()[i] of the graph; increasing.
  const VertexSet& original() const { return original_; }
  Searcher& inside() { return *inside_; }
  const Searcher& inside() const { return *inside_; }
  bool entered() const { return inside_ != nullptr; }

  /// Makes the place, where it is not yet entered.
  virtual void enter() {}
  /// The work of the searcher inside after which `judge` is asked for.
  virtual std::uint64_t next_judgement() const { return std::numeric_limits<std::uint64_t>::max(); }
  /// Leaves the place when it is worn out: for another one, or to be entered anew.
  virtual void judge() {}
  /// A set of the graph found elsewhere.
  virtual void offer(const Found& found);
  virtual void take_hints(std::span<const VertexSet>) {}
  virtual std::uint64_t work() const { return inside_->work(); }
  virtual TeamResult counts() const { return inside_->counts(); }

  /// The best set of the searcher inside, under the numbers of the graph.
  Found best_inside() const;

 protected:
  VertexSet original_;
  std::unique_ptr<Searcher> inside_;
};

/// A searcher that works in a place of the graph of `outer`. Sets go in and out under the numbers of the
/// graph. The best set at first is that of the searcher inside, or else that of `outer`. Run and progress
/// must outlive the searcher.
std::unique_ptr<Searcher> make_part_searcher(std::unique_ptr<Place> place, const SwapState& outer,
                                             const SearcherTask& task, const RunContext& run,
                                             SharedProgress& progress);

}  // namespace lode::subgraph::detail
