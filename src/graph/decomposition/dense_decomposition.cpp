#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>
#include <span>
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

class Decomposer {
 public:
  Decomposer(const Graph& graph, const DensityTerms& terms, const RunContext& run)
      : graph_(graph), run_(run), units_(graph, terms) {}

  /// Takes what it does off `work`.
  DenseDecomposition solve(double& work_left) {
    result_.load.assign(graph_.num_vertices(), 0.0);
    if (auto component = detail::whole_graph(graph_, units_, run_)) {
      std::vector<Task> tasks(1);
      tasks.front().component = std::move(*component);
      tasks.front().work = work_left;
      tbb::parallel_for_each(tasks,
                             [&](Task& task, tbb::feeder<Task>& open) { work(std::move(task), open); });
    } else {
      incomplete_ = true;
      for (Vertex v = 0; v < graph_.num_vertices(); ++v) result_.load[v] = graph_.strength(v) / 2;
    }
    work_left = std::max(0.0, work_left - static_cast<double>(spent_));
    finish();
    return std::move(result_);
  }

 private:
  /// A part to be worked on, apart from all others: what becomes of it does not depend on when.
  struct Task {
    LoadComponent component;
    int passes = 0;          ///< made over this component
    bool connected = false;  ///< known to be
    double work = 0.0;       ///< visits of edges that are left for it and what becomes of it
  };
  using Open = tbb::feeder<Task>;

  /// Sweeps until something is proven, then puts what is left back.
  void work(Task task, Open& open) {
    LoadComponent& component = task.component;
    const ExactDensity density = detail::component_density(component);
    if (task.connected && is_plain_tree(component)) return settle(component, density);
    for (int next_check = std::max(first_passes, task.passes / 2);;) {
      const int passes = static_cast<int>(std::min<double>(next_check, passes_within(task)));
      if (run_.should_stop() || !sweep(component, passes)) return abandon(component);
      spend(task, (passes + passes_of_check) * static_cast<double>(component.edges.size()));
      if (passes < next_check) return abandon(component);
      task.passes += next_check;
      detail::recompute_loads(component);
      const detail::Levels levels = detail::proven_levels(component);
      if (levels.count > 1 || !task.connected) {
        return take(detail::split(component, levels), open, task.work, task.passes);
      }
      if (task.passes >= detail::passes_before_flow(component)) break;
      next_check = task.passes;
    }
    spend(task, passes_of_flow * static_cast<double>(component.edges.size()));
    double left = task.work;
    const auto cut = detail::cut_by_flow(component, density, run_, left);
    if (std::isfinite(left)) spend(task, task.work - left);
    if (!cut) {
      abandon(component);
    } else if (cut->levels.count == 1) {
      settle(component, density);
    } else {
      take(detail::split(component, cut->levels), open, task.work);
    }
    const std::lock_guard lock(mutex_);
    ++result_.flows;
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
    run_.report("dense decomposition, passes", 0.0, result_.passes, ProgressValue::none);
    return true;
  }

  /// Every part gets work in the proportion of its edges: what becomes of it does not depend on the others.
  void take(detail::Parts parts, Open& open, double work, int passes = 0) {
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
    for (LoadComponent& component : parts.components) {
      if (!units_.exact()) refine(component);
      const double share = static_cast<double>(component.edges.size()) / edges;
      open.add({std::move(component), passes, true, share * work});
    }
    const std::lock_guard lock(mutex_);
    for (const auto& single : parts.singles) add_level({single.base, single.cost}, {&single.vertex, 1});
  }

  /// Its value, and the edges settled earlier.
  double true_base(Vertex v) const {
    return result_.load[v] + (units_.terms().values.empty() ? 0.0 : units_.terms().values[v]);
  }

  /// Rounds the numbers of a part anew, to a unit of its own.
  void refine(LoadComponent& component) const {
    double magnitude = 0.0;
    for (const ArcIndex arc : component.source) magnitude += graph_.arc_weight(arc);
    for (const Vertex v : component.vertices) magnitude += std::abs(true_base(v));
    const int exponent = detail::exponent_of_unit(magnitude);
    if (exponent >= component.exponent) return;
    component.exponent = exponent;
    const auto in_units = [&](double number) { return std::nearbyint(std::ldexp(number, -exponent)); };
    for (Vertex v = 0; v < component.size(); ++v)
      component.base[v] = in_units(true_base(component.vertices[v]));
    for (std::size_t i = 0; i < component.edges.size(); ++i) {
      const double weight = in_units(graph_.arc_weight(component.source[i]));
      const double part = component.weight[i] == 0.0 ? 0.5 : component.edges[i].share / component.weight[i];
      component.edges[i].share = std::min(weight, weight * part);
      component.weight[i] = weight;
    }
    detail::recompute_loads(component);
  }

  void settle(LoadComponent& component, ExactDensity density) {
    const double load = density.value();
    density.numerator = std::ldexp(density.numerator, component.exponent);
    if (!units_.exact()) {
      add_true_shares(component);
    } else {
      for (Vertex v = 0; v < component.size(); ++v) {
        set_load(component.vertices[v], load * component.cost_of(v));
      }
    }
    const std::lock_guard lock(mutex_);
    add_level(density, component.vertices);
  }

  void add_level(ExactDensity density, std::span<const Vertex> vertices) {
    levels_.push_back({density, settled_.size(), static_cast<Vertex>(vertices.size())});
    settled_.insert(settled_.end(), vertices.begin(), vertices.end());
  }

  /// Leaves the component as it is: its present loads count.
  void abandon(LoadComponent& component) {
    incomplete_ = true;
    if (!units_.exact()) return add_true_shares(component);
    detail::recompute_loads(component);
    for (Vertex v = 0; v < component.size(); ++v) set_load(component.vertices[v], component.load[v]);
  }

  /// Takes the value of the vertex off.
  void set_load(Vertex v, double load) { result_.load[v] = load - units_.value(v); }

  /// Splits the true weights in the proportion of the rounded ones.
  void add_true_shares(const LoadComponent& component) {
    for (std::size_t i = 0; i < component.edges.size(); ++i) {
      const auto& e = component.edges[i];
      const double whole = component.weight_of(i);
      const Weight actual = graph_.arc_weight(component.source[i]);
      const Weight share = whole == 0.0 ? 0.0 : std::min(actual, actual * (e.share / whole));
      result_.load[component.vertices[e.u]] += share;
      result_.load[component.vertices[e.v]] += actual - share;
    }
  }

  void finish() {
    result_.order.resize(graph_.num_vertices());
    std::iota(result_.order.begin(), result_.order.end(), Vertex{0});
    if (incomplete_) return;
    tbb::parallel_sort(levels_.begin(), levels_.end(),
                       [](const Level& a, const Level& b) { return denser(a.density, b.density); });
    result_.order.clear();
    std::vector<Vertex> layer(graph_.num_vertices());
    for (std::size_t i = 0; i < levels_.size();) {
      const auto begin = static_cast<std::ptrdiff_t>(result_.order.size());
      std::size_t j = i;
      for (; j < levels_.size() && !denser(levels_[i].density, levels_[j].density); ++j) {
        for (const Vertex v : std::span(settled_).subspan(levels_[j].begin, levels_[j].size)) {
          layer[v] = static_cast<Vertex>(result_.layers.size());
          result_.order.push_back(v);
        }
      }
      std::sort(result_.order.begin() + begin, result_.order.end());
      result_.layers.push_back({.size = static_cast<Vertex>(result_.order.size())});
      i = j;
    }
    LODE_ASSERT_LIGHT(result_.order.size() == graph_.num_vertices());
    count(layer);
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
  /// What else is done beside passes, in passes of the same time: looking for cuts, and making a network.
  static constexpr double passes_of_check = 4.0;
  static constexpr double passes_of_flow = 20.0;

  const Graph& graph_;
  const RunContext& run_;
  detail::DensityUnits units_;
  std::mutex mutex_;  ///< of what follows, but for loads: every vertex is in one task at a time
  std::vector<Level> levels_;
  std::vector<Vertex> settled_;
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
  run.parallel([&] { result = Decomposer(graph, terms, run).solve(work); });
  return result;
}

}  // namespace lode
