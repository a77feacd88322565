#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "bounds/enumeration/exact.hpp"
#include "graph/part/renumbered.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr std::uint64_t poll_interval = 256;
/// Members compared with candidates between clock checks.
constexpr std::uint64_t poll_work = 1 << 18;
constexpr std::size_t smallest_block = 16;
constexpr std::size_t largest_block = 4096;
/// Limit of two-step walks in the search for dominators.
constexpr double most_walks = 4e8;

/// How much a set can weigh that grows from a prefix of its peeling order. Vertices of least degree are added
/// one after the other: d_{j+1} <= min(d_j + largest edge, 2 w(P_j) / (j - 1)) and w(P_j) <= caps[j].
struct GrowthLimits {
  std::vector<std::int64_t> caps;  ///< caps[j] bounds every set of j vertices, j = 0 ... s
  std::int64_t largest_weight;
  std::int64_t goal;

  /// True unless no set of weight `goal` grows from p vertices of weight w, the last added with degree d.
  bool can_reach(Vertex p, std::int64_t d, std::int64_t w) const {
    for (Vertex j = p + 1; j < caps.size(); ++j) {
      d += largest_weight;
      if (j > 2) d = std::min(d, 2 * w / (j - 2));
      w = std::min(w + d, caps[j]);
    }
    return w >= goal;
  }
};

/// The limit of prefixes that the beginnings of one block share.
class BlockBudget {
 public:
  BlockBudget(std::uint64_t nodes, const RunContext& run) : left_(nodes), run_(run) {}

  /// Counts prefixes and looks at the clock; false once the search has to end.
  bool spend(std::uint64_t nodes) {
    if (spent_.fetch_add(nodes) + nodes > left_ || run_.should_stop()) ended_.store(true);
    return !ended();
  }
  bool ended() const { return ended_.load(std::memory_order_relaxed); }
  bool exceeded() const { return spent_.load() > left_; }
  std::uint64_t spent() const { return std::min(left_, spent_.load()); }

 private:
  std::uint64_t left_;
  const RunContext& run_;
  std::atomic<std::uint64_t> spent_{0};
  std::atomic<bool> ended_{false};
};

/// Depth-first search from one beginning at a time.
class PrefixSearch {
 public:
  PrefixSearch(const SearchGraph& part, const GrowthLimits& limits)
      : part_(part),
        limits_(limits),
        s_(static_cast<Vertex>(limits.caps.size() - 1)),
        set_(part.graph, {}),
        levels_(s_ + std::size_t{1}) {}

  /// The heaviest set of the first vertex, by the numbers of the part.
  PeelSearchResult search(Vertex first, std::int64_t goal, BlockBudget& budget) {
    limits_.goal = goal;
    found_ = {};
    budget_ = &budget;
    push(first, 0);
    extend();
    pop();
    budget.spend(found_.nodes % poll_interval);
    return std::move(found_);
  }

 private:
  struct Candidate {
    Vertex vertex;
    std::int64_t degree;
  };
  struct Level {
    std::vector<Candidate> candidates;
    std::vector<std::int64_t> top;  ///< sums of the largest degrees
  };

  void push(Vertex v, std::int64_t own) {
    set_.add(v);
    members_.push_back(v);
    degrees_.push_back(own);
    weight_ += own;
  }
  void pop() {
    set_.remove(members_.back());
    weight_ -= degrees_.back();
    members_.pop_back();
    degrees_.pop_back();
  }

  bool stopped() {
    return ++found_.nodes % poll_interval == 0 ? !budget_->spend(poll_interval) : budget_->ended();
  }

  void record(std::int64_t weight, Vertex last) {
    found_.best = members_;
    if (last != no_vertex) found_.best.push_back(last);
    found_.weight = weight;
    limits_.goal = weight + 1;
  }

  void extend() {
    if (stopped()) return;
    const Vertex p = static_cast<Vertex>(members_.size());
    const Vertex left = s_ - p;
    if (left == 0) {
      if (weight_ >= limits_.goal) record(weight_, no_vertex);
      return;
    }
    if (left == 1) return finish();
    Level& level = levels_[p];
    list_top_sums(left, level.top);
    if (weight_ + level.top[left] + limits_.caps[left] < limits_.goal) return;
    list_candidates(level);
    for (const Candidate& candidate : level.candidates) {
      if (budget_->ended()) return;
      const std::int64_t grown = weight_ + candidate.degree;
      if (!limits_.can_reach(p + 1, candidate.degree, grown)) continue;
      // The other vertices add at most their largest degrees, one edge each to the candidate, and the edges
      // among them.
      if (grown + level.top[left - 1] + (left - 1) * limits_.largest_weight + limits_.caps[left - 1] <
          limits_.goal) {
        continue;
      }
      push(candidate.vertex, candidate.degree);
      extend();
      pop();
    }
  }

  /// One vertex is missing: the outsider of largest degree.
  void finish() {
    Vertex last = no_vertex;
    for_buckets([&](std::int64_t, std::span<const Vertex> vertices) {
      last = *std::ranges::max_element(vertices, {},
                                       [&](Vertex v) { return std::pair(degree(v), no_vertex - v); });
      return false;
    });
    for (Vertex v = 0; v < part_.graph.num_vertices() && last == no_vertex; ++v) {
      if (!set_.is_member(v)) last = v;
    }
    if (last == no_vertex || weight_ + degree(last) < limits_.goal) return;
    record(weight_ + degree(last), last);
  }

  std::int64_t degree(Vertex v) const { return static_cast<std::int64_t>(set_.degree_into(v)); }

  /// Calls visit(largest degree, vertices) for the buckets of outsiders, falling, until it returns false.
  template <class Visit>
  void for_buckets(const Visit& visit) const {
    const BucketArray& filed = set_.outsider_buckets();
    std::size_t left = filed.size();
    for (std::size_t key = filed.empty() ? 0 : filed.highest(); left > 0; --key) {
      const std::span<const Vertex> vertices = filed.bucket(key);
      if (vertices.empty()) continue;
      left -= vertices.size();
      auto most = static_cast<std::int64_t>(key);
      if (part_.graph.weighted()) {
        most = 0;
        for (const Vertex v : vertices) most = std::max(most, degree(v));
      }
      if (!visit(most, vertices)) return;
    }
  }

  /// sums[i]: bound of the i largest degrees of outsiders together, i = 0 ... count.
  void list_top_sums(Vertex count, std::vector<std::int64_t>& sums) const {
    sums.assign(1, 0);
    for_buckets([&](std::int64_t most, std::span<const Vertex> vertices) {
      for (std::size_t i = 0; i < vertices.size() && sums.size() <= count; ++i) {
        sums.push_back(sums.back() + most);
      }
      return sums.size() <= count;
    });
    sums.resize(count + std::size_t{1}, sums.back());
  }

  void list_candidates(Level& level) {
    level.candidates.clear();
    const Vertex p = static_cast<Vertex>(members_.size());
    const auto accepts = [&](std::int64_t own) { return limits_.can_reach(p + 1, own, weight_ + own); };
    const std::int64_t highest = degrees_.back() + limits_.largest_weight;
    for_buckets([&](std::int64_t most, std::span<const Vertex> vertices) {
      if (most <= highest && !accepts(most)) return false;
      for (const Vertex v : vertices) {
        const std::int64_t own = degree(v);
        if (own <= highest && accepts(own) && dominators_inside(v) && is_last_of_peeling(v, own)) {
          level.candidates.push_back({v, own});
        }
      }
      return true;
    });
    if (!accepts(0)) return;
    for (Vertex v = 0; v < part_.graph.num_vertices(); ++v) {
      if (!set_.is_member(v) && degree(v) == 0 && dominators_inside(v) && is_last_of_peeling(v, 0)) {
        level.candidates.push_back({v, 0});
      }
    }
  }

  bool dominators_inside(Vertex v) const {
    return std::ranges::all_of(part_.dominators[v], [&](Vertex u) { return set_.is_member(u); });
  }

  /// True if v, added now, has the least degree, and the smallest place among equals. False, too, once the
  /// search has ended.
  bool is_last_of_peeling(Vertex v, std::int64_t own) {
    work_ += members_.size();
    if (work_ >= poll_work) {
      work_ = 0;
      budget_->spend(0);
    }
    if (budget_->ended()) return false;
    for (const Vertex u : members_) {
      const std::int64_t other = degree(u);
      if (other > own || (other == own && u > v)) continue;
      if (other + limits_.largest_weight < own) return false;
      const auto raised = other + static_cast<std::int64_t>(part_.graph.edge_weight(v, u).value_or(0.0));
      if (raised < own || (raised == own && u < v)) return false;
    }
    return true;
  }

  const SearchGraph& part_;
  GrowthLimits limits_;
  Vertex s_;
  SwapState set_;  ///< of the members
  std::vector<Level> levels_;
  std::vector<Vertex> members_;
  std::vector<std::int64_t> degrees_;  ///< at the time of joining
  std::int64_t weight_ = 0;
  std::uint64_t work_ = 0;  ///< since the clock was looked at
  BlockBudget* budget_ = nullptr;
  PeelSearchResult found_;
};

/// Finds dominators, at most s for every vertex, where their number of two-step walks is affordable.
void find_dominators(SearchGraph& part, Vertex s, const RunContext& run) {
  const Graph& graph = part.graph;
  const Vertex n = graph.num_vertices();
  part.dominators.assign(n, {});
  double walks = 0.0;
  for (Vertex v = 0; v < n; ++v) walks += static_cast<double>(graph.degree(v)) * graph.degree(v);
  if (walks > most_walks) return;
  std::vector<Vertex> covered(n, 0);  // edges of v, by vertices with edges of that weight to the other ends
  for (Vertex v = 0; v < n && !run.should_stop(); ++v) {
    std::vector<Vertex> met;
    const auto meet = [&](Vertex u) {
      if (u > v && covered[u]++ == 0) met.push_back(u);
    };
    graph.for_each_neighbor(v, [&](Vertex x, Weight weight) {
      meet(x);  // the edge between the two counts for both
      graph.for_each_neighbor(x, [&](Vertex u, Weight other) {
        if (other >= weight) meet(u);
      });
    });
    if (graph.degree(v) == 0) {
      for (Vertex u = v + 1; u < n && met.size() < s; ++u) met.push_back(u);
    }
    std::sort(met.begin(), met.end());
    for (const Vertex u : met) {
      const bool covers = covered[u] >= graph.degree(v);
      if (covers && part.dominators[v].size() < s) part.dominators[v].push_back(u);
      covered[u] = 0;
    }
  }
}

}  // namespace

PeelSearchResult peel_search(const SearchGraph& part, std::vector<std::int64_t> caps, std::int64_t goal,
                             std::uint64_t max_nodes, const RunContext& run) {
  const Vertex n = part.graph.num_vertices();
  if (n + std::size_t{1} < caps.size()) return {.best = {}, .complete = true};
  GrowthLimits limits{std::move(caps), part.largest_weight, goal};
  PeelSearchResult result;
  std::vector<Vertex> list;  // large places first
  for (Vertex v = n; v-- > 0;) {
    if (part.dominators[v].empty()) list.push_back(v);
  }
  tbb::enumerable_thread_specific<std::unique_ptr<PrefixSearch>> searches;
  std::size_t size = smallest_block;
  for (std::size_t begin = 0; begin < list.size() && !run.should_stop();) {
    const std::size_t end = std::min(list.size(), begin + size);
    std::vector<PeelSearchResult> found(end - begin);
    BlockBudget budget(max_nodes - result.nodes, run);
    run.parallel([&] {
      tbb::parallel_for(begin, end, [&](std::size_t i) {
        auto& search = searches.local();
        if (!search) search = std::make_unique<PrefixSearch>(part, limits);
        if (!budget.ended()) found[i - begin] = search->search(list[i], limits.goal, budget);
      });
    });
    result.nodes += budget.spent();
    if (budget.exceeded()) break;  // the sets found depend on the threads
    for (PeelSearchResult& one : found) {
      if (!one.best.empty() && one.weight >= limits.goal) {
        result.best = std::move(one.best);
        result.weight = one.weight;
        limits.goal = one.weight + 1;
      }
    }
    if (budget.ended()) break;
    begin = end;
    size = std::min(2 * size, largest_block);
    result.complete = begin == list.size();
  }
  for (Vertex& v : result.best) v = part.to_graph[v];
  std::sort(result.best.begin(), result.best.end());
  return result;
}

SearchGraph search_core(const Graph& whole, std::span<const Weight> cores, Vertex s, std::int64_t least_core,
                        const RunContext& run) {
  SearchGraph part;
  std::vector<Weight> strength(whole.num_vertices(), 0.0);  // towards the vertices kept
  for (Vertex v = 0; v < whole.num_vertices(); ++v) {
    if (cores[v] < static_cast<Weight>(least_core)) continue;
    part.to_graph.push_back(v);
    whole.for_each_neighbor(v, [&](Vertex u, Weight w) { strength[u] += w; });
  }
  std::ranges::stable_sort(part.to_graph, {}, [&](Vertex v) { return strength[v]; });
  part.graph = lode::detail::renumbered(whole, part.to_graph);
  const auto weights = part.graph.weights();
  if (part.graph.num_arcs() > 0) part.largest_weight = 1;
  if (!weights.empty()) part.largest_weight = static_cast<std::int64_t>(std::ranges::max(weights));
  find_dominators(part, s, run);
  return part;
}

}  // namespace lode::subgraph::detail
