#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include <tbb/parallel_for_each.h>
#include <tbb/parallel_sort.h>

#include <lode/graph/densest.hpp>

#include "core/assert.hpp"
#include "graph/decomposition/densest_layers.hpp"
#include "graph/decomposition/density_units.hpp"
#include "graph/decomposition/load_component.hpp"

namespace lode {
namespace {

using detail::ExactDensity;
using detail::LoadComponent;

/// Vertices proven to share one load.
struct Level {
  ExactDensity density;
  std::size_t begin = 0;  ///< in Decomposer::settled_
  Vertex size = 0;
};

/// Settles parts of a graph, each apart from all others, until none is left.
///
/// For all layers the parts are worked on in any order, on all threads. For the densest layer alone, one part
/// after the other is, the densest first, and the rest of a part is left where nothing in it can be as dense
/// as the best set.
class Decomposer {
 public:
  enum class Layers { all, densest };

  Decomposer(const Graph& graph, const DensityTerms& terms, Layers wanted, const RunContext& run,
             const std::optional<ExactDensity>& floor = {})
      : graph_(graph),
        run_(run),
        units_(graph, terms),
        only_densest_(wanted == Layers::densest),
        most_passes_(floor ? passes_above_floor : std::numeric_limits<int>::max()),
        best_(floor) {}

  /// Reduces `work` by the visits of edges.
  DenseDecomposition solve(double& work_left) {
    result_.load.assign(graph_.num_vertices(), 0.0);
    if (auto component = detail::whole_graph(graph_, units_, run_)) {
      std::vector<Task> tasks;
      const ExactDensity density = component_density(*component);
      tasks.push_back({std::move(*component), density, 0, false, work_left});
      if (only_densest_) {
        settle_densest_first(std::move(tasks));
      } else {
        tbb::parallel_for_each(tasks, [&](Task& task, tbb::feeder<Task>& open) {
          work(std::move(task), [&](Task next) { open.add(std::move(next)); });
        });
      }
    } else {
      incomplete_ = true;
      for (Vertex v = 0; v < graph_.num_vertices(); ++v) result_.load[v] = graph_.strength(v) / 2;
    }
    work_left = std::max(0.0, work_left - static_cast<double>(spent_));
    finish();
    return std::move(result_);
  }

 private:
  /// A part to be worked on. The result does not depend on when.
  struct Task {
    LoadComponent component;
    ExactDensity density;
    int passes = 0;          ///< made over this component
    bool connected = false;  ///< known to be
    double work = 0.0;       ///< visits of edges that are left for it and for its parts
  };

  void settle_densest_first(std::vector<Task> tasks) {
    const auto less_dense = [&](const Task& a, const Task& b) {
      return denser(to_graph(b.density, b.component), to_graph(a.density, a.component));
    };
    while (!tasks.empty()) {
      std::ranges::pop_heap(tasks, less_dense);
      Task task = std::move(tasks.back());
      tasks.pop_back();
      work(std::move(task), [&](Task next) {
        tasks.push_back(std::move(next));
        std::ranges::push_heap(tasks, less_dense);
      });
    }
  }

  /// Sweeps until something is proven, then opens the parts that are not settled.
  template <class Open>
  void work(Task task, const Open& open) {
    LoadComponent& component = task.component;
    const ExactDensity density = task.density;
    raise(component, density, [&] { return component.vertices; });
    if (shrink(task, open)) return;
    if (task.connected && is_plain_tree(component)) return settle(component, density);
    for (int next_check = std::max(first_passes, task.passes / 2);;) {
      const int passes = static_cast<int>(std::min<double>(next_check, passes_within(task)));
      if (run_.should_stop() || !sweep(component, passes)) return abandon(component);
      spend(task, (passes + passes_of_check) * static_cast<double>(component.edges.size()));
      if (passes < next_check) return abandon(component);
      task.passes += next_check;
      detail::recompute_loads(component);
      if (only_densest_) {
        const bool raised = raise_by_prefix(component);
        if (all_below_best(component)) return leave(component);
        if (raised && shrink(task, open)) return;
      }
      const detail::Levels levels = detail::proven_levels(component);
      if (levels.count > 1 || !task.connected) {
        return take(detail::split(component, levels), open, task.work, task.passes);
      }
      if (task.passes >= std::min(most_passes_, detail::passes_before_flow(component))) break;
      next_check = task.passes;
    }
    spend(task, passes_of_flow * static_cast<double>(component.edges.size()));
    double left = task.work;
    const bool above_floor = !only_densest_ || !best_set_.empty();
    const auto cut = detail::cut_by_flow(component, above_floor ? density : best_for(component), run_, left);
    if (std::isfinite(left)) spend(task, task.work - left);
    if (!cut) {
      abandon(component);
    } else if (cut->count > 1) {
      take(detail::split(component, *cut), open, task.work);
    } else {
      above_floor ? settle(component, density) : leave(component);
    }
    const std::lock_guard lock(mutex_);
    ++result_.flows;
    report("flows", result_.flows);
  }

  static double passes_within(const Task& task) {
    const std::size_t edges = task.component.edges.size();
    if (edges == 0) return std::numeric_limits<double>::infinity();
    return std::floor(task.work / static_cast<double>(edges));
  }

  void spend(Task& task, double visits) {
    task.work = std::max(0.0, task.work - visits);
    spent_ += static_cast<std::uint64_t>(visits);
  }

  /// Passes over a component; false if the run should stop.
  bool sweep(LoadComponent& component, int passes) {
    for (int i = 0; i < passes; ++i) {
      if (!detail::sweep(component, detail::usual_relaxation, run_) || run_.should_stop()) return false;
    }
    const std::lock_guard lock(mutex_);
    result_.passes += static_cast<std::uint64_t>(passes);
    report("passes", result_.passes);
    return true;
  }

  void report(const char* what, std::uint64_t count) const {
    if (!only_densest_) {
      return run_.report(std::string("dense decomposition, ") + what, 0.0, count, ProgressValue::none);
    }
    const double best = units_.exact() ? units_.to_graph(best_->value()) : best_->value();
    run_.report(std::string("densest subgraph, ") + what, best, count);
  }

  // --- the densest layer alone ---

  /// Densities of parts are compared in true numbers, unless these have a common unit.
  ExactDensity to_graph(ExactDensity density, const LoadComponent& component) const {
    if (!units_.exact()) density.numerator *= component.unit;
    return density;
  }
  ExactDensity best_for(const LoadComponent& component) const {
    ExactDensity density = *best_;
    if (!units_.exact()) density.numerator /= component.unit;
    return density;
  }

  /// Takes a denser set for the best.
  template <class Set>
  bool raise(const LoadComponent& component, ExactDensity density, const Set& set) {
    return only_densest_ && raise_to(to_graph(density, component), set);
  }
  template <class Set>
  bool raise_to(ExactDensity density, const Set& set) {
    if (best_ && !denser(density, *best_)) return false;
    best_ = density;
    best_set_ = set();
    return true;
  }

  bool raise_by_prefix(const LoadComponent& component) {
    const std::vector<Vertex> order = by_falling_ratio(component);
    const detail::Prefix prefix = densest_prefix(component, order);
    return raise(component, prefix.density, [&] {
      std::vector<Vertex> set;
      for (Vertex i = 0; i < prefix.size; ++i) set.push_back(component.vertices[order[i]]);
      return set;
    });
  }

  /// True if the loads prove that no set of the component is as dense as the best.
  bool all_below_best(const LoadComponent& component) const {
    const detail::LargestRatio largest = largest_ratio(component);
    const double best = best_for(component).value();
    return largest.ratio + 2.0 * largest.rounding < best - 1e-12 * std::abs(best);
  }

  /// Opens the part of a component that may hold a set as dense as the best, if that is not all of it.
  template <class Open>
  bool shrink(Task& task, const Open& open) {
    if (!only_densest_) return false;
    const detail::Levels levels = dense_levels(task.component, best_for(task.component));
    if (levels.count == 1) return false;
    take(detail::split(task.component, levels), open, task.work, task.passes);
    return true;
  }

  // --- results of a part ---

  /// Every part gets work in the proportion of its edges.
  template <class Open>
  void take(detail::Parts parts, const Open& open, double work, int passes = 0) {
    double edges = 0.0;
    for (const LoadComponent& component : parts.components) {
      edges += static_cast<double>(component.edges.size());
    }
    for (const auto& [arc, end] : parts.settled) result_.load[end] += graph_.arc_weight(arc);
    for (auto& single : parts.singles) {
      if (units_.exact()) {
        set_load(single.vertex, single.base);
      } else {
        single.base = true_base(single.vertex);
      }
    }
    for (std::size_t i = 0; i < parts.components.size(); ++i) {
      LoadComponent& component = parts.components[i];
      if (only_densest_ && parts.level[i] != 0) {
        leave(component);
        continue;
      }
      if (!units_.exact()) refine(component);
      const double share = static_cast<double>(component.edges.size()) / edges;
      const ExactDensity density = component_density(component);
      open({std::move(component), density, passes, true, share * work});
    }
    const std::lock_guard lock(mutex_);
    for (const auto& single : parts.singles) {
      if (only_densest_ && single.level != 0) continue;
      const ExactDensity density{single.base, single.cost};
      if (only_densest_) raise_to(density, [&] { return std::vector{single.vertex}; });
      add_level(density, {&single.vertex, 1});
    }
  }

  /// Its value, and the edges settled earlier.
  double true_base(Vertex v) const {
    return result_.load[v] + (units_.terms().values.empty() ? 0.0 : units_.terms().values[v]);
  }

  /// Rounds the numbers of a part again, to a smaller unit.
  void refine(LoadComponent& component) const {
    double magnitude = 0.0;
    for (const ArcIndex arc : component.source) magnitude += graph_.arc_weight(arc);
    for (const Vertex v : component.vertices) magnitude += std::abs(true_base(v));
    const detail::Units units = detail::rounding_units(magnitude);
    if (units.unit >= component.unit) return;
    component.unit = units.unit;
    for (Vertex v = 0; v < component.size(); ++v) {
      component.base[v] = units.to_part(true_base(component.vertices[v]));
    }
    for (std::size_t i = 0; i < component.edges.size(); ++i) {
      const double weight = units.to_part(graph_.arc_weight(component.source[i]));
      const double part = component.weight[i] == 0.0 ? 0.5 : component.edges[i].share / component.weight[i];
      component.edges[i].share = std::min(weight, weight * part);
      component.weight[i] = weight;
    }
    detail::recompute_loads(component);
  }

  void settle(LoadComponent& component, ExactDensity density) {
    if (!units_.exact()) {
      add_true_shares(component);
    } else {
      for (Vertex v = 0; v < component.size(); ++v) {
        set_load(component.vertices[v], density.value() * component.cost_of(v));
      }
    }
    const std::lock_guard lock(mutex_);
    add_level(to_graph(density, component), component.vertices);
  }

  void add_level(ExactDensity density, std::span<const Vertex> vertices) {
    levels_.push_back({density, settled_.size(), static_cast<Vertex>(vertices.size())});
    settled_.insert(settled_.end(), vertices.begin(), vertices.end());
  }

  /// The present loads of the component count.
  void leave(LoadComponent& component) {
    if (!units_.exact()) return add_true_shares(component);
    detail::recompute_loads(component);
    for (Vertex v = 0; v < component.size(); ++v) set_load(component.vertices[v], component.load[v]);
  }
  void abandon(LoadComponent& component) {
    incomplete_ = true;
    leave(component);
  }

  /// Takes the value of the vertex off.
  void set_load(Vertex v, double load) { result_.load[v] = units_.to_graph(load - units_.value(v)); }

  /// Splits the true weights in the proportion of the rounded ones.
  void add_true_shares(const LoadComponent& component) {
    for (std::size_t i = 0; i < component.edges.size(); ++i) {
      const auto& e = component.edges[i];
      const double whole = component.weight_of(i);
      const Weight actual = graph_.arc_weight(component.source[i]);
      // An edge below half a unit is assigned to the end of larger cost.
      const double none = component.cost_of(e.u) >= component.cost_of(e.v) ? actual : 0.0;
      const Weight share = whole == 0.0 ? none : std::min(actual, actual * (e.share / whole));
      result_.load[component.vertices[e.u]] += share;
      result_.load[component.vertices[e.v]] += actual - share;
    }
  }

  void finish() {
    if (!incomplete_) {
      tbb::parallel_sort(levels_.begin(), levels_.end(),
                         [](const Level& a, const Level& b) { return denser(a.density, b.density); });
    }
    if (only_densest_) return finish_densest();
    if (incomplete_) {
      result_.order = all_vertices();
      return;
    }
    std::vector<Vertex> layer(graph_.num_vertices());
    for (std::size_t i = 0; i < levels_.size();) {
      std::size_t at = result_.order.size();
      i = add_layer(i);
      for (; at < result_.order.size(); ++at) {
        layer[result_.order[at]] = static_cast<Vertex>(result_.layers.size() - 1);
      }
    }
    LODE_ASSERT_LIGHT(result_.order.size() == graph_.num_vertices());
    count(layer);
  }

  /// Appends the layer of all levels as dense as level `begin`; returns the next level.
  std::size_t add_layer(std::size_t begin) {
    const auto first = static_cast<std::ptrdiff_t>(result_.order.size());
    std::size_t i = begin;
    for (; i < levels_.size() && !denser(levels_[begin].density, levels_[i].density); ++i) {
      const auto vertices = std::span(settled_).subspan(levels_[i].begin, levels_[i].size);
      result_.order.insert(result_.order.end(), vertices.begin(), vertices.end());
    }
    std::sort(result_.order.begin() + first, result_.order.end());
    result_.layers.push_back({.size = static_cast<Vertex>(result_.order.size())});
    return i;
  }

  /// The settled set, unless the best one is denser, whose part was left by the rounding of real numbers.
  void finish_densest() {
    if (incomplete_) {
      result_.order = best_set_.empty() ? all_vertices() : std::move(best_set_);
    } else if (!levels_.empty() && !denser(*best_, levels_.front().density)) {
      add_layer(0);
    } else {
      result_.order = std::move(best_set_);
      result_.layers.push_back({.size = static_cast<Vertex>(result_.order.size())});
    }
  }

  std::vector<Vertex> all_vertices() const {
    std::vector<Vertex> all(graph_.num_vertices());
    std::iota(all.begin(), all.end(), Vertex{0});
    return all;
  }

  /// Counts edges and weights by the layer of their outer end, values and costs by that of their vertex.
  void count(const std::vector<Vertex>& layer) {
    const DensityTerms& terms = units_.terms();
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      DenseLayer& own = result_.layers[layer[v]];
      Weight weight = 0.0;  // of edges to denser layers and to smaller vertices of the own
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (layer[u] > layer[v] || (layer[u] == layer[v] && u > v)) return;
        ++own.edges;
        weight += w;
      });
      own.own_weight += weight;
      if (!terms.values.empty()) own.own_value += terms.values[v];
      own.own_cost += terms.costs.empty() ? 1.0 : terms.costs[v];
    }
    DenseLayer before;
    for (DenseLayer& to : result_.layers) {
      to.edges += before.edges;
      to.weight = before.weight + to.own_weight;
      to.value = before.value + to.own_value;
      to.cost = before.cost + to.own_cost;
      before = to;
    }
  }

  static constexpr int first_passes = 8;
  static constexpr int passes_above_floor = 32;  ///< most parts have nothing above, which a flow proves
  /// Time of the search for cuts and of making a network, in passes.
  static constexpr double passes_of_check = 4.0;
  static constexpr double passes_of_flow = 20.0;

  const Graph& graph_;
  const RunContext& run_;
  detail::DensityUnits units_;
  const bool only_densest_;
  const int most_passes_;
  std::mutex mutex_;  ///< of what follows, but for loads: every vertex is in one task at a time
  std::vector<Level> levels_;
  std::vector<Vertex> settled_;
  // Where only the densest layer is wanted:
  std::optional<ExactDensity> best_;  ///< of the best set
  std::vector<Vertex> best_set_;
  DenseDecomposition result_;
  std::atomic<bool> incomplete_ = false;
  std::atomic<std::uint64_t> spent_ = 0;  ///< visits of edges
};

}  // namespace

DenseDecomposition dense_decomposition(const Graph& graph, const DensityTerms& terms, const RunContext& run) {
  double work = std::numeric_limits<double>::infinity();
  DenseDecomposition result = dense_decomposition_within(graph, terms, work, run);
  if (!result.complete()) {
    const auto ratio = [&](Vertex v) {
      const double value = terms.values.empty() ? 0.0 : terms.values[v];
      return (result.load[v] + value) / (terms.costs.empty() ? 1.0 : terms.costs[v]);
    };
    std::ranges::stable_sort(result.order, std::greater<>(), ratio);
  }
  return result;
}

DenseDecomposition dense_decomposition_within(const Graph& graph, const DensityTerms& terms, double& work,
                                              const RunContext& run) {
  DenseDecomposition result;
  if (graph.num_vertices() == 0) return result;
  run.parallel([&] { result = Decomposer(graph, terms, Decomposer::Layers::all, run).solve(work); });
  return result;
}

DenseDecomposition densest_layer(const Graph& graph, const DensityTerms& terms, const RunContext& run,
                                 const std::optional<detail::ExactDensity>& floor) {
  double unlimited = std::numeric_limits<double>::infinity();
  return Decomposer(graph, terms, Decomposer::Layers::densest, run, floor).solve(unlimited);
}

}  // namespace lode
