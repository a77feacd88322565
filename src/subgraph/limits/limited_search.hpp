#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// How many vertices of a group a set may hold.
struct GroupLimits {
  VertexSet members;
  Vertex least = 0;
  Vertex most = no_vertex;
};

/// Classes of vertices: vertices of one class belong to the same groups, so exchanging two of them changes no
/// count.
class GroupClasses {
 public:
  /// Vertices to exclude belong to no class.
  GroupClasses(Vertex n, std::span<const GroupLimits> groups, const VertexSet& exclude);

  static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
  std::size_t count() const { return groups_of_.size(); }
  std::uint32_t class_of(Vertex v) const { return class_[v]; }

  /// Members of every group in a set.
  std::vector<Vertex> counts(const VertexSet& set) const;
  /// Adds `change` to the counts of the groups of a class, or of a vertex.
  void count_class(std::vector<Vertex>& counts, std::uint32_t c, Vertex change) const {
    for (const std::uint32_t g : groups_of_[c]) counts[g] += change;
  }
  void count(std::vector<Vertex>& counts, Vertex v, int change) const {
    if (class_[v] != none) count_class(counts, class_[v], static_cast<Vertex>(change));
  }
  bool keeps(std::span<const Vertex> counts) const { return excess(counts) == 0; }
  /// True unless some group alone shows that no `missing` more vertices, at most `room` of them in each
  /// group, can keep the limits.
  bool can_keep(std::span<const Vertex> counts, std::span<const Vertex> room, Vertex missing) const;
  /// By how many vertices the counts are outside of the limits, summed over the groups.
  std::int64_t excess(std::span<const Vertex> counts) const;

 private:
  std::vector<GroupLimits> limits_;
  std::vector<std::uint32_t> class_;
  std::vector<std::vector<std::uint32_t>> groups_of_;
};

/// Exhaustive search for the heaviest set of s vertices that holds Problem::include and none of
/// Problem::exclude, keeps the limits of `classes`, and is connected if Problem::connected. Values count.
///
/// The search takes a vertex into the set P or leaves it out. A connected set grows by neighbours of P alone.
/// With r = s - |P|, a set that contains P weighs at most w(P) + c(P) plus the r largest w(v, P) + c_v + h_v,
/// where h_v is half of the r - 1 largest positive weights of v towards vertices that are not decided. In a
/// graph without positive weights, connected sets have at least one edge for every further vertex: h_v is
/// then the largest weight of v, or 0 for a neighbour of P.
///
/// `best`: a set of the family, or empty; replaced by a heavier set.
/// Cost:    exponential; O(n + m) per step. `work`: vertices and arcs that may be looked at.
/// Returns: an upper bound on the sets of the family: the weight of `best`, and the rounding of the heaviest
///          sums if weights are real; infinity if the search was stopped.
/// Deterministic unless the run is stopped.
double heaviest_set(const Problem& problem, const GroupClasses& classes, VertexSet& best, std::uint64_t work,
                    const RunContext& run);

/// Limits without a time limit, in vertices looked at and arcs visited.
struct LimitedSearchOptions {
  std::uint64_t exhaustive_work = 30'000'000;  ///< of the exhaustive search, about 0.1 s
  std::uint64_t work = 60'000'000;             ///< of the tabu search since its last gain, about a second
};

/// Search for a heavy set of s vertices that keeps limits on groups, and holds Problem::include and none of
/// Problem::exclude. Values count.
///
/// The exhaustive search comes first. If its work does not suffice, a searcher by tabu exchanges follows
/// (moves/tabu_set.hpp). Every exchange is the best pair of classes, of each class the member of least and
/// the outsider of largest gain. A set may break the limits, at a price for each vertex too few or too many.
/// The price rises while limits are broken, and falls while they are kept. So the search reaches sets that
/// several exchanges separate.
///
/// Candidates are the vertices of every class that peeling removes last, and the vertices of largest gain at
/// first.
///
/// `near`: a set that the search begins near to; its counts need not be within the limits.
/// Cost:    O(candidates + degrees moved) for a move.
/// Returns: a set that keeps the limits; Solution::upper_bound if the exhaustive search has ended.
/// Errors:  InvalidArgument where no set keeps the limits, or some million steps do not show whether one
/// does. Deterministic for a given seed unless the run is stopped; threads are not used. Source:  Q. Wu,
/// J.-K. Hao, J. Comb. Optim. 26 (2013) 86-108, with a price for broken limits.
Solution limited_search(const Problem& problem, std::span<const GroupLimits> groups, const VertexSet& near,
                        const LimitedSearchOptions& options, const RunContext& run);

}  // namespace lode::subgraph
