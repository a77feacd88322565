#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include <tbb/parallel_for.h>

#include <lode/graph/cores.hpp>

#include "core/id_ranks.hpp"
#include "core/page_buffer.hpp"

namespace lode {
namespace {

using detail::IdRanks;
using detail::PageBuffer;

struct CoreRows {
  PageBuffer<ArcIndex> offsets;
  PageBuffer<Vertex> targets;
};

/// The vertices that are left, and how many neighbours each has among them.
class CoreFinder {
 public:
  CoreFinder(const Graph& graph, Vertex k, const RunContext& run)
      : graph_(graph), run_(run), k_(k), left_(graph.num_vertices()), inside_(graph.num_vertices()) {}

  std::optional<Part> find(ArcIndex most_arcs) {
    keep_large_degrees();
    count_inside();
    drop_others();
    while (!stopped_ && arcs() > most_arcs) {
      k_ += k_ / 4 + 1;
      drop_others();
    }
    if (stopped_) return std::nullopt;
    Part core = extract();
    if (stopped_) return std::nullopt;
    return core;
  }

 private:
  static constexpr std::size_t stretch = 64;  ///< words: their vertices are one piece of parallel work
  static constexpr std::size_t visits_between_polls = std::size_t{1} << 17;

  template <class Visit>
  void for_each_left(const Visit& visit) const {
    const auto& words = left_.words();
    tbb::parallel_for(std::size_t{0}, (words.size() + stretch - 1) / stretch, [&](std::size_t piece) {
      if (stopped_.load(std::memory_order_relaxed)) return;
      if (run_.should_stop()) stopped_ = true;
      for (std::size_t w = piece * stretch; w < std::min(words.size(), (piece + 1) * stretch); ++w) {
        for (std::uint64_t rest = words[w].members; rest != 0; rest &= rest - 1) {
          visit(static_cast<Vertex>(64 * w + static_cast<std::size_t>(std::countr_zero(rest))));
        }
      }
    });
  }

  void keep_large_degrees() {
    std::fill(left_.words().begin(), left_.words().end(), IdRanks::Word{0, 0});
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (graph_.degree(v) >= k_) left_.insert(v);
    }
  }

  void count_inside() {
    for_each_left([&](Vertex v) {
      Vertex count = 0;
      for (const Vertex u : graph_.neighbors(v)) count += left_.contains(u) ? 1u : 0u;
      inside_[v] = count;
    });
  }

  ArcIndex arcs() const {
    ArcIndex sum = 0;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) sum += left_.contains(v) ? inside_[v] : 0;
    return sum;
  }

  void drop_others() {
    std::vector<Vertex> dropped;
    const auto drop = [&](Vertex v) {
      left_.erase(v);
      dropped.push_back(v);
    };
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (left_.contains(v) && inside_[v] < k_) drop(v);
    }
    std::size_t visited = 0;
    while (!dropped.empty() && !stopped_) {
      const Vertex v = dropped.back();
      dropped.pop_back();
      visited += graph_.degree(v);
      if (visited >= visits_between_polls) {
        visited = 0;
        stopped_ = run_.should_stop();
      }
      for (const Vertex u : graph_.neighbors(v)) {
        if (left_.contains(u) && --inside_[u] < k_) drop(u);
      }
    }
  }

  Part extract() {
    const std::uint64_t count = left_.finish();
    Part core;
    core.outside = k_ > 0 ? k_ - 1.0 : 0.0;
    core.original.resize(count);
    for_each_left([&](Vertex v) { core.original[left_.rank(v)] = v; });
    auto rows = std::make_shared<CoreRows>();
    rows->offsets = PageBuffer<ArcIndex>(count + 1);
    rows->offsets[0] = 0;
    for (std::size_t i = 0; i < count; ++i) {
      rows->offsets[i + 1] = rows->offsets[i] + inside_[core.original[i]];
    }
    rows->targets = PageBuffer<Vertex>(rows->offsets[count]);
    for_each_left([&](Vertex v) {
      Vertex* out = rows->targets.data() + rows->offsets[left_.rank(v)];
      for (const Vertex u : graph_.neighbors(v)) {
        if (left_.contains(u)) *out++ = left_.rank(u);
      }
    });
    core.graph =
        Graph::from_csr({rows->offsets.span(), rows->targets.span(), {}, rows}, {}, CsrCheck::trusted);
    return core;
  }

  const Graph& graph_;
  const RunContext& run_;
  mutable std::atomic<bool> stopped_ = false;
  Vertex k_;
  IdRanks left_;
  PageBuffer<Vertex> inside_;  ///< of vertices that are left
};

}  // namespace

std::optional<Part> k_core(const Graph& graph, Vertex k, const RunContext& run, ArcIndex most_arcs) {
  std::optional<Part> core;
  run.parallel([&] { core = CoreFinder(graph, k, run).find(most_arcs); });
  return core;
}

}  // namespace lode
