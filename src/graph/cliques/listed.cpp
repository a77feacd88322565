#include "graph/cliques/listed.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include <lode/graph/clique.hpp>

#include "graph/decomposition/terminal_flow.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t cliques_between_polls = std::size_t{1} << 16;

/// Vertices in buckets by a key that falls by one at a time.
///
/// Source: V. Batagelj, M. Zaversnik, arXiv cs/0310049 (2003).
class FallingKeys {
 public:
  explicit FallingKeys(std::vector<std::uint64_t> keys) : keys_(std::move(keys)) {
    const std::uint64_t most = keys_.empty() ? 0 : *std::max_element(keys_.begin(), keys_.end());
    bucket_.assign(most + 2, 0);
    for (const std::uint64_t key : keys_) ++bucket_[key + 1];
    std::partial_sum(bucket_.begin(), bucket_.end(), bucket_.begin());
    order_.resize(keys_.size());
    place_.resize(keys_.size());
    std::vector<Vertex> next(bucket_.begin(), bucket_.end() - 1);
    for (Vertex v = 0; v < keys_.size(); ++v) {
      place_[v] = next[keys_[v]]++;
      order_[place_[v]] = v;
    }
  }

  /// The vertex of the i-th least key, once those before it have been taken.
  Vertex at(std::size_t i) const { return order_[i]; }
  std::uint64_t key(Vertex v) const { return keys_[v]; }
  const std::vector<Vertex>& order() const { return order_; }

  /// Moves v to the front of its bucket and into the one below.
  void lower(Vertex v) {
    const Vertex front = bucket_[keys_[v]]++;
    const Vertex other = order_[front];
    std::swap(order_[front], order_[place_[v]]);
    place_[other] = place_[v];
    place_[v] = front;
    --keys_[v];
  }

 private:
  std::vector<std::uint64_t> keys_;
  std::vector<Vertex> bucket_;  ///< where the vertices of every key begin
  std::vector<Vertex> order_;
  std::vector<Vertex> place_;
};

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
  std::uint64_t level = sum;
  switch (filled) {  // divisions by constants
    case 1:
      break;
    case 2:
      level = sum / 2;
      break;
    case 3:
      level = sum / 3;
      break;
    case 4:
      level = sum / 4;
      break;
    default:
      level = sum / filled;
  }
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
  result.core.reserve(n);
  result.removed.reserve(n);
  FallingKeys keys(std::move(count));
  std::vector<char> gone(list.count(), 0);
  std::uint64_t core = 0;
  std::size_t visited = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Vertex v = keys.at(i);
    core = std::max(core, keys.key(v));
    std::uint64_t removed = 0;
    for (std::uint64_t at = begin[v]; at < begin[v + std::size_t{1}]; ++at) {
      const std::uint32_t clique = cliques_of[at];
      if (std::exchange(gone[clique], 1)) continue;
      ++removed;
      for (const Vertex u : list.clique(clique)) {
        // A vertex that comes down to the level is next: its key need not fall further.
        if (u != v && keys.key(u) > keys.key(v)) keys.lower(u);
      }
    }
    result.core.push_back(core);
    result.removed.push_back(removed);
    visited += begin[v + std::size_t{1}] - begin[v];
    if (visited < cliques_between_polls) continue;
    visited = 0;
    if (run.should_stop()) return std::nullopt;
  }
  result.order = keys.order();
  return result;
}

CliqueLoads::CliqueLoads(ListedCliques list, std::uint32_t denominator)
    : list_(std::move(list)), shares_(list_.members.size()), denominator_(denominator) {
  const Vertex k = list_.k;
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    shares_[i] = denominator / k + (i % k < denominator % k ? 1 : 0);
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

void CliqueLoads::put(std::span<const std::uint32_t> shares, std::uint32_t denominator) {
  std::ranges::copy(shares, shares_.begin());
  denominator_ = denominator;
  sum_loads();
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

CliqueLoads::Push CliqueLoads::push(std::uint64_t units, const RunContext& run, std::vector<Vertex>& set) {
  constexpr int most_passes = 64;
  for (int pass = 0;; ++pass) {
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
    // What the vertices of the set get comes from cliques inside the set alone.
    if (above_for_good) return Push::denser;
    if (!above) return Push::level;
    if (pass == most_passes || run.should_stop()) return Push::unfinished;
    push_once(units, distance);
  }
}

std::optional<bool> CliqueLoads::level(std::uint64_t units, const RunContext& run, std::vector<Vertex>& set) {
  const Vertex n = list_.num_vertices;
  const Vertex k = list_.k;
  std::vector<std::int64_t> supply(n + list_.count(), 0);
  bool above = false;
  for (Vertex v = 0; v < n; ++v) {
    supply[v] = static_cast<std::int64_t>(load_[v]) - static_cast<std::int64_t>(units);
    above = above || supply[v] > 0;
  }
  std::vector<FlowEdge> edges;
  edges.reserve(shares_.size());
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    // What a vertex has from a clique it can give back, and the clique to any other of its vertices.
    edges.push_back({list_.members[i], static_cast<Vertex>(n + i / k), shares_[i], denominator_});
  }
  const auto flow = terminal_flow(supply, edges, std::numeric_limits<double>::infinity(), run);
  if (!flow) return std::nullopt;
  set.clear();
  for (Vertex v = 0; v < n; ++v) {
    if (flow->side[v] == FlowSide::source) set.push_back(v);
  }
  if (!set.empty()) return false;
  for (Vertex v = 0; v < n; ++v) {
    if (flow->side[v] != FlowSide::sink) set.push_back(v);
  }
  if (above) {
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      shares_[i] = static_cast<std::uint32_t>(flow->forward[i]);
    }
    sum_loads();
  }
  return true;
}

}  // namespace lode::detail
