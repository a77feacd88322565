#include "subgraph/quotas/classes.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include <lode/core/error.hpp>

namespace lode::subgraph {
namespace {

constexpr std::uint64_t most_steps = 2'000'000;

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

bool QuotaClasses::can_keep(std::span<const Vertex> counts, std::span<const Vertex> room,
                            Vertex missing) const {
  for (std::size_t g = 0; g < limits_.size(); ++g) {
    const auto& [members, least, most] = limits_[g];
    if (counts[g] > most || counts[g] + std::min(room[g], missing) < least) return false;
  }
  return true;
}

std::int64_t QuotaClasses::excess(std::uint32_t g, std::int64_t count) const {
  return std::max<std::int64_t>({0, limits_[g].least - count, count - limits_[g].most});
}

std::int64_t QuotaClasses::excess(std::span<const Vertex> counts) const {
  std::int64_t sum = 0;
  for (std::uint32_t g = 0; g < limits_.size(); ++g) sum += excess(g, counts[g]);
  return sum;
}

std::int64_t QuotaClasses::excess_change(std::span<const Vertex> counts, std::uint32_t out,
                                         std::uint32_t in) const {
  if (out == in) return 0;
  std::int64_t change = 0;
  const auto add = [&](std::uint32_t from, std::uint32_t other, std::int64_t step) {
    for (const std::uint32_t g : groups_of_[from]) {
      if (std::ranges::binary_search(groups_of_[other], g)) continue;
      change += excess(g, counts[g] + step) - excess(g, counts[g]);
    }
  };
  add(out, in, -1);
  add(in, out, 1);
  return change;
}

void QuotaClasses::exchange(std::vector<Vertex>& counts, std::uint32_t out, std::uint32_t in) const {
  for (const std::uint32_t g : groups_of_[out]) --counts[g];
  for (const std::uint32_t g : groups_of_[in]) ++counts[g];
}

std::optional<std::vector<Vertex>> QuotaClasses::feasible_sizes(Vertex s, std::span<const Vertex> held,
                                                                std::span<const Vertex> preferred) const {
  // Classes of many groups first: quotas limit them most.
  std::vector<std::uint32_t> order(count());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](std::uint32_t c) { return groups_of(c).size(); });
  std::vector<Vertex> sizes(held.begin(), held.end());
  std::vector<Vertex> counts(limits_.size(), 0);  // of the sizes
  std::vector<Vertex> room(limits_.size(), 0);    // of classes that are not decided
  Vertex total = 0;
  Vertex room_of_all = 0;
  const auto add_room = [&](std::uint32_t c, Vertex added) {
    room_of_all += added;
    for (const std::uint32_t g : groups_of(c)) room[g] += added;
  };
  const auto resize = [&](std::uint32_t c, Vertex from, Vertex to) {
    total += to - from;
    for (const std::uint32_t g : groups_of(c)) counts[g] += to - from;
    sizes[c] = to;
  };
  for (std::uint32_t c = 0; c < count(); ++c) {
    resize(c, 0, held[c]);
    add_room(c, static_cast<Vertex>(members(c).size()) - held[c]);
  }
  const auto possible = [&] {
    return total <= s && total + room_of_all >= s && can_keep(counts, room, s - total);
  };
  std::uint64_t steps = 0;
  // Decides the classes from a place of the order on, the sizes nearest to the preferred ones first.
  const std::function<bool(std::size_t)> decide = [&](std::size_t i) {
    if (++steps > most_steps) {
      throw InvalidArgument("quotas", "these",
                            "overlap so much that it takes too long to see whether a set keeps them",
                            "use fewer groups, or groups that do not overlap");
    }
    if (i == order.size()) return total == s;
    const std::uint32_t c = order[i];
    const auto most = static_cast<Vertex>(members(c).size());
    const Vertex left = most - held[c];
    add_room(c, 0 - left);
    const std::int64_t wanted = std::clamp(preferred[c], held[c], most);
    for (std::int64_t step = 0; step <= left; ++step) {
      for (const std::int64_t size : {wanted - step, wanted + step}) {
        if (size < held[c] || size > most) continue;
        resize(c, sizes[c], static_cast<Vertex>(size));
        if (possible() && decide(i + 1)) return true;
        if (step == 0) break;
      }
    }
    resize(c, sizes[c], held[c]);
    add_room(c, left);
    return false;
  };
  if (!possible() || !decide(0)) return std::nullopt;
  return sizes;
}

}  // namespace lode::subgraph
