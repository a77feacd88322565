#include "graph/cliques/listed.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include <lode/graph/clique.hpp>

#include "graph/cores/falling_keys.hpp"
#include "graph/decomposition/terminal_flow.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t cliques_between_polls = std::size_t{1} << 16;

/// Splits `units` among k vertices of these loads so that the least become as equal as can be; ties go to the
/// earlier one.
void fill(std::span<const std::uint64_t> base, std::uint64_t units, std::span<std::uint32_t> shares) {
  const std::size_t k = base.size();
  std::array<std::uint8_t, most_counted_clique> order = {};
  for (std::size_t i = 0; i < k; ++i) {
    std::size_t at = i;
    for (; at > 0 && base[order[at - 1]] > base[i]; --at) order[at] = order[at - 1];
    order[at] = static_cast<std::uint8_t>(i);
  }
  std::uint64_t sum = units;  // of the loads of the first `filled` when these have all units
  std::size_t filled = 0;
  while (filled < k && (filled == 0 || base[order[filled]] * filled < sum)) sum += base[order[filled++]];
  const std::uint64_t level = sum / filled;
  std::uint64_t more = sum - level * filled;
  for (std::size_t i = 0; i < k; ++i) {
    shares[order[i]] =
        i < filled ? static_cast<std::uint32_t>(level + (more > 0 ? 1 : 0) - base[order[i]]) : 0;
    if (i < filled && more > 0) --more;
  }
}

}  // namespace

Fraction reduced(Fraction fraction) {
  const std::uint64_t common = std::gcd(fraction.numerator, fraction.denominator);
  return {fraction.numerator / common, fraction.denominator / common};
}

std::optional<CliquePeeling> peel_by_cliques(const ListedCliques& list, const RunContext& run) {
  const Vertex n = list.num_vertices;
  std::vector<std::uint64_t> count(n, 0);
  for (const Vertex v : list.members) ++count[v];
  std::vector<std::uint64_t> begin(n + std::size_t{1}, 0);
  std::partial_sum(count.begin(), count.end(), begin.begin() + 1);
  PageBuffer<std::uint32_t> cliques_of(list.members.size());
  std::vector<std::uint64_t> next(begin.begin(), begin.end() - 1);
  for (std::size_t i = 0; i < list.count(); ++i) {
    for (const Vertex v : list.clique(i)) cliques_of[next[v]++] = static_cast<std::uint32_t>(i);
  }
  if (run.should_stop()) return std::nullopt;

  CliquePeeling result;
  const std::uint64_t most = n > 0 ? *std::ranges::max_element(count) : 0;
  FallingKeys keys(n, static_cast<Vertex>(most), [&](Vertex v) { return static_cast<Vertex>(count[v]); });
  std::vector<char> gone(list.count(), 0);
  std::uint64_t core = 0;
  std::size_t visited = 0;
  for (Vertex i = 0; i < n; ++i) {
    const Vertex v = keys.pop();
    core = std::max<std::uint64_t>(core, keys.least());
    std::uint64_t removed = 0;
    for (std::uint64_t at = begin[v]; at < begin[v + std::size_t{1}]; ++at) {
      const std::uint32_t clique = cliques_of[at];
      if (std::exchange(gone[clique], 1)) continue;
      ++removed;
      for (const Vertex u : list.clique(clique)) {
        // A vertex that has come down to the level is next: its key need not fall further.
        if (u != v && keys.key(u) > core) keys.lower(u);
      }
    }
    result.order.push_back(v);
    result.core.push_back(core);
    result.removed.push_back(removed);
    visited += begin[v + std::size_t{1}] - begin[v];
    if (visited < cliques_between_polls) continue;
    visited = 0;
    if (run.should_stop()) return std::nullopt;
  }
  return result;
}

CliqueLoads::CliqueLoads(ListedCliques list) : list_(std::move(list)), shares_(list_.members.size()) {
  const Vertex k = list_.k;
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    shares_[i] = denominator_ / k + (i % k < denominator_ % k ? 1 : 0);
  }
  sum_loads();
}

void CliqueLoads::sum_loads() {
  load_.assign(list_.num_vertices, 0);
  for (std::size_t i = 0; i < shares_.size(); ++i) load_[list_.members[i]] += shares_[i];
}

Fraction CliqueLoads::largest_load() const {
  if (load_.empty()) return {};
  return reduced({*std::max_element(load_.begin(), load_.end()), denominator_});
}

bool CliqueLoads::pass(const RunContext& run) {
  const Vertex k = list_.k;
  const std::size_t count = list_.count();
  for (std::size_t done = 0; done < count; ++done) {
    if (done % cliques_between_polls == 0 && run.should_stop()) return false;
    const std::size_t i = (backward_ ? count - 1 - done : done) * k;
    std::array<std::uint64_t, most_counted_clique> base = {};
    const Vertex* const members = list_.members.data() + i;
    std::uint32_t* const shares = shares_.data() + i;
    for (Vertex j = 0; j < k; ++j) base[j] = load_[members[j]] - shares[j];
    fill({base.data(), k}, denominator_, {shares, k});
    for (Vertex j = 0; j < k; ++j) load_[members[j]] = base[j] + shares[j];
  }
  backward_ = !backward_;
  return true;
}

void CliqueLoads::keep(const std::vector<Vertex>& number, Vertex num_kept) {
  const Vertex k = list_.k;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list_.members.size(); i += k) {
    bool inside = true;
    for (Vertex j = 0; j < k; ++j) inside = inside && number[list_.members[i + j]] != no_vertex;
    if (!inside) continue;
    for (Vertex j = 0; j < k; ++j) {
      list_.members[kept] = number[list_.members[i + j]];
      shares_[kept++] = shares_[i + j];
    }
  }
  PageBuffer<Vertex> members(kept);
  PageBuffer<std::uint32_t> shares(kept);
  std::copy_n(list_.members.begin(), kept, members.begin());
  std::copy_n(shares_.begin(), kept, shares.begin());
  list_.members = std::move(members);
  shares_ = std::move(shares);
  list_.num_vertices = num_kept;
  sum_loads();
}

void CliqueLoads::rescale(std::uint32_t denominator) {
  const Vertex k = list_.k;
  for (std::size_t i = 0; i < shares_.size(); i += k) {
    std::uint32_t left = denominator;
    for (Vertex j = 0; j < k; ++j) {
      shares_[i + j] = static_cast<std::uint32_t>(std::uint64_t{shares_[i + j]} * denominator / denominator_);
      left -= shares_[i + j];
    }
    for (Vertex j = 0; left > 0; j = (j + 1) % k, --left) ++shares_[i + j];
  }
  denominator_ = denominator;
  sum_loads();
}

CliqueLoads::Prefix CliqueLoads::densest_prefix() const {
  const Vertex n = list_.num_vertices;
  std::vector<Vertex> order(n);
  std::iota(order.begin(), order.end(), Vertex{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](Vertex v) { return load_[v]; });
  std::vector<Vertex> place(n);
  for (Vertex i = 0; i < n; ++i) place[order[i]] = i;
  std::vector<std::uint64_t> completed(n, 0);
  for (std::size_t i = 0; i < list_.count(); ++i) {
    Vertex last = 0;
    for (const Vertex v : list_.clique(i)) last = std::max(last, place[v]);
    ++completed[last];
  }
  Prefix best;
  std::uint64_t cliques = 0;
  std::size_t size = 0;
  for (Vertex i = 0; i < n; ++i) {
    cliques += completed[i];
    const Fraction density{cliques, i + std::uint64_t{1}};
    if (larger(best.density, density)) continue;
    best.density = density;
    size = i + std::size_t{1};
  }
  best.vertices.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(size));
  return best;
}

/// Through how many cliques a share of the vertex can come to one that is below; no_vertex: it cannot.
std::vector<Vertex> CliqueLoads::distances_below(std::uint64_t units) const {
  std::vector<Vertex> distance(load_.size());
  for (Vertex v = 0; v < load_.size(); ++v) distance[v] = load_[v] < units ? 0 : no_vertex;
  const Vertex k = list_.k;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < shares_.size(); i += k) {
      const Vertex* const members = list_.members.data() + i;
      Vertex least = no_vertex;
      for (Vertex j = 0; j < k; ++j) least = std::min(least, distance[members[j]]);
      if (least == no_vertex) continue;
      for (Vertex j = 0; j < k; ++j) {
        if (shares_[i + j] == 0 || distance[members[j]] <= least + 1) continue;
        distance[members[j]] = least + 1;
        more = true;
      }
    }
  }
  return distance;
}

/// Every clique moves what it can from members above to members that are nearer to one below.
void CliqueLoads::push_once(std::uint64_t units, const std::vector<Vertex>& distance) {
  const Vertex k = list_.k;
  for (std::size_t i = 0; i < shares_.size(); i += k) {
    const Vertex* const members = list_.members.data() + i;
    for (Vertex from = 0; from < k; ++from) {
      std::uint64_t& high = load_[members[from]];
      for (Vertex to = 0; to < k && high > units && shares_[i + from] > 0; ++to) {
        if (distance[members[to]] >= distance[members[from]]) continue;
        std::uint64_t& low = load_[members[to]];
        std::uint64_t moved = std::min(high - units, std::uint64_t{shares_[i + from]});
        if (distance[members[to]] == 0) moved = low < units ? std::min(moved, units - low) : 0;
        high -= moved;
        low += moved;
        shares_[i + from] -= static_cast<std::uint32_t>(moved);
        shares_[i + to] += static_cast<std::uint32_t>(moved);
      }
    }
  }
}

CliqueLoads::Push CliqueLoads::level_by_flow(std::uint64_t units, const RunContext& run,
                                             std::vector<Vertex>& set) {
  const Vertex n = list_.num_vertices;
  std::vector<std::int64_t> supply(n + list_.count(), 0);
  for (Vertex v = 0; v < n; ++v) {
    supply[v] = static_cast<std::int64_t>(load_[v]) - static_cast<std::int64_t>(units);
  }
  std::vector<FlowEdge> edges;
  edges.reserve(shares_.size());
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    // A vertex can give back its share of a clique, and the clique can give it to any other of its vertices.
    edges.push_back({list_.members[i], static_cast<Vertex>(n + i / list_.k), shares_[i], denominator_});
  }
  const auto flow = terminal_flow(supply, edges, std::numeric_limits<double>::infinity(), run);
  if (!flow) return Push::unfinished;
  const auto vertices_on = [&](auto on) {
    set.clear();
    for (Vertex v = 0; v < n; ++v) {
      if (on(flow->side[v])) set.push_back(v);
    }
  };
  vertices_on([](FlowSide side) { return side == FlowSide::source; });
  if (!set.empty()) return Push::denser;
  vertices_on([](FlowSide side) { return side != FlowSide::sink; });
  for (std::size_t i = 0; i < shares_.size(); ++i) shares_[i] = static_cast<std::uint32_t>(flow->forward[i]);
  sum_loads();
  return Push::level;
}

CliqueLoads::Push CliqueLoads::push(Fraction most, Unfinished then, const RunContext& run,
                                    std::vector<Vertex>& set) {
  constexpr int most_passes = 64;
  const std::vector<std::uint32_t> shares_before(shares_.begin(), shares_.end());
  const std::uint32_t denominator_before = denominator_;
  const std::uint64_t times = std::max<std::uint64_t>(1, units_of_passes / most.denominator);
  rescale(static_cast<std::uint32_t>(most.denominator * times));
  const std::uint64_t units = most.numerator * times;
  Push result = Push::unfinished;
  for (int pass = 0; result == Push::unfinished && pass <= most_passes && !run.should_stop(); ++pass) {
    const std::vector<Vertex> distance = distances_below(units);
    set.clear();
    bool above = false;
    bool above_for_good = false;
    for (Vertex v = 0; v < load_.size(); ++v) {
      above = above || load_[v] > units;
      if (distance[v] != no_vertex) continue;
      set.push_back(v);
      above_for_good = above_for_good || load_[v] > units;
    }
    // All that the vertices of the set get comes from cliques inside the set.
    result = above_for_good ? Push::denser : above ? Push::unfinished : Push::level;
    if (result == Push::unfinished) push_once(units, distance);
  }
  if (result == Push::unfinished && then == Unfinished::flow) result = level_by_flow(units, run, set);
  if (result == Push::level) return result;
  std::ranges::copy(shares_before, shares_.begin());
  denominator_ = denominator_before;
  sum_loads();
  return result;
}

}  // namespace lode::detail
