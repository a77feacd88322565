#include "subgraph/quotas/classes.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>

#include <lode/core/error.hpp>

namespace lode::subgraph {
namespace {

constexpr std::uint64_t most_steps = 2'000'000;

/// The search for sizes of classes.
class SizeSearch {
 public:
  SizeSearch(const QuotaClasses& classes, std::span<const GroupLimits> limits, Vertex s,
             std::span<const Vertex> held, std::span<const Vertex> preferred)
      : classes_(classes), limits_(limits), s_(s), held_(held), preferred_(preferred) {
    sizes_.assign(held.begin(), held.end());
    // Classes of many groups first: they are what quotas are about.
    order_.resize(classes.count());
    std::iota(order_.begin(), order_.end(), 0u);
    std::ranges::stable_sort(order_, std::ranges::greater(),
                             [&](std::uint32_t c) { return classes.groups_of(c).size(); });
    counts_.assign(limits.size(), 0);
    room_.assign(limits.size(), 0);
    for (std::uint32_t c = 0; c < classes.count(); ++c) {
      total_ += sizes_[c];
      const auto left = static_cast<Vertex>(classes.members(c).size()) - sizes_[c];
      room_of_all_ += left;
      for (const std::uint32_t g : classes.groups_of(c)) {
        counts_[g] += sizes_[c];
        room_[g] += left;
      }
    }
  }

  std::optional<std::vector<Vertex>> find() {
    if (!possible() || !place(0)) return std::nullopt;
    return sizes_;
  }

 private:
  /// Whether what is left to decide could still make a set that keeps all limits.
  bool possible() const {
    if (total_ > s_ || total_ + room_of_all_ < s_) return false;
    for (std::size_t g = 0; g < limits_.size(); ++g) {
      if (counts_[g] > limits_[g].most || counts_[g] + room_[g] < limits_[g].least) return false;
      if (limits_[g].least > counts_[g] && limits_[g].least - counts_[g] > s_ - total_) return false;
    }
    return true;
  }

  /// Decides the classes from a place of the order on.
  bool place(std::size_t i) {
    if (++steps_ > most_steps) {
      throw InvalidArgument("quotas", "these",
                            "overlap so much that it takes too long to see whether a set keeps them",
                            "use fewer groups, or such that do not overlap");
    }
    if (i == order_.size()) return total_ == s_;
    const std::uint32_t c = order_[i];
    const auto most = static_cast<Vertex>(classes_.members(c).size());
    const Vertex least = held_[c];
    const Vertex left = most - least;
    const auto shift = [&](Vertex to) {
      const Vertex from = sizes_[c];
      total_ = total_ - from + to;
      for (const std::uint32_t g : classes_.groups_of(c)) counts_[g] = counts_[g] - from + to;
      sizes_[c] = to;
    };
    room_of_all_ -= left;
    for (const std::uint32_t g : classes_.groups_of(c)) room_[g] -= left;
    // The nearest to what is preferred first.
    const auto wanted = static_cast<std::int64_t>(std::clamp(preferred_[c], least, most));
    for (std::int64_t step = 0; step <= left; ++step) {
      for (const std::int64_t size : {wanted - step, wanted + step}) {
        if (size < least || size > most || (step == 0 && size != wanted)) continue;
        shift(static_cast<Vertex>(size));
        if (possible() && place(i + 1)) return true;
        if (step == 0) break;
      }
    }
    shift(least);
    room_of_all_ += left;
    for (const std::uint32_t g : classes_.groups_of(c)) room_[g] += left;
    return false;
  }

  const QuotaClasses& classes_;
  std::span<const GroupLimits> limits_;
  const Vertex s_;
  std::span<const Vertex> held_;
  std::span<const Vertex> preferred_;
  std::vector<std::uint32_t> order_;
  std::vector<Vertex> sizes_;
  std::vector<Vertex> counts_;  ///< by group, of what is decided, and of what is held of the other classes
  std::vector<Vertex> room_;    ///< by group, what the other classes could add
  Vertex total_ = 0;
  Vertex room_of_all_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace

QuotaClasses::QuotaClasses(Vertex n, std::span<const GroupLimits> groups, const VertexSet& exclude)
    : limits_(groups.begin(), groups.end()), class_(n, 0) {
  std::vector<std::vector<std::uint32_t>> groups_of(n);
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    for (const Vertex v : groups[g].members) groups_of[v].push_back(g);
  }
  for (const Vertex v : exclude) class_[v] = none;
  std::map<std::vector<std::uint32_t>, std::uint32_t> number;
  for (Vertex v = 0; v < n; ++v) {
    if (class_[v] == none) continue;
    const auto [at, is_new] = number.try_emplace(groups_of[v], static_cast<std::uint32_t>(groups_of_.size()));
    if (is_new) {
      groups_of_.push_back(groups_of[v]);
      members_.emplace_back();
    }
    class_[v] = at->second;
    members_[at->second].push_back(v);
  }
}

std::vector<Vertex> QuotaClasses::counts(const VertexSet& set) const {
  std::vector<Vertex> counts(limits_.size(), 0);
  for (const Vertex v : set) {
    for (const std::uint32_t g : groups_of_[class_[v]]) ++counts[g];
  }
  return counts;
}

bool QuotaClasses::keeps(std::span<const Vertex> counts) const {
  for (std::size_t g = 0; g < limits_.size(); ++g) {
    if (counts[g] < limits_[g].least || counts[g] > limits_[g].most) return false;
  }
  return true;
}

bool QuotaClasses::may_exchange(std::span<const Vertex> counts, std::uint32_t out, std::uint32_t in) const {
  if (out == in) return true;
  const auto has = [&](std::uint32_t c, std::uint32_t g) {
    return std::ranges::binary_search(groups_of_[c], g);
  };
  for (const std::uint32_t g : groups_of_[out]) {
    if (!has(in, g) && counts[g] <= limits_[g].least) return false;
  }
  return std::ranges::all_of(groups_of_[in],
                             [&](std::uint32_t g) { return has(out, g) || counts[g] < limits_[g].most; });
}

void QuotaClasses::exchange(std::vector<Vertex>& counts, std::uint32_t out, std::uint32_t in) const {
  for (const std::uint32_t g : groups_of_[out]) --counts[g];
  for (const std::uint32_t g : groups_of_[in]) ++counts[g];
}

std::optional<std::vector<Vertex>> QuotaClasses::feasible_sizes(Vertex s, std::span<const Vertex> held,
                                                                std::span<const Vertex> preferred) const {
  return SizeSearch(*this, limits_, s, held, preferred).find();
}

}  // namespace lode::subgraph
