#include "subgraph/connected/grown_starts.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/graph.hpp>

#include "hybrid/escape/seeds.hpp"
#include "subgraph/connected/search.hpp"
#include "subgraph/part/core_order.hpp"

namespace lode::subgraph {
namespace detail {
namespace {

/// Parts of a given set that are joined, the heaviest first: the paths to many light ones would fill the set.
constexpr std::size_t most_starts = 8;
/// Starts with a vertex more to pass through, tried when the anchors alone cannot be joined by s vertices:
/// more find smaller joins now and then, and make a refusal take longer.
constexpr int detours = 200;
/// Starts of the anchors alone, for each of them: a start begins at a random one and joins in random order.
constexpr std::size_t starts_per_anchor = 2;
/// Draws of a vertex of a dense core that is not in the set, where most are.
constexpr int cluster_draws = 8;
/// Draws of a member to drop, for each that is to go: many hold the set together.
constexpr std::uint64_t draws_per_drop = 2;

}  // namespace
}  // namespace detail

NotJoined::NotJoined(std::size_t included, Vertex s, Vertex smallest)
    : InvalidArgument(
          "include", format_plural(included, "vertex", "vertices"),
          fmt::format("cannot be joined: the smallest connected set found that holds all of them has {} "
                      "vertices, and s is {}",
                      smallest, s),
          "ask for a larger size or include fewer"),
      smallest_(smallest) {}

namespace detail {

ConnectedStarts::ConnectedStarts(const Problem& problem, ConnectedSet& set, Rng& rng, const RunContext& run)
    : graph_(problem.graph),
      s_(problem.s),
      set_(set),
      rng_(rng),
      run_(run),
      components_(connected_components(problem.graph)),
      usable_component_(components_.count(), 0),
      in_tree_(graph_.num_vertices()),
      wanted_(graph_.num_vertices()),
      reached_(graph_.num_vertices()),
      parent_(graph_.num_vertices(), no_vertex) {
  for (Vertex c = 0; c < components_.count(); ++c) {
    usable_component_[c] = problem.include.empty() ? components_.size[c] >= s_
                                                   : c == components_.component[problem.include.front()];
  }
  place_.assign(graph_.num_vertices(), no_vertex);
  const std::optional<CoreOrder> cores = core_order(graph_, run_);
  for (const Vertex v : cores ? cores->order : degree_order(graph_)) {
    if (!usable(v)) continue;
    place_[v] = static_cast<Vertex>(order_.size());
    order_.push_back(v);
  }
}

void ConnectedStarts::first(const VertexSet& begin) {
  const std::vector<VertexSet> parts = parts_to_join(begin);
  VertexSet all;
  for (const VertexSet& part : parts) all.insert(all.end(), part.begin(), part.end());
  if (!all.empty() && make(all)) return;
  if (!parts.empty() && make(parts.front())) return;
  make_of_anchors();
}

void ConnectedStarts::from_core() {
  if (!make({hybrid::draw_near_end<Vertex>(order_, rng_)})) make_of_anchors();
}

/// A vertex of `home` drawn by core number, with those of its neighbours that lie deepest, `size` at most.
VertexSet ConnectedStarts::core_cluster(Vertex home, Vertex size) {
  for (int draw = 0; draw < cluster_draws; ++draw) {
    const Vertex v = hybrid::draw_near_end<Vertex>(order_, rng_);
    if (components_.component[v] != home || set_.contains(v)) continue;
    VertexSet cluster = {v};
    work_ += graph_.degree(v);
    for (const Vertex u : graph_.neighbors(v)) {
      if (!set_.contains(u)) cluster.push_back(u);
    }
    const auto end = cluster.begin() + std::min<std::ptrdiff_t>(size, std::ssize(cluster));
    std::partial_sort(cluster.begin() + 1, end, cluster.end(),
                      [&](Vertex a, Vertex b) { return place_[a] > place_[b]; });
    cluster.erase(end, cluster.end());
    return cluster;
  }
  return {};
}

void ConnectedStarts::join_another() {
  const Vertex home = components_.component[set_.sorted_members().front()];
  const auto kept = static_cast<Vertex>(s_ - rng_.below(s_ / 2 + 1));
  reached_.clear();
  set_.peel_to(kept, reached_, rng_);
  VertexSet wanted = set_.sorted_members();
  const VertexSet cluster = core_cluster(home, std::max<Vertex>(1, s_ - set_.size()));
  wanted.insert(wanted.end(), cluster.begin(), cluster.end());
  if (!make(wanted)) make_of_anchors();
}

/// The parts of the heaviest usable component, by falling weight.
std::vector<VertexSet> ConnectedStarts::parts_to_join(const VertexSet& begin) const {
  VertexSet sorted = begin;
  std::sort(sorted.begin(), sorted.end());
  const Components parts = connected_components(induced_subgraph(graph_, sorted));
  struct Part {
    Weight weight = 0.0;
    VertexSet vertices;
  };
  std::vector<Part> found(parts.count());
  std::vector<char> inside(graph_.num_vertices(), 0);
  for (const Vertex v : sorted) inside[v] = 1;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    Part& part = found[parts.component[i]];
    part.vertices.push_back(sorted[i]);
    graph_.for_each_neighbor(sorted[i], [&](Vertex u, Weight weight) {
      if (u > sorted[i] && inside[u]) part.weight += weight;
    });
  }
  std::vector<Weight> weight_in(components_.count(), 0.0);
  for (Part& part : found) {
    if (usable(part.vertices.front())) {
      weight_in[components_.component[part.vertices.front()]] += part.weight;
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Part& a, const Part& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.vertices.size() > b.vertices.size();
  });
  const auto home = std::max_element(weight_in.begin(), weight_in.end()) - weight_in.begin();
  std::vector<VertexSet> chosen;
  for (Part& part : found) {
    const Vertex component = components_.component[part.vertices.front()];
    if (!usable(part.vertices.front()) || component != static_cast<Vertex>(home)) continue;
    chosen.push_back(std::move(part.vertices));
    if (chosen.size() == most_starts) break;
  }
  return chosen;
}

void ConnectedStarts::take(Vertex v) {
  queue_.assign(1, v);
  in_tree_.set(v);
  // Whatever else is wanted and touches what is taken comes along.
  for (std::size_t head = 0; head < queue_.size(); ++head) {
    const Vertex u = queue_[head];
    tree_.push_back(u);
    if (!set_.contains(u)) set_.add(u);
    work_ += graph_.degree(u);
    for (const Vertex x : graph_.neighbors(u)) {
      if (in_tree_.contains(x) || !wanted_.contains(x)) continue;
      in_tree_.set(x);
      queue_.push_back(x);
    }
  }
}

/// Breadth-first search from the tree to the nearest wanted vertex outside, leaving the way back in
/// `parent_`; no_vertex when the tree holds all that it can reach.
Vertex ConnectedStarts::nearest_wanted() {
  reached_.clear();
  queue_ = tree_;
  for (std::size_t i = queue_.size(); i > 1; --i) std::swap(queue_[i - 1], queue_[rng_.below(i)]);
  for (const Vertex v : queue_) reached_.set(v);
  for (std::size_t head = 0; head < queue_.size(); ++head) {
    const Vertex v = queue_[head];
    work_ += graph_.degree(v);
    for (const Vertex u : graph_.neighbors(v)) {
      if (reached_.contains(u)) continue;
      reached_.set(u);
      parent_[u] = v;
      if (wanted_.contains(u)) return u;
      queue_.push_back(u);
    }
  }
  return no_vertex;
}

bool ConnectedStarts::make(const VertexSet& wanted) {
  const VertexSet& anchors = set_.anchors();
  set_.clear();
  in_tree_.clear();
  wanted_.clear();
  tree_.clear();
  for (const Vertex v : wanted) wanted_.set(v);
  for (const Vertex v : anchors) wanted_.set(v);
  std::size_t missing = anchors.size();
  for (const Vertex v : wanted) missing += !std::binary_search(anchors.begin(), anchors.end(), v);
  take(wanted.empty() ? anchors[rng_.below(anchors.size())] : wanted.front());
  const auto all_taken = [&] {
    return static_cast<std::size_t>(std::count_if(tree_.begin(), tree_.end(),
                                                  [&](Vertex v) { return wanted_.contains(v); })) == missing;
  };
  while (!all_taken()) {
    const Vertex v = nearest_wanted();
    if (v == no_vertex) throw InternalError("a start reaches over components");
    VertexSet path;
    for (Vertex u = v; !in_tree_.contains(u); u = parent_[u]) path.push_back(u);
    for (auto u = path.rbegin(); u != path.rend(); ++u) {
      if (!in_tree_.contains(*u)) take(*u);
    }
  }
  reached_.clear();
  if (!set_.peel_to(s_, reached_, rng_)) {
    smallest_failed_ = std::min(smallest_failed_, set_.size());
    return false;
  }
  grow();
  return true;
}

/// Joins the anchors alone, or by way of one more vertex near them.
void ConnectedStarts::make_of_anchors() {
  const VertexSet& anchors = set_.anchors();
  if (anchors.empty()) {
    make({order_.back()});
    return;
  }
  constexpr std::string_view joining = "joining the vertices to include";
  for (std::size_t i = 0; i < starts_per_anchor * anchors.size(); ++i) {
    if (make({})) return;
    run_.require_time(joining);
  }
  for (int i = 0; i < detours; ++i) {
    run_.require_time(joining);
    const Vertex near = outside_neighbor();
    if (near != no_vertex && make({near})) return;
  }
  throw NotJoined(anchors.size(), s_, smallest_failed_);
}

void ConnectedStarts::drop_some() {
  const std::uint64_t members = set_.state().members().size();
  if (members < 2) return;
  const std::uint64_t wanted = 1 + rng_.below(std::max<std::uint64_t>(1, members / 2));
  std::uint64_t dropped = 0;
  for (std::uint64_t attempt = 0; attempt < draws_per_drop * wanted && dropped < wanted && set_.size() > 1;
       ++attempt) {
    const Vertex v = set_.state().members()[rng_.below(set_.state().members().size())];
    if (!set_.removable(v)) continue;
    set_.remove(v);
    ++dropped;
  }
}

/// One of the outsiders that weigh most towards the set, by buckets; no_vertex if none weighs anything.
Vertex ConnectedStarts::best_touching() {
  const BucketArray& touching = set_.state().outsider_buckets();
  if (touching.empty()) return no_vertex;
  const std::span<const Vertex> top = touching.bucket(touching.highest());
  return top[rng_.below(top.size())];
}

/// The same of those with an edge to the set: with a hub, others weigh something, too.
Vertex ConnectedStarts::best_next_to() {
  Vertex best = no_vertex;
  std::uint64_t equals = 0;
  for (const Vertex v : set_.outsiders_next_to()) {
    const Weight weight = set_.state().degree_into(v);
    const Weight most = best == no_vertex ? weight : set_.state().degree_into(best);
    if (best == no_vertex || weight > most) {
      best = v;
      equals = 1;
    } else if (weight == most && rng_.below(++equals) == 0) {
      best = v;
    }
  }
  return best;
}

void ConnectedStarts::grow() {
  while (set_.size() < s_) {
    Vertex v = set_.has_hub() ? best_next_to() : best_touching();
    if (v == no_vertex) {  // only edges of weight zero lead on
      v = outside_neighbor();
      if (v == no_vertex) throw InternalError("a connected start cannot be grown");
    }
    set_.add(v);
    if (set_.inner(v).empty()) {  // rounding left a positive d_S where there is no edge
      set_.remove(v);
      v = outside_neighbor();
      if (v == no_vertex) throw InternalError("a connected start cannot be grown");
      set_.add(v);
    }
  }
}

Vertex ConnectedStarts::outside_neighbor() {
  const std::span<const Vertex> members = set_.state().members();
  const VertexSet& anchors = set_.anchors();
  const std::size_t size = members.size() + anchors.size();
  const auto nth = [&](std::size_t i) {
    return i < members.size() ? members[i] : anchors[i - members.size()];
  };
  const auto draw = [&] {
    const Vertex v = nth(rng_.below(size));
    return graph_.degree(v) == 0 ? no_vertex : graph_.neighbors(v)[rng_.below(graph_.degree(v))];
  };
  const auto first = [&] {
    for (std::size_t i = 0; i < size; ++i) {
      const Vertex v = nth(i);
      work_ += graph_.degree(v);
      for (const Vertex u : graph_.neighbors(v)) {
        if (!set_.contains(u)) return u;
      }
    }
    return no_vertex;
  };
  return hybrid::draw_usable(
      hybrid::seed_attempts, draw, [&](Vertex u) { return u != no_vertex && !set_.contains(u); }, first);
}

}  // namespace detail
}  // namespace lode::subgraph
