#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/types.hpp>

namespace lode::subgraph {

/// How many vertices of a group a set may hold.
struct GroupLimits {
  VertexSet members;
  Vertex least = 0;
  Vertex most = no_vertex;
};

/// The vertices by the groups that they belong to: vertices of one class belong to the same groups, so that
/// exchanging two of them changes no count.
class QuotaClasses {
 public:
  /// Vertices to exclude belong to no class.
  QuotaClasses(Vertex n, std::span<const GroupLimits> groups, const VertexSet& exclude);

  static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
  std::size_t count() const { return groups_of_.size(); }
  std::uint32_t class_of(Vertex v) const { return class_[v]; }
  /// The groups of a class, increasing.
  std::span<const std::uint32_t> groups_of(std::uint32_t c) const { return groups_of_[c]; }
  const VertexSet& members(std::uint32_t c) const { return members_[c]; }

  /// Members of every group in a set.
  std::vector<Vertex> counts(const VertexSet& set) const;
  bool keeps(std::span<const Vertex> counts) const { return excess(counts) == 0; }
  /// Whether `missing` more vertices, at most `room` of them in each group, could make counts that keep the
  /// limits, as far as each group alone shows.
  bool can_keep(std::span<const Vertex> counts, std::span<const Vertex> room, Vertex missing) const;
  /// By how many vertices the counts are outside of the limits, summed over the groups.
  std::int64_t excess(std::span<const Vertex> counts) const;
  /// The change of this number when a vertex of class `out` leaves and one of class `in` enters.
  std::int64_t excess_change(std::span<const Vertex> counts, std::uint32_t out, std::uint32_t in) const;
  void exchange(std::vector<Vertex>& counts, std::uint32_t out, std::uint32_t in) const;

  /// How many vertices of every class a set of s vertices may hold that has at least `held` of each: numbers
  /// near `preferred`, found by a search in depth that cuts off what no completion can keep. Nothing where
  /// there are none.
  /// Errors: InvalidArgument where the search does not end within some million steps.
  std::optional<std::vector<Vertex>> feasible_sizes(Vertex s, std::span<const Vertex> held,
                                                    std::span<const Vertex> preferred) const;

 private:
  std::int64_t excess(std::uint32_t g, std::int64_t count) const;

  std::vector<GroupLimits> limits_;
  std::vector<std::uint32_t> class_;
  std::vector<std::vector<std::uint32_t>> groups_of_;
  std::vector<VertexSet> members_;
};

}  // namespace lode::subgraph
