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
#include <lode/graph/density_certificate.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "core/assert.hpp"
#include "graph/decomposition/counted_set.hpp"
#include "graph/decomposition/dense_core.hpp"
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

/// A split of all edges that proves that no set is denser than `density`. Edges outside the core go to the
/// end that was removed first; those of the core are split by passes and a largest flow.
///
/// Cost:   a flow on the core. Stops: with nothing. Deterministic.
std::optional<EdgeSplit> proof_split(const Graph& graph, const detail::DensityUnits& units,
                                     const detail::DenseCore& core, ExactDensity density,
                                     const RunContext& run) {
  const std::optional<Part> part = part_of(graph, core.vertices, run);
  if (!part) return std::nullopt;
  EdgeSplit split;
  if (units.exact()) {
    const auto p = static_cast<std::int64_t>(density.numerator);
    const auto q = static_cast<std::int64_t>(density.denominator);
    split.denominator = q / std::max<std::int64_t>(std::gcd(p, q), 1);
  }
  const auto scale = static_cast<double>(split.denominator);
  constexpr double by_turn = -1.0;                       // the end that was removed first has all
  std::vector<double> share(graph.num_arcs(), by_turn);  // of the smaller end, at its arc
  const auto arc_of = [&](Vertex u, Vertex v) {
    const auto row = graph.neighbors(u);
    return graph.offsets()[u] + static_cast<ArcIndex>(std::ranges::lower_bound(row, v) - row.begin());
  };
  const bool plain = !graph.weighted() && units.terms().values.empty() && !units.has_costs();
  const auto cores = plain ? core_decomposition(part->graph, run) : std::nullopt;
  if (cores && cores->degeneracy <= 1) {
    split_forest(part->graph, *cores, [&](Vertex child, Vertex parent, double below) {
      const Vertex u = part->outward(child);
      const Vertex v = part->outward(parent);
      share[arc_of(std::min(u, v), std::max(u, v))] = u < v ? scale - below : below;
    });
  } else {
    std::optional<LoadComponent> component = detail::whole_graph(*part, units, run);
    if (!component) return std::nullopt;
    constexpr int passes = 32;
    for (int i = 0; i < passes; ++i) {
      if (!detail::sweep(*component, detail::usual_relaxation, run)) return std::nullopt;
    }
    recompute_loads(*component);
    double unlimited = std::numeric_limits<double>::infinity();
    if (!detail::cut_by_flow(*component, density, run, unlimited)) return std::nullopt;
    for (std::size_t i = 0; i < component->edges.size(); ++i) {
      const detail::SplitEdge& e = component->edges[i];
      Vertex u = component->vertices[e.u];
      Vertex v = component->vertices[e.v];
      const double whole = component->weight_of(i);
      double own = e.share;
      if (u > v) {
        std::swap(u, v);
        own = whole - own;
      }
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
      const Vertex v = graph.targets()[arc];
      if (v < u) continue;
      const double all = core.turn[u] <= core.turn[v] ? graph.arc_weight(arc) * scale : 0.0;
      split.share.push_back(share[arc] == by_turn ? all : share[arc]);
    }
  }
  return split;
}

class DensestSearch {
 public:
  DensestSearch(const Graph& graph, const DensityTerms& terms, const RunContext& run)
      : graph_(graph), run_(run), units_(graph, terms) {}

  DensestSubgraph solve(KeepSplit keep_split) {
    core_ = detail::dense_core(graph_, units_, run_);
    best_ = core_.vertices;
    density_ = core_.density;
    const std::optional<Part> part = part_of(graph_, core_.vertices, run_);
    std::optional<LoadComponent> component;
    if (part) {
      result_.core_vertices = part->graph.num_vertices();
      result_.core_edges = part->graph.num_edges();
      component = detail::whole_graph(*part, units_, run_);
    }
    bool complete = false;
    if (component) {
      open(*std::move(component), 0, false);
      complete = settle_parts();
    } else {
      stopped_bound_ = bound_of_halves();
    }
    finish(complete);
    if (keep_split == KeepSplit::yes && complete) {
      result_.split = proof_split(graph_, units_, core_, density_, run_);
    }
    return std::move(result_);
  }

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
  detail::DenseCore core_;
  std::vector<Open> open_;  ///< a heap by density
  std::vector<Vertex> best_;
  std::vector<Vertex> tight_;  ///< in sets of the best density, of parts that are done
  ExactDensity density_;
  double stopped_bound_ = 0.0;                                    ///< in units
  double flow_bound_ = -std::numeric_limits<double>::infinity();  ///< the same
  DensestSubgraph result_;
};

/// Vertices that may be in a densest set, in real numbers. A vertex that adds less than t times its cost to
/// the vertices kept is in no densest set, where t is the density of a known set.
class KeptVertices {
 public:
  KeptVertices(const Graph& graph, const DensityTerms& terms)
      : graph_(graph), terms_(terms), turn_(graph.num_vertices(), kept) {}

  /// Removes vertices one after another, in a few rounds. Sums are formed anew for every vertex: the heavy
  /// edges of removed vertices leave no rounding behind.
  void remove_below(long double t) {
    constexpr int most_rounds = 16;
    bool removes = true;
    for (int round = 0; removes && round < most_rounds; ++round) {
      removes = false;
      for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
        if (turn_[v] != kept) continue;
        long double adds = value(v);
        long double magnitude = std::abs(adds);
        graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
          if (turn_[u] != kept) return;
          adds += w;
          magnitude += w;
        });
        const long double error = 0x1p-62L * (graph_.degree(v) + 2.0L) * magnitude;
        if (!(adds + error < t * cost(v) - 0x1p-50L * std::abs(t * cost(v)))) continue;
        turn_[v] = turns_++;
        removes = true;
      }
    }
  }

  /// The densest of the whole graph, single vertices, and pairs of neighbours.
  VertexSet known_set() const {
    VertexSet set;
    long double all = 0.0L;
    long double costs = 0.0L;
    long double most = -std::numeric_limits<long double>::infinity();
    const auto raise = [&](long double density, auto vertices) {
      if (density <= most) return;
      most = density;
      set = vertices();
    };
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      all += value(v);
      costs += cost(v);
      raise(value(v) / cost(v), [&] { return VertexSet{v}; });
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (u < v) return;
        all += w;
        raise((w + value(u) + value(v)) / (cost(u) + cost(v)), [&] { return VertexSet{v, u}; });
      });
    }
    raise(all / costs, [&] { return list(); });
    return set;
  }

  std::vector<Vertex> list() const {
    std::vector<Vertex> vertices;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (turn_[v] == kept) vertices.push_back(v);
    }
    return vertices;
  }

  /// The split of the kept vertices' edges, and all of every other edge to the end that was removed first.
  EdgeSplit whole_split(const EdgeSplit& inner) const {
    EdgeSplit split;
    split.share.reserve(graph_.num_edges());
    auto next = inner.share.begin();
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (u < v) return;
        const bool inside = turn_[v] == kept && turn_[u] == kept;
        const double whole = turn_[v] < turn_[u] ? w : 0.0;
        split.share.push_back(inside ? *next++ / static_cast<double>(inner.denominator) : whole);
      });
    }
    return split;
  }

 private:
  long double value(Vertex v) const { return terms_.values.empty() ? 0.0L : terms_.values[v]; }
  long double cost(Vertex v) const { return terms_.costs.empty() ? 1.0L : terms_.costs[v]; }

  static constexpr Vertex kept = no_vertex;
  const Graph& graph_;
  const DensityTerms& terms_;
  std::vector<Vertex> turn_;  ///< when a vertex was removed
  Vertex turns_ = 0;
};

/// The densest subgraph in real numbers: vertices that no densest set holds are removed, and the search is
/// repeated as long as that halves the sum that the unit comes from.
DensestSubgraph densest_in_reals(const Graph& graph, const DensityTerms& terms, const RunContext& run,
                                 KeepSplit keep_split) {
  KeptVertices kept(graph, terms);
  DensestSubgraph best = detail::counted_set(graph, terms, kept.known_set());
  double magnitude = std::numeric_limits<double>::infinity();
  bool ended = false;
  for (bool complete = true; complete && !best.proven_optimal;) {
    kept.remove_below(static_cast<long double>(best.ratio()) - detail::error_of_ratio(best));
    const std::vector<Vertex> vertices = kept.list();
    const Part part = part_of(graph, vertices);
    const DensityTerms inner = detail::terms_of(terms, vertices);
    const double next = detail::DensityUnits(part.graph, inner).magnitude();
    if (next > magnitude / 2.0) break;
    magnitude = next;
    DensestSubgraph found = DensestSearch(part.graph, inner, run).solve(keep_split);
    complete = std::isfinite(found.optimality_tolerance);
    ended = ended || complete;
    const double bound = std::min(best.bound, found.bound);
    const std::uint64_t flows = best.flows + found.flows;
    const Vertex core_vertices = found.core_vertices;
    const EdgeCount core_edges = found.core_edges;
    std::optional<EdgeSplit> split = std::move(best.split);
    if (found.split) split = kept.whole_split(*found.split);
    if (!worsens(found.ratio(), best.ratio(), Sums::rounded)) {
      best = std::move(found);
      best.vertices = part.outward(best.vertices);
    }
    best.core_vertices = core_vertices;
    best.core_edges = core_edges;
    best.bound = std::max(bound, best.ratio());
    best.flows = flows;
    best.split = std::move(split);
    if (ended) detail::conclude(best, best.bound, detail::error_of_ratio(best));
  }
  if (best.split) {
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
  const bool exact = detail::DensityUnits(graph, terms).exact();
  run.parallel([&] {
    result = exact ? DensestSearch(graph, terms, run).solve(keep_split)
                   : densest_in_reals(graph, terms, run, keep_split);
  });
  return result;
}

}  // namespace lode
