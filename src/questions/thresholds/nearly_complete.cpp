#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/part.hpp>
#include <lode/questions/thresholds.hpp>
#include <lode/subgraph/problem.hpp>

#include "questions/thresholds/decision.hpp"
#include "subgraph/problem/exclusion.hpp"

namespace lode::subgraph {
namespace {

using detail::SearchProgress;
using detail::SetDemands;
using detail::SetVerdict;

constexpr EdgeCount no_count = std::numeric_limits<EdgeCount>::max();
/// Work for the clique number, which is a first bound; the searches that follow get by without it.
constexpr std::uint64_t clique_share = std::uint64_t{1} << 28;
/// Largest number of sizes in a row without a set of the kind before growing ends.
constexpr Vertex most_steps_in_vain = 32;
/// Work is spent in slices. In every round each open question gets one slice, and the next slices are four
/// times as long: hopeless questions take a constant share of the work.
constexpr std::uint64_t first_slice = std::uint64_t{1} << 24;
constexpr std::uint64_t longest_slice = std::uint64_t{1} << 60;

/// Which sets are looked for, by their size.
struct SetKind {
  std::function<EdgeCount(Vertex)> may_miss;      ///< pairs of a set
  std::function<Vertex(Vertex)> member_may_miss;  ///< others of a member; size - 1 - this never falls
  /// Where a size has a set that fulfils the demands, every smaller one has, down to those to include.
  bool every_smaller_size = true;
  /// True: the fewest pairs that sets of each size miss are found, too. Not for kinds that limit the pairs of
  /// a member, nor with demands: their proofs do not hold for all sets.
  bool settle_fewest = true;
};

VertexSet sorted(VertexSet set) {
  std::sort(set.begin(), set.end());
  return set;
}

/// Pairs inside `parts` parts of j vertices of nearly equal size: no graph without a clique of more than
/// `parts` vertices misses fewer. Source: P. Turan, Matematikai es Fizikai Lapok 48 (1941) 436-452.
EdgeCount missing_without_clique(Vertex j, Vertex parts) {
  const Vertex small = j / parts;
  const Vertex larger_parts = j % parts;
  return larger_parts * possible_edges(small + 1) + (parts - larger_parts) * possible_edges(small);
}

/// The largest set of a kind, decided size by size.
class SizeSearch {
 public:
  SizeSearch(const Graph& graph, SetKind kind, SetDemands demands, std::vector<EdgeCount> fewest,
             Vertex upper, std::uint64_t work_limit, const RunContext& run)
      : graph_(graph),
        kind_(std::move(kind)),
        demands_(std::move(demands)),
        fewest_(std::move(fewest)),
        sizes_(graph.num_vertices() + std::size_t{1}),
        work_limit_(work_limit),
        run_(run) {
    fewest_.resize(sizes_.size(), 0);
    best_.upper_bound = std::min(upper, graph.num_vertices());
  }

  /// Takes a known set, and sets made of it by growing and by cutting down.
  void offer(const VertexSet& set) {
    if (set.empty()) return;
    const Part part = part_of(graph_, set);
    cut_down(part, core_decomposition(part.graph).order);
    grow(set);
  }

  /// Searches until the answer is proven or the work is done.
  LargestSet run() {
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

 private:
  /// Knowledge about the sets of one size, besides fewest_.
  struct Size {
    EdgeCount met = no_count;  ///< least missing pairs of a set met
    bool refuted = false;
    bool given_up = false;         ///< no slice will do
    SearchProgress progress;       ///< of questions with the demands
    SearchProgress free_progress;  ///< of questions without
  };

  bool will_do(const VertexSet& set) const {
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

  /// Notes that some set of `size` vertices misses `missing` pairs. True if it may be a larger set of the
  /// kind.
  bool note(Vertex size, EdgeCount missing) {
    sizes_[size].met = std::min(sizes_[size].met, missing);
    return size > best_.size() && missing <= kind_.may_miss(size);
  }

  /// Takes a set in increasing order if it is larger and of the kind. True if it was taken.
  bool take(VertexSet set) {
    if (set.size() <= best_.size() || !will_do(set)) return false;
    best_.vertices = std::move(set);
    return true;
  }

  /// Adds the vertex of most neighbours inside, again and again.
  void grow(const VertexSet& start) {
    VertexSet set;
    EdgeCount edges = 0;
    std::vector<Vertex> inside(graph_.num_vertices(), 0);  // neighbours in the set
    std::vector<Vertex> met;                               // vertices that have some
    std::vector<char> member(graph_.num_vertices(), 0);
    const auto add = [&](Vertex v) {
      edges += inside[v];
      member[v] = 1;
      set.push_back(v);
      for (const Vertex u : graph_.neighbors(v)) {
        if (inside[u]++ == 0) met.push_back(u);
      }
    };
    for (const Vertex v : start) add(v);
    for (Vertex in_vain = 0; in_vain < most_steps_in_vain; ++in_vain) {
      const auto s = static_cast<Vertex>(set.size());
      if (note(s, possible_edges(s) - edges) && take(sorted(set))) in_vain = 0;
      std::erase_if(met, [&](Vertex v) { return member[v] != 0; });
      const auto next = std::max_element(met.begin(), met.end(), [&](Vertex a, Vertex b) {
        return inside[a] != inside[b] ? inside[a] < inside[b] : a > b;
      });
      if (next == met.end() || run_.should_stop()) return;
      add(*next);
    }
  }

  /// Drops the vertex of least degree inside, again and again, those to include last. `order` is that of the
  /// core decomposition.
  void cut_down(const Part& part, std::vector<Vertex> order) {
    std::stable_partition(order.begin(), order.end(), [&](Vertex v) {
      return !std::ranges::binary_search(demands_.include, part.to_graph(v));
    });
    std::vector<char> inside(order.size(), 0);
    EdgeCount edges = 0;
    std::size_t best = order.size();
    for (std::size_t i = order.size(); i-- > 0;) {
      Vertex least = 0;  // degree in the set: that of its first vertex
      for (const Vertex u : part.graph.neighbors(order[i])) least += inside[u] != 0 ? 1u : 0u;
      inside[order[i]] = 1;
      edges += least;
      const auto s = static_cast<Vertex>(order.size() - i);
      if (note(s, possible_edges(s) - edges) && s - 1 - least <= kind_.member_may_miss(s)) best = i;
    }
    VertexSet set;
    for (std::size_t i = best; i < order.size(); ++i) set.push_back(part.to_graph(order[i]));
    take(sorted(set));
  }

  /// Bounds the pairs that j vertices miss by the largest clique and by the degeneracy d: they have at most
  /// d j - d(d+1)/2 edges.
  void bound_by_cores(const CoreDecomposition& cores, Vertex clique_limit) {
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
  void raise_fewest() {
    for (Vertex j = 3; j <= best_.upper_bound; ++j) {
      const EdgeCount before = fewest_[j - 1];
      fewest_[j] = std::max(fewest_[j], before + (2 * before + j - 3) / (j - 2));
      // Every pair may be missing, however few edges there are.
      if (fewest_[j] <= kind_.may_miss(j)) continue;
      if (kind_.every_smaller_size) {
        best_.upper_bound = j - 1;
      } else {
        sizes_[j].refuted = true;
      }
    }
    while (best_.upper_bound > best_.size() && sizes_[best_.upper_bound].refuted) --best_.upper_bound;
    if (best_.upper_bound < least_size()) best_.upper_bound = 0;
  }

  Vertex least_size() const { return std::max<Vertex>(1, static_cast<Vertex>(demands_.include.size())); }

  bool over() const { return best_.proven_optimal() || best_.work >= work_limit_ || run_.should_stop(); }

  void refute(Vertex size) {
    sizes_[size].refuted = true;
    if (kind_.settle_fewest) fewest_[size] = std::max(fewest_[size], kind_.may_miss(size) + 1);
    if (kind_.every_smaller_size) best_.upper_bound = std::min(best_.upper_bound, size - 1);
    raise_fewest();
  }

  /// Asks for a set of `size` vertices that misses at most `missing` pairs, and notes the answer.
  SetVerdict ask(Vertex size, EdgeCount missing, std::uint64_t slice, SearchProgress& progress,
                 const SetDemands& demands) {
    const std::uint64_t limit = std::min(slice, work_limit_ - best_.work);
    const detail::MissingEdgesAnswer answer = finder_->decide(
        {size, missing, kind_.member_may_miss(size), fewest_}, demands, limit, run_, progress);
    best_.nodes += answer.nodes;
    best_.work += std::min(answer.work, limit);
    offer(answer.vertices);
    if (answer.verdict == SetVerdict::stopped) {
      if (answer.work > limit) {
        open_question_ = true;
      } else if (!run_.should_stop()) {
        sizes_[size].given_up = true;
      }
    }
    return answer.verdict;
  }

  /// Asks for a set of the kind. Refutes the size if no such set exists.
  SetVerdict ask_kind(Vertex size, std::uint64_t slice) {
    SearchProgress& progress = sizes_[size].progress;
    if (progress.end == no_vertex) progress = sizes_[size - 1].progress;
    const SetVerdict verdict = ask(size, kind_.may_miss(size), slice, progress, demands_);
    if (verdict == SetVerdict::none) refute(size);
    return verdict;
  }

  /// Settles, by rising size, the fewest pairs that sets miss, up to the size after the best.
  void settle_fewest(std::uint64_t slice) {
    for (Vertex j = 2; j <= best_.size() && j <= best_.upper_bound; ++j) {
      Size& at = sizes_[j];
      while (!over() && !at.given_up && fewest_[j] < at.met) {
        const EdgeCount missing = std::min(at.met - 1, kind_.may_miss(j));
        const SetVerdict verdict = ask(j, missing, slice, at.free_progress, {});
        if (verdict == SetVerdict::stopped) break;
        if (verdict == SetVerdict::none) {
          fewest_[j] = missing + 1;
          raise_fewest();
        }
      }
    }
  }

  void ask_upwards(std::uint64_t slice) {
    while (!over()) {
      const Vertex j = std::max(best_.size() + 1, least_size());
      if (j > best_.upper_bound || sizes_[j].given_up) return;
      if (ask_kind(j, slice) == SetVerdict::stopped) return;
    }
  }

  /// From the largest size that is possible down to the best, or to the next one where that has had its
  /// slice.
  void ask_downwards(std::uint64_t slice) {
    const Vertex next = kind_.every_smaller_size ? 1 : 0;
    for (Vertex j = best_.upper_bound; j > best_.size() + next && j >= least_size() && !over(); --j) {
      if (sizes_[j].refuted || sizes_[j].given_up || j > best_.upper_bound) continue;
      if (ask_kind(j, slice) == SetVerdict::stopped && kind_.every_smaller_size) return;
    }
  }

  /// First sets and bounds. False if the run stopped.
  bool start() {
    cores_ = core_decomposition(graph_, run_);
    if (!cores_) return false;
    finder_.emplace(graph_, *cores_);
    const bool cliques_alone = kind_.may_miss(graph_.num_vertices()) == 0;
    const std::uint64_t share = cliques_alone ? work_limit_ : std::min(clique_share, work_limit_ / 4);
    const Clique clique = maximum_clique(graph_, *cores_, {.work_limit = share}, run_);
    best_.nodes += clique.nodes;
    if (!clique.proven_optimal()) best_.work += run_.should_stop() ? 0 : share;
    bound_by_cores(*cores_, clique.upper_bound);
    for (Vertex j = 1; j <= clique.size(); ++j) sizes_[j].met = 0;
    offer(clique.vertices);
    offer(demands_.include);
    cut_down({.graph = graph_}, cores_->order);
    raise_fewest();
    return true;
  }

  const Graph& graph_;
  std::optional<CoreDecomposition> cores_;
  std::optional<detail::SetFinder> finder_;
  SetKind kind_;
  SetDemands demands_;
  std::vector<EdgeCount> fewest_;  ///< by size: proven
  std::vector<Size> sizes_;
  LargestSet best_;
  std::uint64_t work_limit_;
  const RunContext& run_;
  bool open_question_ = false;  ///< of this round, which a longer slice may settle
};

LargestSet largest_of(const Graph& graph, const NearlyCompleteOptions& options, const SetKind& kind,
                      const RunContext& run) {
  const ReducedProblem inner = without_excluded({.graph = graph,
                                                 .s = 0,
                                                 .hints = {sorted(options.hint)},
                                                 .include = sorted(options.include),
                                                 .exclude = options.exclude});
  SizeSearch search(inner.part.graph, kind, {inner.problem.include, options.connected},
                    options.missing_at_least, options.upper, options.work_limit, run);
  search.offer(inner.problem.hints.front());
  LargestSet answer = search.run();
  if (answer.size() > answer.upper_bound) {
    throw InvalidArgument(
        "a set of " + std::to_string(answer.size()) +
        " vertices contradicts the upper limit of the size, or what sets are said to miss at "
        "least; give bounds that are proven");
  }
  answer.vertices = inner.part.to_graph(answer.vertices);
  answer.missing = detail::missing_pairs(graph, answer.vertices);
  return answer;
}

/// The largest set of a kind that counts pairs. With demands, the question without them comes first, on half
/// of the work: its bounds also hold for the sets with demands.
LargestSet largest_by_pairs(const Graph& graph, NearlyCompleteOptions options, SetKind kind,
                            const RunContext& run) {
  if (options.include.empty() && !options.connected) return largest_of(graph, options, kind, run);
  SetKind free = kind;
  free.every_smaller_size = true;
  const LargestSet bound = largest_of(graph,
                                      {.exclude = options.exclude,
                                       .hint = options.hint,
                                       .missing_at_least = options.missing_at_least,
                                       .work_limit = options.work_limit / 2},
                                      free, run);
  options.missing_at_least = bound.missing_at_least;
  options.upper = std::min(options.upper, bound.upper_bound);
  options.work_limit -= bound.work;
  kind.settle_fewest = false;
  LargestSet answer = largest_of(graph, options, kind, run);
  answer.nodes += bound.nodes;
  answer.work += bound.work;
  return answer;
}

}  // namespace

double least_count(double level, double parts) {
  constexpr double largest_exact = 9007199254740992.0;
  double count = std::ceil(level * parts);
  if (count >= largest_exact) return count;
  while (count > 0.0 && (count - 1.0) / parts >= level) --count;
  while (count / parts < level) ++count;
  return count;
}

LargestSet largest_nearly_complete(const Graph& graph, const DensityThreshold& threshold,
                                   const NearlyCompleteOptions& options, const RunContext& run) {
  if (threshold.plex > 0) {
    const auto member_may_miss = [k = threshold.plex](Vertex s) { return std::min(k - 1, s - 1); };
    const SetKind kind{
        .may_miss = [=](Vertex s) { return static_cast<EdgeCount>(s) * member_may_miss(s) / 2; },
        .member_may_miss = member_may_miss,
        .every_smaller_size = !options.connected,
        .settle_fewest = false};
    return largest_of(graph, options, kind, run);
  }
  const double density = threshold.density;
  if (!threshold.missing && !(density > 0.0 && density <= 1.0)) {
    throw InvalidArgument("density", format_exact(density), "must be above 0 and at most 1");
  }
  const auto may_miss = [&](Vertex s) -> EdgeCount {
    const EdgeCount pairs = possible_edges(s);
    if (threshold.missing) return *threshold.missing;
    return pairs - std::min(pairs, static_cast<EdgeCount>(least_count(density, static_cast<double>(pairs))));
  };
  const SetKind kind{
      .may_miss = may_miss,
      .member_may_miss = [](Vertex s) { return s - 1; },
      .every_smaller_size = !options.connected && (threshold.missing || options.include.empty())};
  return largest_by_pairs(graph, options, kind, run);
}

}  // namespace lode::subgraph
