#include "subgraph/nearly_complete/size_search.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <lode/graph/clique.hpp>

namespace lode::subgraph::detail {
namespace {

constexpr EdgeCount no_count = std::numeric_limits<EdgeCount>::max();
/// Work for the clique number, which is a first bound; the searches that follow get by without it.
constexpr std::uint64_t clique_share = std::uint64_t{1} << 28;
/// Growing ends after so many sizes without a set of the kind.
constexpr Vertex most_steps_in_vain = 32;

/// Pairs inside `parts` parts of j vertices of nearly equal size: no graph without a clique of more than
/// `parts` vertices misses fewer. Source: P. Turan, Matematikai es Fizikai Lapok 48 (1941) 436-452.
EdgeCount missing_without_clique(Vertex j, Vertex parts) {
  const Vertex small = j / parts;
  const Vertex larger_parts = j % parts;
  return larger_parts * possible_edges(small + 1) + (parts - larger_parts) * possible_edges(small);
}

/// How many neighbours inside a growing set every vertex has.
class GrowingCounts {
 public:
  explicit GrowingCounts(const Graph& graph)
      : graph_(graph), inside_(graph.num_vertices(), 0), member_(graph.num_vertices(), 0) {}

  void add(Vertex v) {
    edges_ += inside_[v];
    member_[v] = 1;
    ++size_;
    for (const Vertex u : graph_.neighbors(v)) {
      if (inside_[u]++ == 0) met_.push_back(u);
    }
  }
  void drop(Vertex v) {
    for (const Vertex u : graph_.neighbors(v)) --inside_[u];
    member_[v] = 0;
    --size_;
    edges_ -= inside_[v];
  }
  /// The vertex outside with most neighbours in the set, or no_vertex.
  Vertex most_joined() const {
    Vertex best = no_vertex;
    for (const Vertex v : met_) {
      if (member_[v]) continue;
      if (best == no_vertex || inside_[v] > inside_[best] || (inside_[v] == inside_[best] && v < best))
        best = v;
    }
    return best;
  }
  Vertex inside(Vertex v) const { return inside_[v]; }
  EdgeCount missing() const { return possible_edges(size_) - edges_; }

 private:
  const Graph& graph_;
  std::vector<Vertex> inside_;
  std::vector<char> member_;
  std::vector<Vertex> met_;
  EdgeCount edges_ = 0;
  Vertex size_ = 0;
};

}  // namespace

SizeSearch::SizeSearch(const Graph& graph, SetKind kind, SetDemands demands, std::vector<EdgeCount> fewest,
                       Vertex upper, std::uint64_t work_limit, const RunContext& run)
    : graph_(graph),
      kind_(std::move(kind)),
      demands_(std::move(demands)),
      fewest_(std::move(fewest)),
      met_(graph.num_vertices() + std::size_t{1}, no_count),
      refuted_(graph.num_vertices() + std::size_t{1}, 0),
      progress_(graph.num_vertices() + std::size_t{1}),
      free_progress_(graph.num_vertices() + std::size_t{1}),
      given_up_(graph.num_vertices() + std::size_t{1}, 0),
      work_limit_(work_limit),
      run_(run) {
  fewest_.resize(graph.num_vertices() + std::size_t{1}, 0);
  best_.upper_bound = std::min(upper, graph.num_vertices());
}

bool SizeSearch::will_do(const VertexSet& set) const {
  const auto s = static_cast<Vertex>(set.size());
  if (s == 0) return false;
  const Graph part = induced_subgraph(graph_, set);
  if (possible_edges(s) - part.num_edges() > kind_.may_miss(s)) return false;
  const Vertex most = kind_.member_may_miss(s);
  for (Vertex v = 0; v < s; ++v) {
    if (s - 1 - part.degree(v) > most) return false;
  }
  return fulfils(graph_, set, demands_);
}

void SizeSearch::take(VertexSet set) {
  if (set.size() <= best_.size() || !will_do(set)) return;
  best_.missing = missing_pairs(graph_, set);
  best_.vertices = std::move(set);
}

void SizeSearch::offer(VertexSet set) {
  if (set.empty()) return;
  cut_down(set);
  grow(std::move(set));
}

/// Adds the vertex of most neighbours inside, again and again.
void SizeSearch::grow(VertexSet set) {
  GrowingCounts counts(graph_);
  for (const Vertex v : set) counts.add(v);
  for (Vertex in_vain = 0; in_vain < most_steps_in_vain; ++in_vain) {
    met_[set.size()] = std::min(met_[set.size()], counts.missing());
    if (set.size() > best_.size() && counts.missing() <= kind_.may_miss(static_cast<Vertex>(set.size()))) {
      VertexSet sorted = set;
      std::sort(sorted.begin(), sorted.end());
      take(std::move(sorted));
      if (best_.size() == set.size()) in_vain = 0;
    }
    const Vertex next = counts.most_joined();
    if (next == no_vertex || run_.should_stop()) return;
    counts.add(next);
    set.push_back(next);
  }
}

/// Drops the member of fewest neighbours inside that need not stay, again and again, until nothing is
/// missing.
void SizeSearch::cut_down(VertexSet set) {
  GrowingCounts counts(graph_);
  for (const Vertex v : set) counts.add(v);
  while (!set.empty() && !run_.should_stop()) {
    met_[set.size()] = std::min(met_[set.size()], counts.missing());
    if (set.size() > best_.size() && counts.missing() <= kind_.may_miss(static_cast<Vertex>(set.size()))) {
      VertexSet sorted = set;
      std::sort(sorted.begin(), sorted.end());
      take(std::move(sorted));
    }
    if (counts.missing() == 0) return;
    const auto stays = [&](Vertex v) {
      return std::binary_search(demands_.include.begin(), demands_.include.end(), v);
    };
    const auto worst = std::min_element(set.begin(), set.end(), [&](Vertex a, Vertex b) {
      return std::pair(stays(a), counts.inside(a)) < std::pair(stays(b), counts.inside(b));
    });
    counts.drop(*worst);
    set.erase(worst);
  }
}

/// The vertices that are left when those of least degree have gone: the largest such set of the kind.
void SizeSearch::offer_core_suffixes(const CoreDecomposition& cores) {
  const std::size_t n = cores.order.size();
  std::vector<Vertex> place(n);
  for (Vertex i = 0; i < n; ++i) place[cores.order[i]] = i;
  EdgeCount edges = 0;
  std::size_t best = n;
  for (std::size_t i = n; i-- > 0;) {
    for (const Vertex u : graph_.neighbors(cores.order[i])) edges += place[u] > i ? 1u : 0u;
    const auto s = static_cast<Vertex>(n - i);
    // The first of a suffix has least degree in it.
    Vertex least = 0;
    for (const Vertex u : graph_.neighbors(cores.order[i])) least += place[u] > i ? 1u : 0u;
    if (possible_edges(s) - edges <= kind_.may_miss(s) && s - 1 - least <= kind_.member_may_miss(s)) best = i;
  }
  if (best == n) return;
  VertexSet set(cores.order.begin() + static_cast<std::ptrdiff_t>(best), cores.order.end());
  std::sort(set.begin(), set.end());
  take(std::move(set));
}

/// What the largest clique and the degeneracy d say of the pairs that j vertices miss: they have at most
/// d j - d(d+1)/2 edges.
void SizeSearch::bound_by_cores(const CoreDecomposition& cores, Vertex clique_limit) {
  const EdgeCount d = cores.degeneracy;
  for (Vertex j = 2; j < fewest_.size(); ++j) {
    EdgeCount least = missing_without_clique(j, std::max<Vertex>(1, clique_limit));
    if (j > d) least = std::max(least, possible_edges(j) - (d * j - d * (d + 1) / 2));
    fewest_[j] = std::max(fewest_[j], least);
  }
  while (best_.upper_bound > 1 &&
         best_.upper_bound - 1 > cores.degeneracy + kind_.member_may_miss(best_.upper_bound)) {
    --best_.upper_bound;
  }
}

/// The density of the best j vertices never rises with j: fewest(j) >= fewest(j-1) j / (j-2).
void SizeSearch::raise_fewest() {
  for (Vertex j = 3; j <= best_.upper_bound; ++j) {
    const EdgeCount before = fewest_[j - 1];
    fewest_[j] = std::max(fewest_[j], before + (2 * before + j - 3) / (j - 2));
    // Every pair may be missing, however few edges there are.
    if (fewest_[j] <= kind_.may_miss(j)) continue;
    if (kind_.every_smaller_size) {
      best_.upper_bound = j - 1;
    } else {
      refuted_[j] = 1;
    }
  }
  while (best_.upper_bound > best_.size() && refuted_[best_.upper_bound]) --best_.upper_bound;
  if (best_.upper_bound < least_size()) best_.upper_bound = 0;
}

Vertex SizeSearch::least_size() const {
  return std::max<Vertex>(1, static_cast<Vertex>(demands_.include.size()));
}

bool SizeSearch::over() const {
  return best_.proven_optimal() || best_.work >= work_limit_ || run_.should_stop();
}

void SizeSearch::refute(Vertex size) {
  refuted_[size] = 1;
  if (kind_.settle_fewest) fewest_[size] = std::max(fewest_[size], kind_.may_miss(size) + 1);
  if (kind_.every_smaller_size) best_.upper_bound = std::min(best_.upper_bound, size - 1);
  raise_fewest();
}

/// Asks for a set of `size` vertices that misses at most `missing` pairs, and notes the answer.
SetVerdict SizeSearch::ask(Vertex size, EdgeCount missing, std::uint64_t slice, SearchProgress& progress,
                           const SetDemands& demands) {
  const std::uint64_t limit = std::min(slice, work_limit_ - best_.work);
  MissingEdgesAnswer answer =
      decide(graph_, {size, missing, kind_.member_may_miss(size), fewest_}, demands, limit, run_, progress);
  best_.nodes += answer.nodes;
  best_.work += std::min(answer.work, limit);
  if (answer.verdict == SetVerdict::found) {
    cut_down(answer.vertices);
    grow(std::move(answer.vertices));
  } else if (answer.verdict == SetVerdict::stopped) {
    if (answer.work > limit) {
      open_question_ = true;
    } else if (!run_.should_stop()) {
      given_up_[size] = 1;
    }
  }
  return answer.verdict;
}

/// Settles, by rising size, the fewest pairs that sets miss, up to the size after the best.
void SizeSearch::settle_fewest(std::uint64_t slice) {
  for (Vertex j = 2; j <= best_.size() && j <= best_.upper_bound; ++j) {
    while (!over() && !given_up_[j] && fewest_[j] < met_[j]) {
      const EdgeCount missing = std::min(met_[j] - 1, kind_.may_miss(j));
      const SetVerdict verdict = ask(j, missing, slice, free_progress_[j], {});
      if (verdict == SetVerdict::stopped) break;
      if (verdict == SetVerdict::none) {
        fewest_[j] = missing + 1;
        raise_fewest();
      }
    }
  }
}

void SizeSearch::ask_upwards(std::uint64_t slice) {
  while (!over()) {
    const Vertex j = std::max(best_.size() + 1, least_size());
    if (j > best_.upper_bound || given_up_[j]) return;
    const SetVerdict verdict = ask(j, kind_.may_miss(j), slice, progress_[j], demands_);
    if (verdict == SetVerdict::stopped) return;
    if (verdict == SetVerdict::none) refute(j);
  }
}

/// From the largest size that is possible down to the best, or to the next one where that has had its slice.
void SizeSearch::ask_downwards(std::uint64_t slice) {
  const Vertex next = kind_.every_smaller_size ? 1 : 0;
  for (Vertex j = best_.upper_bound; j > best_.size() + next && j >= least_size() && !over(); --j) {
    if (refuted_[j] || given_up_[j] || j > best_.upper_bound) continue;
    const SetVerdict verdict = ask(j, kind_.may_miss(j), slice, progress_[j], demands_);
    if (verdict == SetVerdict::none) refute(j);
    if (verdict == SetVerdict::stopped && kind_.every_smaller_size) return;
  }
}

/// First sets and bounds. False if the run stopped.
bool SizeSearch::start() {
  const std::optional<CoreDecomposition> cores = core_decomposition(graph_, run_);
  if (!cores) return false;
  const bool cliques_alone = kind_.may_miss(graph_.num_vertices()) == 0;
  const std::uint64_t share = cliques_alone ? work_limit_ : std::min(clique_share, work_limit_ / 4);
  const Clique clique = maximum_clique(graph_, *cores, {.work_limit = share}, run_);
  best_.nodes += clique.nodes;
  if (!clique.proven_optimal()) best_.work += run_.should_stop() ? 0 : share;
  bound_by_cores(*cores, clique.upper_bound);
  for (Vertex j = 1; j <= clique.size(); ++j) met_[j] = 0;
  offer(clique.vertices);
  if (!demands_.include.empty()) offer(demands_.include);
  offer_core_suffixes(*cores);
  raise_fewest();
  return true;
}

LargestSet SizeSearch::run() {
  if (graph_.num_vertices() > 0 && start()) {
    for (std::uint64_t slice = first_slice; !over(); slice = std::min(4 * slice, longest_slice)) {
      open_question_ = false;
      if (kind_.settle_fewest) settle_fewest(slice);
      if (kind_.every_smaller_size) ask_upwards(slice);
      ask_downwards(kind_.every_smaller_size ? slice / 4 : slice);
      if (!open_question_) break;
    }
  }
  best_.missing_at_least = fewest_;
  return best_;
}

}  // namespace lode::subgraph::detail
