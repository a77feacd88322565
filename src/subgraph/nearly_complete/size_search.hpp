#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <lode/graph/cores.hpp>
#include <lode/subgraph/nearly_complete.hpp>

#include "subgraph/nearly_complete/decision.hpp"

namespace lode::subgraph::detail {

/// Which sets are looked for, by their size.
struct SetKind {
  std::function<EdgeCount(Vertex)> may_miss;      ///< pairs of a set
  std::function<Vertex(Vertex)> member_may_miss;  ///< others of a member; size - 1 - this never falls
  /// Where a size has a set that fulfils the demands, every smaller one has, down to those to include.
  bool every_smaller_size = true;
  /// Whether the fewest pairs that sets of each size miss are found, too. Not for kinds that limit what a
  /// member may miss, nor with demands: what they prove does not hold for all sets.
  bool settle_fewest = true;
};

/// The largest set of a kind, decided size by size.
///
/// The work goes out in slices. In every round each open question gets one slice, and the next slices are
/// four times as long: what is hopeless takes a constant share of the work from what is not.
class SizeSearch {
 public:
  SizeSearch(const Graph& graph, SetKind kind, SetDemands demands, std::vector<EdgeCount> fewest,
             Vertex upper, std::uint64_t work_limit, const RunContext& run);

  /// A set that is known: taken, grown and cut down where that makes sets of the kind.
  void offer(VertexSet set);
  /// Does what can be done.
  LargestSet run();

 private:
  static constexpr std::uint64_t first_slice = std::uint64_t{1} << 24;
  static constexpr std::uint64_t longest_slice = std::uint64_t{1} << 60;

  bool will_do(const VertexSet& set) const;
  void take(VertexSet set);
  void grow(VertexSet set);
  void cut_down(VertexSet set);
  void offer_core_suffixes(const CoreDecomposition& cores);
  bool start();
  void bound_by_cores(const CoreDecomposition& cores, Vertex clique_limit);
  void raise_fewest();
  SetVerdict ask(Vertex size, EdgeCount missing, std::uint64_t slice, SearchProgress& progress,
                 const SetDemands& demands);
  void settle_fewest(std::uint64_t slice);
  void ask_upwards(std::uint64_t slice);
  void ask_downwards(std::uint64_t slice);
  void refute(Vertex size);
  bool over() const;
  Vertex least_size() const;

  const Graph& graph_;
  SetKind kind_;
  SetDemands demands_;
  std::vector<EdgeCount> fewest_;              ///< by size: proven
  std::vector<EdgeCount> met_;                 ///< by size: least of a set met; no_count where none was
  std::vector<char> refuted_;                  ///< by size
  std::vector<SearchProgress> progress_;       ///< by size: of questions with the demands
  std::vector<SearchProgress> free_progress_;  ///< by size: of questions without
  std::vector<char> given_up_;                 ///< by size: no slice will do
  LargestSet best_;
  std::uint64_t work_limit_;
  const RunContext& run_;
  bool open_question_ = false;  ///< of this round, which a longer slice may settle
};

}  // namespace lode::subgraph::detail
