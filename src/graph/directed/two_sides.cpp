#include "graph/directed/two_sides.hpp"

#include <utility>

namespace lode::detail {
namespace {

/// A part without the rows of its right side.
struct OutRows {
  std::vector<Vertex> left, right;
  std::vector<ArcIndex> out_begin = {0};
  std::vector<Vertex> heads;
  std::vector<Vertex> in_degree;
};

/// The part of the vertices that `keeps_left(u)` and `keeps_right(v)` keep.
template <class Part, class KeepsLeft, class KeepsRight>
OutRows restricted(const Part& part, const KeepsLeft& keeps_left, const KeepsRight& keeps_right) {
  OutRows rows;
  std::vector<Vertex> number(part.right.size(), no_vertex);
  for (std::size_t v = 0; v < part.right.size(); ++v) {
    if (!keeps_right(v)) continue;
    number[v] = static_cast<Vertex>(rows.right.size());
    rows.right.push_back(part.right[v]);
  }
  rows.in_degree.resize(rows.right.size());
  for (std::size_t u = 0; u < part.left.size(); ++u) {
    if (!keeps_left(u)) continue;
    rows.left.push_back(part.left[u]);
    for (ArcIndex arc = part.out_begin[u]; arc < part.out_begin[u + 1]; ++arc) {
      const Vertex v = number[part.heads[arc]];
      if (v == no_vertex) continue;
      rows.heads.push_back(v);
      ++rows.in_degree[v];
    }
    rows.out_begin.push_back(rows.heads.size());
  }
  return rows;
}

TwoSides with_in_rows(OutRows rows) {
  TwoSides sides;
  sides.left = std::move(rows.left);
  sides.right = std::move(rows.right);
  sides.out_begin = std::move(rows.out_begin);
  sides.heads = std::move(rows.heads);
  sides.in_begin.push_back(0);
  for (const Vertex degree : rows.in_degree) sides.in_begin.push_back(sides.in_begin.back() + degree);
  std::vector<ArcIndex> next(sides.in_begin.begin(), sides.in_begin.end() - 1);
  sides.tails.resize(sides.heads.size());
  for (std::size_t u = 0; u < sides.left.size(); ++u) {
    for (ArcIndex arc = sides.out_begin[u]; arc < sides.out_begin[u + 1]; ++arc) {
      sides.tails[next[sides.heads[arc]]++] = static_cast<Vertex>(u);
    }
  }
  return sides;
}

/// Takes away at once all vertices that have too few arcs, time and again while they are many: that reads the
/// rows of those that stay, in order, and leaves little to a queue.
OutRows without_most(const TwoSides& sides, std::uint64_t x, std::uint64_t y) {
  OutRows rows = restricted(
      sides, [&](std::size_t u) { return sides.out_degree(u) > x; },
      [&](std::size_t v) { return sides.in_degree(v) > y; });
  std::size_t before = sides.left.size() + sides.right.size();
  std::size_t now = rows.left.size() + rows.right.size();
  while (now > 0 && before - now > before / 10) {
    rows = restricted(
        rows, [&](std::size_t u) { return rows.out_begin[u + 1] - rows.out_begin[u] > x; },
        [&](std::size_t v) { return rows.in_degree[v] > y; });
    before = std::exchange(now, rows.left.size() + rows.right.size());
  }
  return rows;
}

}  // namespace

TwoSides all_sides(const Arcs& arcs) {
  TwoSides sides;
  std::vector<Vertex> left_number(arcs.num_vertices()), right_number(arcs.num_vertices());
  sides.out_begin.push_back(0);
  sides.in_begin.push_back(0);
  for (Vertex v = 0; v < arcs.num_vertices(); ++v) {
    left_number[v] = static_cast<Vertex>(sides.left.size());
    right_number[v] = static_cast<Vertex>(sides.right.size());
    if (arcs.out_degree(v) > 0) {
      sides.left.push_back(v);
      sides.out_begin.push_back(sides.out_begin.back() + arcs.out_degree(v));
    }
    if (arcs.in_degree(v) > 0) {
      sides.right.push_back(v);
      sides.in_begin.push_back(sides.in_begin.back() + arcs.in_degree(v));
    }
  }
  sides.heads.reserve(arcs.num_arcs());
  sides.tails.reserve(arcs.num_arcs());
  for (const Vertex u : sides.left) {
    for (const Vertex v : arcs.successors(u)) sides.heads.push_back(right_number[v]);
  }
  for (const Vertex v : sides.right) {
    for (const Vertex u : arcs.predecessors(v)) sides.tails.push_back(left_number[u]);
  }
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
  const TwoSides part = with_in_rows(without_most(sides, x, y));
  const RemovalTimes times = peel(part, x, y);
  return with_in_rows(restricted(
      part, [&](std::size_t u) { return times.left[u] == 0; },
      [&](std::size_t v) { return times.right[v] == 0; }));
}

}  // namespace lode::detail
