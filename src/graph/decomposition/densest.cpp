#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "core/assert.hpp"
#include "graph/decomposition/terminal_flow.hpp"
#include "graph/decomposition/weight_units.hpp"

namespace lode {
namespace {

__extension__ using Wide = __int128;

class DensestSearch {
 public:
  DensestSearch(const Graph& graph, const RunContext& run) : graph_(graph), run_(run), units_(graph) {}

  DensestSubgraph solve() {
    peel();
    while (!run_.should_stop()) {
      const std::vector<Vertex> core = core_of_best();
      auto found = largest_best_set(core);
      if (!found) break;
      std::vector<Vertex> set = *std::move(found);
      const detail::ExactDensity ratio = ratio_of(set);
      const bool raised = denser(ratio, best_ratio_);
      LODE_ASSERT_LIGHT(raised || !denser(best_ratio_, ratio));
      best_ = std::move(set);
      best_ratio_ = ratio;
      if (raised) continue;
      result_.proven = true;
      break;
    }
    return finish();
  }

 private:
  std::int64_t units(Weight w) const { return static_cast<std::int64_t>(units_.in_units(w)); }

  /// The densest suffix of a peeling order, the largest of equals; keeps the order and the core values.
  void peel() {
    if (graph_.weighted()) {
      StrengthCoreDecomposition cores = strength_cores(graph_);
      order_ = std::move(cores.order);
      core_ = std::move(cores.core);
    } else {
      CoreDecomposition cores = core_decomposition(graph_);
      order_ = std::move(cores.order);
      core_.assign(cores.core.begin(), cores.core.end());
    }
    std::vector<char> inside(graph_.num_vertices(), 0);
    std::int64_t weight = 0;
    std::size_t best_begin = order_.size();
    for (std::size_t i = order_.size(); i-- > 0;) {
      inside[order_[i]] = 1;
      graph_.for_each_neighbor(order_[i], [&](Vertex u, Weight w) { weight += inside[u] ? units(w) : 0; });
      const detail::ExactDensity ratio{weight, static_cast<std::int64_t>(order_.size() - i)};
      if (best_begin < order_.size() && denser(best_ratio_, ratio)) continue;
      best_ratio_ = ratio;
      best_begin = i;
    }
    best_.assign(order_.begin() + static_cast<std::ptrdiff_t>(best_begin), order_.end());
  }

  /// The vertices whose core value allows them to be in a set of the best ratio: a suffix of the order. Core
  /// values are integers for integral weights; real ones get room for the rounding of weights and sums.
  std::vector<Vertex> core_of_best() const {
    const Wide wanted = best_ratio_.numerator;
    const auto may_belong = [&](Vertex v) {
      const double room = units_.rounded() ? 1e-9 * core_[v] : 0.0;
      const Wide core = static_cast<std::int64_t>(units_.in_units(core_[v] + room)) +
                        (units_.rounded() ? Wide{graph_.degree(v)} : Wide{0});
      return core * best_ratio_.denominator >= wanted;
    };
    const auto begin = std::find_if(order_.begin(), order_.end(), may_belong);
    std::vector<Vertex> core(begin, order_.end());
    std::sort(core.begin(), core.end());
    return core;
  }

  /// The largest set of most q w(S) - p |S| for the best ratio p/q: what cannot reach the sink. Nothing when
  /// the run stops.
  std::optional<std::vector<Vertex>> largest_best_set(const std::vector<Vertex>& core) {
    const Part part = part_of(graph_, core);
    const Graph& inner = part.graph;
    result_.core_vertices = inner.num_vertices();
    result_.core_edges = inner.num_edges();
    ++result_.flows;
    run_.report("densest subgraph, flow", best_ratio_.value(), result_.flows);
    const std::int64_t common = std::gcd(best_ratio_.numerator, best_ratio_.denominator);
    const std::int64_t p = best_ratio_.numerator / common;
    const std::int64_t q = best_ratio_.denominator / common;
    std::vector<std::int64_t> supply(inner.num_vertices(), -2 * p);
    std::vector<detail::FlowEdge> edges;
    edges.reserve(inner.num_edges());
    check_size(inner, q);
    for (Vertex v = 0; v < inner.num_vertices(); ++v) {
      inner.for_each_neighbor(v, [&](Vertex u, Weight w) {
        const std::int64_t capacity = q * units(w);
        supply[v] += capacity;
        if (v < u) edges.push_back({v, u, capacity, capacity});
      });
    }
    const auto flow = detail::terminal_flow(supply, edges, detail::KeepResiduals::no,
                                            std::numeric_limits<double>::infinity(), run_);
    if (!flow) return std::nullopt;
    std::vector<Vertex> set;
    for (Vertex v = 0; v < inner.num_vertices(); ++v) {
      if (flow->side[v] != detail::FlowSide::sink) set.push_back(part.outward(v));
    }
    return set;
  }

  void check_size(const Graph& inner, std::int64_t q) const {
    long double total = 0.0L;
    for (Vertex v = 0; v < inner.num_vertices(); ++v) {
      inner.for_each_neighbor(v, [&](Vertex, Weight w) { total += static_cast<long double>(units(w)); });
    }
    if (total * static_cast<long double>(q) < 0x1p61L) return;
    throw InvalidArgument("weights", "the graph's",
                          "are too large for exact flows: the weight of the core times its size must stay "
                          "below 2^60",
                          "divide them by a common factor");
  }

  detail::ExactDensity ratio_of(const std::vector<Vertex>& set) const {
    std::vector<char> inside(graph_.num_vertices(), 0);
    for (const Vertex v : set) inside[v] = 1;
    std::int64_t weight = 0;
    for (const Vertex v : set) {
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) { weight += u > v && inside[u] ? units(w) : 0; });
    }
    return {weight, std::max<std::int64_t>(static_cast<std::int64_t>(set.size()), 1)};
  }

  DensestSubgraph finish() {
    std::sort(best_.begin(), best_.end());
    std::vector<char> inside(graph_.num_vertices(), 0);
    for (const Vertex v : best_) inside[v] = 1;
    for (const Vertex v : best_) {
      graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (u < v || !inside[u]) return;
        ++result_.edges;
        result_.weight += w;
      });
    }
    result_.vertices = std::move(best_);
    return std::move(result_);
  }

  const Graph& graph_;
  const RunContext& run_;
  detail::WeightUnits units_;
  std::vector<Vertex> order_;
  std::vector<Weight> core_;
  std::vector<Vertex> best_;
  detail::ExactDensity best_ratio_;
  DensestSubgraph result_;
};

}  // namespace

DensestSubgraph densest_subgraph(const Graph& graph, const RunContext& run) {
  if (graph.num_vertices() == 0) {
    DensestSubgraph nothing;
    nothing.proven = true;
    return nothing;
  }
  return DensestSearch(graph, run).solve();
}

}  // namespace lode
