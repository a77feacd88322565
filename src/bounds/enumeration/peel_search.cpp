#include "bounds/enumeration/peel_search.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

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
class GrowthLimits {
 public:
  /// caps[j] bounds every set of j vertices, j = 0 ... s.
  GrowthLimits(std::vector<std::int64_t> caps, std::int64_t largest_weight, std::int64_t goal)
      : caps_(std::move(caps)), largest_weight_(largest_weight), goal_(goal) {}

  Vertex s() const { return static_cast<Vertex>(caps_.size() - 1); }
  std::int64_t goal() const { return goal_; }
  std::int64_t largest_weight() const { return largest_weight_; }
  std::int64_t cap(Vertex size) const { return caps_[size]; }
  void raise_goal(std::int64_t goal) { goal_ = goal; }

  /// True unless no set of weight `goal` grows from p vertices of weight w, the last added with degree d.
  bool can_reach(Vertex p, std::int64_t d, std::int64_t w) const {
    for (Vertex j = p + 1; j < caps_.size(); ++j) {
      d += largest_weight_;
      if (j > 2) d = std::min(d, 2 * w / (j - 2));
      w = std::min(w + d, caps_[j]);
    }
    return w >= goal_;
  }

 private:
  std::vector<std::int64_t> caps_;
  std::int64_t largest_weight_;
  std::int64_t goal_;
};

struct FoundSet {
  std::vector<Vertex> set;  ///< places; empty: nothing
  std::int64_t weight = 0;
  std::uint64_t nodes = 0;
};

/// The limit of prefixes that the beginnings of one block share.
class BlockBudget {
 public:
  BlockBudget(std::uint64_t nodes, const RunContext& run) : left_(nodes), run_(run) {}

  /// Counts prefixes; false once the search has to end.
  bool spend(std::uint64_t nodes) {
    if (spent_.fetch_add(nodes) + nodes > left_ || run_.should_stop()) ended_.store(true);
    return !ended();
  }
  /// Looks at the clock in the middle of a long prefix.
  void poll() {
    if (run_.should_stop()) ended_.store(true);
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

/// The weights from outsiders to a set, kept while vertices enter and leave. Outsiders with an edge to the
/// set are filed in buckets of equal width, which is 1 in unweighted graphs: bucket b holds degrees up to b
/// times the width.
class Gains {
 public:
  Gains(const SearchGraph& graph, Vertex s)
      : graph_(graph),
        degree_(graph.num_vertices(), 0),
        index_(graph.num_vertices(), 0),
        member_(graph.num_vertices(), 0),
        filed_(most_buckets + 1) {
    while (graph.largest_weight * (s - std::int64_t{1}) > std::int64_t{most_buckets} << shift_) ++shift_;
  }

  std::int64_t degree(Vertex v) const { return degree_[v]; }
  bool member(Vertex v) const { return member_[v] != 0; }

  void add(Vertex v) {
    member_[v] = 1;
    unfile(v);
    for (std::size_t arc = graph_.offsets[v]; arc < graph_.offsets[v + 1]; ++arc) {
      shift(graph_.targets[arc], graph_.weight(arc));
    }
  }
  void remove(Vertex v) {
    for (std::size_t arc = graph_.offsets[v]; arc < graph_.offsets[v + 1]; ++arc) {
      shift(graph_.targets[arc], -graph_.weight(arc));
    }
    member_[v] = 0;
    file(v);
  }

  /// The outsider of largest degree, the first among equals; no_vertex where all are 0.
  Vertex largest() const {
    Vertex largest = no_vertex;
    if (filed_.empty()) return largest;
    for (const Vertex v : filed_.bucket(filed_.highest())) {
      const bool less = largest != no_vertex && degree_[v] <= degree_[largest];
      if (!less || (degree_[v] == degree_[largest] && v < largest)) largest = v;
    }
    return largest;
  }

  /// sums[i]: bound of the i largest degrees of outsiders together, i = 0 ... count.
  void top_sums(Vertex count, std::vector<std::int64_t>& sums) const {
    sums.assign(1, 0);
    for_buckets([&](std::int64_t most, std::span<const Vertex> vertices) {
      for (std::size_t i = 0; i < vertices.size() && sums.size() <= count; ++i) {
        sums.push_back(sums.back() + most);
      }
      return sums.size() <= count;
    });
    sums.resize(count + std::size_t{1}, sums.back());
  }

  /// Calls visit(largest degree, vertices) for the buckets in use, falling, until it returns false.
  template <class Visit>
  void for_buckets(const Visit& visit) const {
    std::size_t left = filed_.size();
    for (std::size_t key = filed_.empty() ? 0 : filed_.highest(); left > 0; --key) {
      const std::span<const Vertex> vertices = filed_.bucket(key);
      left -= vertices.size();
      if (!vertices.empty() && !visit(static_cast<std::int64_t>(key) << shift_, vertices)) return;
    }
  }

 private:
  static constexpr std::size_t most_buckets = 256;

  std::size_t key(Vertex v) const {
    return static_cast<std::size_t>((degree_[v] + (std::int64_t{1} << shift_) - 1) >> shift_);
  }
  void file(Vertex v) {
    if (degree_[v] > 0) index_[v] = filed_.insert(v, key(v));
  }
  void unfile(Vertex v) {
    if (degree_[v] > 0) index_[filed_.erase(key(v), index_[v])] = index_[v];
  }
  void shift(Vertex v, std::int64_t change) {
    if (!member_[v]) unfile(v);
    degree_[v] += change;
    if (!member_[v]) file(v);
  }

  const SearchGraph& graph_;
  std::vector<std::int64_t> degree_;
  std::vector<std::uint32_t> index_;  ///< in the bucket
  std::vector<char> member_;
  BucketArray filed_;
  int shift_ = 0;  ///< the width as a power of two
};

/// Depth-first search from one beginning at a time.
class PrefixSearch {
 public:
  PrefixSearch(const SearchGraph& graph, const GrowthLimits& limits)
      : graph_(graph), limits_(limits), s_(limits.s()), gains_(graph, s_), levels_(s_ + std::size_t{1}) {}

  FoundSet search(Vertex first, const GrowthLimits& limits, BlockBudget& budget) {
    if (limits_.goal() != limits.goal()) limits_ = limits;
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

  void push(Vertex v, std::int64_t degree) {
    gains_.add(v);
    members_.push_back(v);
    degrees_.push_back(degree);
    weight_ += degree;
  }
  void pop() {
    gains_.remove(members_.back());
    weight_ -= degrees_.back();
    members_.pop_back();
    degrees_.pop_back();
  }

  bool stopped() {
    return ++found_.nodes % poll_interval == 0 ? !budget_->spend(poll_interval) : budget_->ended();
  }

  void record(std::int64_t weight, Vertex last) {
    found_.set = members_;
    if (last != no_vertex) found_.set.push_back(last);
    found_.weight = weight;
    limits_.raise_goal(weight + 1);
  }

  void extend() {
    if (stopped()) return;
    const Vertex p = static_cast<Vertex>(members_.size());
    const Vertex left = s_ - p;
    if (left == 0) {
      if (weight_ >= limits_.goal()) record(weight_, no_vertex);
      return;
    }
    if (left == 1) {
      finish();
      return;
    }
    Level& level = levels_[p];
    gains_.top_sums(left, level.top);
    if (weight_ + level.top[left] + limits_.cap(left) < limits_.goal()) return;
    list_candidates(level);
    for (const Candidate& candidate : level.candidates) {
      if (budget_->ended()) return;
      const std::int64_t grown = weight_ + candidate.degree;
      if (!limits_.can_reach(p + 1, candidate.degree, grown)) continue;
      // The other vertices add at most their largest degrees, one edge each to the candidate, and the edges
      // among them.
      if (grown + level.top[left - 1] + (left - 1) * limits_.largest_weight() + limits_.cap(left - 1) <
          limits_.goal()) {
        continue;
      }
      push(candidate.vertex, candidate.degree);
      extend();
      pop();
    }
  }

  /// One vertex is missing: the outsider of largest degree.
  void finish() {
    Vertex last = gains_.largest();
    for (Vertex v = 0; v < graph_.num_vertices() && last == no_vertex; ++v) {
      if (!gains_.member(v)) last = v;
    }
    if (last == no_vertex || weight_ + gains_.degree(last) < limits_.goal()) return;
    record(weight_ + gains_.degree(last), last);
  }

  void list_candidates(Level& level) {
    level.candidates.clear();
    const Vertex p = static_cast<Vertex>(members_.size());
    const auto accepts = [&](std::int64_t degree) {
      return limits_.can_reach(p + 1, degree, weight_ + degree);
    };
    const std::int64_t highest = degrees_.back() + limits_.largest_weight();
    gains_.for_buckets([&](std::int64_t most, std::span<const Vertex> vertices) {
      if (most <= highest && !accepts(most)) return false;
      for (const Vertex v : vertices) {
        const std::int64_t degree = gains_.degree(v);
        if (degree <= highest && accepts(degree) && dominators_inside(v) && is_last_of_peeling(v, degree)) {
          level.candidates.push_back({v, degree});
        }
      }
      return true;
    });
    if (!accepts(0)) return;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (!gains_.member(v) && gains_.degree(v) == 0 && dominators_inside(v) && is_last_of_peeling(v, 0)) {
        level.candidates.push_back({v, 0});
      }
    }
  }

  bool dominators_inside(Vertex v) const {
    return std::ranges::all_of(graph_.dominators[v], [&](Vertex u) { return gains_.member(u); });
  }

  /// True if v, added now, has the least degree, and the smallest place among equals. False, too, once the
  /// search has ended.
  bool is_last_of_peeling(Vertex v, std::int64_t degree) {
    work_ += members_.size();
    if (work_ >= poll_work) {
      work_ = 0;
      budget_->poll();
    }
    if (budget_->ended()) return false;
    for (const Vertex u : members_) {
      const std::int64_t other = gains_.degree(u);
      if (other > degree || (other == degree && u > v)) continue;
      if (other + limits_.largest_weight() < degree) return false;
      const std::int64_t raised = other + graph_.edge_weight(v, u);
      if (raised < degree || (raised == degree && u < v)) return false;
    }
    return true;
  }

  const SearchGraph& graph_;
  GrowthLimits limits_;
  Vertex s_;
  Gains gains_;
  std::vector<Level> levels_;
  std::vector<Vertex> members_;
  std::vector<std::int64_t> degrees_;  ///< at the time of joining
  std::int64_t weight_ = 0;
  std::uint64_t work_ = 0;  ///< since the clock was looked at
  BlockBudget* budget_ = nullptr;
  FoundSet found_;
};

/// Finds dominators, at most s for every vertex, where their number of two-step walks is affordable.
void find_dominators(SearchGraph& graph, Vertex s, const RunContext& run) {
  const Vertex n = graph.num_vertices();
  graph.dominators.assign(n, {});
  double walks = 0.0;
  for (Vertex v = 0; v < n; ++v) walks += std::pow(static_cast<double>(graph.neighbors(v).size()), 2.0);
  if (walks > most_walks) return;
  std::vector<std::size_t> covered(n,
                                   0);  // edges of v, by vertices with edges of that weight to the other ends
  for (Vertex v = 0; v < n && !run.should_stop(); ++v) {
    std::vector<Vertex> met;
    const auto meet = [&](Vertex u) {
      if (u > v && covered[u]++ == 0) met.push_back(u);
    };
    for (std::size_t arc = graph.offsets[v]; arc < graph.offsets[v + 1]; ++arc) {
      const Vertex x = graph.targets[arc];
      meet(x);  // the edge between the two counts for both
      for (std::size_t next = graph.offsets[x]; next < graph.offsets[x + 1]; ++next) {
        if (graph.weight(next) >= graph.weight(arc)) meet(graph.targets[next]);
      }
    }
    if (graph.neighbors(v).empty()) {
      for (Vertex u = v + 1; u < n && met.size() < s; ++u) met.push_back(u);
    }
    std::sort(met.begin(), met.end());
    for (const Vertex u : met) {
      const bool covers = covered[u] >= graph.neighbors(v).size();
      if (covers && graph.dominators[v].size() < s) graph.dominators[v].push_back(u);
      covered[u] = 0;
    }
  }
}

}  // namespace

PeelSearchResult peel_search(const SearchGraph& graph, std::vector<std::int64_t> caps, std::int64_t goal,
                             std::uint64_t max_nodes, const RunContext& run) {
  if (graph.num_vertices() + std::size_t{1} < caps.size()) return {.best = {}, .complete = true};
  GrowthLimits limits(std::move(caps), graph.largest_weight, goal);
  PeelSearchResult result;
  std::vector<Vertex> list;  // large places first
  for (Vertex v = graph.num_vertices(); v-- > 0;) {
    if (graph.dominators[v].empty()) list.push_back(v);
  }
  tbb::enumerable_thread_specific<std::unique_ptr<PrefixSearch>> searches;
  std::size_t size = smallest_block;
  for (std::size_t begin = 0; begin < list.size() && !run.should_stop();) {
    const std::size_t end = std::min(list.size(), begin + size);
    std::vector<FoundSet> found(end - begin);
    BlockBudget budget(max_nodes - result.nodes, run);
    run.parallel([&] {
      tbb::parallel_for(begin, end, [&](std::size_t i) {
        auto& search = searches.local();
        if (!search) search = std::make_unique<PrefixSearch>(graph, limits);
        if (!budget.ended()) found[i - begin] = search->search(list[i], limits, budget);
      });
    });
    result.nodes += budget.spent();
    if (budget.exceeded()) break;  // the sets found depend on the threads
    for (FoundSet& one : found) {
      if (!one.set.empty() && one.weight >= limits.goal()) {
        result.best = std::move(one.set);
        result.weight = one.weight;
        limits.raise_goal(one.weight + 1);
      }
    }
    if (budget.ended()) break;
    begin = end;
    size = std::min(2 * size, largest_block);
    result.complete = begin == list.size();
  }
  for (Vertex& v : result.best) v = graph.outward[v];
  std::sort(result.best.begin(), result.best.end());
  return result;
}

SearchUnits::SearchUnits(const Graph& graph, Vertex s) : integral(graph.integral()) {
  double largest = 0.0;
  for (const Weight w : graph.weights()) largest = std::max(largest, w);
  if (integral || largest == 0.0) return;
  const auto terms = static_cast<double>(std::max<EdgeCount>(possible_edges(s), graph.max_degree()));
  exponent = std::ilogb(largest) + std::ilogb(terms) + 2 - 61;
}

std::int64_t SearchGraph::edge_weight(Vertex u, Vertex v) const {
  const auto row = neighbors(u);
  const auto found = std::lower_bound(row.begin(), row.end(), v);
  if (found == row.end() || *found != v) return 0;
  return weight(offsets[u] + static_cast<std::size_t>(found - row.begin()));
}

SearchGraph search_graph(const Graph& graph, const SearchUnits& units) {
  SearchGraph whole;
  const Vertex n = graph.num_vertices();
  whole.outward.resize(n);
  std::iota(whole.outward.begin(), whole.outward.end(), Vertex{0});
  whole.largest_weight = graph.num_arcs() > 0 ? 1 : 0;
  for (Vertex v = 0; v < n; ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (w == 0.0) return;  // as good as no edge
      whole.targets.push_back(u);
      if (!graph.weighted()) return;
      whole.weights.push_back(units.of_edge(w));
      whole.largest_weight = std::max(whole.largest_weight, whole.weights.back());
    });
    whole.offsets.push_back(whole.targets.size());
  }
  whole.dominators.assign(n, {});
  return whole;
}

/// Its places are by strength, ties by place.
SearchGraph search_core(const SearchGraph& whole, Vertex s, std::int64_t inner_degree,
                        const RunContext& run) {
  const Vertex n = whole.num_vertices();
  std::vector<char> kept(n, 1);
  std::vector<std::int64_t> strength(n, 0);  // towards the vertices kept
  for (Vertex v = 0; v < n; ++v) {
    for (std::size_t arc = whole.offsets[v]; arc < whole.offsets[v + 1]; ++arc) {
      strength[v] += whole.weight(arc);
    }
  }
  std::vector<Vertex> leaving;
  const auto look_at = [&](Vertex v) {
    if (!kept[v] || strength[v] >= inner_degree) return;
    kept[v] = 0;
    leaving.push_back(v);
  };
  for (Vertex v = 0; v < n; ++v) look_at(v);
  while (!leaving.empty()) {
    const Vertex v = leaving.back();
    leaving.pop_back();
    for (std::size_t arc = whole.offsets[v]; arc < whole.offsets[v + 1]; ++arc) {
      strength[whole.targets[arc]] -= whole.weight(arc);
      look_at(whole.targets[arc]);
    }
  }
  std::vector<Vertex> order;
  for (Vertex v = 0; v < n; ++v) {
    if (kept[v]) order.push_back(v);
  }
  std::stable_sort(order.begin(), order.end(), [&](Vertex a, Vertex b) { return strength[a] < strength[b]; });
  std::vector<Vertex> place(n, no_vertex);
  for (Vertex i = 0; i < order.size(); ++i) place[order[i]] = i;

  SearchGraph part;
  std::vector<std::pair<Vertex, std::int64_t>> row;
  for (const Vertex v : order) {
    row.clear();
    for (std::size_t arc = whole.offsets[v]; arc < whole.offsets[v + 1]; ++arc) {
      if (kept[whole.targets[arc]]) row.emplace_back(place[whole.targets[arc]], whole.weight(arc));
    }
    std::sort(row.begin(), row.end());
    for (const auto& [u, weight] : row) {
      part.targets.push_back(u);
      if (!whole.weights.empty()) part.weights.push_back(weight);
      part.largest_weight = std::max(part.largest_weight, weight);
    }
    part.offsets.push_back(part.targets.size());
    part.outward.push_back(whole.outward[v]);
  }
  find_dominators(part, s, run);
  return part;
}

}  // namespace lode::subgraph::detail
