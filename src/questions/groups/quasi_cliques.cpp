#include "questions/groups/quasi_cliques.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include <lode/core/tolerance.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/part.hpp>
#include <lode/study/find.hpp>

#include "core/stream_tags.hpp"

namespace lode::detail {
namespace {

/// Relative margin for the rounding of strengths, cores and sizes.
constexpr double up = 1.0 + 1e-12;

constexpr std::size_t no_set = std::numeric_limits<std::size_t>::max();
/// Starts in a row without a better set after which the search ends, and most starts for one set.
constexpr int most_idle = 40, most_starts = 400;
/// Starts with this part of the largest surplus are searched in any case.
constexpr double promising = 0.5;
/// Most vertices that are peeled together.
constexpr std::size_t most_peeled = 1500;
/// Most arcs of a part whose bounds are computed by default.
constexpr ArcIndex most_bounded_arcs = ArcIndex{1} << 18;

/// Core numbers, by strength with weights, and the vertices in their order; empty if the run should stop.
std::pair<std::vector<Weight>, std::vector<Vertex>> cores_of(const Graph& graph, const RunContext& run) {
  const auto both = [](auto cores) -> std::pair<std::vector<Weight>, std::vector<Vertex>> {
    if (!cores) return {};
    return {{cores->core.begin(), cores->core.end()}, std::move(cores->order)};
  };
  return graph.weighted() ? both(strength_cores(graph, run)) : both(core_decomposition(graph, run));
}

}  // namespace

QuasiCliques::QuasiCliques(const Graph& graph, double price, const RunContext& run)
    : graph_(graph), price_(price), run_(run), rng_(run.seed(), group_stream) {
  const Vertex n = graph.num_vertices();
  heaviest_ = graph.weighted() ? 0.0 : 1.0;
  for (const Weight w : graph.weights()) heaviest_ = std::max(heaviest_, w);
  tolerance_ = optimality_tolerance * heaviest_;
  left_.assign(n, 1);
  place_.assign(n, no_vertex);
  holder_.assign(n, no_set);
  for (std::vector<char>* const flags : {&member_, &listed_}) flags->assign(n, 0);
  link_.assign(n, 0.0);
  free_at_.assign(n, 0);
  std::tie(core_, order_) = cores_of(graph, run);
  if (order_.size() < n) return;
  std::vector<Vertex> rank(n);
  for (Vertex i = 0; i < n; ++i) rank[order_[i]] = i;
  begin_.assign(n + std::size_t{1}, 0);
  later_.reserve(graph.num_edges());
  for (Vertex v = 0; v < n; ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (rank[u] > rank[v]) later_.push_back({u, w});
    });
    begin_[v + std::size_t{1}] = later_.size();
  }
}

void QuasiCliques::remove(std::span<const Vertex> vertices) {
  for (const Vertex v : vertices) left_[v] = 0;
}

bool QuasiCliques::intact(const SurplusSet& set) const {
  return !set.vertices.empty() && std::ranges::all_of(set.vertices, [&](Vertex v) { return left_[v] != 0; });
}

/// The set of most surplus among those that peeling leaves. The first vertex is never peeled.
SurplusSet QuasiCliques::peeled(std::vector<Vertex> members) {
  const std::size_t k = members.size();
  matrix_.assign(k * k, 0.0);
  std::vector<Weight> link(k, 0.0);
  Weight total = 0.0;
  for (std::size_t i = 0; i < k; ++i) place_[members[i]] = static_cast<Vertex>(i);
  for (std::size_t i = 0; i < k; ++i) {
    for (const auto& [u, w] : later(members[i])) {
      const std::size_t j = place_[u];
      if (j == no_vertex) continue;
      matrix_[i * k + j] = matrix_[j * k + i] = w;
      link[i] += w;
      link[j] += w;
      total += w;
    }
  }
  for (const Vertex v : members) place_[v] = no_vertex;
  std::vector<std::size_t> kept(k);
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  double best = 0.0;
  std::size_t best_size = 1;
  for (std::size_t size = k; size > 1; --size) {
    if (total - priced(size) > best + tolerance_) {
      best = total - priced(size);
      best_size = size;
    }
    const auto last = kept.begin() + static_cast<std::ptrdiff_t>(size);
    const auto least = std::min_element(kept.begin() + 1, last, [&](std::size_t a, std::size_t b) {
      return link[a] != link[b] ? link[a] < link[b] : members[a] > members[b];
    });
    total -= link[*least];
    const Weight* const row = matrix_.data() + *least * k;
    for (auto i = kept.begin(); i != last; ++i) link[*i] -= row[*i];
    std::iter_swap(least, last - 1);
  }
  SurplusSet set{{}, best};
  for (std::size_t i = 0; i < best_size; ++i) set.vertices.push_back(members[kept[i]]);
  return set;
}

SurplusSet QuasiCliques::start_at(Vertex start) {
  std::vector<Vertex> members = {start};
  for (const auto& [u, w] : later(start)) {
    if (left_[u] != 0) members.push_back(u);
  }
  if (members.size() > most_peeled) {  // with weights, light edges may lead to any number of later vertices
    std::stable_sort(members.begin() + 1, members.end(),
                     [&](Vertex a, Vertex b) { return core_[a] > core_[b]; });
    members.resize(most_peeled);
  }
  return peeled(std::move(members));
}

/// Adds a vertex to the set of the local search, or removes it.
void QuasiCliques::flip(Vertex v) {
  const bool joins = member_[v] == 0;
  const auto others = static_cast<double>(joins ? members_.size() : members_.size() - 1);
  const double gain = link_[v] - price_ * others;
  value_ += joins ? gain : -gain;
  member_[v] = joins ? 1 : 0;
  if (joins) {
    members_.push_back(v);
  } else {
    *std::ranges::find(members_, v) = members_.back();
    members_.pop_back();
  }
  graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
    if (left_[u] == 0) return;
    link_[u] += joins ? w : -w;
    if (listed_[u] == 0) border_.push_back(u);
    listed_[u] = 1;
  });
}

/// Tabu search from a set: in each step the best move of one vertex, in or out. It ends after `patience`
/// steps without a better set.
SurplusSet QuasiCliques::improved(const VertexSet& start, Vertex anchor, std::uint64_t patience) {
  constexpr std::uint64_t tenure = 5, tenures = 6, poll_interval = 64;
  value_ = 0.0;
  for (const Vertex v : start) flip(v);
  SurplusSet best{members_, value_};
  for (std::uint64_t last = step_; step_ - last < patience; ++step_) {
    if (step_ % poll_interval == 0 && run_.should_stop()) break;
    Vertex move = no_vertex;
    double most = -std::numeric_limits<double>::infinity();
    const auto consider = [&](Vertex v, double gain) {
      if (free_at_[v] > step_ && value_ + gain <= best.surplus + tolerance_) return;
      if (gain < most || (gain == most && v > move)) return;
      most = gain;
      move = v;
    };
    const auto s = static_cast<double>(members_.size());
    for (const Vertex v : members_) {
      if (v != anchor && members_.size() > 1) consider(v, price_ * (s - 1.0) - link_[v]);
    }
    for (const Vertex v : border_) {
      if (member_[v] == 0) consider(v, link_[v] - price_ * s);
    }
    if (border_.empty()) break;
    if (move == no_vertex) continue;
    flip(move);
    free_at_[move] = step_ + 1 + tenure + rng_.below(tenures);
    if (value_ <= best.surplus + tolerance_) continue;
    best = {members_, value_};
    last = step_;
  }
  step_ += tenure + tenures;
  for (const Vertex v : border_) link_[v] = listed_[v] = 0;
  for (const Vertex v : members_) member_[v] = 0;
  members_.clear();
  border_.clear();
  return best;
}

/// Long searches from a set until one does not improve it.
SurplusSet QuasiCliques::settled(SurplusSet set, Vertex anchor) {
  constexpr std::uint64_t steps = 500, steps_per_member = 20;
  for (double before = -std::numeric_limits<double>::infinity();
       set.surplus > before + tolerance_ && !run_.should_stop();) {
    before = set.surplus;
    set = improved(set.vertices, anchor, steps + steps_per_member * set.vertices.size());
  }
  std::ranges::sort(set.vertices);
  return set;
}

/// The largest surplus of the pool. The starts of sets that lost a vertex are queued again.
double QuasiCliques::best_of_pool() {
  for (; !best_sets_.empty(); best_sets_.pop()) {
    const auto [surplus, i] = best_sets_.top();
    if (pool_[i].set.surplus != surplus) continue;
    if (intact(pool_[i].set)) return surplus;
    for (const Vertex v : std::exchange(pool_[i].starts, {})) {
      if (left_[v] != 0) starts_.emplace(start_at(v).surplus, v);
    }
    pool_[i].set = {};
  }
  return 0.0;
}

SurplusSet QuasiCliques::best() {
  if (order_.size() < graph_.num_vertices()) return {};
  if (pool_.empty() && starts_.empty()) {
    for (Vertex v = 0; v < graph_.num_vertices() && !run_.should_stop(); ++v) {
      if (left_[v] != 0) starts_.emplace(start_at(v).surplus, v);
    }
  }
  double known = best_of_pool();
  for (int idle = 0, searched = 0; !starts_.empty() && !run_.should_stop();) {
    const auto [surplus, v] = starts_.top();
    if (idle >= most_idle && (searched >= most_starts || surplus < promising * known)) break;
    starts_.pop();
    if (left_[v] == 0) continue;
    if (const std::size_t i = holder_[v]; i != no_set && intact(pool_[i].set)) {
      pool_[i].starts.push_back(v);
      continue;
    }
    SurplusSet start = start_at(v);
    if (start.surplus < surplus - tolerance_) {
      starts_.emplace(start.surplus, v);
      continue;
    }
    if (start.surplus <= 0.0) continue;
    constexpr std::uint64_t steps = 20;
    SurplusSet found = improved(start.vertices, no_vertex, steps + 2 * start.vertices.size());
    ++searched;
    idle = found.surplus > known + tolerance_ ? 0 : idle + 1;
    known = std::max(known, found.surplus);
    for (const Vertex u : found.vertices) holder_[u] = pool_.size();
    best_sets_.emplace(found.surplus, pool_.size());
    pool_.push_back({std::move(found), {v}});
  }
  if (best_of_pool() <= 0.0) return {};
  const std::size_t i = best_sets_.top().second;
  pool_[i].set = settled(std::move(pool_[i].set), no_vertex);
  for (const Vertex u : pool_[i].set.vertices) holder_[u] = i;
  best_sets_.emplace(pool_[i].set.surplus, i);
  return pool_[i].set;
}

SurplusSet QuasiCliques::best_with(Vertex anchor) {
  if (order_.size() < graph_.num_vertices()) return {};
  std::vector<Vertex> members = {anchor};
  graph_.for_each_neighbor(anchor, [&](Vertex u, Weight) {
    if (left_[u] != 0) members.push_back(u);
  });
  std::stable_sort(members.begin() + 1, members.end(),
                   [&](Vertex a, Vertex b) { return core_[a] > core_[b]; });
  members.resize(std::min(members.size(), most_peeled));
  SurplusSet best = settled(peeled(members), anchor);
  for (std::size_t i = 1; i < std::min<std::size_t>(members.size(), most_idle); ++i) {
    VertexSet start = start_at(members[i]).vertices;
    if (std::ranges::find(start, anchor) == start.end()) start.push_back(anchor);
    SurplusSet found = settled(improved(start, anchor, 2 * start.size()), anchor);
    if (found.surplus > best.surplus + tolerance_) best = std::move(found);
  }
  return best;
}

/// The surplus of a set of s vertices of this weight, rounded up.
double QuasiCliques::with_margin(double weight, std::size_t s) const {
  return weight - priced(s) + 0x1p-50 * (weight + priced(s));
}

/// A set of more surplus has at least s vertices, where (heaviest - price) s(s-1)/2 exceeds the known
/// surplus. Its members have at least price (s-1) each inside, so without the anchor it lies in a core. Two
/// sets of s and t vertices without edges between them have more surplus together than each of them only if
/// (heaviest - 3 price) (s+t) > 2 (heaviest - price): else components are bounded alone.
double QuasiCliques::bound(const SurplusSet& known, Vertex anchor, subgraph::Effort effort) const {
  const double surplus = known.surplus;
  if (order_.size() < graph_.num_vertices()) return std::numeric_limits<double>::infinity();
  const bool anchored = anchor != no_vertex;
  const double room = heaviest_ - price_;
  double most = with_margin(surplus + priced(known.vertices.size()), known.vertices.size());
  if (room <= 0.0) return most;
  Vertex least = 2;
  while (room * up * static_cast<double>(possible_edges(least)) <= surplus) ++least;
  const double need = price_ * (least - 1.0) / up - (anchored ? heaviest_ : 0.0) - tolerance_;
  Part part{graph_};
  for (Vertex size = no_vertex; part.graph.num_vertices() != size;) {
    size = part.graph.num_vertices();
    const std::vector<Weight> cores = part.whole() ? core_ : cores_of(part.graph, run_).first;
    if (cores.size() < size) return std::numeric_limits<double>::infinity();
    std::vector<Vertex> kept;
    for (Vertex i = 0; i < size; ++i) {
      const Vertex v = part.to_graph(i);
      if (left_[v] != 0 && (cores[i] >= need || v == anchor)) kept.push_back(i);
    }
    part = composed(part, part_of(part.graph, kept));
  }
  // Sums of two sizes up to n, with a margin for a third that is rounded down.
  const double n = part.graph.num_vertices();
  const bool splits = !anchored && (heaviest_ - 3.0 * price_) * n * up < room;
  const Components components = connected_components(part.graph);
  std::vector<std::vector<Vertex>> sets(splits ? components.count() : 1);
  for (Vertex i = 0; i < part.graph.num_vertices(); ++i) {
    sets[splits ? components.component[i] : 0].push_back(i);
  }
  for (const std::vector<Vertex>& set : sets) {
    if (set.size() < least) continue;
    const Part one = part_of(part.graph, set);
    const Vertex held = anchored ? one.to_part(part.to_part(anchor)) : no_vertex;
    most = std::max(most, bound_in(one.graph, surplus, held, least, effort));
  }
  return most;
}

/// The largest UB(s) - price s(s-1)/2 over the sizes from `least` on in one part of the graph, or less if
/// that does not exceed the known surplus. A set of s vertices weighs at most D (s-1), for the degeneracy D.
double QuasiCliques::bound_in(const Graph& graph, double surplus, Vertex anchor, Vertex least,
                              subgraph::Effort effort) const {
  const std::vector<Weight> cores = cores_of(graph, run_).first;
  if (cores.size() < graph.num_vertices()) return std::numeric_limits<double>::infinity();
  const double degeneracy = cores.empty() ? 0.0 : *std::ranges::max_element(cores) * up + tolerance_;
  const double slack = anchor == no_vertex ? 0.0 : heaviest_;
  const double most_vertices = std::floor((degeneracy + slack) / price_ * up) + 1.0;
  const auto last = static_cast<Vertex>(std::min<double>(graph.num_vertices(), most_vertices));
  std::vector<Vertex> open;
  double most = 0.0;
  for (Vertex s = least; s <= last; ++s) {
    const double weight =
        std::min(heaviest_ * static_cast<double>(possible_edges(s)), degeneracy * (s - 1.0));
    if (with_margin(weight, s) <= surplus) continue;
    open.push_back(s);
    most = std::max(most, with_margin(weight, s));
  }
  const bool strong = effort == subgraph::Effort::strong;
  if (open.empty() || effort == subgraph::Effort::none) return most;
  if (!strong && graph.num_arcs() > most_bounded_arcs) return most;
  const subgraph::SetFamily family{.include = anchor == no_vertex ? VertexSet() : VertexSet{anchor}};
  const RunContext part = run_.part(run_.time_left() / 2.0);
  const BoundsResult found = find_bounds(graph, family, open, strong ? effort : subgraph::Effort::cheap,
                                         subgraph::Proofs::drop, part.on_parts());
  double proven = 0.0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    proven = std::max(proven, with_margin(found.bounds[i].front().value, open[i]));
  }
  return std::min(most, proven);
}

}  // namespace lode::detail
