#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "core/assert.hpp"
#include "graph/decomposition/counted_set.hpp"
#include "graph/decomposition/density_units.hpp"
#include "graph/decomposition/load_component.hpp"

namespace lode {
namespace {

using detail::ExactDensity;
using detail::LoadComponent;

/// Splits the edges of a forest: calls give(child, parent, the number of vertices below the edge). With s
/// vertices in the largest tree, an edge gives 1 / s to its parent for each vertex below, so no vertex has
/// more than (s - 1) / s.
template <class Give>
void split_forest(const Graph& graph, const CoreDecomposition& cores, const Give& give) {
  std::vector<Vertex> below(graph.num_vertices(), 1);
  std::vector<char> removed(graph.num_vertices(), 0);
  for (const Vertex v : cores.order) {  // at most one neighbour is left
    removed[v] = 1;
    for (const Vertex parent : graph.neighbors(v)) {
      if (removed[parent] != 0) continue;
      below[parent] += below[v];
      give(v, parent, static_cast<double>(below[v]));
    }
  }
}

/// By vertex: when it was removed, or no_vertex if it stays. No densest set holds a removed vertex: it adds
/// less than t b_v to the vertices that were removed later and to those that stay, t being the density of a
/// known set. First t is `known`, then the density of what is left, until that hardly rises any more.
///
/// Sums are formed anew whenever t is raised: the heavy edges of removed vertices leave no rounding behind.
/// Cost:   O(n + m) whenever t is raised. Stops: early, with fewer removals.
std::vector<Vertex> removal_turns(const Graph& graph, const DensityTerms& terms, bool exact,
                                  long double known, const RunContext& run) {
  constexpr long double worth_another_round = 1e-3L;
  const Vertex n = graph.num_vertices();
  const auto value = [&](Vertex v) -> long double { return terms.values.empty() ? 0.0 : terms.values[v]; };
  const auto cost = [&](Vertex v) -> long double { return terms.costs.empty() ? 1.0 : terms.costs[v]; };
  std::vector<Vertex> turn(n, no_vertex), left(n), removed;
  std::iota(left.begin(), left.end(), Vertex{0});
  std::vector<long double> adds(n), error(n, 0.0L);
  for (long double last = known; !run.should_stop();) {
    long double twice = 0.0L, magnitude = 0.0L, costs = 0.0L, terms_summed = 0.0L;
    for (const Vertex v : left) {
      long double edges = 0.0L;
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { edges += turn[u] == no_vertex ? w : 0.0; });
      adds[v] = edges + value(v);
      twice += adds[v] + value(v);
      costs += cost(v);
      if (exact) continue;
      error[v] = 0x1p-62L * (graph.degree(v) + 2.0L) * (edges + std::abs(value(v)));
      magnitude += edges + 2.0L * std::abs(value(v));
      terms_summed += graph.degree(v) + 4.0L;
    }
    const long double worth = twice / 2.0L - 0x1p-62L * terms_summed * magnitude;
    const bool is_known = worth < known * costs;
    const long double now = is_known ? known : worth / costs;
    if (!removed.empty() && std::abs(now - last) <= worth_another_round * std::abs(last)) break;
    last = now;
    const long double p = is_known ? known : worth;
    const long double q = is_known ? 1.0L : costs;
    const auto look_at = [&](Vertex v) {
      const long double least = p * cost(v);
      if (!((adds[v] + error[v]) * q < least - (exact ? 0.0L : 0x1p-50L * std::abs(least)))) return;
      turn[v] = static_cast<Vertex>(removed.size());
      removed.push_back(v);
    };
    const std::size_t begin = removed.size();
    for (const Vertex v : left) look_at(v);
    if (removed.size() == begin) break;
    for (std::size_t i = begin; i < removed.size(); ++i) {
      graph.for_each_neighbor(removed[i], [&](Vertex u, Weight w) {
        if (turn[u] != no_vertex) return;
        adds[u] -= w;
        look_at(u);
      });
    }
    std::erase_if(left, [&](Vertex v) { return turn[v] != no_vertex; });
  }
  return turn;
}

/// A split of the edges of a graph that proves that no set is denser than `density`, by passes and a largest
/// flow. Nothing if the run stops.
std::optional<EdgeSplit> proof_split(const Graph& graph, const detail::DensityUnits& units,
                                     ExactDensity density, const RunContext& run) {
  EdgeSplit split;
  if (units.exact()) {
    const auto p = static_cast<std::int64_t>(density.numerator);
    const auto q = static_cast<std::int64_t>(density.denominator);
    split.denominator = q / std::max<std::int64_t>(std::gcd(p, q), 1);
  }
  const auto scale = static_cast<double>(split.denominator);
  std::vector<double> share(graph.num_arcs());  // of the smaller end, at its arc
  const auto arc_of = [&](Vertex u, Vertex v) {
    const auto row = graph.neighbors(u);
    return graph.offsets()[u] + static_cast<ArcIndex>(std::ranges::lower_bound(row, v) - row.begin());
  };
  const bool plain = !graph.weighted() && units.terms().values.empty() && !units.has_costs();
  const auto cores = plain ? core_decomposition(graph, run) : std::nullopt;
  if (cores && cores->degeneracy <= 1) {
    split_forest(graph, *cores, [&](Vertex child, Vertex parent, double below) {
      share[arc_of(std::min(child, parent), std::max(child, parent))] =
          child < parent ? scale - below : below;
    });
  } else {
    std::optional<LoadComponent> component = detail::whole_graph(graph, units, run);
    constexpr int passes = 32;
    for (int i = 0; component && i < passes; ++i) {
      if (!detail::sweep(*component, detail::usual_relaxation, run)) return std::nullopt;
    }
    double unlimited = std::numeric_limits<double>::infinity();
    if (!component || !detail::cut_by_flow(*component, density, run, unlimited)) return std::nullopt;
    for (std::size_t i = 0; i < component->edges.size(); ++i) {
      const detail::SplitEdge& e = component->edges[i];
      const auto [u, v] = std::minmax(component->vertices[e.u], component->vertices[e.v]);
      const double whole = component->weight_of(i);
      const double own = u == component->vertices[e.u] ? e.share : whole - e.share;
      const ArcIndex arc = arc_of(u, v);
      if (units.exact()) {
        share[arc] = std::nearbyint(own * scale);
      } else {
        const Weight weight = graph.arc_weight(arc);
        const bool to_u = units.cost(u) >= units.cost(v);  // of an edge below half a unit
        share[arc] = whole == 0.0 ? (to_u ? weight : 0.0) : std::min(weight, weight * (own / whole));
      }
    }
  }
  split.share.reserve(graph.num_edges());
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (ArcIndex arc = graph.offsets()[u]; arc < graph.offsets()[u + std::size_t{1}]; ++arc) {
      if (graph.targets()[arc] > u) split.share.push_back(share[arc]);
    }
  }
  return split;
}

/// The split of the edges between vertices that stay, and all of every other edge to the end that was removed
/// first. Shares of real weights have the denominator 1.
EdgeSplit whole_split(const Graph& graph, const std::vector<Vertex>& turn, const EdgeSplit& inner,
                      bool exact) {
  EdgeSplit split{{}, exact ? inner.denominator : 1};
  split.share.reserve(graph.num_edges());
  const double per_share = exact ? 1.0 : static_cast<double>(inner.denominator);
  auto next = inner.share.begin();
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u < v) return;
      const bool inside = turn[v] == no_vertex && turn[u] == no_vertex;
      const double whole = turn[v] < turn[u] ? w * static_cast<double>(split.denominator) : 0.0;
      split.share.push_back(inside ? *next++ / per_share : whole);
    });
  }
  return split;
}

class DensestSearch {
 public:
  DensestSearch(const Graph& graph, const DensityTerms& terms, const RunContext& run)
      : graph_(graph), run_(run), units_(graph, terms) {}

  /// Sum of the weights and |values|.
  double magnitude() const { return units_.magnitude(); }

  DensestSubgraph solve() {
    best_.resize(graph_.num_vertices());
    std::iota(best_.begin(), best_.end(), Vertex{0});
    result_.core_vertices = graph_.num_vertices();
    result_.core_edges = graph_.num_edges();
    bool complete = false;
    if (std::optional<LoadComponent> component = detail::whole_graph(graph_, units_, run_)) {
      density_ = component_density(*component);
      open(*std::move(component), 0, false);
      complete = settle_parts();
    } else {
      stopped_bound_ = bound_of_halves();
    }
    finish(complete);
    return std::move(result_);
  }

  /// A split that proves the bound of a search that has ended.
  std::optional<EdgeSplit> split() const { return proof_split(graph_, units_, density_, run_); }

 private:
  /// A part of the core that may still hold a set as dense as the best.
  struct Open {
    LoadComponent component;
    ExactDensity density;
    int passes = 0;          ///< made over it
    bool connected = false;  ///< known to be
  };

  static bool less_dense(const Open& a, const Open& b) { return denser(b.density, a.density); }
  void open(Open part) {
    open_.push_back(std::move(part));
    std::push_heap(open_.begin(), open_.end(), less_dense);
  }
  void open(LoadComponent component, int passes, bool connected) {
    const ExactDensity density = component_density(component);
    open({std::move(component), density, passes, connected});
  }

  /// False if the run stopped first.
  bool settle_parts() {
    while (!open_.empty() && !run_.should_stop()) {
      std::pop_heap(open_.begin(), open_.end(), less_dense);
      Open part = std::move(open_.back());
      open_.pop_back();
      if (!work(part)) open(std::move(part));
    }
    if (open_.empty()) return true;
    stopped_bound_ = density_.value();
    for (Open& part : open_) {
      detail::recompute_loads(part.component);
      const detail::LargestRatio largest = largest_ratio(part.component);
      stopped_bound_ = std::max(stopped_bound_, largest.ratio + largest.rounding);
    }
    return false;
  }

  /// Sweeps until something is known of the part: that it holds nothing denser, or smaller parts that may.
  /// False if the run stopped first.
  bool work(Open& part) {
    LoadComponent& component = part.component;
    if (shrink(part)) return true;
    const ExactDensity density = part.density;
    raise(density, [&] { return component.vertices; });
    if (part.connected && is_plain_tree(component)) {
      if (!denser(density_, density)) add_tight(component.vertices);
      return true;
    }
    for (int next = std::max(first_passes, part.passes / 2);; next = std::max(first_passes, part.passes)) {
      for (int i = 0; i < next; ++i) {
        if (run_.should_stop() || !detail::sweep(component, detail::usual_relaxation, run_)) return false;
      }
      part.passes += next;
      detail::recompute_loads(component);
      run_.report("densest subgraph, passes", units_.outward(density_.value()),
                  static_cast<std::uint64_t>(part.passes));
      const auto order = by_falling_ratio(component);
      const detail::Prefix prefix = densest_prefix(component, order);
      const bool raised = raise(prefix.density, [&] {
        std::vector<Vertex> set;
        for (Vertex i = 0; i < prefix.size; ++i) set.push_back(component.vertices[order[i]]);
        return set;
      });
      const detail::LargestRatio largest = largest_ratio(component);
      const double less = density_.value() * (density_.value() > 0.0 ? 1.0 - 1e-12 : 1.0 + 1e-12);
      if (largest.ratio + 2.0 * largest.rounding < less) return true;
      if (raised && shrink(part)) return true;
      const detail::Levels levels = proven_levels(component);
      if (levels.count > 1 || !part.connected) {
        keep_densest(component, levels, part.passes / 2);
        return true;
      }
      if (part.passes >= passes_before_flow(component)) return cut(component);
    }
  }

  /// Opens what the best density leaves of a part, if it is not all of it.
  bool shrink(Open& part) {
    const detail::Levels levels = dense_levels(part.component, density_);
    if (levels.count == 1) return false;
    keep_densest(part.component, levels, part.passes);
    return true;
  }

  /// Opens the connected parts of the first level. No set as dense as the best reaches beyond it.
  void keep_densest(const LoadComponent& component, const detail::Levels& levels, int passes) {
    detail::Parts parts = detail::split(component, levels);
    for (std::size_t i = 0; i < parts.components.size(); ++i) {
      if (parts.level[i] != 0) continue;
      open(std::move(parts.components[i]), passes, true);
    }
    for (const auto& single : parts.singles) {
      if (single.level != 0) continue;
      const ExactDensity density{single.base, single.cost};
      raise(density, [&] { return std::vector{single.vertex}; });
      if (!denser(density_, density)) add_tight({single.vertex});
    }
  }

  bool cut(LoadComponent& component) {
    if (!flow_fits(component, density_)) {
      throw InvalidArgument("weights", "the graph's",
                            "are too large for exact flows: the weight of the core times its size must stay "
                            "below 2^60",
                            "divide them by a common factor");
    }
    ++result_.flows;
    run_.report("densest subgraph, flow", units_.outward(density_.value()), result_.flows);
    double unlimited = std::numeric_limits<double>::infinity();
    const auto cut = detail::cut_by_flow(component, density_, run_, unlimited);
    if (!cut) return false;
    const std::vector<Vertex>& level = cut->levels.level;
    // The source's side is denser, up to the rounding of real numbers.
    const bool raised = cut->positive && raise(component_density(component, level), [&] {
                          std::vector<Vertex> set;
                          for (Vertex v = 0; v < component.size(); ++v) {
                            if (level[v] == 0) set.push_back(component.vertices[v]);
                          }
                          return set;
                        });
    LODE_ASSERT_LIGHT(raised || !cut->positive || !units_.exact());
    note_ratios(component, [&](Vertex v) { return !raised || level[v] != 0; });
    if (!raised) {
      add_free(component, *cut);
    } else if (cut->levels.count == 1) {
      open(std::move(component), 0, true);
    } else {
      keep_densest(component, cut->levels, 0);
    }
    return true;
  }

  /// Raises the bound to the ratios that a flow in rounded numbers leaves to vertices that are done.
  template <class Done>
  void note_ratios(const LoadComponent& component, Done done) {
    if (units_.exact()) return;
    for (Vertex v = 0; v < component.size(); ++v) {  // loads are sums of whole units
      if (done(v)) flow_bound_ = std::max(flow_bound_, component.ratio_of(v));
    }
  }

  /// Keeps what may be in the largest set of the best density.
  void add_free(const LoadComponent& component, const detail::FlowCut& cut) {
    std::vector<Vertex> free;
    for (Vertex v = 0; v < component.size(); ++v) {
      if (cut.side[v] != detail::FlowSide::sink) free.push_back(component.vertices[v]);
    }
    add_tight(free);
  }
  void add_tight(const std::vector<Vertex>& set) { tight_.insert(tight_.end(), set.begin(), set.end()); }

  /// Takes a denser set for the best.
  template <class Set>
  bool raise(ExactDensity density, Set set) {
    if (!denser(density, density_)) return false;
    density_ = density;
    best_ = set();
    tight_.clear();
    return true;
  }

  /// What every vertex has when every edge is split in halves.
  double bound_of_halves() const {
    double most = -std::numeric_limits<double>::infinity();
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      double load = units_.value(v);
      graph_.for_each_neighbor(v, [&](Vertex, Weight w) { load += 0.5 * units_.in_units(w); });
      most = std::max(most, load / units_.cost(v));
    }
    return most;
  }

  /// How far weights and values may have moved a density. All of an edge goes to one end, that of the larger
  /// cost or the smaller degree.
  double error_of_units() const {
    std::vector<long double> error(graph_.num_vertices(), 0.0L);
    const auto lacks = [&](double number) { return number - units_.outward(units_.in_units(number)); };
    const auto before = [&](Vertex u, Vertex v) {
      return units_.cost(u) != units_.cost(v) ? units_.cost(u) > units_.cost(v)
                                              : graph_.degree(u) < graph_.degree(v);
    };
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (!units_.terms().values.empty()) error[v] += lacks(units_.terms().values[v]);
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (u > v) error[before(u, v) ? u : v] += lacks(w);
      });
    }
    long double most = 0.0L;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) most = std::max(most, error[v] / units_.cost(v));
    return static_cast<double>(most);
  }

  void finish(bool complete) {
    if (complete && !tight_.empty()) best_ = std::move(tight_);
    DensestSubgraph set = detail::counted_set(graph_, units_.terms(), std::move(best_));
    set.core_vertices = result_.core_vertices;
    set.core_edges = result_.core_edges;
    set.flows = result_.flows;
    result_ = std::move(set);
    if (complete && units_.exact()) return detail::conclude(result_, result_.ratio(), 0.0);
    double bound = units_.outward(std::max(flow_bound_, complete ? density_.value() : stopped_bound_));
    constexpr double of_sums = 0x1p-40;  // in loads of a run that was stopped
    constexpr double of_costs = 0x1p-51;
    bound += std::abs(bound) *
             (complete ? of_costs * (units_.has_costs() ? 2.0 + graph_.num_vertices() : 2.0) : of_sums);
    if (!units_.exact()) bound += error_of_units() * (1.0 + of_sums);
    if (complete) return detail::conclude(result_, bound, detail::error_of_ratio(result_));
    result_.bound = std::max(result_.ratio(), bound);
  }

  static constexpr int first_passes = 8;

  const Graph& graph_;
  const RunContext& run_;
  detail::DensityUnits units_;
  std::vector<Open> open_;  ///< a heap by density
  std::vector<Vertex> best_;
  std::vector<Vertex> tight_;  ///< in sets of the best density, of parts that are done
  ExactDensity density_;
  double stopped_bound_ = 0.0;                                    ///< in units
  double flow_bound_ = -std::numeric_limits<double>::infinity();  ///< the same
  DensestSubgraph result_;
};

/// The search in the part that holds every densest set. Real numbers are rounded to a unit that comes from
/// the sum of that part, so the search is repeated as long as the best density halves this sum.
DensestSubgraph search_core(const Graph& graph, const DensityTerms& terms, const RunContext& run,
                            KeepSplit keep_split) {
  const bool exact = detail::DensityUnits(graph, terms).exact();
  DensestSubgraph best;
  double magnitude = std::numeric_limits<double>::infinity();
  bool ended = false;
  for (bool again = true; again;) {
    const long double known = best.vertices.empty()
                                  ? -std::numeric_limits<long double>::infinity()
                                  : static_cast<long double>(best.ratio()) - detail::error_of_ratio(best);
    const std::vector<Vertex> turn = removal_turns(graph, terms, exact, known, run);
    std::vector<Vertex> vertices;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (turn[v] == no_vertex) vertices.push_back(v);
    }
    const Part part = part_of(graph, vertices);
    DensestSearch search(part.graph, detail::terms_of(terms, vertices), run);
    if (search.magnitude() > magnitude / 2.0) break;
    magnitude = search.magnitude();
    DensestSubgraph found = search.solve();
    const bool complete = std::isfinite(found.optimality_tolerance);
    ended = ended || complete;
    found.bound = std::min(found.bound, best.bound);
    found.flows += best.flows;
    found.split = std::move(best.split);
    if (complete && keep_split == KeepSplit::yes) {
      if (const auto inner = search.split()) found.split = whole_split(graph, turn, *inner, exact);
    }
    found.vertices = part.outward(found.vertices);
    if (!best.vertices.empty() && worsens(found.ratio(), best.ratio(), Sums::rounded)) {
      found.vertices = std::move(best.vertices);
      found.edges = best.edges;
      found.weight = best.weight;
      found.value = best.value;
      found.cost = best.cost;
    }
    best = std::move(found);
    best.bound = std::max(best.bound, best.ratio());
    if (ended && !exact) detail::conclude(best, best.bound, detail::error_of_ratio(best));
    again = !exact && complete && !best.proven_optimal;
  }
  if (best.split && !exact) {
    detail::conclude(best, density_certificate(graph, terms, *best.split).bound,
                     detail::error_of_ratio(best));
  }
  return best;
}

}  // namespace

DensestSubgraph densest_subgraph(const Graph& graph, const DensityTerms& terms, const RunContext& run,
                                 KeepSplit keep_split) {
  DensestSubgraph result;
  if (graph.num_vertices() == 0) {
    detail::conclude(result, 0.0, 0.0);
    if (keep_split == KeepSplit::yes) result.split.emplace();
    return result;
  }
  run.parallel([&] { result = search_core(graph, terms, run, keep_split); });
  return result;
}

}  // namespace lode
