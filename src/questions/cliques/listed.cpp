#include "questions/cliques/listed.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <numeric>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <lode/graph/cores.hpp>
#include <lode/questions/cliques.hpp>

namespace lode::detail {
namespace {

/// Walks over the cliques that begin with one vertex. One for every thread.
///
/// Source: M. Danisch, O. Balalau, M. Sozio, WWW 2018.
class CliqueWalk {
 public:
  CliqueWalk(const LaterRows& rows, Vertex k, const RunContext& run)
      : rows_(rows), run_(run), k_(k), depth_(rows.num_vertices(), 0) {}

  /// Calls visit(clique) with the k members in increasing order, cliques in lexicographic order. Returns
  /// false if the run should stop; cliques are missing then.
  template <class Visit>
  bool from(Vertex first, const Visit& visit) {
    const auto row = rows_.row(first);
    if (row.size() + 1 < k_) return !stopped_;
    clique_[0] = first;
    mark(row, 1);
    extend(1, row, visit);
    mark(row, 0);
    return !stopped_;
  }

 private:
  /// `work`: vertices that are looked at next.
  bool should_stop(std::size_t work) {
    constexpr std::size_t work_between_looks = std::size_t{1} << 16;
    work_ += work;
    if (work_ >= work_between_looks) {
      work_ = 0;
      stopped_ = stopped_ || run_.should_stop();
    }
    return stopped_;
  }

  void mark(std::span<const Vertex> vertices, std::uint8_t depth) {
    for (const Vertex v : vertices) depth_[v] = depth;
  }

  /// `candidates` are joined to the first `depth` members, and marked with the depth.
  template <class Visit>
  void extend(std::uint8_t depth, std::span<const Vertex> candidates, const Visit& visit) {
    const std::size_t wanted = k_ - depth - std::size_t{1};  // after the next member
    std::vector<Vertex>& next = next_[depth];
    for (const Vertex v : candidates) {
      if (should_stop(rows_.row(v).size())) return;
      clique_[depth] = v;
      if (wanted == 1) {
        for (const Vertex w : rows_.row(v)) {
          if (depth_[w] != depth) continue;
          clique_[k_ - 1] = w;
          visit(std::span<const Vertex>(clique_.data(), k_));
        }
        continue;
      }
      next.clear();
      for (const Vertex w : rows_.row(v)) {
        if (depth_[w] == depth) next.push_back(w);
      }
      if (next.size() < wanted) continue;
      mark(next, static_cast<std::uint8_t>(depth + 1));
      extend(static_cast<std::uint8_t>(depth + 1), next, visit);
      mark(next, depth);
    }
  }

  const LaterRows& rows_;
  const RunContext& run_;
  Vertex k_;
  std::size_t work_ = 0;
  bool stopped_ = false;
  std::vector<std::uint8_t> depth_;  ///< members that the vertex is joined to; 0: not all
  std::array<Vertex, most_counted_clique> clique_ = {};
  std::array<std::vector<Vertex>, most_counted_clique> next_;
};

/// Visits the vertices on all threads, a few at a time, until the run should stop, or a visit says so; false
/// then.
template <class Local, class Visit>
bool over_vertices(const LaterRows& rows, tbb::enumerable_thread_specific<Local>& locals,
                   const RunContext& run, const Visit& visit) {
  constexpr Vertex at_once = 32;
  const Vertex n = rows.num_vertices();
  std::atomic<bool> stopped = false;
  run.parallel([&] {
    tbb::parallel_for(tbb::blocked_range<Vertex>(0, n, at_once), [&](const auto& range) {
      Local& local = locals.local();
      for (Vertex v = range.begin(); v < range.end(); ++v) {
        if (stopped.load(std::memory_order_relaxed)) return;
        if (!visit(v, local) || (v + 1 == range.end() && run.should_stop())) stopped = true;
      }
    });
  });
  return !stopped;
}

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

std::optional<LaterRows> later_rows(const Graph& graph, const RunContext& run) {
  std::optional<CoreDecomposition> cores = core_decomposition(graph, run);
  if (!cores) return std::nullopt;
  const Vertex n = graph.num_vertices();
  LaterRows rows;
  rows.original = std::move(cores->order);
  std::vector<Vertex> number(n);
  for (Vertex v = 0; v < n; ++v) number[rows.original[v]] = v;
  rows.begin.push_back(0);
  rows.later.reserve(graph.num_edges());
  for (Vertex v = 0; v < n; ++v) {
    for (const Vertex u : graph.neighbors(rows.original[v])) {
      if (number[u] > v) rows.later.push_back(number[u]);
    }
    std::sort(rows.later.begin() + static_cast<std::ptrdiff_t>(rows.begin[v]), rows.later.end());
    rows.begin.push_back(rows.later.size());
  }
  return rows;
}

LaterRows kept_rows(const LaterRows& rows, const std::vector<char>& keep) {
  std::vector<Vertex> number(rows.original.size());
  LaterRows kept;
  for (Vertex v = 0; v < rows.num_vertices(); ++v) {
    number[v] = kept.num_vertices();
    if (keep[v]) kept.original.push_back(rows.original[v]);
  }
  kept.begin.push_back(0);
  for (Vertex v = 0; v < rows.num_vertices(); ++v) {
    if (!keep[v]) continue;
    for (const Vertex u : rows.row(v)) {
      if (keep[u]) kept.later.push_back(number[u]);
    }
    kept.begin.push_back(kept.later.size());
  }
  return kept;
}

std::optional<CliqueCounts> count_cliques(const LaterRows& rows, Vertex k, const RunContext& run) {
  struct Local {
    CliqueWalk walk;
    std::vector<std::uint64_t> member;
  };
  const Vertex n = rows.num_vertices();
  CliqueCounts counts;
  counts.first.resize(n);
  counts.member.resize(n);
  tbb::enumerable_thread_specific<Local> locals([&] {
    return Local{CliqueWalk(rows, k, run), std::vector<std::uint64_t>(n, 0)};
  });
  const bool all = over_vertices(rows, locals, run, [&](Vertex v, Local& local) {
    std::uint64_t found = 0;
    const bool done = local.walk.from(v, [&](std::span<const Vertex> clique) {
      ++found;
      for (const Vertex u : clique.subspan(1)) ++local.member[u];
    });
    counts.first[v] = found;
    local.member[v] += found;
    return done;
  });
  if (!all) return std::nullopt;
  for (const Local& local : locals) {
    for (Vertex v = 0; v < n; ++v) counts.member[v] += local.member[v];
  }
  for (const std::uint64_t found : counts.first) counts.total += found;
  return counts;
}

std::optional<PageBuffer<Vertex>> list_cliques(const LaterRows& rows, Vertex k, const CliqueCounts& counts,
                                               const RunContext& run) {
  const Vertex n = rows.num_vertices();
  std::vector<std::uint64_t> begin(n + std::size_t{1}, 0);
  std::partial_sum(counts.first.begin(), counts.first.end(), begin.begin() + 1);
  PageBuffer<Vertex> members(begin[n] * k);
  tbb::enumerable_thread_specific<CliqueWalk> walks([&] { return CliqueWalk(rows, k, run); });
  const bool done = over_vertices(rows, walks, run, [&](Vertex v, CliqueWalk& walk) {
    if (counts.first[v] == 0) return true;
    Vertex* at = members.data() + begin[v] * k;
    return walk.from(
        v, [&](std::span<const Vertex> clique) { at = std::copy(clique.begin(), clique.end(), at); });
  });
  if (!done) return std::nullopt;
  return members;
}

Fraction reduced(Fraction fraction) {
  const std::uint64_t common = std::gcd(fraction.numerator, fraction.denominator);
  return {fraction.numerator / common, fraction.denominator / common};
}

CliqueLoads::CliqueLoads(ListedCliques list) : list_(std::move(list)), shares_(list_.members.size()) {
  const Vertex k = list_.k;
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    shares_[i] = denominator_ / k + (i % k < denominator_ % k ? 1 : 0);
  }
  sum_loads();
}

void CliqueLoads::sum_loads() {
  load_.assign(list_.num_vertices(), 0);
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

std::vector<Vertex> CliqueLoads::cut(Fraction density) {
  const Vertex k = list_.k;
  const Vertex n = list_.num_vertices();
  std::vector<Vertex> removed;
  std::vector<char> stays(n, 1);
  const auto inside = [&](std::size_t i) {
    return std::ranges::all_of(list_.clique(i), [&](Vertex v) { return stays[v] != 0; });
  };
  for (std::size_t before = 0; before == 0 || removed.size() - before > (n - removed.size()) / 64;) {
    before = removed.size();
    std::vector<std::uint64_t> cliques(n, 0);
    for (std::size_t i = 0; i < list_.count(); ++i) {
      if (!inside(i)) continue;
      for (const Vertex v : list_.clique(i)) ++cliques[v];
    }
    for (Vertex v = 0; v < n; ++v) {
      if (stays[v] == 0 || !larger(density, {cliques[v], 1})) continue;
      stays[v] = 0;
      removed.push_back(v);
    }
    if (removed.size() == before) break;
  }
  if (removed.empty()) return removed;
  std::vector<Vertex> number(n), original;
  for (Vertex v = 0; v < n; ++v) {
    number[v] = static_cast<Vertex>(original.size());
    if (stays[v] != 0) original.push_back(list_.original[v]);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list_.count(); ++i) {
    if (!inside(i)) continue;
    for (std::size_t at = i * k; at < (i + 1) * k; ++at) {
      list_.members[kept] = list_.members[at];
      shares_[kept++] = shares_[at];
    }
  }
  PageBuffer<Vertex> members(kept);
  PageBuffer<std::uint32_t> shares(kept);
  for (std::size_t i = 0; i < kept; ++i) members[i] = number[list_.members[i]];
  std::copy_n(shares_.begin(), kept, shares.begin());
  for (Vertex& v : removed) v = list_.original[v];
  list_ = {k, std::move(original), std::move(members)};
  shares_ = std::move(shares);
  sum_loads();
  return removed;
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
  const Vertex n = list_.num_vertices();
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

/// Every clique moves shares from members above to members that are nearer to one below.
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

CliqueLoads::Push CliqueLoads::push(Fraction most, int most_passes, const RunContext& run,
                                    std::vector<Vertex>& set) {
  const std::vector<std::uint32_t> shares_before(shares_.begin(), shares_.end());
  const std::uint32_t denominator_before = denominator_;
  const std::uint64_t times = std::max<std::uint64_t>(1, units_of_passes / most.denominator);
  rescale(static_cast<std::uint32_t>(most.denominator * times));
  const std::uint64_t units = most.numerator * times;
  Push result = Push::unfinished;
  for (int pass = 0; result == Push::unfinished && pass < most_passes && !run.should_stop(); ++pass) {
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
    // The vertices of the set get units only from cliques inside the set.
    result = above_for_good ? Push::denser : above ? Push::unfinished : Push::level;
    if (result == Push::unfinished) push_once(units, distance);
  }
  if (result == Push::level) return result;
  std::ranges::copy(shares_before, shares_.begin());
  denominator_ = denominator_before;
  sum_loads();
  return result;
}

}  // namespace lode::detail
