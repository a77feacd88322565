#include "graph/cliques/clique_search.hpp"

#include <algorithm>
#include <utility>

namespace lode::detail {
namespace {

std::size_t count_bits(const BitRows::Word* bits, std::size_t words) {
  std::size_t count = 0;
  for (std::size_t w = 0; w < words; ++w) count += static_cast<std::size_t>(std::popcount(bits[w]));
  return count;
}

}  // namespace

bool CliqueBudget::spend(std::uint64_t words) {
  constexpr std::uint64_t words_per_poll = 1u << 20;  // about a millisecond
  if (stopped) return false;
  if (words > left) {
    exhausted = true;
    stopped = true;
    return false;
  }
  left -= words;
  if (words >= until_poll) {
    until_poll = words_per_poll;
    stopped = run.should_stop() || (enough_at && enough_at->load(std::memory_order_relaxed) < task);
  } else {
    until_poll -= words;
  }
  return !stopped;
}

OrderedGraph::OrderedGraph(Vertex count, const BitRows& adjacency)
    : n(count), rows(count, count), original(count) {
  constexpr Vertex placed = no_vertex;
  const std::size_t words = adjacency.words();
  std::vector<Vertex> degree(n, 0);
  for (Vertex v = 0; v < n; ++v) degree[v] = static_cast<Vertex>(count_bits(adjacency.row(v), words));
  std::vector<Vertex> position(n);
  for (Vertex place = n; place-- > 0;) {
    const auto least = static_cast<Vertex>(std::min_element(degree.begin(), degree.end()) - degree.begin());
    degree[least] = placed;
    original[place] = least;
    position[least] = place;
    for (std::size_t w = 0; w < words; ++w) {
      for_each_bit(adjacency.row(least)[w], w, [&](Vertex u) { degree[u] -= degree[u] != placed ? 1u : 0u; });
    }
  }
  for (Vertex v = 0; v < n; ++v) {
    for (std::size_t w = 0; w < words; ++w) {
      for_each_bit(adjacency.row(v)[w], w, [&](Vertex u) { rows.set(position[v], position[u]); });
    }
  }
}

namespace {

/// The rows of some positions, numbered in their order.
BitRows rows_of(const OrderedGraph& whole, const BitRows::Word* positions,
                const std::vector<Vertex>& members) {
  const std::size_t words = whole.rows.words();
  std::vector<Vertex> local(whole.n, no_vertex);
  for (Vertex i = 0; i < members.size(); ++i) local[members[i]] = i;
  BitRows rows(static_cast<Vertex>(members.size()), static_cast<Vertex>(members.size()));
  for (Vertex i = 0; i < members.size(); ++i) {
    const BitRows::Word* row = whole.rows.row(members[i]);
    for (std::size_t w = 0; w < words; ++w) {
      for_each_bit(row[w] & positions[w], w, [&](Vertex u) { rows.set(i, local[u]); });
    }
  }
  return rows;
}

std::vector<Vertex> members_of(const OrderedGraph& whole, const BitRows::Word* positions) {
  std::vector<Vertex> members;
  for (std::size_t w = 0; w < whole.rows.words(); ++w) {
    for_each_bit(positions[w], w, [&](Vertex u) { members.push_back(u); });
  }
  return members;
}

OrderedGraph graph_of(const OrderedGraph& whole, const BitRows::Word* positions) {
  const std::vector<Vertex> members = members_of(whole, positions);
  OrderedGraph part(static_cast<Vertex>(members.size()), rows_of(whole, positions, members));
  for (Vertex& v : part.original) v = whole.original[members[v]];
  return part;
}

}  // namespace

OrderedGraph::OrderedGraph(const OrderedGraph& whole, const BitRows::Word* positions)
    : OrderedGraph(graph_of(whole, positions)) {}

CliqueSearch::CliqueSearch(const OrderedGraph& graph, CliqueBudget& budget)
    : graph_(graph), budget_(budget), brancher_(graph.n, graph.rows) {}

CliqueSearch::Level& CliqueSearch::level(std::size_t depth) {
  while (levels_.size() <= depth) {
    levels_.emplace_back();
    levels_.back().candidates.resize(graph_.rows.words());
  }
  return levels_[depth];
}

void CliqueSearch::run(Vertex least, Vertex enough) {
  best_ = least;
  enough_ = enough;
  upper_bound_ = std::max(least, graph_.n);
  found_.clear();
  clique_.clear();
  if (graph_.n <= least) {
    upper_bound_ = least;
    return;
  }
  levels_.reserve(graph_.n + std::size_t{2});  // references to levels stay valid
  Level& root = level(0);
  std::fill(root.candidates.begin(), root.candidates.end(), Word{0});
  for (Vertex i = 0; i < graph_.n; ++i) root.candidates[i / 64] |= BitRows::bit(i);
  expand(0);
}

void CliqueSearch::record(Vertex last) {
  found_.clear();
  for (const Vertex position : clique_) found_.push_back(graph_.original[position]);
  found_.push_back(graph_.original[last]);
  best_ = static_cast<Vertex>(found_.size());
}

void CliqueSearch::expand(std::size_t depth) {
  Level& at = level(depth);
  const std::size_t words = graph_.rows.words();
  ++budget_.nodes;
  // A clique that grows by at most `spare` vertices does not beat the best.
  const auto spare = static_cast<Vertex>(best_ - std::min<std::size_t>(best_, clique_.size()));
  const std::uint64_t before = brancher_.work();
  brancher_.part(at.candidates.data(), spare, at.branches);
  const std::vector<Vertex>& branch = at.branches.vertex;
  const std::vector<Vertex>& bound = at.branches.bound;
  if (depth == 0) upper_bound_ = branch.empty() ? best_ : bound.back();
  if (branch.empty()) return;
  if (!budget_.spend(brancher_.work() - before + 4 * words * branch.size())) return;
  for (std::size_t i = branch.size(); i-- > 0;) {
    if (clique_.size() + bound[i] <= best_) break;
    if (depth == 0) upper_bound_ = std::max(best_, bound[i]);
    const Vertex v = branch[i];
    Level& below = level(depth + 1);
    Word any = 0;
    for (std::size_t w = 0; w < words; ++w) {
      below.candidates[w] = at.candidates[w] & graph_.rows.row(v)[w];
      any |= below.candidates[w];
    }
    if (any == 0) {
      if (clique_.size() + 1 > best_) record(v);
    } else {
      clique_.push_back(v);
      expand(depth + 1);
      clique_.pop_back();
    }
    if (ended()) return;
    at.candidates[v / 64] &= ~BitRows::bit(v);
  }
  if (depth == 0) upper_bound_ = best_;
}

}  // namespace lode::detail
