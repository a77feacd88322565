#include "graph/decomposition/dense_core.hpp"

#include <atomic>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

namespace lode::detail {
namespace {

class CorePeeling {
 public:
  CorePeeling(const Graph& graph, const DensityUnits& units, const RunContext& run)
      : graph_(graph),
        units_(units),
        run_(run),
        unit_(graph.weighted() ? 0 : units_of(1.0)),
        weight_(graph.num_vertices()),
        turn_(graph.num_vertices(), kept) {}

  DenseCore solve() {
    kept_.resize(graph_.num_vertices());
    std::iota(kept_.begin(), kept_.end(), Vertex{0});
    weigh();
    constexpr double worth_another_round = 1e-3;
    for (double last = 0.0; !run_.should_stop();) {
      const double density = total_.value();
      const bool worth = turns_ == 0 || std::abs(density - last) > worth_another_round * std::abs(last);
      if (!worth || !peel(total_)) break;
      last = density;
    }
    return {std::move(kept_), total_, std::move(turn_)};
  }

 private:
  static constexpr Vertex stretch = 1024;

  /// Every vertex: its value and the weight of its edges. All sums are whole numbers.
  void weigh() {
    std::atomic<std::int64_t> twice = 0;
    std::int64_t values = 0;
    tbb::parallel_for(tbb::blocked_range<Vertex>(0, graph_.num_vertices(), stretch), [&](const auto& range) {
      std::int64_t sum = 0;
      for (Vertex v = range.begin(); v < range.end(); ++v) {
        std::int64_t weight = graph_.degree(v) * unit_;
        if (graph_.weighted()) {
          weight = 0;
          for (const Weight w : graph_.neighbor_weights(v)) weight += units_of(w);
        }
        sum += weight;
        weight_[v] = weight + static_cast<std::int64_t>(units_.value(v));
      }
      twice += sum;
    });
    double cost = 0.0;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      values += static_cast<std::int64_t>(units_.value(v));
      cost += units_.cost(v);
    }
    total_ = {static_cast<double>(twice / 2 + values), cost};
  }

  std::int64_t units_of(Weight w) const { return static_cast<std::int64_t>(units_.in_units(w)); }

  bool too_light(Vertex v, std::int64_t weight, ExactDensity density) const {
    return denser(density, {static_cast<double>(weight), units_.cost(v)});
  }

  /// Removes all that is too light for a density, and what becomes so; false if nothing is.
  bool peel(ExactDensity density) {
    if (!units_.exact()) density = less_by_rounding(density, graph_.num_vertices());
    std::vector<Vertex> front = too_light_of(density);
    if (front.empty()) return false;
    std::int64_t lost = 0;
    while (!front.empty()) {
      for (const Vertex v : front) turn_[v] = turns_;
      front = remove(front, density, lost);
      ++turns_;
    }
    std::erase_if(kept_, [&](Vertex v) { return turn_[v] != kept; });
    total_.numerator -= static_cast<double>(lost);
    total_.denominator = 0.0;
    for (const Vertex v : kept_) total_.denominator += units_.cost(v);
    return true;
  }

  std::vector<Vertex> too_light_of(ExactDensity density) const {
    Lists lists;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, kept_.size(), stretch), [&](const auto& range) {
      std::vector<Vertex>& list = lists.local();
      for (std::size_t i = range.begin(); i < range.end(); ++i) {
        if (too_light(kept_[i], weight_[kept_[i]], density)) list.push_back(kept_[i]);
      }
    });
    return joined(lists);
  }

  /// Takes the edges of removed vertices off their neighbours. A neighbour whose weight passes the limit
  /// comes next, whichever thread sees it. What is lost: the edges to what stays, and those among the removed
  /// once.
  std::vector<Vertex> remove(const std::vector<Vertex>& front, ExactDensity density, std::int64_t& lost) {
    Lists lists;
    std::atomic<std::int64_t> sum = 0;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, front.size(), stretch / 16), [&](const auto& range) {
      std::vector<Vertex>& list = lists.local();
      std::int64_t gone = 0;
      for (std::size_t i = range.begin(); i < range.end(); ++i) {
        const Vertex v = front[i];
        gone += static_cast<std::int64_t>(units_.value(v));
        graph_.for_each_neighbor(v, [&](Vertex u, Weight w) {
          if (turn_[u] < turns_) return;
          const std::int64_t weight = graph_.weighted() ? units_of(w) : unit_;
          if (turn_[u] == turns_) {
            if (u > v) gone += weight;
            return;
          }
          gone += weight;
          const std::int64_t before =
              std::atomic_ref(weight_[u]).fetch_sub(weight, std::memory_order_relaxed);
          if (!too_light(u, before, density) && too_light(u, before - weight, density)) list.push_back(u);
        });
      }
      sum += gone;
    });
    lost += sum;
    return joined(lists);
  }

  using Lists = tbb::enumerable_thread_specific<std::vector<Vertex>>;
  static std::vector<Vertex> joined(Lists& lists) {
    std::vector<Vertex> all;
    for (const std::vector<Vertex>& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
  }

  static constexpr Vertex kept = no_vertex;

  const Graph& graph_;
  const DensityUnits& units_;
  const RunContext& run_;
  std::int64_t unit_;  ///< of an edge without a weight; where edges have weights, 1 may be beyond 64 bits
  std::vector<std::int64_t> weight_;
  std::vector<Vertex> turn_;
  std::vector<Vertex> kept_;
  Vertex turns_ = 0;
  ExactDensity total_;
};

}  // namespace

DenseCore dense_core(const Graph& graph, const DensityUnits& units, const RunContext& run) {
  return CorePeeling(graph, units, run).solve();
}

}  // namespace lode::detail
