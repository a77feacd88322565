#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "core/assert.hpp"
#include "graph/decomposition/counted_set.hpp"
#include "graph/decomposition/dense_core.hpp"
#include "graph/decomposition/density_units.hpp"
#include "graph/decomposition/load_component.hpp"
#include "graph/decomposition/proof_split.hpp"

namespace lode {
namespace {

using detail::ExactDensity;
using detail::LoadComponent;

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
    if (component) {
      open(*std::move(component), 0, false);
      settle_parts();
    } else {
      stopped_bound_ = bound_of_halves();
    }
    finish();
    if (keep_split == KeepSplit::yes && result_.proven_optimal) {
      result_.split = detail::proof_split(graph_, units_, core_, density_, run_);
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

  void settle_parts() {
    while (!open_.empty() && !run_.should_stop()) {
      std::pop_heap(open_.begin(), open_.end(), less_dense);
      Open part = std::move(open_.back());
      open_.pop_back();
      if (!work(part)) open(std::move(part));
    }
    result_.proven_optimal = open_.empty();
    if (result_.proven_optimal) return;
    stopped_bound_ = density_.value();
    for (Open& part : open_) {
      detail::recompute_loads(part.component);
      const detail::LargestRatio largest = largest_ratio(part.component);
      stopped_bound_ = std::max(stopped_bound_, largest.ratio + largest.rounding);
    }
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
    if (!cut->positive) return add_free(component, *cut), true;
    ExactDensity density{0.0, 0.0};
    std::vector<Vertex> set;
    const std::vector<Vertex>& level = cut->levels.level;
    for (Vertex v = 0; v < component.size(); ++v) {
      if (level[v] != 0) continue;
      set.push_back(component.vertices[v]);
      density.numerator += component.base[v];
      density.denominator += component.cost_of(v);
    }
    for (std::size_t i = 0; i < component.edges.size(); ++i) {
      const detail::SplitEdge& e = component.edges[i];
      if (level[e.u] == 0 && level[e.v] == 0) density.numerator += component.weight_of(i);
    }
    // The source's side is denser, up to the rounding of real numbers.
    if (!raise(density, [&] { return set; })) {
      LODE_ASSERT_LIGHT(units_.rounded() || !units_.whole_costs());
      return add_free(component, *cut), true;
    }
    if (cut->levels.count == 1) {
      open(std::move(component), 0, true);
    } else {
      keep_densest(component, cut->levels, 0);
    }
    return true;
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

  /// How far weights and values may have moved a load over its cost, in units.
  double rounding_of_units() const {
    double most = 0.0;
    for (Vertex v = 0; units_.rounded() && v < graph_.num_vertices(); ++v) {
      double magnitude = std::abs(units_.value(v));
      graph_.for_each_neighbor(v, [&](Vertex, Weight w) { magnitude += units_.in_units(w); });
      most = std::max(most, units_.rounding(graph_.degree(v) + std::size_t{1}, magnitude) / units_.cost(v));
    }
    return most;
  }

  void finish() {
    if (result_.proven_optimal && !tight_.empty()) best_ = std::move(tight_);
    DensestSubgraph set = detail::counted_set(graph_, units_.terms(), std::move(best_));
    set.core_vertices = result_.core_vertices;
    set.core_edges = result_.core_edges;
    set.flows = result_.flows;
    set.proven_optimal = result_.proven_optimal;
    result_ = std::move(set);
    constexpr double rounding = 0x1p-40;  // of bounds of a run that was stopped
    result_.bound = result_.ratio();
    if (result_.proven_optimal) return;
    const double stopped = units_.outward(stopped_bound_ + rounding_of_units());
    result_.bound = std::max(result_.bound, stopped + rounding * std::abs(stopped));
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
  double stopped_bound_ = 0.0;  ///< in units
  DensestSubgraph result_;
};

}  // namespace

DensestSubgraph densest_subgraph(const Graph& graph, const DensityTerms& terms, const RunContext& run,
                                 KeepSplit keep_split) {
  DensestSubgraph result;
  if (graph.num_vertices() == 0) {
    result.proven_optimal = true;
    result.bound = 0.0;
    if (keep_split == KeepSplit::yes) result.split.emplace();
    return result;
  }
  run.parallel([&] { result = DensestSearch(graph, terms, run).solve(keep_split); });
  return result;
}

}  // namespace lode
