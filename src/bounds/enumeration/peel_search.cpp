#include "bounds/enumeration/peel_search.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr std::uint64_t poll_interval = 256;
/// Members compared with candidates between two looks at the clock.
constexpr std::uint64_t poll_work = 1 << 18;
constexpr std::size_t smallest_block = 16;
constexpr std::size_t largest_block = 4096;

/// How much a set can weigh that grows from a prefix of its peeling order. Vertices of least degree are added
/// one after the other: d_{j+1} <= min(d_j + largest edge, 2 w(P_j) / (j - 1)) and w(P_j) <= caps[j].
class GrowthLimits {
 public:
  /// caps[j] bounds every set of j vertices, j = 0 ... s.
  GrowthLimits(std::vector<std::int64_t> caps, std::int64_t largest_weight, std::int64_t goal)
      : caps_(std::move(caps)), largest_weight_(largest_weight), goal_(goal) {
    if (tabulated()) fill_table();
  }

  Vertex s() const { return static_cast<Vertex>(caps_.size() - 1); }
  std::int64_t goal() const { return goal_; }
  std::int64_t largest_weight() const { return largest_weight_; }
  std::int64_t cap(Vertex size) const { return caps_[size]; }
  void raise_goal(std::int64_t goal) {
    goal_ = goal;
    if (tabulated()) fill_table();
  }

  /// True unless no set of weight `goal` grows from p vertices of weight w, the last added with degree d.
  bool can_reach(Vertex p, std::int64_t d, std::int64_t w) const {
    if (!least_weight_.empty()) return w >= least_weight_[p * caps_.size() + static_cast<std::size_t>(d)];
    return largest_total(p, d, w) >= goal_;
  }

 private:
  /// With edges of weight 1 a degree is below the size, and all answers fit into a small table.
  bool tabulated() const { return largest_weight_ == 1 && caps_.size() <= 100; }

  std::int64_t largest_total(Vertex p, std::int64_t d, std::int64_t w) const {
    for (Vertex j = p + 1; j < caps_.size(); ++j) {
      d += largest_weight_;
      if (j > 2) d = std::min(d, 2 * w / (j - 2));
      w = std::min(w + d, caps_[j]);
    }
    return w;
  }

  /// The least weight from which `goal` can be reached, by size and last degree.
  void fill_table() {
    const std::size_t width = caps_.size();
    least_weight_.assign(width * width, std::numeric_limits<std::int64_t>::max());
    for (Vertex p = 1; p < width; ++p) {
      for (Vertex d = 0; d < p; ++d) {
        std::int64_t least = 0;
        for (std::int64_t above = caps_[p] + 1; least < above;) {  // no set weighs more than the cap
          const std::int64_t middle = (least + above) / 2;
          if (largest_total(p, d, middle) < goal_) {
            least = middle + 1;
          } else {
            above = middle;
          }
        }
        least_weight_[p * width + d] = least;
      }
    }
  }

  std::vector<std::int64_t> caps_;
  std::int64_t largest_weight_;
  std::int64_t goal_;
  std::vector<std::int64_t> least_weight_;
};

/// A prefix to begin with: one vertex, or two adjacent ones, the second of smaller place.
struct Beginning {
  Vertex first = 0;
  Vertex second = no_vertex;
};

struct FoundSet {
  std::vector<Vertex> set;  ///< places; empty: nothing
  std::int64_t weight = 0;
  std::uint64_t nodes = 0;
};

/// What the beginnings of one block share: how many prefixes they may look at together.
class BlockBudget {
 public:
  BlockBudget(std::uint64_t nodes, const RunContext& run) : left_(nodes), run_(run) {}

  /// Counts prefixes; false once the search has to end.
  bool spend(std::uint64_t nodes) {
    if (spent_.fetch_add(nodes) + nodes > left_ || run_.should_stop()) ended_.store(true);
    return !ended();
  }
  /// The same without a prefix, in the middle of a long one.
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

// The weights from vertices around a set to the set, kept while vertices enter and leave. Two forms with one
// interface: buckets for unweighted graphs, a list for weighted ones. Only outsiders with an edge to the set
// are filed.

class UnitGains {
 public:
  UnitGains(const SearchGraph& graph, Vertex s)
      : graph_(graph),
        degree_(graph.num_vertices(), 0),
        index_(graph.num_vertices(), 0),
        member_(graph.num_vertices(), 0),
        filed_(s + std::size_t{1}) {}

  std::int64_t degree(Vertex v) const { return degree_[v]; }
  bool member(Vertex v) const { return member_[v] != 0; }

  void add(Vertex v) {
    member_[v] = 1;
    unfile(v);
    for (const Vertex u : graph_.neighbors(v)) shift(u, 1);
  }
  void remove(Vertex v) {
    for (const Vertex u : graph_.neighbors(v)) shift(u, -1);
    member_[v] = 0;
    file(v);
  }

  std::int64_t largest() const { return filed_.empty() ? 0 : static_cast<std::int64_t>(filed_.highest()); }

  /// sums[i]: the i largest degrees of outsiders together, i = 0 ... count.
  void top_sums(Vertex count, std::vector<std::int64_t>& sums) const {
    sums.assign(1, 0);
    std::size_t left = filed_.size();
    for (std::size_t key = filed_.empty() ? 0 : filed_.highest(); left > 0 && sums.size() <= count; --key) {
      const std::size_t here = filed_.bucket(key).size();
      left -= here;
      for (std::size_t i = 0; i < here && sums.size() <= count; ++i) {
        sums.push_back(sums.back() + static_cast<std::int64_t>(key));
      }
    }
    while (sums.size() <= count) sums.push_back(sums.back());
  }

  /// Calls visit(v, degree) for filed outsiders, by falling degree, until it returns false for a degree.
  template <class Accepts, class Visit>
  void for_each(Accepts&& accepts, Visit&& visit) const {
    std::size_t left = filed_.size();
    for (std::size_t key = filed_.empty() ? 0 : filed_.highest(); left > 0; --key) {
      if (filed_.bucket(key).empty()) continue;
      if (!accepts(static_cast<std::int64_t>(key))) return;
      left -= filed_.bucket(key).size();
      for (const Vertex v : filed_.bucket(key)) visit(v, static_cast<std::int64_t>(key));
    }
  }

 private:
  void file(Vertex v) {
    if (degree_[v] > 0) index_[v] = filed_.insert(v, degree_[v]);
  }
  void unfile(Vertex v) {
    if (degree_[v] > 0) index_[filed_.erase(degree_[v], index_[v])] = index_[v];
  }
  void shift(Vertex v, int change) {
    if (!member_[v]) unfile(v);
    degree_[v] += static_cast<std::uint32_t>(change);
    if (!member_[v]) file(v);
  }

  const SearchGraph& graph_;
  std::vector<std::uint32_t> degree_;
  std::vector<std::uint32_t> index_;  ///< in the bucket
  std::vector<char> member_;
  BucketArray filed_;
};

class WeightedGains {
 public:
  WeightedGains(const SearchGraph& graph, Vertex)
      : graph_(graph),
        degree_(graph.num_vertices(), 0),
        links_(graph.num_vertices(), 0),
        member_(graph.num_vertices(), 0) {}

  std::int64_t degree(Vertex v) const { return degree_[v]; }
  bool member(Vertex v) const { return member_[v] != 0; }

  void add(Vertex v) {
    member_[v] = 1;
    for (std::size_t arc = graph_.offsets[v]; arc < graph_.offsets[v + 1]; ++arc) {
      const Vertex u = graph_.targets[arc];
      degree_[u] += graph_.weight(arc);
      if (links_[u]++ == 0) filed_.push_back(u);
    }
  }
  void remove(Vertex v) {
    for (std::size_t arc = graph_.offsets[v + 1]; arc-- > graph_.offsets[v];) {
      const Vertex u = graph_.targets[arc];
      degree_[u] -= graph_.weight(arc);
      if (--links_[u] == 0) filed_.pop_back();  // last in, first out
    }
    member_[v] = 0;
  }

  std::int64_t largest() const {
    std::int64_t largest = 0;
    for (const Vertex v : filed_) largest = std::max(largest, member_[v] ? 0 : degree_[v]);
    return largest;
  }

  void top_sums(Vertex count, std::vector<std::int64_t>& sums) const {
    std::vector<std::int64_t>& top = scratch_;
    top.clear();
    for (const Vertex v : filed_) {
      if (!member_[v]) top.push_back(degree_[v]);
    }
    const std::size_t taken = std::min<std::size_t>(count, top.size());
    std::partial_sort(top.begin(), top.begin() + static_cast<std::ptrdiff_t>(taken), top.end(),
                      std::greater<>());
    sums.assign(1, 0);
    for (std::size_t i = 0; i < count; ++i) sums.push_back(sums.back() + (i < taken ? top[i] : 0));
  }

  template <class Accepts, class Visit>
  void for_each(Accepts&& accepts, Visit&& visit) const {
    for (const Vertex v : filed_) {
      if (!member_[v] && accepts(degree_[v])) visit(v, degree_[v]);
    }
  }

 private:
  const SearchGraph& graph_;
  std::vector<std::int64_t> degree_;
  std::vector<std::uint32_t> links_;
  std::vector<char> member_;
  std::vector<Vertex> filed_;
  mutable std::vector<std::int64_t> scratch_;
};

/// Depth-first search from one beginning at a time.
template <class Gains>
class PrefixSearch {
 public:
  PrefixSearch(const SearchGraph& graph, const GrowthLimits& limits)
      : graph_(graph), limits_(limits), s_(limits.s()), gains_(graph, s_), levels_(s_ + std::size_t{1}) {}

  FoundSet search(const Beginning& beginning, const GrowthLimits& limits, BlockBudget& budget) {
    if (limits_.goal() != limits.goal()) limits_ = limits;
    found_ = {};
    budget_ = &budget;
    push(beginning.first, 0);
    if (beginning.second != no_vertex) {
      const std::int64_t weight = graph_.edge_weight(beginning.first, beginning.second);
      if (dominators_inside(beginning.second) && limits_.can_reach(2, weight, weight)) {
        push(beginning.second, weight);
        extend();
        pop();
      }
    } else {
      extend();
    }
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
      // The rest draws at most the top of what is there, one edge each to the candidate, and its own best.
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
    const std::int64_t largest = gains_.largest();
    if (weight_ + largest < limits_.goal()) return;
    Vertex last = no_vertex;
    if (largest == 0) {
      for (Vertex v = 0; v < graph_.num_vertices() && last == no_vertex; ++v) {
        if (!gains_.member(v)) last = v;
      }
      if (last == no_vertex) return;
    } else {
      gains_.for_each([&](std::int64_t degree) { return degree == largest; },
                      [&](Vertex v, std::int64_t) { last = last == no_vertex ? v : last; });
    }
    record(weight_ + largest, last);
  }

  void list_candidates(Level& level) {
    level.candidates.clear();
    const Vertex p = static_cast<Vertex>(members_.size());
    const auto accepts = [&](std::int64_t degree) {
      return limits_.can_reach(p + 1, degree, weight_ + degree);
    };
    const std::int64_t highest = degrees_.back() + limits_.largest_weight();
    gains_.for_each([&](std::int64_t degree) { return degree > highest || accepts(degree); },
                    [&](Vertex v, std::int64_t degree) {
                      if (degree <= highest && is_last_of_peeling(v, degree) && dominators_inside(v)) {
                        level.candidates.push_back({v, degree});
                      }
                    });
    if (!accepts(0)) return;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (!gains_.member(v) && gains_.degree(v) == 0 && is_last_of_peeling(v, 0) && dominators_inside(v)) {
        level.candidates.push_back({v, 0});
      }
    }
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

  bool dominators_inside(Vertex v) const {
    const auto dominators = graph_.dominators_of(v);
    return dominators.size() <= members_.size() &&
           std::all_of(dominators.begin(), dominators.end(), [&](Vertex u) { return gains_.member(u); });
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

/// Pairs of adjacent vertices if a set can only begin so, else single vertices; large places first.
std::vector<Beginning> beginnings(const SearchGraph& graph, const GrowthLimits& limits) {
  std::vector<Beginning> list;
  const bool pairs = limits.s() >= 2 && !limits.can_reach(2, 0, 0);
  for (Vertex v = graph.num_vertices(); v-- > 0;) {
    if (!graph.dominators_of(v).empty()) continue;
    if (!pairs) {
      list.push_back({v, no_vertex});
      continue;
    }
    for (const Vertex u : graph.neighbors(v)) {
      if (u < v) list.push_back({v, u});
    }
  }
  return list;
}

template <class Gains>
PeelSearchResult search_all(const SearchGraph& graph, GrowthLimits limits, std::uint64_t max_nodes,
                            const RunContext& run) {
  PeelSearchResult result;
  const std::vector<Beginning> list = beginnings(graph, limits);
  tbb::enumerable_thread_specific<std::unique_ptr<PrefixSearch<Gains>>> searches;
  std::size_t size = smallest_block;
  for (std::size_t begin = 0; begin < list.size() && !run.should_stop();) {
    const std::size_t end = std::min(list.size(), begin + size);
    std::vector<FoundSet> found(end - begin);
    BlockBudget budget(max_nodes - result.nodes, run);
    run.parallel([&] {
      tbb::parallel_for(begin, end, [&](std::size_t i) {
        auto& search = searches.local();
        if (!search) search = std::make_unique<PrefixSearch<Gains>>(graph, limits);
        if (!budget.ended()) found[i - begin] = search->search(list[i], limits, budget);
      });
    });
    result.nodes += budget.spent();
    if (budget.exceeded()) break;  // what was found until then depends on the threads
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
  if (list.empty()) result.complete = true;
  for (Vertex& v : result.best) v = graph.outward[v];
  std::sort(result.best.begin(), result.best.end());
  return result;
}

}  // namespace

PeelSearchResult peel_search(const SearchGraph& graph, std::vector<std::int64_t> caps, std::int64_t goal,
                             std::uint64_t max_nodes, const RunContext& run) {
  if (graph.num_vertices() + std::size_t{1} < caps.size()) return {.best = {}, .complete = true};
  const GrowthLimits limits(std::move(caps), graph.largest_weight, goal);
  return graph.weights.empty() ? search_all<UnitGains>(graph, limits, max_nodes, run)
                               : search_all<WeightedGains>(graph, limits, max_nodes, run);
}

}  // namespace lode::subgraph::detail
