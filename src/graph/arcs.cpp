#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/arcs.hpp>

namespace lode {
namespace {

constexpr ArcIndex no_rows[] = {0};

struct VectorRows {
  std::vector<ArcIndex> offsets;
  std::vector<Vertex> ends;
};

void check_names(const VertexNames& names, Vertex n) {
  if (names.kind() == VertexNames::Kind::numbers || names.size() == n) return;
  throw InvalidArgument("number of names", std::to_string(names.size()),
                        fmt::format("must be the number of vertices, {}", n));
}

}  // namespace

Arcs::Arcs() : rows_{no_rows, {}, {}} {}

Arcs Arcs::from_rows(ArcRows rows, VertexNames names, EdgeCount duplicates) {
  const std::size_t offsets = rows.offsets.size();
  if (offsets % 2 == 0 || offsets / 2 > most_vertices || rows.offsets.front() != 0 ||
      rows.offsets.back() != rows.ends.size() || 2 * rows.offsets[offsets / 2] != rows.ends.size()) {
    throw InvalidArgument(
        "offsets", fmt::format("{} values", offsets),
        fmt::format("do not describe rows of {} ends in both directions", rows.ends.size()));
  }
  check_names(names, static_cast<Vertex>(offsets / 2));
  Arcs arcs;
  arcs.rows_ = std::move(rows);
  arcs.names_ = std::move(names);
  arcs.duplicates_ = duplicates;
  for (Vertex v = 0; v < arcs.num_vertices(); ++v) arcs.loops_ += arcs.has_arc(v, v);
  return arcs;
}

bool Arcs::has_arc(Vertex u, Vertex v) const {
  const std::span<const Vertex> targets = successors(u);
  return std::binary_search(targets.begin(), targets.end(), v);
}

Arcs Arcs::with_names(VertexNames names) const {
  check_names(names, num_vertices());
  Arcs renamed = *this;
  renamed.names_ = std::move(names);
  return renamed;
}

Arcs Arcs::without_loops() const {
  if (loops_ == 0) return *this;
  auto owned = std::make_shared<VectorRows>();
  owned->offsets.reserve(rows_.offsets.size());
  owned->ends.reserve(rows_.ends.size() - 2 * loops_);
  owned->offsets.push_back(0);
  const std::size_t n = num_vertices();
  for (std::size_t i = 0; i < 2 * n; ++i) {
    std::ranges::remove_copy(row(i), std::back_inserter(owned->ends), static_cast<Vertex>(i < n ? i : i - n));
    owned->offsets.push_back(owned->ends.size());
  }
  return from_rows({owned->offsets, owned->ends, owned}, names_, duplicates_);
}

}  // namespace lode
