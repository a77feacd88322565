#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include <lode/graph/cores.hpp>
#include <lode/graph/dense_decomposition.hpp>

#include "core/assert.hpp"
#include "graph/load_component.hpp"
#include "graph/weight_units.hpp"

namespace lode {
namespace {

using detail::ExactDensity;
using detail::LoadComponent;

__extension__ using Wide = __int128;

/// a > b.
bool denser(ExactDensity a, ExactDensity b) {
  return Wide{a.numerator} * b.denominator > Wide{b.numerator} * a.denominator;
}

/// Vertices proven to share one load.
struct Level {
  ExactDensity density;
  std::vector<Vertex> vertices;
};

class Decomposer {
 public:
  Decomposer(const Graph& graph, const RunContext& run) : graph_(graph), run_(run), units_(graph) {}

  DenseDecomposition solve() {
    result_.load.assign(graph_.num_vertices(), 0.0);
    if (auto component = whole()) {
      take(detail::split(*component, one_level(graph_.num_vertices())));
    } else {
      stopped_ = true;
      for (Vertex v = 0; v < graph_.num_vertices(); ++v) result_.load[v] = graph_.strength(v) / 2;
    }
    while (!open_.empty()) {
      Task task = std::move(open_.back());
      open_.pop_back();
      if (stopped_ || run_.should_stop()) {
        stopped_ = true;
        abandon(task.component);
      } else {
        work(std::move(task));
      }
    }
    finish();
    return std::move(result_);
  }

 private:
  struct Task {
    LoadComponent component;
    int passes = 0;  ///< made over this component
  };

  static detail::Levels one_level(Vertex n) { return {std::vector<Vertex>(n, 0), 1}; }

  /// The graph as one component, numbered from the innermost core outwards, every edge split in halves;
  /// nothing if the run should stop.
  std::optional<LoadComponent> whole() {
    constexpr EdgeCount between_polls = 1 << 16;
    EdgeCount next_poll = between_polls;
    const Vertex n = graph_.num_vertices();
    LoadComponent component;
    component.vertices = core_decomposition(graph_).order;
    std::reverse(component.vertices.begin(), component.vertices.end());
    std::vector<Vertex> rank(n);
    for (Vertex i = 0; i < n; ++i) rank[component.vertices[i]] = i;
    component.base.assign(n, 0.0);
    component.edges.reserve(graph_.num_edges());
    if (graph_.weighted()) component.weight.reserve(graph_.num_edges());
    std::vector<std::pair<Vertex, Weight>> later;
    for (Vertex i = 0; i < n; ++i) {
      later.clear();
      graph_.for_each_neighbor(component.vertices[i], [&](Vertex u, Weight w) {
        if (rank[u] > i) later.emplace_back(rank[u], w);
      });
      std::sort(later.begin(), later.end());
      if (component.edges.size() >= next_poll) {
        if (run_.should_stop()) return std::nullopt;
        next_poll += between_polls;
      }
      for (const auto& [j, w] : later) {
        const double weight = units_.in_units(w);
        component.edges.push_back({i, j, weight / 2});
        if (graph_.weighted()) component.weight.push_back(weight);
        if (!units_.rounded()) continue;
        component.source.push_back(actual_.size());
        actual_.push_back(w);
      }
    }
    detail::recompute_loads(component);
    if (run_.should_stop()) return std::nullopt;
    return component;
  }

  /// Sweeps until something is proven, then puts what is left back.
  void work(Task task) {
    LoadComponent& component = task.component;
    const ExactDensity density = detail::component_density(component);
    for (int next_check = std::max(first_passes, task.passes / 2);;) {
      for (int i = 0; i < next_check; ++i) {
        if (!detail::sweep(component, relaxation, run_) || run_.should_stop()) return abandon(component);
        ++result_.passes;
      }
      run_.report("dense decomposition, passes", 0.0, result_.passes);
      task.passes += next_check;
      detail::recompute_loads(component);
      const detail::Levels levels = detail::proven_levels(component);
      if (levels.count > 1) return take(detail::split(component, levels), task.passes);
      if (near(component, density) && detail::settle_by_tree(component, density)) {
        return settle(component, density);
      }
      if (task.passes >= passes_before_flow) break;
      next_check = task.passes;
    }
    const auto levels = detail::settle_by_flow(component, density);
    ++result_.flows;
    if (!levels) {
      too_large_ = true;
      abandon(component);
    } else if (levels->count == 1) {
      settle(component, density);
    } else {
      take(detail::split(component, *levels));
    }
  }

  /// True if no load is further from the density than a fraction of the mean weight.
  static bool near(const LoadComponent& component, ExactDensity density) {
    const double target = static_cast<double>(density.numerator) / static_cast<double>(density.denominator);
    double weight = 0.0;
    for (std::size_t i = 0; i < component.edges.size(); ++i) weight += component.weight_of(i);
    const double limit = 0.1 * weight / static_cast<double>(component.edges.size());
    return std::all_of(component.load.begin(), component.load.end(),
                       [&](double load) { return std::abs(load - target) <= limit; });
  }

  void take(detail::Parts parts, int passes = 0) {
    for (const auto& [edge, end] : parts.settled) result_.load[end] += actual_[edge];
    for (const auto& [vertex, base] : parts.singles) {
      if (!units_.rounded()) result_.load[vertex] = base;
      levels_.push_back({{static_cast<std::int64_t>(base), 1}, {vertex}});
    }
    for (LoadComponent& component : parts.components) open_.push_back({std::move(component), passes});
  }

  void settle(LoadComponent& component, ExactDensity density) {
    const double load = static_cast<double>(density.numerator) / static_cast<double>(density.denominator);
    if (units_.rounded()) {
      add_true_shares(component);
    } else {
      for (const Vertex v : component.vertices) result_.load[v] = load;
    }
    levels_.push_back({density, std::move(component.vertices)});
  }

  /// Leaves the component as it is: its present loads count.
  void abandon(LoadComponent& component) {
    stopped_ = stopped_ || run_.should_stop();
    if (units_.rounded()) return add_true_shares(component);
    detail::recompute_loads(component);
    for (Vertex v = 0; v < component.size(); ++v) result_.load[component.vertices[v]] = component.load[v];
  }

  /// Splits the true weights in the proportion of the rounded ones.
  void add_true_shares(const LoadComponent& component) {
    for (std::size_t i = 0; i < component.edges.size(); ++i) {
      const auto& e = component.edges[i];
      const double whole = component.weight_of(i);
      const Weight actual = actual_[component.source[i]];
      const Weight share = whole == 0.0 ? 0.0 : std::min(actual, actual * (e.share / whole));
      result_.load[component.vertices[e.u]] += share;
      result_.load[component.vertices[e.v]] += actual - share;
    }
  }

  void finish() {
    result_.order.resize(graph_.num_vertices());
    std::iota(result_.order.begin(), result_.order.end(), Vertex{0});
    if (stopped_ || too_large_) {
      std::sort(result_.order.begin(), result_.order.end(), [&](Vertex a, Vertex b) {
        return result_.load[a] != result_.load[b] ? result_.load[a] > result_.load[b] : a < b;
      });
      return;
    }
    std::sort(levels_.begin(), levels_.end(),
              [](const Level& a, const Level& b) { return denser(a.density, b.density); });
    result_.order.clear();
    std::vector<Vertex> layer(graph_.num_vertices());
    for (std::size_t i = 0; i < levels_.size();) {
      const auto begin = static_cast<std::ptrdiff_t>(result_.order.size());
      std::size_t j = i;
      for (; j < levels_.size() && !denser(levels_[i].density, levels_[j].density); ++j) {
        for (const Vertex v : levels_[j].vertices) {
          layer[v] = static_cast<Vertex>(result_.layers.size());
          result_.order.push_back(v);
        }
      }
      std::sort(result_.order.begin() + begin, result_.order.end());
      result_.layers.push_back({static_cast<Vertex>(result_.order.size()), 0, 0.0});
      i = j;
    }
    LODE_ASSERT_LIGHT(result_.order.size() == graph_.num_vertices());
    count(layer);
  }

  /// Counts edges and weights by the layer of their outer end.
  void count(const std::vector<Vertex>& layer) {
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (u < v) return;
        DenseLayer& outer = result_.layers[std::max(layer[u], layer[v])];
        ++outer.edges;
        outer.weight += w;
      });
    }
    for (std::size_t i = 1; i < result_.layers.size(); ++i) {
      result_.layers[i].edges += result_.layers[i - 1].edges;
      result_.layers[i].weight += result_.layers[i - 1].weight;
    }
  }

  static constexpr double relaxation = 1.5;
  static constexpr int first_passes = 8;
  static constexpr int passes_before_flow = 128;

  const Graph& graph_;
  const RunContext& run_;
  detail::WeightUnits units_;
  std::vector<Weight> actual_;  ///< true weights by LoadComponent::source, when they were rounded
  std::vector<Task> open_;
  std::vector<Level> levels_;
  bool stopped_ = false;
  bool too_large_ = false;
  DenseDecomposition result_;
};

}  // namespace

DenseDecomposition dense_decomposition(const Graph& graph, const RunContext& run) {
  return Decomposer(graph, run).solve();
}

}  // namespace lode
