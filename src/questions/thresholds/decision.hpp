#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tbb/enumerable_thread_specific.h>

#include <lode/graph/cores.hpp>
#include <lode/questions/thresholds.hpp>

#include "questions/thresholds/budget_rows.hpp"

namespace lode::subgraph::detail {

/// How a search for one set ended.
enum class SetVerdict {
  found,   ///< there is such a set, and it was found
  none,    ///< proven: there is no such set
  stopped  ///< not decided: deadline, cancel, work limit, or more candidates than the search takes
};

/// The answer of a search for one set.
struct MissingEdgesAnswer {
  SetVerdict verdict = SetVerdict::stopped;
  VertexSet vertices = {};  ///< when found: exactly s vertices, in increasing order
  EdgeCount missing = 0;    ///< pairs of these vertices without an edge, recounted
  std::uint64_t nodes = 0;  ///< nodes of the search trees
  std::uint64_t work = 0;   ///< machine words touched
};

/// The demands on a set besides its budget.
struct SetDemands {
  VertexSet include = {};
  bool connected = false;
};

/// The progress of a search: no set within `budget` begins with a vertex whose place in the smallest-last
/// order is `end` or more.
struct SearchProgress {
  MissingBudget budget = {};
  Vertex end = no_vertex;
};

/// Searches one graph for sets within budgets. Every set is searched from its first member in smallest-last
/// order, or from the first vertex to include.
class SetFinder {
 public:
  /// `cores`: the cores of the graph. Both outlive the object. Cost: O(n + m).
  SetFinder(const Graph& graph, const CoreDecomposition& cores);

  /// Decides whether the graph has a set of `budget.size` vertices within the budget that meets the demands.
  /// `progress` comes from an earlier call with the same demands, for this or a smaller size, and is updated:
  /// a set minus a member is a set.
  ///
  /// Let D = missing - fewest[size - 1]. A member misses at most D others, so only the (size-1-D)-core
  /// matters, and only later vertices within distance 2 if size >= min(missing + 2, 2D + 1). Choosing j
  /// candidates of one colour costs j(j-1)/2 pairs. The search branches on candidates of which every set
  /// contains one. Cost, stops, determinism and sources: as largest_nearly_complete.
  MissingEdgesAnswer decide(const MissingBudget& budget, const SetDemands& demands, std::uint64_t work_limit,
                            const RunContext& run, SearchProgress& progress);

 private:
  struct Scratch {
    std::vector<Vertex> local;   ///< by vertex: number among the candidates, or no_vertex
    std::vector<Vertex> common;  ///< by vertex: common neighbours with the first vertex
  };
  bool start(const MissingBudget& asked, const SetDemands& demands);
  MissingEdgesAnswer search_all(Vertex& end, std::uint64_t work_limit, const RunContext& run);
  std::span<const Vertex> neighbours_from(Vertex begin, Vertex v) const;
  MissingEdgesAnswer beside(Vertex first, SearchWork& work);
  std::vector<Vertex> candidates_beside(Vertex first, Vertex begin, Scratch& scratch, SearchWork& work) const;
  MissingEdgesAnswer search(std::vector<Vertex> vertices, Vertex begin, Scratch& scratch,
                            SearchWork& work) const;
  std::vector<Vertex> reduced(BudgetRows& rows, SearchWork& work) const;

  const Graph& graph_;
  const CoreDecomposition& cores_;
  std::vector<Vertex> place_;  ///< in the smallest-last order
  Graph ordered_;              ///< the graph with places for numbers
  tbb::enumerable_thread_specific<Scratch> scratches_;
  // The present question, in places.
  MissingBudget budget_;
  std::vector<Vertex> include_;
  Vertex begin_ = 0;             ///< of the vertices with large enough core numbers
  Vertex common_if_joined_ = 0;  ///< least common neighbours of two members
  Vertex common_if_not_ = 0;     ///< the same for nonadjacent members; no_vertex: none
  bool check_connected_ = false;
};

/// True if a set in increasing order contains the vertices to include, and is connected if it must be.
bool fulfils(const Graph& graph, const VertexSet& set, const SetDemands& demands);

/// Pairs of a set that are not joined. Cost: O(sum of the degrees).
EdgeCount missing_pairs(const Graph& graph, const VertexSet& vertices);

}  // namespace lode::subgraph::detail
