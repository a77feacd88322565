#include "graph/directed/two_sides.hpp"

#include <utility>

namespace lode::detail {
namespace {

/// Fills in the rows of the right side from those of the left one.
void add_in_rows(TwoSides& sides) {
  sides.in_begin.assign(sides.right.size() + 1, 0);
  for (const Vertex v : sides.heads) ++sides.in_begin[v + 1];
  for (std::size_t v = 0; v < sides.right.size(); ++v) sides.in_begin[v + 1] += sides.in_begin[v];
  std::vector<ArcIndex> next(sides.in_begin.begin(), sides.in_begin.end() - 1);
  sides.tails.resize(sides.heads.size());
  for (std::size_t u = 0; u < sides.left.size(); ++u) {
    for (ArcIndex arc = sides.out_begin[u]; arc < sides.out_begin[u + 1]; ++arc) {
      sides.tails[next[sides.heads[arc]]++] = static_cast<Vertex>(u);
    }
  }
}

}  // namespace

TwoSides all_sides(const Arcs& arcs) {
  TwoSides sides;
  std::vector<Vertex> number(arcs.num_vertices());
  for (Vertex v = 0; v < arcs.num_vertices(); ++v) {
    if (arcs.out_degree(v) > 0) sides.left.push_back(v);
    number[v] = static_cast<Vertex>(sides.right.size());
    if (arcs.in_degree(v) > 0) sides.right.push_back(v);
  }
  sides.out_begin.reserve(sides.left.size() + 1);
  sides.heads.reserve(arcs.num_arcs());
  sides.out_begin.push_back(0);
  for (const Vertex u : sides.left) {
    for (const Vertex v : arcs.successors(u)) sides.heads.push_back(number[v]);
    sides.out_begin.push_back(sides.heads.size());
  }
  add_in_rows(sides);
  return sides;
}

RemovalTimes peel(const TwoSides& sides, std::uint64_t x, std::uint64_t y) {
  const std::size_t left = sides.left.size();
  const std::size_t right = sides.right.size();
  RemovalTimes times{std::vector<std::uint32_t>(left), std::vector<std::uint32_t>(right)};
  std::vector<Vertex> out(left), in(right);
  std::vector<std::pair<bool, Vertex>> queue;  // left or not
  for (std::size_t u = 0; u < left; ++u) out[u] = static_cast<Vertex>(sides.out_degree(u));
  for (std::size_t v = 0; v < right; ++v) in[v] = static_cast<Vertex>(sides.in_degree(v));
  const auto take = [&](bool is_left, std::size_t v) {
    queue.emplace_back(is_left, static_cast<Vertex>(v));
    (is_left ? times.left : times.right)[v] = static_cast<std::uint32_t>(queue.size());
  };
  for (std::size_t u = 0; u < left; ++u) {
    if (out[u] <= x) take(true, u);
  }
  for (std::size_t v = 0; v < right; ++v) {
    if (in[v] <= y) take(false, v);
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const auto [is_left, v] = queue[i];
    const std::vector<Vertex>& ends = is_left ? sides.heads : sides.tails;
    const std::vector<ArcIndex>& begin = is_left ? sides.out_begin : sides.in_begin;
    std::vector<Vertex>& degree = is_left ? in : out;
    const std::vector<std::uint32_t>& time = is_left ? times.right : times.left;
    const std::uint64_t limit = is_left ? y : x;
    for (ArcIndex arc = begin[v]; arc < begin[v + 1]; ++arc) {
      const Vertex w = ends[arc];
      if (time[w] == 0 && --degree[w] <= limit) take(!is_left, w);
    }
  }
  return times;
}

TwoSides core_above(const TwoSides& sides, std::uint64_t x, std::uint64_t y) {
  const RemovalTimes times = peel(sides, x, y);
  TwoSides core;
  std::vector<Vertex> number(sides.right.size());
  for (std::size_t v = 0; v < sides.right.size(); ++v) {
    number[v] = static_cast<Vertex>(core.right.size());
    if (times.right[v] == 0) core.right.push_back(sides.right[v]);
  }
  core.out_begin.push_back(0);
  for (std::size_t u = 0; u < sides.left.size(); ++u) {
    if (times.left[u] != 0) continue;
    core.left.push_back(sides.left[u]);
    for (ArcIndex arc = sides.out_begin[u]; arc < sides.out_begin[u + 1]; ++arc) {
      const Vertex v = sides.heads[arc];
      if (times.right[v] == 0) core.heads.push_back(number[v]);
    }
    core.out_begin.push_back(core.heads.size());
  }
  add_in_rows(core);
  return core;
}

}  // namespace lode::detail
