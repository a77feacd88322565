#include "graph/cliques/later_rows.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <lode/graph/cores.hpp>

namespace lode::detail {
namespace {

/// Visits the vertices on all threads, a few at a time, until the run should stop, or a visit says so; false
/// then.
template <class Local, class Visit>
bool over_vertices(const LaterRows& rows, tbb::enumerable_thread_specific<Local>& locals,
                   const RunContext& run, const Visit& visit) {
  constexpr Vertex at_once = 32;
  const Vertex n = rows.num_vertices();
  std::atomic<bool> stopped = false;
  run.parallel([&] {
    tbb::parallel_for(tbb::blocked_range<Vertex>(0, n, at_once), [&](const auto& range) {
      Local& local = locals.local();
      for (Vertex v = range.begin(); v < range.end(); ++v) {
        if (stopped.load(std::memory_order_relaxed)) return;
        if (!visit(v, local) || (v + 1 == range.end() && run.should_stop())) stopped = true;
      }
    });
  });
  return !stopped;
}

}  // namespace

std::optional<LaterRows> later_rows(const Graph& graph, const RunContext& run) {
  std::optional<CoreDecomposition> cores = core_decomposition(graph, run);
  if (!cores) return std::nullopt;
  const Vertex n = graph.num_vertices();
  LaterRows rows;
  rows.original = std::move(cores->order);
  std::vector<Vertex> number(n);
  for (Vertex v = 0; v < n; ++v) number[rows.original[v]] = v;
  rows.begin.assign(n + std::size_t{1}, 0);
  const auto over_rows = [&](const auto& visit) {
    constexpr Vertex at_once = 1024;
    run.parallel([&] {
      tbb::parallel_for(tbb::blocked_range<Vertex>(0, n, at_once), [&](const auto& range) {
        for (Vertex v = range.begin(); v < range.end(); ++v) visit(v);
      });
    });
  };
  over_rows([&](Vertex v) {
    for (const Vertex u : graph.neighbors(rows.original[v])) rows.begin[v + std::size_t{1}] += number[u] > v;
  });
  std::partial_sum(rows.begin.begin(), rows.begin.end(), rows.begin.begin());
  rows.later.resize(graph.num_edges());
  over_rows([&](Vertex v) {
    ArcIndex at = rows.begin[v];
    for (const Vertex u : graph.neighbors(rows.original[v])) {
      if (number[u] > v) rows.later[at++] = number[u];
    }
    std::sort(rows.later.begin() + static_cast<std::ptrdiff_t>(rows.begin[v]),
              rows.later.begin() + static_cast<std::ptrdiff_t>(at));
  });
  return rows;
}

LaterRows kept_rows(const LaterRows& rows, const std::vector<char>& keep) {
  std::vector<Vertex> number(rows.original.size());
  LaterRows kept;
  for (Vertex v = 0; v < rows.num_vertices(); ++v) {
    number[v] = kept.num_vertices();
    if (keep[v]) kept.original.push_back(rows.original[v]);
  }
  kept.begin.push_back(0);
  for (Vertex v = 0; v < rows.num_vertices(); ++v) {
    if (!keep[v]) continue;
    for (const Vertex u : rows.row(v)) {
      if (keep[u]) kept.later.push_back(number[u]);
    }
    kept.begin.push_back(kept.later.size());
  }
  return kept;
}

std::optional<CliqueCounts> count_cliques(const LaterRows& rows, Vertex k, const RunContext& run) {
  struct Local {
    CliqueWalk walk;
    std::vector<std::uint64_t> member;
  };
  const Vertex n = rows.num_vertices();
  CliqueCounts counts;
  counts.first.resize(n);
  counts.member.resize(n);
  tbb::enumerable_thread_specific<Local> locals([&] {
    return Local{CliqueWalk(rows, k, run), std::vector<std::uint64_t>(n, 0)};
  });
  const bool all = over_vertices(rows, locals, run, [&](Vertex v, Local& local) {
    std::uint64_t found = 0;
    const bool done = local.walk.from(v, [&](std::span<const Vertex> clique) {
      ++found;
      for (const Vertex u : clique.subspan(1)) ++local.member[u];
    });
    counts.first[v] = found;
    local.member[v] += found;
    return done;
  });
  if (!all) return std::nullopt;
  for (const Local& local : locals) {
    for (Vertex v = 0; v < n; ++v) counts.member[v] += local.member[v];
  }
  for (const std::uint64_t found : counts.first) counts.total += found;
  return counts;
}

std::optional<PageBuffer<Vertex>> list_cliques(const LaterRows& rows, Vertex k, const CliqueCounts& counts,
                                               const RunContext& run) {
  const Vertex n = rows.num_vertices();
  std::vector<std::uint64_t> begin(n + std::size_t{1}, 0);
  std::partial_sum(counts.first.begin(), counts.first.end(), begin.begin() + 1);
  PageBuffer<Vertex> members(begin[n] * k);
  tbb::enumerable_thread_specific<CliqueWalk> walks([&] { return CliqueWalk(rows, k, run); });
  const bool done = over_vertices(rows, walks, run, [&](Vertex v, CliqueWalk& walk) {
    if (counts.first[v] == 0) return true;
    Vertex* at = members.data() + begin[v] * k;
    return walk.from(
        v, [&](std::span<const Vertex> clique) { at = std::copy(clique.begin(), clique.end(), at); });
  });
  if (!done) return std::nullopt;
  return members;
}

}  // namespace lode::detail
