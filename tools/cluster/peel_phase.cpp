#include "peel_phase.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/study/memory.hpp>

#include "exchange.hpp"

namespace lode::cluster {
namespace {

/// What is left of the own vertices.
struct Rest {
  std::vector<std::uint8_t> inside;
  std::vector<std::uint32_t> degree;  ///< neighbours left, of those that are
};

class Peeler {
 public:
  Peeler(Ranks& ranks, const GraphPart& part, const PeelOptions& options)
      : ranks_(ranks), part_(part), options_(options) {
    ranks_.together([&] {
      rest_.inside.assign(part_.own(), 1);
      rest_.degree.resize(part_.own());
      for (std::uint32_t v = 0; v < part_.own(); ++v) rest_.degree[v] = part_.degree(v);
    });
  }

  CoreCut cut() {
    if (options_.core_numbers) return cut_by_levels();
    if (!options_.core) return cut_by_trials();
    peel(*options_.core);
    return finish();
  }

 private:
  bool fits() const {
    const PeelStep& now = cut_.steps.back();
    return is_empty() || (now.vertices < no_vertex && core_bytes(now.vertices, now.edges) <= options_.memory);
  }
  bool is_empty() const { return cut_.steps.back().vertices == 0; }

  CoreCut cut_by_trials() {
    peel(1);
    if (fits()) return finish();
    Rest too_large = copy(), small;
    std::uint64_t low = 1, high = 2;
    PeelStep largest_step = cut_.steps.back();
    for (;; high = 2 * low) {
      peel(high);
      if (fits()) break;
      low = high;
      largest_step = cut_.steps.back();
      too_large = copy();
    }
    small = std::move(rest_);
    PeelStep small_step = cut_.steps.back();
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      rest_ = too_large;
      peel(middle);
      if (fits()) {
        high = middle;
        small = std::move(rest_);
        small_step = cut_.steps.back();
      } else {
        low = middle;
        too_large = std::move(rest_);
        largest_step = cut_.steps.back();
      }
    }
    if (small_step.vertices == 0) refuse_memory(largest_step);
    rest_ = std::move(small);
    return finish(small_step);
  }

  CoreCut cut_by_levels() {
    cut_.core_number.assign(part_.own(), 0);
    std::optional<PeelStep> chosen;
    std::uint64_t core = 1;
    for (PeelStep before;; before = cut_.steps.back()) {
      peel(core);
      if (is_empty()) {
        if (chosen) break;
        if (options_.core) refuse_core();
        refuse_memory(before);
      }
      // What is left is the c-core for all c from `core` up to its least degree.
      const std::uint64_t least = least_degree();
      if (!chosen && (options_.core ? *options_.core <= least : fits())) {
        chosen = cut_.steps.back();
        if (options_.core) chosen->core = *options_.core;
      }
      core = least + 1;
    }
    ranks_.together([&] {
      for (std::uint32_t v = 0; v < part_.own(); ++v) rest_.inside[v] = cut_.core_number[v] >= chosen->core;
    });
    return finish(*chosen);
  }

  void refuse_core() {
    ranks_.together([&] {
      throw InvalidArgument("--core", std::to_string(*options_.core),
                            "no subgraph has that degree at every vertex", "choose a smaller one");
    });
  }
  void refuse_memory(const PeelStep& last) {
    ranks_.together([&] {
      throw InvalidArgument(
          "--memory", std::to_string(options_.memory),
          fmt::format("the smallest core, the {}-core with {} vertices and {} edges, needs {} bytes",
                      last.core, last.vertices, last.edges, core_bytes(last.vertices, last.edges)),
          "allow more");
    });
  }

  CoreCut finish() {
    if (is_empty()) refuse_core();
    return finish(cut_.steps.back());
  }
  CoreCut finish(const PeelStep& step) {
    cut_.core = step.core;
    cut_.vertices = step.vertices;
    cut_.edges = step.edges;
    cut_.inside = std::move(rest_.inside);
    return std::move(cut_);
  }

  Rest copy() {
    Rest copied;
    ranks_.together([&] { copied = rest_; });
    return copied;
  }

  std::uint64_t least_degree() {
    std::uint64_t least = UINT32_MAX;
    for (std::uint32_t v = 0; v < part_.own(); ++v) {
      if (rest_.inside[v]) least = std::min<std::uint64_t>(least, rest_.degree[v]);
    }
    return UINT32_MAX - ranks_.largest(UINT32_MAX - least);
  }

  void peel(std::uint64_t core) {
    const double start = monotonic_clock().seconds();
    core_ = core;
    ranks_.together([&] {
      for (std::uint32_t v = 0; v < part_.own(); ++v) {
        if (rest_.inside[v] && rest_.degree[v] < core) remove(v);
      }
    });
    const std::uint64_t rounds = exchange<std::uint32_t>(
        ranks_, [&](Outgoing<std::uint32_t>& out) { return next(out); },
        [&](std::uint32_t, std::span<const std::uint32_t> told) {
          for (const std::uint32_t v : told) lower(v);
        },
        Ending::when_quiet);
    std::uint64_t left[] = {0, 0};
    for (std::uint32_t v = 0; v < part_.own(); ++v) {
      if (!rest_.inside[v]) continue;
      ++left[0];
      left[1] += rest_.degree[v];
    }
    ranks_.sum(left);
    cut_.steps.push_back({core, rounds, left[0], left[1] / 2, monotonic_clock().seconds() - start});
  }

  void remove(std::uint32_t v) {
    rest_.inside[v] = 0;
    if (!cut_.core_number.empty()) cut_.core_number[v] = static_cast<std::uint32_t>(core_ - 1);
    queue_.push_back(v);
  }
  /// A neighbour of v has gone.
  void lower(std::uint32_t v) {
    if (rest_.inside[v] && rest_.degree[v]-- == core_) remove(v);
  }

  /// Goes on with the rows of removed vertices, up to the next neighbour that another rank owns.
  bool next(Outgoing<std::uint32_t>& out) {
    while (true) {
      while (at_ < row_.size()) {
        const std::uint32_t u = row_[at_++];
        if (u < part_.own()) {
          lower(u);
          continue;
        }
        const std::uint64_t number = part_.ghosts[u - part_.own()];
        const std::uint32_t owner = part_.owner_of(number);
        out.put(owner, static_cast<std::uint32_t>(number - part_.first[owner]));
        return true;
      }
      if (queue_.empty()) return false;
      row_ = part_.row(queue_.back());
      queue_.pop_back();
      at_ = 0;
    }
  }

  Ranks& ranks_;
  const GraphPart& part_;
  const PeelOptions& options_;
  Rest rest_;
  CoreCut cut_;
  std::uint64_t core_ = 0;
  std::vector<std::uint32_t> queue_;    ///< removed, and not gone through
  std::span<const std::uint32_t> row_;  ///< of the one that is gone through
  std::size_t at_ = 0;
};

}  // namespace

std::uint64_t core_bytes(std::uint64_t vertices, std::uint64_t edges) {
  const MemoryEstimate search = estimate_memory(vertices, edges, false, GraphWork::search);
  constexpr std::uint64_t per_vertex = sizeof(ArcIndex) + sizeof(std::uint64_t);  // row and id
  return search.program + search.work + per_vertex * vertices + 2 * sizeof(Vertex) * edges;
}

CoreCut cut_core(Ranks& ranks, const GraphPart& part, const PeelOptions& options) {
  return Peeler(ranks, part, options).cut();
}

}  // namespace lode::cluster
